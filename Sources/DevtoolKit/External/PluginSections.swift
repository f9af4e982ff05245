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

    /// Asks the plugins that the project's file has sections for, so that those can be checked.
    ///
    /// - Throws: `CancellationError`, ``Interrupted``; a wrong answer is told by `devtool plugins`.
    package func describePlugins() async throws {
        guard let reading = try? configurationReading(of: projectFile()),
            case .mapping(let pairs)? = reading.file?.root?.value
        else { return }
        for name in pairs.compactMap(\.key.text) {
            guard !commandNames.contains(name), let plugin = externalPlugin(named: name)
            else { continue }
            do {
                _ = try await PluginDescriber(in: self).description(of: plugin)
            } catch is PluginDescriptionError {}
        }
    }

    /// What is said of a section that no command has, and that may be of a plugin: one colleague's lack of it
    /// shall not keep them from all that others do.
    ///
    /// - Returns: the hint; nil for the name of a command, and where a known name is misspelt.
    func hint(forSection name: String) -> String? {
        guard ExternalPlugin.isName(name), !commandNames.contains(name) else { return nil }
        if externalPlugin(named: name) != nil {
            return "the plugin '\(name)' has told of no settings; one that knows "
                + "\(PluginDescriber.option) is asked by 'devtool plugins', unless it is the project's"
        }
        let known = sections.keys + documentKeys + commandNames
        guard name.nearest(in: known) == nil else { return nil }
        return "is it that of the plugin '\(ExternalPlugin.prefix)\(name)', which is not installed?"
    }
}
