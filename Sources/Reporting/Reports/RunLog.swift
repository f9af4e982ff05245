import Synchronization

package final class RunLog: Sendable {
    private struct State {
        var diagnostics: [Diagnostic] = []
        var testCases: [TestCase] = []
    }

    private let state = Mutex(State())
    let keepsTestCases: Bool
    let hasOutput: Bool

    /// Test cases, of which there may be millions, are kept only if a report needs them.
    package init(keepingTestCases keepsTestCases: Bool = true, hasOutput: Bool = false) {
        self.keepsTestCases = keepsTestCases
        self.hasOutput = hasOutput
    }

    var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

    var testCases: [TestCase] { state.withLock { $0.testCases } }

    func append(_ diagnostic: Diagnostic) { state.withLock { $0.diagnostics.append(diagnostic) } }

    func append(_ testCase: TestCase) {
        guard keepsTestCases else { return }
        state.withLock { $0.testCases.append(testCase) }
    }
}
