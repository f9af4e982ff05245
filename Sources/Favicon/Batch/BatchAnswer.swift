import JSON

/// Starts answering a line for ``BatchRun``; returns a closure that cancels it, or `nil` if the line needs a task.
typealias BatchStart =
    @Sendable (BatchLine, @escaping @Sendable (BatchBeginning) -> Void) -> (@Sendable () -> Void)?

/// The result of starting a line without a task.
enum BatchBeginning: Sendable {
    case answered(BatchAnswer)
    /// Awaiting the closure yields the answer.
    case unfinished(@Sendable () async throws -> BatchAnswer)
}

struct BatchAnswer: Sendable, Equatable {
    enum Outcome: Sendable {
        case icon
        case noIcon
        /// The search failed, so it is unknown whether the page has an icon.
        case failed
    }

    /// The line to write, without its line feed.
    var line: [UInt8]
    var outcome: Outcome

    /// Creates an answer from a JSON object that `write` writes on one line.
    init(_ outcome: Outcome, _ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        write(&json)
        line = json.bytes
        self.outcome = outcome
    }
}
