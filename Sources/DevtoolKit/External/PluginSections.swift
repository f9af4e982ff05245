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

    /// Whether a section may be for a plugin or another suite, and is no misspelling.
    ///
    /// It is no error, so that colleagues without the plugin, and other suites, can use the file.
    func isForeignSection(_ name: String) -> Bool {
        guard ExternalPlugin.isName(name), !commandNames.contains(name) else { return false }
        return externalPlugin(named: name) != nil
            || name.nearest(in: sections.keys + documentKeys + commandNames) == nil
    }

    /// Notes on sections that are for no plugin on the `PATH` and for none that a task of the project runs.
    func notes(on reading: ConfigurationReading) -> [Diagnostic] {
        let unknown = reading.partialConfiguration.sections.filter(\.isOfUnknownSettings)
        let used = unknown.isEmpty ? [] : plugins.flatMap { $0.traits.usedPlugins(reading, self) }
        return unknown.filter { externalPlugin(named: $0.path) == nil && !used.contains($0.path) }.map { section in
            Diagnostic(
                "unknown section '\(section.path)'", severity: .note, at: section.location,
                hint: "it may belong to the plugin '\(ExternalPlugin.prefix)\(section.path)', which is not "
                    + "on your PATH, or to another suite")
        }
    }
}
