extension Context {
    /// The sections of the configuration that belong to plugins, and their settings; a section is named
    /// like its plugin.
    ///
    /// Only what plugins have told before counts, as reading the configuration executes nothing:
    /// `devtool plugins` asks them all, and a plugin that runs has been asked.
    var externalSections: [String: [Setting]] {
        let told = (descriptionCache?.all() ?? []).filter { plugin, description in
            !description.settings.isEmpty && !commandNames.contains(plugin.name)
                && externalPlugin(named: plugin.name) == plugin
        }
        return Dictionary(
            told.map { ($0.plugin.name, $0.description.settings) }, uniquingKeysWith: { $1 })
    }

    /// Reads the configuration, and once more when plugins have been asked whose settings it did not know.
    ///
    /// - Parameter read: reads it.
    /// - Returns: the last reading.
    /// - Throws: what `read` throws, `CancellationError`, ``Interrupted``; a wrong answer of a plugin is told
    ///   by `devtool plugins`.
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

    /// What is said of a section that no command has, and that may be of a plugin: one colleague's lack of it
    /// shall not keep them from all that others do.
    ///
    /// - Returns: the hint; nil for the name of a command, and where a known name is misspelt.
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
