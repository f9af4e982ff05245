extension Context {
    /// The settings of plugins, by section; a section is named after its plugin.
    ///
    /// Reading the configuration executes nothing, so this uses cached descriptions. `devtool plugins` and a plugin's
    /// run update them.
    var externalSections: [String: [Setting]] {
        let told = (descriptionCache?.all() ?? []).filter { plugin, description in
            !description.settings.isEmpty && !commandNames.contains(plugin.name)
                && externalPlugin(named: plugin.name) == plugin
        }
        return Dictionary(
            told.map { ($0.plugin.name, $0.description.settings) }, uniquingKeysWith: { $1 })
    }

    /// Reads the configuration, asks plugins for unknown settings, and reads it again if a plugin has answered.
    ///
    /// - Parameter read: reads the configuration.
    /// - Returns: the last reading. Invalid answers are ignored here; `devtool plugins` reports them.
    /// - Throws: the error of `read`, `CancellationError`, or ``Interrupted``.
    package func askingPlugins(
        _ read: () throws -> ConfigurationReading
    ) async throws -> ConfigurationReading {
        let reading = try read()
        var hasAnswer = false
        for section in reading.partialConfiguration.sections where section.isOfUnknownSettings {
            guard let plugin = externalPlugin(named: section.path) else { continue }
            do {
                let description = try await PluginDescriber(in: self).description(of: plugin)
                hasAnswer = hasAnswer || description != nil
            } catch is PluginDescriptionError {}
        }
        return hasAnswer ? try read() : reading
    }

    /// A hint for a section that may belong to a plugin.
    ///
    /// Its absence is not an error, so that other commands work for colleagues without the plugin.
    ///
    /// - Returns: `nil` for a command's name and for a misspelling of a known name.
    func hint(forSection name: String) -> String? {
        guard ExternalPlugin.isName(name), !commandNames.contains(name) else { return nil }
        if externalPlugin(named: name) != nil {
            return "the plugin '\(name)' has told of no settings; one that knows "
                + "\(PluginDescriber.option) is asked by '\(suiteName) plugins', unless it is the project's"
        }
        let known = sections.keys + documentKeys + commandNames
        guard name.nearest(in: known) == nil else { return nil }
        return "is it for the plugin '\(ExternalPlugin.prefix)\(name)', which is not installed, "
            + "or for another suite?"
    }
}
