extension Context {
    /// The part of the suite's help that lists the plugins; nil where there are none.
    ///
    /// Summaries are those that plugins have given before: help executes nothing.
    var pluginsInHelp: String? {
        let cache = descriptionCache
        let lines = pluginCandidates.filter { $0.problem == nil }.map { candidate in
            let summary = cache?.description(of: candidate.plugin)?.summary ?? ""
            return "  \(candidate.plugin.name)".padded(
                to: 26, before: summary.replacingControlCharacters())
        }
        return lines.isEmpty ? nil : "PLUGINS:\n" + lines.joined(separator: "\n")
    }

    /// The help that lists the plugins, too: before the last paragraph, which says how to go on.
    func help(adding root: String) -> String {
        guard let plugins = pluginsInHelp else { return root }
        var paragraphs = root.split(separator: "\n\n", omittingEmptySubsequences: false)
            .map { String($0) }
        let end =
            paragraphs.last?.hasPrefix("  See ") == true ? paragraphs.count - 1 : paragraphs.count
        paragraphs.insert(plugins, at: end)
        return paragraphs.joined(separator: "\n\n")
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

extension String {
    /// The text and another one, which begins at a column, or on the next line where the text is too long.
    fileprivate func padded(to column: Int, before other: String) -> String {
        if other.isEmpty { return self }
        let gap = count < column ? "" : "\n"
        let blanks = String(repeating: " ", count: gap.isEmpty ? column - count : column)
        return self + gap + blanks + other
    }
}
