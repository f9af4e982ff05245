import DevtoolKit

/// What the user is told about an export besides the output.
struct FindingsReport {
    private let findings: Findings
    private let action: NumberingRule.Action

    /// A report on the findings in an input.
    init(_ findings: Findings, _ action: NumberingRule.Action) {
        self.findings = findings
        self.action = action
    }

    /// The warnings, and a note when nothing was to be numbered at all, each kind kept short.
    func diagnostics(for input: borrowing BoardInput) throws -> [Diagnostic] {
        let note = nothingToNumber(in: input.name).map { [Diagnostic($0, severity: .note)] } ?? []
        let tally = findings.tally
        return try note + warnings(about: tally.withoutNumber, in: input)
            + warnings(about: tally.repeatedNumbers, in: input)
    }

    /// One line on what was done to a file.
    func summary(of file: String) -> String {
        let count = CardCount(findings.edits.count)
        if action == .undo {
            return
                "\(file): \(count) freed of \(findings.edits.count == 1 ? "its number" : "their numbers")"
        }
        let numbered = "\(file): \(count) numbered"
        let before = findings.tally.alreadyNumbered
        return before == 0 ? numbered : "\(numbered), \(before) had a number already"
    }

    private func nothingToNumber(in name: String) -> String? {
        switch (findings.boards, findings.treatedBoards) {
        case (0, _):
            "\(name): this is no board with cards, so nothing was numbered"
        case (1, 0):
            "\(name): the board's title does not end in '#', so nothing was numbered"
        case (let boards, 0):
            "\(name): none of the \(boards) boards' titles ends in '#', so nothing was numbered"
        default:
            nil
        }
    }

    private func warnings(
        about cards: FirstFew<Card>, in input: borrowing BoardInput
    ) throws -> [Diagnostic] {
        let places = try SourceLocator.locations(
            of: cards.elements.map(\.placeOfProblem), in: input)
        return zip(cards.elements, places).map { card, place in
            Diagnostic(card.problem, severity: .warning, at: place)
        } + Self.more(cards.untold, "cards without a usable number", in: input.name)
    }

    private func warnings(
        about repetitions: FirstFew<RepeatedNumbers.Repetition>, in input: borrowing BoardInput
    ) throws -> [Diagnostic] {
        let places = try SourceLocator.locations(
            of: repetitions.elements.map(\.offset), in: input)
        return zip(repetitions.elements, places).map { repetition, place in
            let number = String(decoding: repetition.digits, as: UTF8.self)
            let sentence = "\(CardCount(repetition.count)) have the number \(number)"
            return Diagnostic(sentence, severity: .warning, at: place)
        } + Self.more(repetitions.untold, "repeated numbers", in: input.name)
    }

    private static func more(_ count: Int, _ what: String, in name: String) -> [Diagnostic] {
        count == 0 ? [] : [Diagnostic("\(name): … and \(count) more \(what)", severity: .warning)]
    }
}

extension Card {
    /// Where to point when the card has no usable number.
    fileprivate var placeOfProblem: Int {
        if case .unusable(let offset) = number { return offset }
        return titleOffset ?? 0
    }

    /// Why the card has no usable number.
    fileprivate var problem: String {
        switch number {
        case .missing: "this card has no 'idShort', so it was left alone"
        case .unusable, .digits: "this 'idShort' is no whole number, so the card was left alone"
        }
    }
}
