import ArgumentParser

/// A command of the suite with the words between its name and the cursor.
struct CommandWords {
    /// The innermost subcommand that the words name.
    private let command: any ParsableCommand.Type
    /// The words after the subcommand's name.
    private let words: [String]

    /// Descends to subcommands as long as the words name one.
    ///
    /// If the next word names none, it belongs to the default subcommand.
    init(from command: any ParsableCommand.Type, words: ArraySlice<String>) {
        var command = command
        var words = Array(words)
        while let subcommand = command.subcommand(namedIn: words) {
            command = subcommand
            words.removeFirst()
        }
        if !words.isEmpty, let subcommand = command.configuration.defaultSubcommand {
            command = subcommand
        }
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
        if !current.hasPrefix("-") {
            answer.candidates.insert(contentsOf: command.offeredSubcommands, at: 0)
        }
        return answer
    }
}
