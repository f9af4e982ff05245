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
        let unknown = reading.partialConfiguration.sections.filter(\.isOfUnknownSettings)
        let describer = PluginDescriber(in: self)
        let hasAnswer = try await withThrowingTaskGroup { group in
            for plugin in unknown.compactMap({ externalPlugin(named: $0.path) }) {
                group.addTask {
                    do { return try await describer.description(of: plugin) != nil } catch is PluginDescriptionError {
                        return false
                    }
                }
            }
            return try await group.reduce(false) { $0 || $1 }
        }
        return hasAnswer ? try read() : reading
    }

    /// Suggests why a section is unknown; `nil` for a command and for a misspelling, empty for a plugin.
    ///
    /// Such a section is not an error, so that colleagues without the plugin, and other suites, can use the file.
    func hint(forSection name: String) -> String? {
        guard ExternalPlugin.isName(name), !commandNames.contains(name) else { return nil }
        if externalPlugin(named: name) != nil { return "" }
        let known = sections.keys + documentKeys + commandNames
        guard name.nearest(in: known) == nil else { return nil }
        return "is it for the plugin '\(ExternalPlugin.prefix)\(name)', which is not on your PATH, "
            + "or for another suite?"
    }
}
