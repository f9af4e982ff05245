import DevtoolKit

/// The report of `--check` on an export: each card without a number and each likely mistake, one line
/// each, sorted by position.
struct CheckReport {
    private let result: ScanResult

    /// A report on the result in an input, which have all there is to tell.
    init(_ result: ScanResult) { self.result = result }

    /// The errors and warnings.
    func diagnostics(for input: borrowing BoardInput) throws -> [Diagnostic] {
        var found = result.editedCards.flatMap(problems)
        found += result.nearlyMarked.map { ($0.titleOffset, $0.warning) }
        found += result.tally.withoutNumber.elements.map { ($0.placeOfProblem, $0.warning) }
        found += result.tally.repeatedNumbers.elements.map { ($0.offset, $0.warning) }
        return try SourceLocator.located(found.inOrder, in: input)
    }

    /// That there was no card to check, which is no pass.
    static func nothingChecked(in name: String) -> Diagnostic {
        Diagnostic(
            "\(name): no card was checked: the board, or what is selected of it, has none",
            hint: "add '--allow-empty' if that is fine", rule: .nothingChecked)
    }

    /// One line on the cards of an input.
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
                Diagnostic(
                    "card \(number) \"\(card.title.shortened)\" has no number",
                    rule: .cardWithoutNumber)
            )
        ]
        if let near = NearNumber(title: card.title.text) {
            let text = near.text.replacingControlCharacters()
            problems.append(
                (
                    card.titleOffset,
                    Diagnostic(
                        "'\(text)' does not count as a number: write '#' followed by a digit",
                        severity: .warning, rule: .nearNumber)
                ))
        }
        return problems
    }
}

extension EditedTitle {
    /// The most characters of a title that a message quotes.
    private static let quotedLength = 60

    /// So much of the title, on one line, that people know which it is.
    fileprivate var shortened: String {
        let beginning = text.prefix(Self.quotedLength)
        let isWhole = !isCut && beginning.endIndex == text.endIndex
        return String(beginning).replacingControlCharacters() + (isWhole ? "" : "…")
    }
}

extension NearMark {
    fileprivate var warning: Diagnostic {
        Diagnostic(
            "the board's title ends in \(description) instead of '#'", severity: .warning,
            rule: .nearMark)
    }
}

extension [(offset: Int, diagnostic: Diagnostic)] {
    /// The findings by their places; those of one place stay as they are.
    var inOrder: Self {
        enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
    }
}
