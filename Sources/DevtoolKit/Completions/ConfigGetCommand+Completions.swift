extension ConfigGetCommand: CompletionsOffering {
    /// Ignores configuration errors.
    static func completions(of words: [String], current: String, in context: Context) -> [CompletionCandidate]? {
        let reading = try? context.configurationReading(of: context.projectFile())
        return (try? reading?.configuration.effectiveSettings ?? [])?.map { setting in
            CompletionCandidate(setting.key, description: "\(setting.origin)")
        }
    }
}
