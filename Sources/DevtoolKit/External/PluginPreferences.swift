import SystemPackage

/// The user's preferences that plugins can respect.
struct PluginPreferences: Hashable, Sendable {
    enum Output: String, Sendable {
        case text
        case json
    }

    var output = Output.text
    var usesColor = false
    /// The verbosity of messages.
    var verbosity = Verbosity.normal
    var isDryRun = false
    /// Whether to answer confirmations with yes.
    var assumesYes = false
}

extension Context {
    /// What devtool's own options and the user's environment say, and, for a plugin within a plugin, the
    /// devtool further up.
    ///
    /// Colours are for standard output, which is the plugin's own.
    var pluginPreferences: PluginPreferences {
        let style = ColorChoice.auto.style(
            environment: environment, isTerminal: FileDescriptor.standardOutput.isTerminal)
        return PluginPreferences(
            output: environment["DEVTOOL_OUTPUT"].flatMap(PluginPreferences.Output.init) ?? .text,
            usesColor: style.isOn,
            verbosity: console.verbosity,
            isDryRun: environment["DEVTOOL_DRY_RUN"] == "1",
            assumesYes: environment["DEVTOOL_ASSUME_YES"] == "1")
    }
}
