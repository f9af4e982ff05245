import SystemPackage

extension Context {
    /// The `DEVTOOL_` variables of a plugin, which otherwise inherits the user's environment, including secrets.
    ///
    /// They reflect devtool's options and the user's environment; colors are for standard output. `nil` removes a
    /// variable that an outer devtool may have set.
    func environment(of plugin: ExternalPlugin, project: FilePath?, eventsFile: FilePath?) -> [String: String?] {
        let style = ColorChoice.auto.style(
            environment: environment, isTerminal: FileDescriptor.standardOutput.isTerminal)
        return [
            "DEVTOOL_PROTOCOL": "1",
            // The devtool that the plugin can call, as in `"$DEVTOOL_BIN" config get KEY`.
            "DEVTOOL_BIN": (RawCommandLine.program ?? FilePath(suiteName)).string,
            "DEVTOOL_ROOT": project?.containingFolder.string, "DEVTOOL_CONFIG": project?.string,
            "DEVTOOL_PLUGIN": plugin.name, "DEVTOOL_OUTPUT": environment["DEVTOOL_OUTPUT"] == "json" ? "json" : "text",
            "DEVTOOL_COLOR": style.isOn ? "always" : "never", "DEVTOOL_VERBOSITY": console.verbosity.rawValue,
            "DEVTOOL_DRY_RUN": environment["DEVTOOL_DRY_RUN"] == "1" ? "1" : "0",
            "DEVTOOL_ASSUME_YES": environment["DEVTOOL_ASSUME_YES"] == "1" ? "1" : "0",
            "DEVTOOL_EVENTS": eventsFile?.string,
        ]
    }
}
