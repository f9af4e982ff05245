import DevtoolKit

/// The report of `--check` on an export: cards without a number and likely mistakes, sorted by position.
struct CheckReport {
    private let result: ScanResult

    init(_ result: ScanResult) { self.result = result }

    func diagnostics(for input: borrowing BoardInput) throws -> [Diagnostic] {
        var found = result.editedCards.flatMap(problems)
        found += result.nearlyMarked.map { ($0.titleOffset, $0.warning) }
        found += result.tally.withoutNumber.elements.map { ($0.placeOfProblem, $0.warning) }
        found += result.tally.repeatedNumbers.elements.map { ($0.offset, $0.warning) }
        return try SourceLocator.located(found.inOrder, in: input)
    }

    /// The problem to report if there was no card to check, because an empty check must not pass.
    static func nothingChecked(in name: String) -> Diagnostic {
        Diagnostic(
            "\(name): the board or the selection has no cards to check", hint: "add '--allow-empty' to allow this",
            rule: .nothingChecked)
    }

    func summary(of name: String) -> String {
        let with = result.tally.alreadyNumbered
        let without = result.edits.count
        if without == 0 { return "\(name): no cards without a number" }
        let sentence = "\(name): \(BoardOperation.check.summary(ofCards: without))"
        return with == 0 ? sentence : "\(sentence), \(with) with one"
    }

    private func problems(of card: EditedCard) -> [(offset: Int, diagnostic: Diagnostic)] {
        let number = String(decoding: card.digits, as: UTF8.self)
        var problems = [
            (
                card.titleOffset,
                Diagnostic("card \(number) \"\(card.title.shortened)\" has no number", rule: .cardWithoutNumber)
            )
        ]
        if let near = NearNumber(title: card.title.text) {
            let text = near.text.replacingControlCharacters()
            problems.append(
                (
                    card.titleOffset,
                    Diagnostic(
                        "'\(text)' is not recognized as a number: write '#' followed by a digit", severity: .warning,
                        rule: .nearNumber)
                ))
        }
        return problems
    }
}

extension EditedTitle {
    private static let quotedLength = 60

    fileprivate var shortened: String {
        let beginning = text.prefix(Self.quotedLength)
        let isWhole = !isCut && beginning.endIndex == text.endIndex
        return String(beginning).replacingControlCharacters() + (isWhole ? "" : "…")
    }
}

extension NearMark {
    fileprivate var warning: Diagnostic {
        Diagnostic("the board's title ends in \(description) instead of '#'", severity: .warning, rule: .nearMark)
    }
}

extension [(offset: Int, diagnostic: Diagnostic)] {
    var inOrder: Self {
        enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
    }
}
