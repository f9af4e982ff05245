import ArgumentParser

/// A command of the suite and the words after it, up to the one at the cursor.
struct CommandWords {
    /// The command, or the subcommand that the words name.
    private let command: any ParsableCommand.Type
    /// The words that are the command's own.
    private let words: [String]

    /// Follows words from a command to its subcommands, as far as they name any; a default subcommand
    /// takes what names none.
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

    /// What the word at the cursor may become.
    func answer(for current: String, in context: Context) -> CompletionAnswer {
        guard words.isEmpty, !command.configuration.subcommands.isEmpty else {
            return ArgumentWords(of: command, words).answer(for: current, in: context)
        }
        // The name of a subcommand, or the first word of the default one.
        let start = command.configuration.defaultSubcommand ?? command
        var answer = ArgumentWords(of: start, []).answer(for: current, in: context)
        if !current.hasPrefix("-") {
            answer.candidates.insert(contentsOf: command.offeredSubcommands, at: 0)
        }
        return answer
    }
}
