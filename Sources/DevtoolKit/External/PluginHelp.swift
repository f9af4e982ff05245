extension Context {
    /// The part of the suite's help that lists the plugins; nil where there are none.
    ///
    /// Summaries are those that plugins have given before: help executes nothing.
    var pluginsInHelp: String? {
        let cache = descriptionCache
        let lines = pluginCandidates.filter { $0.problem == nil }.map { candidate in
            let summary = cache?.description(of: candidate.plugin)?.summary ?? ""
            return HelpColumns.row(
                candidate.plugin.name, summary.replacingControlCharacters())
        }
        return lines.isEmpty ? nil : "PLUGINS:\n" + lines.joined(separator: "\n")
    }

    /// What is known of a plugin, in the form of the help of other commands.
    func help(for plugin: ExternalPlugin) -> String {
        let description = descriptionCache?.description(of: plugin)
        let overview = description?.summary.map { "OVERVIEW: \($0)\n\n" } ?? ""
        let usage = description?.usage ?? "\(suiteName) \(plugin.name) [<argument> ...]"
        let text = """
            \(overview)USAGE: \(usage)

              '\(plugin.name)' is the plugin '\(plugin.path)'; \
            '\(suiteName) \(plugin.name) --help' may say more.
            """
        // A plugin's words must not steer the terminal.
        return text.replacingControlCharacters(except: "\n")
    }
}
