import DevtoolKit
import Shell

extension TaskReader {
    mutating func parameters(_ node: YAMLNode, path: String) -> [TaskParameter] {
        var hasRest = false
        return validator.entries(of: node, in: path).compactMap { key, value in
            guard Self.isParameterName(key.text) else {
                validator.report(
                    "'\(key.text)' is not a valid name for a parameter", at: key.node,
                    hint: "use only ASCII letters, digits, '_' and '-'; begin with a letter")
                return nil
            }
            let parameter = parameter(key, value, path: "\(path).\(key.text)")
            if parameter?.takesRest == true {
                if hasRest { validator.report("only one parameter can take the remaining values", at: key.node) }
                hasRest = true
            }
            return parameter
        }
    }

    static func isParameterName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.isLetter, first != "_" else { return false }
        return name.unicodeScalars.allSatisfy { $0.isWord || $0 == "-" }
    }

    private mutating func parameter(_ key: ConfigurationValidator.Key, _ node: YAMLNode, path: String) -> TaskParameter?
    {
        var kind = TaskParameter.Kind.string
        var defaultValue: LocatedValue?
        var takesRest = false
        var hasKind = false
        var choices: [LocatedText] = []
        var isRequired = false
        var description: String?
        if case .mapping = node.value {
            for (key, value, path) in entries(of: node, in: path, by: TaskKey.Parameter.self) {
                switch key {
                case .type:
                    hasKind = true
                    kind = word(value, path: path) ?? kind
                case .defaultValue: defaultValue = self.value(value, path: path)
                case .choices: choices = texts(value, path: path)
                case .required: isRequired = boolean(value, path: path) ?? false
                case .rest: takesRest = boolean(value, path: path) ?? false
                case .description: description = text(value, path: path)?.text
                }
            }
        } else if !node.isNothing {
            defaultValue = text(node, path: path, expected: "a default or a mapping").map { .text($0) }
            // A parameter with such a default is a flag.
            if case .scalar(let word, isPlain: true) = node.value, ["true", "false"].contains(word) { kind = .boolean }
        }
        let place = place(key.node)
        if isRequired, let defaultValue {
            validator.findings.append(
                Diagnostic(
                    "a required parameter cannot have a default",
                    at: defaultValue.texts.first?.location ?? place.location))
        }
        if case .list = defaultValue { kind = .list }
        if takesRest {
            if hasKind, kind != .list {
                validator.report("'\(path)' must be a list, because it takes the remaining values", at: node)
            }
            kind = .list
        }
        if kind == .list, case .text(let text) = defaultValue { defaultValue = .list([text]) }
        let parameter = TaskParameter(
            name: key.text, kind: kind, defaultValue: defaultValue ?? (isRequired ? nil : kind.emptyValue(at: place)),
            choices: choices.map(\.text), isRequired: isRequired, takesRest: takesRest, description: description,
            place: place)
        checkValues(of: parameter, default: defaultValue?.texts ?? [], choices: choices, path: path)
        return parameter
    }

    private mutating func checkValues(
        of parameter: TaskParameter, default defaults: [LocatedText], choices: [LocatedText], path: String
    ) {
        for choice in choices {
            guard let problem = parameter.check(choice.text) else { continue }
            validator.findings.append(Diagnostic("a choice of '\(path)' \(problem)", at: choice.location))
        }
        for text in defaults where !text.mayHaveReferences {
            guard let problem = parameter.check(text.text) else { continue }
            validator.findings.append(
                Diagnostic(
                    "the default of '\(path)' \(problem)", at: text.location, hint: parameter.hint(for: text.text)))
        }
    }
}

extension TaskParameter.Kind {
    /// The value of a parameter that is neither set nor has a default.
    fileprivate func emptyValue(at place: TaskPlace) -> LocatedValue? {
        switch self {
        case .string, .integer: nil
        case .boolean: .text(LocatedText("false", at: place))
        case .list: .list([])
        }
    }
}
