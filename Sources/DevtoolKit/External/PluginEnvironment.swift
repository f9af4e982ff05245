import SystemPackage

/// The `DEVTOOL_` variables of a plugin.
///
/// The rest of its environment is the user's, including secrets; devtool adds none.
struct PluginEnvironment: Sendable {
    static let protocolVersion = 1

    let plugin: ExternalPlugin
    /// The devtool that the plugin can call, as in `"$DEVTOOL_BIN" config get KEY`.
    let executable: FilePath
    let configurationFile: FilePath?
    /// The file to which the plugin appends events; `nil` if devtool does not read any.
    let eventsFile: FilePath?
    /// The user's preferences for output.
    let preferences: PluginPreferences

    /// `nil` removes a variable that an outer devtool may have set.
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
    /// The variables for a plugin that runs in this context.
    ///
    /// - Parameters:
    ///   - plugin: the plugin.
    ///   - project: the project's file.
    ///   - eventsFile: the file to which the plugin appends events.
    /// - Returns: the variables; `nil` for those to remove.
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
