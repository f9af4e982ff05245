import ArgumentParser

/// The arguments before the cursor, classified as options, their values and positional arguments.
struct ArgumentWords {
    private let outline: CommandOutline
    private let command: any ParsableArguments.Type
    private var words: [String] = []
    private var count = 0
    private var isPastOptions = false
    /// The option, as written, whose value is the next word.
    private(set) var pending: String?

    init(of command: any ParsableArguments.Type, _ words: [String]) {
        outline = CommandOutline(of: command)
        self.command = command
        for word in words { append(word) }
    }

    mutating func append(_ word: String) {
        words.append(word)
        if pending != nil {
            pending = nil
        } else if isPastOptions || !word.hasPrefix("-") || word == "-" {
            let positional = outline.positional(after: count)
            isPastOptions = isPastOptions || positional?.takesTheRest == true
            count += 1
        } else if word == "--" {
            isPastOptions = true
        } else if !word.contains("="), outline.option(named: word)?.value != nil {
            let shape = (command as? any Plugin.Type)?.traits.arguments
            if shape?.optionalValues[word] == nil { pending = word }
        }
    }

    func answer(for current: String, in context: Context) -> CompletionAnswer {
        if let pending { return values(of: pending, current: current, in: context) }
        if isPastOptions || !current.hasPrefix("-") {
            if let own = ownCompletions(of: current, in: context) { return CompletionAnswer(candidates: own) }
            guard let value = outline.positional(after: count)?.value else { return .nothing }
            return value.known ?? .files
        }
        if current.hasPrefix("--"), let equals = current.firstIndex(of: "="),
            outline.option(named: current)?.value != nil
        {
            let option = String(current[..<equals])
            let typed = String(current[current.index(after: equals)...])
            return values(of: option, current: typed, in: context).prefixed(with: "\(option)=")
        }
        let offering = command as? any CompletionsOffering.Type
        let isOver = count > 0 && offering?.argumentsEndOptions == true
        return CompletionAnswer(
            candidates: (isOver ? [] : openOptions) + (ownCompletions(of: current, in: context) ?? []))
    }

    private func ownCompletions(of current: String, in context: Context) -> [CompletionCandidate]? {
        (command as? any CompletionsOffering.Type)?.completions(of: words, current: current, in: context)
    }

    private func values(of option: String, current: String, in context: Context) -> CompletionAnswer {
        guard let value = outline.option(named: option)?.value else { return .nothing }
        if let known = value.known { return known }
        let command = command as? any CompletionsOffering.Type
        if let own = command?.values(of: option, current: current, in: context) {
            return CompletionAnswer(candidates: own)
        }
        // Values of options are rarely files, unless the value's name says so.
        return ["file", "path", "folder"].contains(value.name) ? .files : .nothing
    }

    /// The visible options that may still be given, by all their names.
    private var openOptions: [CompletionCandidate] {
        let given = Set(words.compactMap { outline.option(named: $0)?.names })
        return outline.options.filter { !$0.isHidden && ($0.isRepeating || !given.contains($0.names)) }.flatMap {
            option in option.names.map { CompletionCandidate($0, description: option.summary) }
        }
    }
}

extension CompletionAnswer {
    fileprivate func prefixed(with option: String) -> CompletionAnswer {
        let candidates = candidates.map {
            CompletionCandidate(option + $0.word, description: $0.description, continues: $0.continues)
        }
        return CompletionAnswer(candidates: candidates, otherwise: otherwise)
    }
}
