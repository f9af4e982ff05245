import Synchronization

/// What has been reported in the course of a run, kept for the reports at its end.
package final class RunLog: Sendable {
    private struct State {
        var diagnostics: [Diagnostic] = []
        var testCases: [TestCase] = []
    }

    private let state = Mutex(State())
    /// Whether test cases are kept at all.
    let keepsTestCases: Bool
    /// Whether the reports have what failed work has written.
    let hasOutput: Bool

    /// Creates an empty log; test cases, of which there may be millions, are kept where a report will have
    /// them.
    package init(keepingTestCases keepsTestCases: Bool = true, hasOutput: Bool = false) {
        self.keepsTestCases = keepsTestCases
        self.hasOutput = hasOutput
    }

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
        guard keepsTestCases else { return }
        state.withLock { $0.testCases.append(testCase) }
    }
}
