import SystemPackage

/// The `DEVTOOL_` variables of a plugin, which otherwise inherits the user's environment, including secrets.
struct PluginEnvironment: Sendable {
    static let protocolVersion = 1

    let plugin: ExternalPlugin
    /// The devtool that the plugin can call, as in `"$DEVTOOL_BIN" config get KEY`.
    let executable: FilePath
    let configurationFile: FilePath?
    let eventsFile: FilePath?
    let preferences: PluginPreferences

    /// `nil` removes a variable that an outer devtool may have set.
    var variables: [String: String?] {
        [
            "DEVTOOL_PROTOCOL": "\(Self.protocolVersion)", "DEVTOOL_BIN": executable.string,
            "DEVTOOL_ROOT": configurationFile?.containingFolder.string, "DEVTOOL_CONFIG": configurationFile?.string,
            "DEVTOOL_PLUGIN": plugin.name, "DEVTOOL_OUTPUT": preferences.output.rawValue,
            "DEVTOOL_COLOR": preferences.usesColor ? "always" : "never",
            "DEVTOOL_VERBOSITY": preferences.verbosity.rawValue, "DEVTOOL_DRY_RUN": preferences.isDryRun ? "1" : "0",
            "DEVTOOL_ASSUME_YES": preferences.assumesYes ? "1" : "0", "DEVTOOL_EVENTS": eventsFile?.string,
        ]
    }
}

extension Context {
    func environment(of plugin: ExternalPlugin, project: FilePath?, eventsFile: FilePath?) -> [String: String?] {
        PluginEnvironment(
            plugin: plugin, executable: RawCommandLine.program ?? FilePath(suiteName), configurationFile: project,
            eventsFile: eventsFile, preferences: pluginPreferences
        ).variables
    }
}
