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

    /// The sections that `devtool.yml` may have, and their settings: those of the suite's commands, and
    /// those of external plugins.
    var sections: [String: [Setting]] {
        let sections = plugins.filter { !$0.settings.isEmpty }.map { ($0.sectionName, $0.settings) }
        return externalSections.merging(sections, uniquingKeysWith: { _, own in own })
    }

    /// The settings that the section of a command, or of a plugin, may have.
    package func settings(of command: String) -> [Setting] {
        sections[command, default: []]
    }

    /// The project's configuration: `file`, else the one `DEVTOOL_CONFIG` names, else the nearest
    /// `devtool.yml` in the working directory and the folders above it, with the other layers.
    ///
    /// - Throws: ``ConfigurationError``, with all that is wrong, or when there is no file.
    public func configuration(file: String? = nil) throws -> Configuration {
        try configurationReading(file: file).configuration(warningIn: console)
    }

    /// The configuration as ``configuration(file:)`` gives it, also where there is no project: from the
    /// environment, the user's own file and the defaults.
    ///
    /// - Throws: ``ConfigurationError``, with all that is wrong.
    public func configurationOrDefaults(file: String? = nil) throws -> Configuration {
        try configurationReading(of: projectFile(named: file))
            .configuration(warningIn: console)
    }

    /// The project's file: `file`, else the one `DEVTOOL_CONFIG` names, else the nearest; the first two need
    /// not exist.
    ///
    /// - Throws: ``ConfigurationError`` when the nearest is another user's.
    func projectFile(named file: String? = nil) throws -> FilePath? {
        let named = file ?? environment["DEVTOOL_CONFIG"]
        let path = ConfigurationFile.locate(explicit: named, from: workingDirectory)
        guard named ?? "" == "", let path else { return path }
        let name = path.shown(from: workingDirectory)
        guard var refusal = TrustedOwners(in: environment).refusal(of: path, shownAs: name) else {
            return path
        }
        refusal.hint? += ", or name it with --config"
        throw ConfigurationError(refusal)
    }
}
