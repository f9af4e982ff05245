import YAML

extension TaskfileScope {
    /// What a name stands for (Task's "Variables" and "Special variables").
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - other: what stands in for a value that is missing or empty.
    /// - Returns: the value.
    mutating func value(ofName name: String, orElse other: ConvertedText? = nil) -> ConvertedText {
        if let bound = bindings[name] { return bound }
        if let special = special(name) { return special }
        if taskVariables.contains(name) { return reference(.variable(name), name, orElse: other) }
        if parameters.contains(where: { $0.name == name }) {
            guard let own = defaults[name] else {
                return reference(.parameter(name), name, orElse: other)
            }
            return own == other
                ? ConvertedText([.reference(.parameter(name))])
                : ConvertedText([.unsayable("several defaults of {{.\(name)}}")])
        }
        if fileVariables.contains(name) { return reference(.variable(name), name, orElse: other) }
        if environment.contains(name) {
            guard let other else {
                return ConvertedText([.reference(.environment(name, orElse: nil))])
            }
            return reference(.environment(name, orElse: ""), name, orElse: other)
        }
        guard isTask else { return environmentText(name, orElse: other) }
        guard let other, !other.isDefault else {
            parameters.append(
                ConvertedParameter(name: name, defaultText: environmentText(name, orElse: nil)))
            return reference(.parameter(name), name, orElse: other)
        }
        if other.literal?.contains(where: { "$`".contains($0) }) == true {
            return ConvertedText([.unsayable("a default of {{.\(name)}} that a shell expands")])
        }
        // devtool cannot say it where the parameter is used.
        defaults[name] = other
        parameters.append(ConvertedParameter(name: name, defaultText: other))
        return ConvertedText([.reference(.parameter(name))])
    }

    /// A reference, with what stands in for an empty value.
    private mutating func reference(
        _ reference: Reference, _ name: String, orElse other: ConvertedText?
    ) -> ConvertedText {
        let plain = ConvertedText([.reference(reference)])
        guard let other, other.literal != "" else { return plain }
        let falseTexts = falseTexts(ofName: name)
        guard falseTexts?.isEmpty == true else {
            // Nothing can be given for a variable of the task.
            return falseTexts != nil && taskVariables.contains(name)
                ? other : ConvertedText([.unsayable("a default for the value of {{.\(name)}}")])
        }
        if other.isDefault, let text = other.literal {
            if case .environment(let name, _) = reference {
                return ConvertedText([.reference(.environment(name, orElse: text))])
            }
            return plain.formed(ReferenceForm(orElse: text))
        }
        guard let text = knownText(.field(name)) else {
            return ConvertedText([.unsayable("the default of {{.\(name)}}")])
        }
        return text.isEmpty ? other : plain
    }

    /// A variable that nothing in the file defines: that of the environment.
    func environmentText(_ name: String, orElse other: ConvertedText?) -> ConvertedText {
        guard let other else { return ConvertedText([.reference(.environment(name, orElse: ""))]) }
        guard other.isDefault, let text = other.literal else { return other }
        return ConvertedText([.reference(.environment(name, orElse: text))])
    }

    /// The text of an operand, if it is known: of a variable, that of the file or the task.
    mutating func knownText(_ word: GoWord) -> String? {
        if case .field(let name) = word, bindings[name] == nil,
            !parameters.contains(where: { $0.name == name })
        {
            guard let text = nodes[name]?.scalarText, !text.contains("{{") else { return nil }
            return text
        }
        return operand(word)?.literal
    }

    /// The texts of a name that are `false` or a zero in Task, so that a condition does not hold.
    ///
    /// nil where the same text is one in some places only.
    func falseTexts(ofName name: String) -> Set<String>? {
        if let bound = bindings[name] {
            guard let text = bound.literal else { return [] }
            return YAMLNode.isFalse(text) ? nil : []
        }
        let own = nodes[name] ?? (taskVariables.contains(name) ? nil : environmentNodes[name])
        let isParameter = parameters.contains { $0.name == name }
        let all = (isParameter ? passedNodes[name] ?? [] : []) + [own].compactMap(\.self)
        let texts = Set(all.filter(\.isFalse).compactMap(\.text))
        let others = all.filter { !$0.isFalse }.compactMap(\.scalarText)
        let isAmbiguous = others.contains { texts.contains($0) || $0.contains("{{") }
        return isAmbiguous && !texts.isEmpty ? nil : texts
    }

    /// A value as one word of a shell; nil where devtool cannot say it.
    func quoted(_ value: ConvertedText, by function: String) -> ConvertedText? {
        guard function == "quote" else { return value.asOneWord }
        if let literal = value.literal { return ConvertedText(literal.goQuoted) }
        // Between its quotes, a shell still expands.
        let isExpanded = value.references.contains { reference in
            guard case .variable(let name) = reference, let text = nodes[name]?.scalarText else {
                return false
            }
            return text.contains { "$`".contains($0) }
        }
        return isExpanded ? nil : value.asOneWord
    }
}

extension ConvertedText {
    /// Whether devtool can say it in a reference.
    fileprivate var isDefault: Bool {
        literal.map { !$0.contains { "}$\n".contains($0) } } ?? false
    }
}

extension String {
    /// The text between double quotes, as `%q` of Go has it.
    fileprivate var goQuoted: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
