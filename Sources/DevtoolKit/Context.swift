package import Fetching
package import Reporting
public import SystemPackage

/// A command's access to the outside world; it is a parameter, so that tests can substitute any part.
public struct Context: Sendable {
    /// The destination of results and messages.
    public package(set) var console: Console
    /// Starts child processes.
    public package(set) var processes: ProcessRunner
    /// The environment variables devtool was started with.
    public package(set) var environment: [String: String]
    /// The absolute folder devtool was started in.
    public package(set) var workingDirectory: FilePath
    /// What fetches over HTTP.
    package var httpClient: any HTTPClient = CurlHTTPClient()
    /// The time.
    package var clock = TimeSource.system
    /// The commands of the suite.
    let plugins: [any Plugin.Type]
    /// The names of the suite's commands, those that are no ``Plugin`` included.
    public let commandNames: [String]
    /// The commands themselves; nil outside of a ``Host``.
    var suite: Suite?
    /// The variables of the environment that a task of the project sets for its commands, with its place: what
    /// they say is what the project says, and not the user.
    package var taskVariables: [String: SourceLocation] = [:]
    /// Values for variables `DEVTOOL_SECTION_KEY`, by their names, that come before the environment's: those
    /// of a task's options, which tell their places in the task's file.
    package var overrides: [String: (text: String, origin: Origin)] = [:]

    /// The name of the suite, as users type it: that of its root command.
    ///
    /// Messages say it wherever they name a command line, as in `'\(context.suiteName) init'`.
    public var suiteName: String { console.program }

    /// Creates a context from its parts; the suite is named as the console's program.
    public init(
        console: Console,
        processes: ProcessRunner,
        environment: [String: String],
        workingDirectory: FilePath,
        plugins: [any Plugin.Type],
        commandNames: [String] = []
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
    /// The summary of the step that devtool runs in; nil elsewhere than under GitHub's runner.
    public init?(in context: Context) {
        self.init(in: context.environment, console: context.console)
    }
}
