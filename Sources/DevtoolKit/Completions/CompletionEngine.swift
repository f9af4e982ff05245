import ArgumentParser

/// Finds completions in the declarations of a suite's commands; executes nothing.
struct CompletionEngine {
    let suite: any ParsableCommand.Type
    let context: Context
    /// What the plugin offers whose arguments are completed.
    var ofPlugin: [CompletionCandidate]?

    /// The plugin whose arguments follow the words, and the words after its name.
    func plugin(in words: [String]) -> (plugin: ExternalPlugin, words: [String])? {
        var rest = leading(words).rest
        if rest.starts(with: PluginsRunCommand.words) {
            rest = rest.dropFirst(2)
        } else if rest.first.map({ context.commandNames.contains($0) }) != false {
            return nil
        }
        guard let name = rest.first, let plugin = context.externalPlugin(named: name) else { return nil }
        return (plugin, Array(rest.dropFirst()))
    }

    private func leading(_ words: [String]) -> (options: ArgumentWords, rest: ArraySlice<String>) {
        var leading = ArgumentWords(of: GlobalOptions.self, [])
        var rest = words[...]
        while let word = rest.first, leading.pending != nil || word.hasPrefix("-") {
            leading.append(word)
            rest = rest.dropFirst()
        }
        return (leading, rest)
    }

    func answer(after words: [String], current: String) -> CompletionAnswer {
        let (leading, rest) = leading(words)
        guard let name = rest.first else { return first(current, after: leading) }
        if let ofPlugin { return CompletionAnswer(candidates: ofPlugin) }
        if name == "help" { return helpTopics(after: rest.dropFirst(), current: current) }
        if suite.subcommand(namedIn: [name]) != nil { return arguments(after: rest, current: current) }
        return context.externalPlugin(named: name) == nil ? .nothing : .files
    }

    private func first(_ current: String, after leading: ArgumentWords) -> CompletionAnswer {
        var answer = leading.answer(for: current, in: context)
        if leading.pending != nil || current.contains("=") { return answer }
        if !current.hasPrefix("-") {
            answer.candidates = suite.offeredSubcommands + [.help] + plugins
        } else if !suite.configuration.version.isEmpty {
            answer.candidates.append(.version)
        }
        return answer
    }

    /// Completes after the names of a command and its subcommands, or of an implied default subcommand.
    private func arguments(after words: ArraySlice<String>, current: String) -> CompletionAnswer {
        var command = suite
        var words = Array(words)
        while let subcommand = command.subcommand(namedIn: words) {
            command = subcommand
            words.removeFirst()
        }
        let implied = command.configuration.defaultSubcommand ?? command
        var answer = ArgumentWords(of: implied, words).answer(for: current, in: context)
        if words.isEmpty, !current.hasPrefix("-") {
            answer.candidates.insert(contentsOf: command.offeredSubcommands, at: 0)
        }
        return answer
    }

    private func helpTopics(after words: ArraySlice<String>, current: String) -> CompletionAnswer {
        var command = suite
        for word in words {
            guard let subcommand = command.subcommand(namedIn: [word]) else { return .nothing }
            command = subcommand
        }
        if current.hasPrefix("-") { return .nothing }
        let ofSuite = words.isEmpty ? [ExitCodesTopic.candidate] + plugins : []
        return CompletionAnswer(candidates: command.offeredSubcommands + ofSuite)
    }

    private var plugins: [CompletionCandidate] {
        context.pluginSummaries.map { CompletionCandidate($0.name, description: $0.summary) }
    }
}

extension ParsableCommand {
    static var offeredSubcommands: [CompletionCandidate] {
        shownSubcommands.map { command in
            CompletionCandidate(command._commandName, description: command.configuration.abstract)
        }
    }
}

extension CompletionCandidate {
    fileprivate static let help = CompletionCandidate("help", description: "Show subcommand help information.")
    fileprivate static let version = CompletionCandidate("--version", description: "Show the version.")
}

extension ExitCodesTopic {
    fileprivate static let candidate = CompletionCandidate(arguments[1], description: "Explain the exit statuses.")
}
