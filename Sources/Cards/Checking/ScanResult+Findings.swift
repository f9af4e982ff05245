import DevtoolKit

extension ScanResult {
    /// The findings of `--check`: cards without a number and likely mistakes, sorted by position.
    func findings(in input: borrowing BoardInput) throws -> [Diagnostic] {
        var found = editedCards.flatMap(\.problems)
        found += nearlyMarked.map { ($0.titleOffset, $0.warning) }
        found += tally.withoutNumber.elements.map { ($0.placeOfProblem, $0.warning) }
        found += tally.repeatedNumbers.elements.map { ($0.offset, $0.warning) }
        return try SourceLocator.located(found.inOrder, in: input)
    }

    func checkSummary(of name: String) -> String {
        if edits.count == 0 { return "\(name): no cards without a number" }
        let sentence = "\(name): \(BoardOperation.check.summary(ofCards: edits.count))"
        return tally.alreadyNumbered == 0 ? sentence : "\(sentence), \(tally.alreadyNumbered) with one"
    }
}

extension EditedCard {
    private static let quotedLength = 60

    fileprivate var problems: [(offset: Int, diagnostic: Diagnostic)] {
        let sentence = "card \(String(decoding: digits, as: UTF8.self)) \"\(shortenedTitle)\" has no number"
        var problems = [Diagnostic(sentence, rule: .cardWithoutNumber)]
        if let near = title.nearNumber {
            let text = near.replacingControlCharacters()
            problems.append(
                Diagnostic(
                    "'\(text)' is not recognized as a number: write '#' followed by a digit", severity: .warning,
                    rule: .nearNumber))
        }
        return problems.map { (titleOffset, $0) }
    }

    private var shortenedTitle: String {
        let beginning = title.prefix(Self.quotedLength)
        let isWhole = !isCut && beginning.endIndex == title.endIndex
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
