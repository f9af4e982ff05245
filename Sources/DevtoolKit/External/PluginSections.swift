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
}
