/// A run of devtool as the reports tell of it: what was run, when, how it ended and what it found.
package struct RunRecord: Sendable {
    /// The program's name.
    var program: String
    /// The program's version.
    var version: String
    /// The command's name, as in `migrate`; empty where the arguments name none.
    var command: String
    /// When it began.
    var begin: Timestamp
    /// How long it took.
    var duration: Duration
    /// The status it ends with.
    var status: ExitStatus
    /// What was reported.
    var diagnostics: [Diagnostic]
    /// What was run by name.
    var testCases: [TestCase]
    /// How files are named.
    var paths: ReportPaths

    /// Creates the record of a run.
    package init(
        program: String, version: String, command: String, begin: Timestamp, duration: Duration,
        status: ExitStatus,
        diagnostics: [Diagnostic] = [], testCases: [TestCase] = [], paths: ReportPaths
    ) {
        self.program = program
        self.version = version
        self.command = command
        self.begin = begin
        self.duration = duration
        self.status = status
        self.diagnostics = diagnostics
        self.testCases = testCases
        self.paths = paths
    }
}
