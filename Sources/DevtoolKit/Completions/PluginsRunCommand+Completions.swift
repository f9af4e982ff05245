import Scanning

extension PluginsRunCommand: CompletionsOffering {
    /// Includes plugins that a built-in command shadows.
    static func completions(of words: [String], current: String, in context: Context) -> [CompletionCandidate]? {
        guard words.isEmpty else { return nil }
        return context.pluginCandidates.filter { $0.problem?.isShadow ?? true }.map(\.plugin.name).distinct.map {
            CompletionCandidate($0)
        }
    }
}
