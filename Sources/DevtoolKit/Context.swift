package import Fetching
package import Reporting
public import SystemPackage

/// A command's access to the outside world, passed as a parameter so that tests can replace any part.
public struct Context: Sendable {
    /// Output and messages.
    public package(set) var console: Console
    /// Starts child processes.
    public package(set) var processes: ProcessRunner
    /// The environment variables devtool was started with.
    public package(set) var environment: [String: String]
    /// The absolute folder devtool was started in.
    public package(set) var workingDirectory: FilePath
    package var httpClient: any HTTPClient = CurlHTTPClient()
    package var clock = TimeSource.system
    let plugins: [any Plugin.Type]
    /// The names of the suite's commands, including commands that are not a ``Plugin``.
    public let commandNames: [String]
    /// `nil` outside a ``Host``.
    var suite: Suite?
    /// The variables that the running task sets: errors in their values are the project's and not the user's.
    package var taskVariables: [String: SourceLocation] = [:]
    /// Values from a task's options, which take precedence over the environment, by variable name
    /// (`DEVTOOL_SECTION_KEY`).
    package var overrides: [String: (text: String, origin: Origin)] = [:]

    /// The name of the suite's root command, as users type it.
    ///
    /// Messages that quote a command line start it with this name, as in `'\(context.suiteName) init'`.
    public var suiteName: String { console.program }

    /// Creates a context whose suite is named after the console's program.
    public init(
        console: Console, processes: ProcessRunner, environment: [String: String], workingDirectory: FilePath,
        plugins: [any Plugin.Type], commandNames: [String] = []
    ) {
        self.console = console
        self.processes = processes
        self.environment = environment
        self.workingDirectory = workingDirectory
        self.plugins = plugins
        self.commandNames = commandNames
    }
}

extension StepSummary {
    /// Creates the summary of the current GitHub Actions step; `nil` outside GitHub Actions.
    public init?(in context: Context) { self.init(in: context.environment, console: context.console) }
}
