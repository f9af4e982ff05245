import SystemPackage

/// What a plugin is told about its surroundings, in variables that begin with `DEVTOOL_`.
///
/// Its environment is the user's, with the secrets in it; devtool adds none.
struct PluginEnvironment: Sendable {
    static let protocolVersion = 1

    let plugin: ExternalPlugin
    /// The devtool to call back, as in `"$DEVTOOL_BIN" config get KEY`.
    let executable: FilePath
    /// The configuration file; nil where there is none.
    let configurationFile: FilePath?
    /// The file to which it may append events; nil when none are read.
    let eventsFile: FilePath?
    /// How devtool itself was asked to behave.
    let preferences: PluginPreferences

    /// The variables; nil for one that the plugin shall not inherit from a devtool further up.
    var variables: [String: String?] {
        [
            "DEVTOOL_PROTOCOL": "\(Self.protocolVersion)",
            "DEVTOOL_BIN": executable.string,
            "DEVTOOL_ROOT": configurationFile?.containingFolder.string,
            "DEVTOOL_CONFIG": configurationFile?.string,
            "DEVTOOL_PLUGIN": plugin.name,
            "DEVTOOL_OUTPUT": preferences.output.rawValue,
            "DEVTOOL_COLOR": preferences.usesColor ? "always" : "never",
            "DEVTOOL_VERBOSITY": preferences.verbosity.rawValue,
            "DEVTOOL_DRY_RUN": preferences.isDryRun ? "1" : "0",
            "DEVTOOL_ASSUME_YES": preferences.assumesYes ? "1" : "0",
            "DEVTOOL_EVENTS": eventsFile?.string,
        ]
    }
}

extension Context {
    /// The variables of a plugin that is run in this context.
    ///
    /// - Parameters:
    ///   - plugin: the plugin.
    ///   - project: the project's file, if there is one.
    ///   - eventsFile: where it may tell of events.
    /// - Returns: the variables; nil for one that it shall not inherit.
    func environment(
        of plugin: ExternalPlugin, project: FilePath?, eventsFile: FilePath?
    ) -> [String: String?] {
        PluginEnvironment(
            plugin: plugin,
            executable: RawCommandLine.program ?? FilePath(suiteName),
            configurationFile: project,
            eventsFile: eventsFile,
            preferences: pluginPreferences
        ).variables
    }
}
