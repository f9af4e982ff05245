import JSON

/// Begins to answer a line, as ``BatchRun`` asks for it.
typealias BatchStart =
    @Sendable (BatchLine, @escaping @Sendable (BatchBeginning) -> Void) -> (@Sendable () -> Void)?

/// How far a line has come without a task.
enum BatchBeginning: Sendable {
    /// It is answered.
    case answered(BatchAnswer)
    /// The rest takes a task.
    case unfinished(@Sendable () async throws -> BatchAnswer)
}

/// The result for a line of a batch's list.
struct BatchAnswer: Sendable, Equatable {
    /// The kind of result that the tally counts.
    enum Outcome: Sendable {
        /// The page has an icon.
        case icon
        /// The page has none.
        case noIcon
        /// It could not be found out.
        case failed
    }

    /// The line to write, without its end.
    var line: [UInt8]
    /// How it went.
    var outcome: Outcome

    /// The answer that is written as a JSON object on one line.
    init(_ outcome: Outcome, _ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        write(&json)
        line = json.bytes
        self.outcome = outcome
    }
}
