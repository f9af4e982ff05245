import JSON

/// Starts answering a line for ``BatchRun``; returns a closure that cancels it, or `nil` if the line needs a task.
typealias BatchStart = @Sendable (BatchLine, @escaping @Sendable (BatchBeginning) -> Void) -> (@Sendable () -> Void)?

enum BatchBeginning: Sendable {
    case answered(BatchAnswer)
    case unfinished(@Sendable () async throws -> BatchAnswer)
}

struct BatchAnswer: Sendable, Equatable {
    enum Outcome: Sendable {
        case icon
        case noIcon
        case failed
    }

    /// The line to write, without its line feed.
    var line: [UInt8]
    var outcome: Outcome

    init(_ outcome: Outcome, _ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        write(&json)
        line = json.bytes
        self.outcome = outcome
    }
}
