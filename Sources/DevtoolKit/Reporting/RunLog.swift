import Synchronization

/// What has been reported in the course of a run, kept for the reports at its end.
final class RunLog: Sendable {
    private struct State {
        var diagnostics: [Diagnostic] = []
        var testCases: [TestCase] = []
    }

    private let state = Mutex(State())

    /// All diagnostics so far, in order, those that `--quiet` does not show among them.
    var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

    /// All test cases so far, in order.
    var testCases: [TestCase] { state.withLock { $0.testCases } }

    /// Keeps a diagnostic.
    func append(_ diagnostic: Diagnostic) {
        state.withLock { $0.diagnostics.append(diagnostic) }
    }

    /// Keeps a test case.
    func append(_ testCase: TestCase) {
        state.withLock { $0.testCases.append(testCase) }
    }
}
