public import SystemPackage

/// Everything a command may touch outside of itself; passed to it as a parameter, so that tests can
/// substitute any part.
public struct Context: Sendable {
    /// Where results and messages go.
    public package(set) var console: Console
    /// Where child processes are started.
    public package(set) var processes: ProcessRunner
    /// The environment variables devtool was started with.
    public package(set) var environment: [String: String]
    /// The absolute folder devtool was started in.
    public package(set) var workingDirectory: FilePath
    /// The commands of the suite.
    public let plugins: [any Plugin.Type]
    /// The names of the suite's commands, those that are no ``Plugin`` included.
    public let commandNames: [String]
    /// The commands themselves; nil outside of a ``Host``.
    var suite: Suite?
    /// Values for variables `DEVTOOL_SECTION_KEY`, by their names, that come before the environment's: those
    /// of a task's options, which tell their places in the task's file.
    package var overrides: [String: (text: String, origin: Origin)] = [:]
    /// The name of the suite's program, as users type it.
    public let suiteName: String

    /// Creates a context from its parts.
    public init(
        console: Console,
        processes: ProcessRunner,
        environment: [String: String],
        workingDirectory: FilePath,
        plugins: [any Plugin.Type],
        commandNames: [String] = [],
        suiteName: String = "devtool"
    ) {
        self.console = console
        self.processes = processes
        self.environment = environment
        self.workingDirectory = workingDirectory
        self.plugins = plugins
        self.commandNames = commandNames
        self.suiteName = suiteName
    }
}

extension StepSummary {
    /// The summary of the step that devtool runs in; nil elsewhere than under GitHub's runner.
    public init?(in context: Context) {
        self.init(in: context.environment, console: context.console)
    }
}
