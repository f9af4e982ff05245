import DevtoolKit
import Scanning
import Shell

extension TaskReader {
    mutating func steps(_ node: YAMLNode, path: String) -> [TaskStep] {
        guard case .sequence(let items) = node.value else {
            return line(node, path: path, expected: "a shell line or a list of steps").map {
                [TaskStep(work: .action($0))]
            } ?? []
        }
        if items.isEmpty { validator.report("'\(path)' has no steps", at: node) }
        return items.compactMap { item in
            if case .mapping = item.value { return step(item, path: path) }
            return action(item, path: path).map { TaskStep(work: .action($0)) }
        }
    }

    private mutating func action(_ node: YAMLNode, path: String) -> TaskAction? {
        guard case .sequence(let items) = node.value else {
            return line(node, path: path, expected: "a shell line, or a program and its arguments")
        }
        if items.first?.text?.isEmpty ?? items.isEmpty {
            validator.report("a step must be a program and its arguments", at: node)
            return nil
        }
        let words = items.compactMap { text($0, path: path) }
        return words.count == items.count ? .program(words, at: place(node)) : nil
    }

    /// A shell line, or a script with an interpreter line.
    ///
    /// An empty one is an error: it would succeed without doing anything.
    private mutating func line(_ node: YAMLNode, path: String, expected: String) -> TaskAction? {
        guard let text = text(node, path: path, expected: expected) else { return nil }
        if !text.text.hasPrefix("#!"), !ShellText.hasCommand(text.text) {
            validator.report("'\(path)' has an empty step", at: node)
            return nil
        }
        // The shell would take it for options; make gives the others a meaning.
        if let sign = text.text.first, "-+@".contains(sign) {
            let rest = text.text.dropFirst().drop { "-+@ ".contains($0) }
            let key = sign == "-" ? ", ignore-error: true" : sign == "@" ? ", silent: true" : ""
            validator.report(
                "a shell line cannot begin with '\(sign)'", at: node,
                hint: sign == "-" && rest.allSatisfy(\.isLetter)
                    ? "to run one program with arguments, write a list in the list: [[PROGRAM, ARGUMENT]]"
                    : "for the same effect as in make, write {run: \(rest.prefix(40))\(key)}")
            return nil
        }
        return text.text.hasPrefix("#!") ? .script(text) : .shell(text)
    }

    private mutating func step(_ node: YAMLNode, path: String) -> TaskStep? {
        var works: [(key: ConfigurationValidator.Key, work: TaskStep.Work?)] = []
        var others: [(key: ConfigurationValidator.Key, value: YAMLNode)] = []
        var parameters: (node: YAMLNode, values: [(name: String, value: LocatedValue)])?
        var silent: (node: YAMLNode, isSilent: Bool)?
        var ignoresError = false
        var loop: (name: String, values: LocatedValue)?
        for (key, value) in validator.entries(of: node, in: path) {
            let path = "\(path).\(key.text)"
            switch TaskKey.Step(rawValue: key.text) {
            case .run: works.append((key, action(value, path: path).map { .action($0) }))
            case .task, .tasks:
                let tasks = references(value, path: path)
                if tasks.isEmpty, value.isEmptyList {
                    validator.report("'\(path)' must name at least one task", at: value)
                }
                works.append((key, tasks.isEmpty ? nil : .tasks(tasks)))
            case .loop: loop = self.loop(value, path: path)
            case .parameters: parameters = (key.node, namedValues(value, path: path))
            case .silent: silent = boolean(value, path: path).map { (key.node, $0) }
            case .ignoreError: ignoresError = boolean(value, path: path) ?? false
            case nil: others.append((key, value))
            }
        }
        for (key, value) in others {
            // Next to an action, an unknown key is a misspelled option, not a plugin.
            if works.first?.work != nil, !commands.contain(key.text) {
                validator.reportUnknown(key, known: TaskKey.Step.names, in: path)
                continue
            }
            let work = knownCommand(key, value, path: "\(path).\(key.text)")
            works.append((key, work.map { .action($0) }))
        }
        guard works.count == 1, let (key, work) = works.first else {
            validator.report(
                "a step must be one command with its arguments", at: node, hint: "write each command as a separate step"
            )
            return nil
        }
        guard var work else { return nil }
        if let parameters {
            guard key.text == TaskKey.Step.task.rawValue, case .tasks(var tasks) = work else {
                validator.report("'params' needs 'task'", at: parameters.node, hint: "write {task: NAME, params: {…}}")
                return nil
            }
            for index in tasks.indices { tasks[index].parameters += parameters.values }
            work = .tasks(tasks)
        }
        if let silent, case .tasks = work {
            validator.report("'silent' must be set in the tasks themselves", at: silent.node)
        }
        return TaskStep(work: work, loop: loop, isSilent: silent?.isSilent ?? false, ignoresError: ignoresError)
    }

    private mutating func loop(_ node: YAMLNode, path: String) -> (name: String, values: LocatedValue)? {
        var name: String?
        var values: LocatedValue?
        let count = validator.findings.count
        for (key, value, path) in entries(of: node, in: path, by: TaskKey.Loop.self) {
            switch key {
            case .variable:
                name = text(value, path: path)?.text
                if let name, !Self.isParameterName(name) {
                    validator.report("'\(name)' is not a valid name for a variable", at: value)
                }
            case .values: values = self.value(value, path: path)
            }
        }
        if let name, let values { return (name, values) }
        if validator.findings.count == count {
            validator.report(
                "'\(path)' must have 'var' and 'in'", at: node,
                hint: "write for: {var: p, in: [a, b]} and use ${vars.p} in the step")
        }
        return nil
    }

    private mutating func knownCommand(_ key: ConfigurationValidator.Key, _ value: YAMLNode, path: String)
        -> TaskAction?
    {
        guard commands.contain(key.text) || mayBePlugin(key.text, value, among: TaskKey.Step.names) else {
            validator.report(
                "unknown command '\(key.text)'", at: key.node,
                hint: key.text.contains(" ")
                    ? "quote a shell line that contains ': '"
                    : .suggestion(for: key.text, in: commands.names + TaskKey.Step.names))
            return nil
        }
        return command(key, value, path: path)
    }

    mutating func command(_ key: ConfigurationValidator.Key, _ value: YAMLNode, path: String) -> TaskAction {
        .command(name: key.text, arguments: arguments(value, path: path), at: place(key.node))
    }

    /// The arguments of a command: a string of words, or a list.
    private mutating func arguments(_ node: YAMLNode, path: String) -> [LocatedText] {
        if node.isNothing { return [] }
        if case .sequence = node.value { return texts(node, path: path) }
        guard let text = text(node, path: path, expected: Setting.Kind.list.expectation) else { return [] }
        if text.words.contains(where: \.hasQuotes) {
            validator.report(
                "'\(path)' is not a shell line: its words cannot contain quotes or backslashes", at: node,
                hint: "write the arguments as a list: [word, 'two words']")
        }
        return text.words
    }
}

extension YAMLNode {
    fileprivate var isEmptyList: Bool { if case .sequence(let items) = value { items.isEmpty } else { false } }
}

extension LocatedText {
    /// Whether a word has quotes or backslashes outside references.
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
