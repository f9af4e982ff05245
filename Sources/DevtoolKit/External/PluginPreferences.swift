import SystemPackage

struct PluginPreferences: Hashable, Sendable {
    enum Output: String, Sendable {
        case text
        case json
    }

    var output = Output.text
    var usesColor = false
    var verbosity = Verbosity.normal
    var isDryRun = false
    var assumesYes = false
}

extension Context {
    /// From devtool's options and the user's environment, which an outer devtool may have set; colors are for standard
    /// output.
    var pluginPreferences: PluginPreferences {
        let style = ColorChoice.auto.style(
            environment: environment, isTerminal: FileDescriptor.standardOutput.isTerminal)
        return PluginPreferences(
            output: environment["DEVTOOL_OUTPUT"].flatMap(PluginPreferences.Output.init) ?? .text,
            usesColor: style.isOn, verbosity: console.verbosity, isDryRun: environment["DEVTOOL_DRY_RUN"] == "1",
            assumesYes: environment["DEVTOOL_ASSUME_YES"] == "1")
    }
}
