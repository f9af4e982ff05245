import DevtoolKit

extension TaskReader {
    /// The parameters of a task.
    mutating func parameters(_ node: YAMLNode, path: String) -> [TaskParameter] {
        validator.entries(of: node, in: path).compactMap { key, value in
            guard Self.isParameterName(key.text) else {
                validator.report(
                    "'\(key.text)' is not the name of a parameter", at: key.node,
                    hint: "use only letters, digits, '_' and '-'; begin with a letter")
                return nil
            }
            let parameter = parameter(key, value, path: "\(path).\(key.text)")
            let isSwitch = parameter?.kind == .boolean
            for option in isSwitch ? [key.text, "no-\(key.text)"] : [key.text]
            where reservedParameters().contains(option) {
                validator.report(
                    "a parameter cannot be named '\(key.text)'", at: key.node,
                    hint: "'devtool run' has an option --\(option)")
                return nil
            }
            return parameter
        }
    }

    private static func isParameterName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.isLetter, first != "_" else {
            return false
        }
        return name.unicodeScalars.allSatisfy { $0.isWord || $0 == "-" }
    }

    private mutating func parameter(
        _ key: ConfigurationValidator.Key, _ node: YAMLNode, path: String
    ) -> TaskParameter? {
        var kind = TaskParameter.Kind.string
        var defaultText: LocatedText?
        var choices: [LocatedText] = []
        var isRequired = false
        var description: String?
        if case .mapping = node.value {
            for (key, value, path) in entries(of: node, in: path, by: TaskKey.Parameter.self) {
                switch key {
                case .type: kind = word(value, path: path) ?? kind
                case .defaultValue: defaultText = text(value, path: path)
                case .choices: choices = texts(value, path: path)
                case .required: isRequired = boolean(value, path: path) ?? false
                case .description: description = text(value, path: path)?.text
                }
            }
        } else if !node.isNothing {
            defaultText = text(node, path: path, expected: "a default or a mapping")
            // A switch by its look: with --NAME it is on.
            if case .scalar(let word, isPlain: true) = node.value, ["true", "false"].contains(word)
            {
                kind = .boolean
            }
        }
        if isRequired, let defaultText {
            validator.findings.append(
                Diagnostic(
                    "a required parameter cannot have a default", at: defaultText.location))
        }
        let place = place(key.node)
        let parameter = TaskParameter(
            name: key.text, kind: kind,
            defaultText: defaultText
                ?? (kind == .boolean && !isRequired ? LocatedText("false", at: place) : nil),
            choices: choices.map(\.text), isRequired: isRequired, description: description,
            place: place)
        checkValues(of: parameter, default: defaultText, choices: choices, path: path)
        return parameter
    }

    private mutating func checkValues(
        of parameter: TaskParameter, default defaultText: LocatedText?, choices: [LocatedText],
        path: String
    ) {
        for choice in choices {
            guard let problem = parameter.check(choice.text) else { continue }
            validator.findings.append(
                Diagnostic("a choice of '\(path)' \(problem)", at: choice.location))
        }
        guard let defaultText, !defaultText.mayHaveReferences,
            let problem = parameter.check(defaultText.text)
        else { return }
        validator.findings.append(
            Diagnostic(
                "the default of '\(path)' \(problem)", at: defaultText.location,
                hint: parameter.hint(for: defaultText.text)))
    }
}
