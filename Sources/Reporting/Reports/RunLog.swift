import Synchronization

/// Everything reported during a run, for the reports at its end.
package final class RunLog: Sendable {
    private struct State {
        var diagnostics: [Diagnostic] = []
        var testCases: [TestCase] = []
    }

    private let state = Mutex(State())
    let keepsTestCases: Bool
    /// Whether a report includes the output of failed work.
    let hasOutput: Bool

    /// Test cases, of which there may be millions, are kept only if a report needs them.
    package init(keepingTestCases keepsTestCases: Bool = true, hasOutput: Bool = false) {
        self.keepsTestCases = keepsTestCases
        self.hasOutput = hasOutput
    }

    /// In order, including those that `--quiet` hides.
    var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

    var testCases: [TestCase] { state.withLock { $0.testCases } }

    func append(_ diagnostic: Diagnostic) {
        state.withLock { $0.diagnostics.append(diagnostic) }
    }

    func append(_ testCase: TestCase) {
        guard keepsTestCases else { return }
        state.withLock { $0.testCases.append(testCase) }
    }
}
