extension Context {
    var pluginsInHelp: String? {
        let lines = pluginSummaries.map { $0.name.helpRow($0.summary.replacingControlCharacters()) }
        return lines.isEmpty ? nil : "PLUGINS:\n" + lines.joined(separator: "\n")
    }

    func help(for plugin: ExternalPlugin) -> String {
        let description = descriptionCache?.description(of: plugin)
        let overview = description?.summary.map { "OVERVIEW: \($0)\n\n" } ?? ""
        let usage = description?.usage ?? "\(suiteName) \(plugin.name) [<argument> ...]"
        let settings = description?.settings.paragraph(ofSection: plugin.name).map { "\($0)\n\n" } ?? ""
        let text = """
            \(overview)USAGE: \(usage)

            \(settings)\
              '\(plugin.name)' is the plugin '\(plugin.path)'; \
            '\(suiteName) \(plugin.name) --help' may print more.
            """
        // Text from a plugin must not control the terminal.
        return text.replacingControlCharacters(except: "\n")
    }
}
