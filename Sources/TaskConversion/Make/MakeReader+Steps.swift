extension MakeReader {
    /// The lines of a recipe: make runs each in a shell of its own, unless there is `.ONESHELL`.
    mutating func addSteps(of rule: MakeRule, _ target: String, to task: inout ConvertedTask) {
        var own = scope
        own.isTask = true
        own.parameters = task.parameters.map(\.name)
        let prerequisites = own.literal(
            rule.prerequisites.split(separator: "|").first.map(String.init) ?? "")
        own.bindings["@"] = target
        own.bindings["@D"] = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "."
        own.bindings["@F"] = target.split(separator: "/").last.map(String.init) ?? target
        if let words = prerequisites.map(MakeWords.words) {
            own.bindings["<"] = words.first ?? ""
            own.bindings["^"] = words.joined(separator: " ")
        }
        addVariables(of: target, to: &task, &own)
        if isOneShell, !rule.recipe.isEmpty {
            let text = rule.recipe.map(\.text).joined(separator: "\n")
            task.steps.append(step(text, rule.recipe[0].line, &own))
        } else {
            for (text, line, conditions) in rule.recipe {
                if let step = step(text, line, conditions, &own) { task.steps.append(step) }
            }
        }
        for name in own.parameters where !task.parameters.contains(where: { $0.name == name }) {
            let value = ConvertedText([.reference(.environment(name, orElse: ""))])
            task.parameters.append(ConvertedParameter(name: name, defaultText: value))
        }
    }

    /// `target: NAME = value`.
    private func addVariables(
        of target: String, to task: inout ConvertedTask, _ own: inout MakeScope
    ) {
        for (targets, assignment, line) in targetVariables
        where MakeWords.words(targets).contains(target) {
            let value = own.text(assignment.value)
            var text = value
            if assignment.sign == "+=", own.raw[assignment.name] != nil {
                guard let old = own.literal("$(\(assignment.name))") else {
                    task.leftovers.append(
                        Leftover(line: line, reason: "'+=' for a target", text: assignment.name))
                    continue
                }
                text = ConvertedText(old + " ") + value
            }
            let variable = ConvertedVariable(
                name: assignment.name, value: ConvertedValue(text), line: line,
                original: assignment.value)
            if assignment.isExported || own.exported.contains(assignment.name) {
                task.environment.replace(variable)
            } else {
                task.variables.replace(variable)
                own.variables.insert(assignment.name)
            }
        }
    }

    private mutating func step(
        _ text: String, _ line: Int, _ conditions: [MakeCondition], _ own: inout MakeScope
    ) -> ConvertedStep? {
        var step = step(text, line, &own)
        let outer = scope
        scope = own
        let condition = condition(conditions)
        own = scope
        scope = outer
        switch condition {
        case .always: break
        case .never: return nil
        case .unknown(let reason):
            step = .failure(Leftover(line: line, reason: reason, text: text))
        case .line(let condition):
            if case .line(let text) = step.action {
                step.action = .line(
                    ConvertedText("if ") + condition + ConvertedText("; then ") + text
                        + ConvertedText("; fi"))
            }
        }
        return step
    }

    private func step(_ text: String, _ line: Int, _ own: inout MakeScope) -> ConvertedStep {
        var rest = text[...]
        var isSilent = false
        var ignoresError = false
        while let sign = rest.first, "@-+ \t".contains(sign) {
            if sign == "@" { isSilent = true }
            if sign == "-" { ignoresError = true }
            rest.removeFirst()
        }
        var converted = own.text(String(rest))
        // A definition that is a recipe has prefixes of its own.
        if case .text(let start)? = converted.pieces.first, let sign = start.trimmed.first,
            sign == "@" || sign == "-"
        {
            if sign == "@" { isSilent = true } else { ignoresError = true }
            let shorter = ConvertedText(String(start.drop(while: \.isWhitespace).dropFirst()))
            converted = shorter + ConvertedText(Array(converted.pieces.dropFirst()))
        }
        var step = ConvertedStep(.line(converted), line: line)
        step.isSilent = isSilent
        step.ignoresError = ignoresError
        return step
    }
}
