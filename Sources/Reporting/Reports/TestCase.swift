/// One piece of work whose outcome a report lists by its name: a change set that was run, a task.
public struct TestCase: Hashable, Sendable {
    /// How it came out.
    public enum Outcome: Hashable, Sendable {
        /// As it should.
        case passed
        /// It was not run, for this reason.
        case skipped(String)
        /// It failed: a sentence, and all there is to say about it.
        case failed(String, details: String)
    }

    /// What it is called.
    public var name: String
    /// What it belongs to, as a changelog or a task file.
    public var group: String
    /// How long it took.
    public var duration: Duration
    /// How it came out.
    public var outcome: Outcome
    /// What it has written, or the end of that; empty where nobody wants to know.
    public var output: String

    /// Creates a test case.
    public init(
        _ name: String, in group: String, took duration: Duration = .zero,
        outcome: Outcome = .passed, output: String = ""
    ) {
        self.name = name
        self.group = group
        self.duration = duration
        self.outcome = outcome
        self.output = output
    }

    /// The test case without secrets.
    func hiding(_ secrets: KnownSecrets) -> TestCase {
        var copy = self
        copy.name = secrets.hidden(in: name)
        copy.group = secrets.hidden(in: group)
        copy.output = secrets.hidden(in: output)
        switch outcome {
        case .passed: break
        case .skipped(let reason): copy.outcome = .skipped(secrets.hidden(in: reason))
        case .failed(let message, let details):
            copy.outcome = .failed(
                secrets.hidden(in: message), details: secrets.hidden(in: details))
        }
        return copy
    }
}
