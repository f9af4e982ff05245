import SystemPackage

/// A run of devtool from its beginning to its reports.
struct HostSession: Sendable {
    /// Where the run's words go.
    let console: Console
    /// The environment variables as the command is to see them, the global options in them.
    let environment: [String: String]
    private let suite: Suite
    private let command: String
    private let options: HostOptions
    private let paths: ReportPaths
    private let begin = Timestamp.now
    private let start = ContinuousClock.now

    /// Begins a run on the process' own streams.
    ///
    /// - Parameters:
    ///   - command: the name of the command; empty where there is none.
    ///   - suite: the suite that has it.
    ///   - options: how the user wants it to report.
    ///   - environment: the process' environment variables.
    ///   - workingDirectory: the folder that the user's paths are relative to.
    init(
        of command: String, in suite: Suite, options: HostOptions,
        environment: [String: String], workingDirectory: FilePath
    ) {
        self.suite = suite
        self.command = command
        self.options = options
        self.environment = options.applied(to: environment)
        paths = ReportPaths(workingDirectory: workingDirectory, environment: environment)
        let color = options.color ?? .auto
        console = Console(
            program: suite.name,
            verbosity: options.verbosity(in: environment),
            style: color.style(
                environment: environment, isTerminal: FileDescriptor.standardError.isTerminal),
            gitHub: GitHubActions(environment: environment, paths: paths),
            log: RunLog(
                keepingTestCases: !options.reports.isEmpty,
                hasOutput: options.reports.contains { $0.kind == .junit }))
    }

    /// Writes the reports that the user asked for.
    ///
    /// - Parameter status: what the command ended with.
    /// - Returns: what devtool ends with: the same, unless all went well but a report cannot be written.
    func end(with status: ExitStatus) -> ExitStatus {
        if options.reports.isEmpty { return status }
        let run = RunRecord(
            program: suite.name, version: suite.version, command: command, begin: begin,
            duration: ContinuousClock.now - start, status: status,
            diagnostics: console.diagnostics, testCases: console.testCases, paths: paths)
        var result = status
        for request in options.reports {
            do {
                try ReportPlaceError.check(request)
                try request.write(run)
            } catch let error as any DiagnosableError {
                error.diagnostics.forEach(console.report)
                if result == .success { result = error.exitStatus }
            } catch {
                console.report(Diagnostic("cannot write '\(request.path)': \(error)"))
                if result == .success { result = .inputOutputError }
            }
        }
        return result
    }
}
