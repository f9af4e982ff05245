import SystemPackage

/// How the user wants commands to behave, as far as a plugin can follow.
struct PluginPreferences: Hashable, Sendable {
    /// The form of results.
    enum Output: String, Sendable {
        /// For people.
        case text
        /// One JSON document.
        case json
    }

    /// The form of results.
    var output = Output.text
    /// Whether output for people has colours.
    var usesColor = false
    /// How much is said beside the result.
    var verbosity = Verbosity.normal
    /// Whether to say what would be done, and do nothing.
    var isDryRun = false
    /// Whether questions are answered with yes, unasked.
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
