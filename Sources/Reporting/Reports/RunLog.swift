import Synchronization

/// What has happened in a run, for its reports.
package final class RunLog: Sendable {
    private struct State {
        var hasFailedCase = false
        var diagnostics: [Diagnostic] = []
        var diagnosticsOfCases: Set<Diagnostic> = []
        var testCases: [TestCase] = []
    }

    private let state = Mutex(State())
    /// The log of the run, if this is that of a test case.
    private let whole: RunLog?
    let keepsTestCases: Bool
    let hasOutput: Bool

    /// Test cases, of which there may be millions, are kept only if a report needs them.
    package init(keepingTestCases keepsTestCases: Bool = true, hasOutput: Bool = false) {
        self.keepsTestCases = keepsTestCases
        self.hasOutput = hasOutput
        whole = nil
    }

    /// Creates the log of a test case: its errors are no cases of their own.
    init(ofCaseIn whole: RunLog) {
        keepsTestCases = whole.keepsTestCases
        hasOutput = whole.hasOutput
        self.whole = whole
    }

    var diagnostics: [Diagnostic] { whole?.diagnostics ?? ownDiagnostics }
    var ownDiagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }
    var diagnosticsOfCases: Set<Diagnostic> { state.withLock { $0.diagnosticsOfCases } }

    var testCases: [TestCase] { state.withLock { $0.testCases } }

    /// Whether a test case of this log has failed.
    var hasFailedCase: Bool { state.withLock(\.hasFailedCase) }

    func append(_ diagnostic: Diagnostic) {
        state.withLock { $0.diagnostics.append(diagnostic) }
        whole?.append(diagnostic)
        whole?.state.withLock { _ = $0.diagnosticsOfCases.insert(diagnostic) }
    }

    func append(_ testCase: TestCase) {
        guard keepsTestCases else { return }
        if let whole {
            if testCase.failure != nil { state.withLock { $0.hasFailedCase = true } }
            return whole.append(testCase)
        }
        state.withLock { $0.testCases.append(testCase) }
    }
}
