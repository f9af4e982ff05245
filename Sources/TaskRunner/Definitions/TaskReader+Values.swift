import DevtoolKit

extension TaskReader {
    mutating func text(_ node: YAMLNode, path: String, expected: String = "a string", emptyHint: String? = nil)
        -> LocatedText?
    {
        guard let text = node.text else {
            validator.report(
                "'\(path)' must be \(expected), not \(node.kind)", at: node, hint: node.isNothing ? emptyHint : nil)
            return nil
        }
        return LocatedText(text, at: place(node))
    }

    mutating func folder(_ node: YAMLNode, path: String) -> LocatedText? {
        guard let folder = text(node, path: path) else { return nil }
        guard folder.text == "~" || folder.text.hasPrefix("~/") else { return folder }
        validator.report(
            "'~' is not expanded in '\(path)'", at: node, hint: "write \"${HOME}\(folder.text.dropFirst())\"")
        return nil
    }

    mutating func question(_ node: YAMLNode, path: String) -> LocatedText? {
        guard let question = text(node, path: path) else { return nil }
        if !["true", "false", "yes", "no", ""].contains(question.text.lowercased()) { return question }
        validator.report(
            "'\(path)' must be a question, not '\(question.text)'", at: node,
            hint: "write the question, such as 'confirm: Migrate production?'")
        return nil
    }

    /// A shell line; some words are truth values in YAML, but other commands, or none, in a shell.
    mutating func condition(_ node: YAMLNode, path: String) -> LocatedText? {
        guard let line = text(node, path: path) else { return nil }
        if line.text == "true" || line.text == "false" { return line }
        if !["true", "false", "yes", "no", "on", "off"].contains(line.text.lowercased()) { return line }
        validator.report("'\(path)' must be a shell line, not '\(line.text)'", at: node, hint: "write true or false")
        return nil
    }

    /// A list of strings; a single string is a list of one.
    mutating func texts(_ node: YAMLNode, path: String) -> [LocatedText] {
        if case .sequence(let items) = node.value { return items.compactMap { text($0, path: path) } }
        return text(node, path: path, expected: Setting.Kind.list.expectation).map { [$0] } ?? []
    }

    mutating func word<Word: CaseIterable & RawRepresentable<String>>(_ node: YAMLNode, path: String) -> Word? {
        let words = Word.allCases.map(\.rawValue)
        if let word = node.text, let hint = TaskKey.synonym(of: word, in: words) {
            validator.report(
                "'\(path)' must be one of \(words.joined(separator: ", ")), not '\(word)'", at: node, hint: hint)
            return nil
        }
        guard case .string(let text)? = validator.scalar(node, of: .choice(words), path: path) else { return nil }
        return Word(rawValue: text)
    }

    mutating func shell(_ node: YAMLNode, path: String) -> ShellCall? {
        guard case .sequence(let items) = node.value, let name = items.first else {
            return word(node, path: path).map { ShellCall(shell: $0) }
        }
        guard let shell: ShellName = word(name, path: path) else { return nil }
        let options = items.dropFirst().compactMap { validator.string($0, path: path) }
        if let call = ShellCall(words: [shell.rawValue] + options), !options.isEmpty { return call }
        validator.report("the last option of '\(path)' must be '-c'", at: node, hint: ShellCall.example)
        return nil
    }

    mutating func boolean(_ node: YAMLNode, path: String) -> Bool? {
        guard case .boolean(let value)? = validator.scalar(node, of: .boolean, path: path) else { return nil }
        return value
    }

    mutating func duration(_ node: YAMLNode, path: String) -> Duration? {
        guard case .duration(let value)? = validator.scalar(node, of: .duration, path: path) else { return nil }
        if value > .zero { return value }
        validator.report("'\(path)' must be longer than 0s", at: node)
        return nil
    }

    mutating func retry(_ node: YAMLNode, path: String) -> RetryPolicy? {
        func attempts(_ node: YAMLNode, path: String) -> Int? {
            guard case .integer(let value)? = validator.scalar(node, of: .integer(1...1000), path: path) else {
                return nil
            }
            return value
        }
        guard case .mapping = node.value else { return attempts(node, path: path).map { RetryPolicy(attempts: $0) } }
        var policy = RetryPolicy(attempts: 0)
        var maximum: Duration?
        var isGood = true
        for (key, value, path) in entries(of: node, in: path, by: TaskKey.Retry.self) {
            switch key {
            case .attempts: policy.attempts = attempts(value, path: path) ?? 1
            case .delay: if let delay = duration(value, path: path) { policy.delay = delay } else { isGood = false }
            case .maxDelay: maximum = duration(value, path: path)
            }
        }
        if policy.attempts == 0 { validator.report("missing 'attempts' in '\(path)'", at: node) }
        policy.maximumDelay = maximum ?? max(policy.delay, policy.maximumDelay)
        return isGood ? policy : nil
    }

    mutating func platforms(_ node: YAMLNode, path: String) -> [LocatedText] {
        let texts = texts(node, path: path)
        for text in texts where !text.mayHaveReferences && TaskPlatform(text.text) == nil {
            validator.findings.append(
                Diagnostic(
                    "'\(text.text)' is not a known system", at: text.location,
                    hint: TaskKey.synonym(of: text.text, in: TaskPlatform.names) ?? text.text.nearest(
                        in: TaskPlatform.names
                    ).map { "did you mean '\($0)'?" }
                        ?? "write a system such as linux or macos, optionally with a processor, "
                        + "as in linux/x86_64 or macos/arm64"))
        }
        return texts
    }

    private mutating func namedTexts(_ node: YAMLNode, path: String) -> [(name: String, text: LocatedText)] {
        validator.entries(of: node, in: path).compactMap { key, value in
            text(value, path: "\(path).\(key.text)").map { (key.text, $0) }
        }
    }

    mutating func namedValues(_ node: YAMLNode, path: String) -> [(name: String, value: LocatedValue)] {
        validator.entries(of: node, in: path).compactMap { key, value in
            self.value(value, path: "\(path).\(key.text)").map { (key.text, $0) }
        }
    }

    mutating func options(_ node: YAMLNode, path: String) -> [TaskOption] {
        validator.entries(of: node, in: path).compactMap { key, value in
            let valuePath = "\(path).\(key.text)"
            let option: TaskOption.Value
            switch value.value {
            case .scalar:
                guard let text = text(value, path: valuePath) else { return nil }
                option = .text(text)
            case .sequence: option = .list(texts(value, path: valuePath))
            case .mapping: option = .mapping(namedTexts(value, path: valuePath))
            }
            return TaskOption(name: key.text, value: option, place: place(value))
        }
    }

    /// A task, a list of tasks, or a list of lists that run one after another.
    mutating func needs(_ node: YAMLNode, path: String) -> [TaskReference] {
        guard case .sequence(let items) = node.value, items.contains(where: \.isList) else {
            return references(node, path: path)
        }
        return items.enumerated().flatMap { part, item in
            if !item.isList {
                validator.report(
                    "'\(path)' mixes lists and names", at: item,
                    hint: "write each part of the sequence as a list: [[clean], [build, test]]")
                return [TaskReference]()
            }
            return references(item, path: path).map { reference in
                var reference = reference
                reference.part = part
                return reference
            }
        }
    }

    mutating func references(_ node: YAMLNode, path: String) -> [TaskReference] {
        guard case .sequence(let items) = node.value else { return reference(node, path: path).map { [$0] } ?? [] }
        return items.compactMap { reference($0, path: path) }
    }

    private mutating func reference(_ node: YAMLNode, path: String) -> TaskReference? {
        guard case .mapping = node.value else {
            return text(node, path: path, expected: "a task name or a list of names").map {
                TaskReference(name: $0, parameters: [])
            }
        }
        var name: LocatedText?
        var parameters: [(name: String, value: LocatedValue)] = []
        var isNamed = false
        for (key, value, path) in entries(of: node, in: path, by: TaskKey.Reference.self) {
            switch key {
            case .task:
                isNamed = true
                name = text(value, path: path)
            case .parameters: parameters = namedValues(value, path: path)
            }
        }
        if !isNamed {
            validator.report("missing 'task' in '\(path)'", at: node, hint: "write {task: NAME, params: {…}}")
        }
        return name.map { TaskReference(name: $0, parameters: parameters) }
    }
}

extension YAMLNode { fileprivate var isList: Bool { if case .sequence = value { true } else { false } } }
