import SystemPackage

/// One run of devtool, from its start to its reports.
struct HostSession: Sendable {
    let console: Console
    let environment: [String: String]
    private let suite: Suite
    private let command: String
    private let options: HostOptions
    private let paths: ReportPaths
    private let begin = Timestamp.now
    private let start = ContinuousClock.now

    init(
        of command: String, in suite: Suite, options: HostOptions, environment: [String: String],
        workingDirectory: FilePath
    ) {
        self.suite = suite
        self.command = command
        self.options = options
        self.environment = options.applied(to: environment)
        paths = ReportPaths(workingDirectory: workingDirectory, environment: environment)
        let color = options.color ?? .auto
        // GitLab's log shows colours, but is no terminal.
        let isColored = FileDescriptor.standardError.isTerminal || CISystem(in: environment) == .gitLab
        let hasSummary = StepSummary.path(in: environment) != nil
        console = Console(
            program: suite.name, verbosity: options.verbosity(in: environment),
            style: color.style(environment: environment, isTerminal: isColored),
            gitHub: GitHubActions(environment: environment, paths: paths),
            log: RunLog(
                keepingTestCases: !options.reports.isEmpty,
                hasOutput: hasSummary || options.reports.contains { $0.kind == .junit }))
    }

    /// Throws a ``DiagnosableError`` if a report cannot be written, before anything is done.
    func tryReports() throws { for request in options.reports { try request.tryPlace() } }

    /// Writes the requested reports; if that fails, success becomes a failure.
    func end(with status: ExitStatus) -> ExitStatus {
        if options.reports.isEmpty { return status }
        var run = RunRecord(
            program: suite.name, version: suite.version, command: command, begin: begin,
            duration: ContinuousClock.now - start, status: status, diagnostics: console.diagnostics,
            testCases: console.testCases, paths: paths)
        run.documentation = suite.documentation
        run.diagnosticsOfCases = console.diagnosticsOfCases
        var result = status
        for request in options.reports {
            do {
                try request.checkPlace()
                try request.write(run)
            } catch let error as any DiagnosableError {
                let known = console.diagnostics
                error.diagnostics.filter { !known.contains($0) }.forEach(console.report)
                if result == .success { result = error.exitStatus }
            } catch {
                console.report(Diagnostic("cannot write '\(request.path)': \(error)"))
                if result == .success { result = .inputOutputError }
            }
        }
        return result
    }
}
