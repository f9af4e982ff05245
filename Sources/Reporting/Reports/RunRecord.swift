package struct RunRecord: Sendable {
    var program: String
    var version: String
    package var documentation: DocumentationSite?
    var command: String
    var begin: Timestamp
    var duration: Duration
    var status: ExitStatus
    var diagnostics: [Diagnostic]
    /// Those that belong to test cases.
    package var diagnosticsOfCases: Set<Diagnostic> = []
    var testCases: [TestCase]
    var paths: ReportPaths

    package init(
        program: String, version: String, command: String, begin: Timestamp, duration: Duration, status: ExitStatus,
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
