extension Context {
    /// The settings of plugins by section, from the cache: reading the configuration executes nothing.
    var externalSections: [String: [Setting]] {
        let described = (descriptionCache?.all() ?? []).filter { plugin, description in
            !description.settings.isEmpty && !commandNames.contains(plugin.name)
                && externalPlugin(named: plugin.name) == plugin
        }
        return Dictionary(described.map { ($0.plugin.name, $0.description.settings) }, uniquingKeysWith: { $1 })
    }

    /// Reads the configuration, asks plugins for unknown settings, and reads it again if a plugin has answered.
    ///
    /// Invalid answers are ignored here; `devtool plugins` reports them.
    package func askingPlugins(_ read: () throws -> ConfigurationReading) async throws -> ConfigurationReading {
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

    /// Suggests why a section is unknown; `nil` for a command and for a misspelling, empty for a plugin of the project,
    /// which is asked when it runs.
    ///
    /// Such a section is not an error, so that colleagues without the plugin can run other commands.
    func hint(forSection name: String) -> String? {
        guard ExternalPlugin.isName(name), !commandNames.contains(name) else { return nil }
        if let plugin = externalPlugin(named: name) {
            if isInProject(plugin) { return "" }
            return "the settings of the plugin '\(name)' are unknown; "
                + "'\(suiteName) plugins' asks plugins that support \(PluginDescriber.option)"
        }
        let known = sections.keys + documentKeys + commandNames
        guard name.nearest(in: known) == nil else { return nil }
        return "is it for the plugin '\(ExternalPlugin.prefix)\(name)', which is not installed, "
            + "or for another suite?"
    }
}
