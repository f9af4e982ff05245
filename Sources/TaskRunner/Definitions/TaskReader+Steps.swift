import DevtoolKit

extension TaskReader {
    /// The steps of a task: a shell line, or a list.
    mutating func steps(_ node: YAMLNode, path: String) -> [TaskStep] {
        let expected = "a shell line or a list of steps"
        guard case .sequence(let items) = node.value else {
            return line(node, path: path, expected: expected).map { [$0] } ?? []
        }
        if items.isEmpty { validator.report("'\(path)' has no steps", at: node) }
        return items.compactMap { step($0, path: path) }
    }

    private mutating func step(_ node: YAMLNode, path: String) -> TaskStep? {
        switch node.value {
        case .scalar:
            return line(node, path: path, expected: "steps")
        case .sequence(let items):
            if items.first?.text?.isEmpty ?? items.isEmpty {
                validator.report("a step must be a program and its arguments", at: node)
                return nil
            }
            let words = items.compactMap { text($0, path: path) }
            return words.count == items.count ? .program(words, at: place(node)) : nil
        case .mapping: return commandStep(node, path: path)
        }
    }

    /// A shell line, or a script that names its interpreter; one without a word would be a success in which
    /// nothing has happened.
    private mutating func line(_ node: YAMLNode, path: String, expected: String) -> TaskStep? {
        guard let text = text(node, path: path, expected: expected) else { return nil }
        if !text.text.hasPrefix("#!"), !text.hasCommand {
            validator.report("'\(path)' has an empty step", at: node)
            return nil
        }
        return text.text.hasPrefix("#!") ? .script(text) : .shell(text)
    }

    private mutating func commandStep(_ node: YAMLNode, path: String) -> TaskStep? {
        let entries = validator.entries(of: node, in: path)
        guard let (key, value) = entries.first, entries.count == 1 else {
            validator.report(
                "a step must be one command with its arguments", at: node,
                hint: "write each command as a separate step")
            return nil
        }
        guard commands.contain(key.text) || mayBePlugin(key.text, value, among: []) else {
            validator.report(
                "unknown command '\(key.text)'", at: key.node,
                hint: key.text == "run" || key.text == "task"
                    ? "name other tasks in 'needs'"
                    : .suggestion(for: key.text, in: commands.names))
            return nil
        }
        return .command(
            name: key.text, arguments: arguments(value, path: "\(path).\(key.text)"),
            at: place(key.node))
    }

    /// The arguments of a command: words, or a list.
    mutating func arguments(_ node: YAMLNode, path: String) -> [LocatedText] {
        if node.isNothing { return [] }
        if case .sequence = node.value { return texts(node, path: path) }
        guard let text = text(node, path: path, expected: Setting.Kind.list.expectation)
        else { return [] }
        if text.words.contains(where: \.hasQuotes) {
            validator.report(
                "'\(path)' is not a shell line: its words cannot have quotes or backslashes",
                at: node,
                hint: "write the arguments as a list: [word, 'two words']")
        }
        return text.words
    }
}

extension LocatedText {
    /// Whether any line of it has more than a comment, or a backslash that joins it with the next.
    fileprivate var hasCommand: Bool {
        text.split(whereSeparator: \.isNewline).contains { line in
            let words = line.drop(while: \.isWhitespace)
            return !words.isEmpty && words.first != "#" && words != "\\"
        }
    }

    /// Whether a word has what a shell would take for quotes, outside of references.
    fileprivate var hasQuotes: Bool {
        var isInReference = false
        var previous: Character?
        for character in text {
            if previous == "$", character == "{" { isInReference = true }
            if character == "}" { isInReference = false }
            if !isInReference, "\"'\\".contains(character) { return true }
            previous = character
        }
        return false
    }
}
