/// A named piece of work with an outcome, such as a changeset or a task.
public struct TestCase: Hashable, Sendable {
    /// The outcome of a test case.
    public enum Outcome: Hashable, Sendable {
        case passed
        case skipped(String)
        case failed(String, details: String)
    }

    /// The name in reports.
    public var name: String
    /// The containing unit, such as a changelog or a task file.
    public var group: String
    /// The time that the work took.
    public var duration: Duration
    /// The outcome.
    public var outcome: Outcome
    /// The output, or its end; empty if no report needs it.
    public var output: String
    /// Why earlier attempts have failed.
    package var failedAttempts: [String] = []
    /// Whether another case has failed within it, as that of a task within a step: one failure counts once.
    package var hasFailedPart = false

    /// Creates a test case.
    public init(
        _ name: String, in group: String, took duration: Duration = .zero, outcome: Outcome = .passed,
        output: String = ""
    ) {
        self.name = name
        self.group = group
        self.duration = duration
        self.outcome = outcome
        self.output = output
    }

    package var failure: String? { if case .failed(let message, _) = outcome { message } else { nil } }

    func hiding(_ secrets: KnownSecrets) -> TestCase {
        var copy = self
        copy.name = secrets.hidden(in: name)
        copy.group = secrets.hidden(in: group)
        copy.output = secrets.hidden(in: output)
        copy.failedAttempts = failedAttempts.map { secrets.hidden(in: $0) }
        switch outcome {
        case .passed: break
        case .skipped(let reason): copy.outcome = .skipped(secrets.hidden(in: reason))
        case .failed(let message, let details):
            copy.outcome = .failed(secrets.hidden(in: message), details: secrets.hidden(in: details))
        }
        return copy
    }
}
