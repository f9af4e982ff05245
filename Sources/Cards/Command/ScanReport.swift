import DevtoolKit

struct ScanReport {
    private let result: ScanResult
    private let task: BoardOperation

    init(_ result: ScanResult, of task: BoardOperation) {
        self.result = result
        self.task = task
    }

    func diagnostics(for input: borrowing BoardInput) throws -> [Diagnostic] {
        let tally = result.tally
        return try notes(on: input.name)
            + warnings(about: tally.withoutNumber, called: "cards without a usable number", in: input) {
                ($0.placeOfProblem, $0.warning)
            }
            + warnings(about: tally.repeatedNumbers, called: "repeated numbers", in: input) { ($0.offset, $0.warning) }
    }

    func summary(of file: String) -> String {
        let summary = "\(file): \(task.summary(ofCards: result.edits.count))"
        let before = result.tally.alreadyNumbered
        return before == 0 ? summary : "\(summary), \(before) already had a number"
    }

    /// Why nothing was done, or what an undo may have removed in addition.
    func notes(on name: String) -> [Diagnostic] {
        guard result.treatedBoards == 0, let nothingDone = task.nothingDone else { return numbersOfBefore(on: name) }
        let reason =
            switch result.boards {
            case 1 where result.isListOfCards: "the file is a list of cards without a board title ending in '#'"
            case 1: "the board's title does not end in '#'"
            case let boards: "none of the \(boards) board titles ends in '#'"
            }
        return [
            Diagnostic(
                "\(name): \(reason), \(nothingDone)", severity: .note, hint: "use '--all' for boards without '#'")
        ]
    }

    private func numbersOfBefore(on name: String) -> [Diagnostic] {
        guard case .undo = task else { return [] }
        if result.edits.count == 0 {
            return [
                Diagnostic(
                    "\(name): no title begins with a number in this form", severity: .note,
                    hint: "repeat the '--format' or '--prefix' with which the cards were numbered")
            ]
        }
        guard result.numbersOfBefore > 0 else { return [] }
        let titles = result.numbersOfBefore.counted("title")
        return [
            Diagnostic(
                "\(name): \(titles) already had the number before numbering and lost it too", severity: .note,
                hint: "use '--journal FILE' when numbering to keep such titles")
        ]
    }

    private func warnings<Finding>(
        about result: FirstFew<Finding>, called name: String, in input: borrowing BoardInput,
        _ warning: (Finding) -> (offset: Int, diagnostic: Diagnostic)
    ) throws -> [Diagnostic] {
        let more = "\(input.name): … and \(result.omitted) more \(name)"
        return try SourceLocator.located(result.elements.map(warning), in: input, withExcerpts: true)
            + (result.omitted == 0 ? [] : [Diagnostic(more, severity: .warning)])
    }
}

extension Card {
    var placeOfProblem: Int {
        if case .unusable(let offset) = number { return offset }
        return titleOffset ?? 0
    }

    var warning: Diagnostic {
        let problem =
            switch number {
            case .missing: "this card has no 'idShort', so it was skipped"
            case .unusable, .digits: "this 'idShort' is not a whole number, so the card was skipped"
            }
        return Diagnostic(problem, severity: .warning, rule: .unusableNumber)
    }
}

extension RepeatedNumbers.Repetition {
    var warning: Diagnostic {
        let number = String(decoding: digits, as: UTF8.self)
        return Diagnostic(
            "\(count.counted("card")) have the number \(number)", severity: .warning, rule: .repeatedNumber)
    }
}
