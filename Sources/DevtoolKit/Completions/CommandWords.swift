import ArgumentParser

/// A command of the suite with the words between its name and the cursor.
struct CommandWords {
    private let command: any ParsableCommand.Type
    private let words: [String]

    /// Descends to the subcommands that the words name, and finally to a default subcommand.
    init(from command: any ParsableCommand.Type, words: ArraySlice<String>) {
        var command = command
        var words = Array(words)
        while let subcommand = command.subcommand(namedIn: words) {
            command = subcommand
            words.removeFirst()
        }
        if !words.isEmpty, let subcommand = command.configuration.defaultSubcommand { command = subcommand }
        self.command = command
        self.words = words
    }

    func answer(for current: String, in context: Context) -> CompletionAnswer {
        guard words.isEmpty, !command.configuration.subcommands.isEmpty else {
            return ArgumentWords(of: command, words).answer(for: current, in: context)
        }
        // The next word is a subcommand's name or the first word of the default subcommand.
        let start = command.configuration.defaultSubcommand ?? command
        var answer = ArgumentWords(of: start, []).answer(for: current, in: context)
        if !current.hasPrefix("-") { answer.candidates.insert(contentsOf: command.offeredSubcommands, at: 0) }
        return answer
    }
}
