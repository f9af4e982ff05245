public import SystemPackage

/// Everything a command may touch outside of itself; passed to it as a parameter, so that tests can
/// substitute any part.
public struct Context: Sendable {
    /// Where results and messages go.
    public let console: Console
    /// Where child processes are started.
    public let processes: ProcessRunner
    /// The environment variables devtool was started with.
    public let environment: [String: String]
    /// The absolute folder devtool was started in.
    public let workingDirectory: FilePath
    /// The commands of the suite.
    public let plugins: [any Plugin.Type]

    /// Creates a context from its parts.
    public init(
        console: Console,
        processes: ProcessRunner,
        environment: [String: String],
        workingDirectory: FilePath,
        plugins: [any Plugin.Type]
    ) {
        self.console = console
        self.processes = processes
        self.environment = environment
        self.workingDirectory = workingDirectory
        self.plugins = plugins
    }

    /// The sections that `devtool.yml` may have, and their settings.
    var sections: [String: [Setting]] {
        let sections = plugins.filter { !$0.settings.isEmpty }.map { ($0.sectionName, $0.settings) }
        return Dictionary(sections, uniquingKeysWith: { first, _ in first })
    }

    /// The project's configuration: `file`, else the one `DEVTOOL_CONFIG` names, else the nearest
    /// `devtool.yml` in the working directory and the folders above it.
    ///
    /// - Throws: ``ConfigurationError``, with all that is wrong with the file.
    public func configuration(file: String? = nil) throws -> Configuration {
        let path = try ConfigurationFile.locate(
            explicit: file ?? environment["DEVTOOL_CONFIG"], from: workingDirectory)
        return try Configuration(
            file: ConfigurationFile(path: path, shownAs: path.shown(from: workingDirectory)),
            sections: sections)
    }

    /// The project's configuration, or nil where no file is named and none is found.
    ///
    /// - Throws: as ``configuration(file:)``.
    public func configurationIfPresent(file: String? = nil) throws -> Configuration? {
        let isNamed = (file ?? environment["DEVTOOL_CONFIG"]) != nil
        guard isNamed || ConfigurationFile.nearest(to: workingDirectory) != nil else { return nil }
        return try configuration(file: file)
    }
}
