extension MakeReader {
    /// The lines of a recipe: make runs each in a shell of its own, unless there is `.ONESHELL`.
    mutating func addSteps(of rule: MakeRule, _ target: String, to task: inout ConvertedTask) {
        var own = scope
        own.isTask = true
        own.parameters = task.parameters.map(\.name)
        let written = rule.prerequisites.split(separator: "|").first.map(String.init) ?? ""
        let prerequisites = scope.expanded(written).literal
        own.bindings["@"] = target
        own.bindings["@D"] = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "."
        own.bindings["@F"] = target.split(separator: "/").last.map(String.init) ?? target
        if let words = prerequisites.map(MakeWords.words) {
            // Of the files that a pattern stands for, the first one is not known.
            let isPattern = words.first.map { $0.contains { "*?[".contains($0) } } ?? false
            if !isPattern { own.bindings["<"] = words.first ?? "" }
            own.bindings["^"] = words.joined(separator: " ")
        }
        addVariables(of: target, to: &task, &own)
        if isOneShell, !rule.recipe.isEmpty {
            let text = rule.recipe.map(\.text).joined(separator: "\n")
            task.steps.append(wholeStep(text, rule.recipe[0].line, &own).withoutInnerPrefixes)
        } else {
            for (text, line, conditions) in rule.recipe {
                task.steps += steps(text, line, conditions, &own)
            }
        }
        for name in own.parameters where !task.parameters.contains(where: { $0.name == name }) {
            let value = ConvertedText([.reference(.environment(name, orElse: ""))])
            task.parameters.append(ConvertedParameter(name: name, defaultText: value))
        }
    }

    private mutating func steps(
        _ text: String, _ line: Int, _ conditions: [MakeCondition], _ own: inout MakeScope
    ) -> [ConvertedStep] {
        let steps =
            message(text, line, &own).map { [$0] }
            ?? wholeStep(text, line, &own).lines.map { noting($0) }
        let outer = scope
        scope = own
        let condition = condition(conditions)
        own = scope
        scope = outer
        switch condition {
        case .always: return steps
        case .never: return []
        case .unknown(let reason):
            return [.failure(Leftover(line: line, reason: reason, text: text))]
        case .line(let condition):
            return steps.map { step in
                guard case .line(let text) = step.action else { return step }
                var step = step
                step.action = .line(
                    ConvertedText("if ") + condition + ConvertedText("; then ") + text
                        + ConvertedText("; fi"))
                return step
            }
        }
    }

    /// A line that is `$(info …)` or `$(warning …)`, which make prints itself.
    private func message(_ text: String, _ line: Int, _ own: inout MakeScope) -> ConvertedStep? {
        let text = text.drop { "@-+ \t".contains($0) }.trimmed
        guard let name = ["info", "warning"].first(where: { text.hasPrefix("$(\($0) ") }),
            MakeReferences.end(of: text.dropFirst()) == text.endIndex
        else { return nil }
        let message = own.text(text.dropFirst(name.count + 3).dropLast().trimmed)
        guard !message.hasQuotes else { return nil }
        let place = name == "info" ? "" : "\(scope.fileName):\(line): "
        var step = ConvertedStep(
            .line(
                ConvertedText("echo \"\(place)") + message
                    + ConvertedText(name == "info" ? "\"" : "\" >&2")), line: line)
        step.isSilent = true
        return step
    }

    /// Patterns for files between quotes are no names of files.
    private func noting(_ step: ConvertedStep) -> ConvertedStep {
        guard case .line(let text) = step.action else { return step }
        for use in text.shellUses where use.quotes != .none {
            if case .variable(let name) = use.reference, scope.fileLists.contains(name) {
                return .failure(
                    Leftover(line: step.line, reason: "the files of '\(name)' between quotes"))
            }
        }
        return step
    }

    /// A line of a recipe, or all lines where they are one script.
    private func wholeStep(_ text: String, _ line: Int, _ own: inout MakeScope) -> ConvertedStep {
        var rest = text[...]
        var isSilent = false
        var ignoresError = false
        while let sign = rest.first, "@-+ \t".contains(sign) {
            if sign == "@" { isSilent = true }
            if sign == "-" { ignoresError = true }
            rest.removeFirst()
        }
        var step = ConvertedStep(.line(own.text(String(rest))), line: line)
        step.isSilent = isSilent
        step.ignoresError = ignoresError
        return step
    }
}

extension ConvertedStep {
    /// The lines that make runs one by one: those of variables of several lines, which have prefixes of their own.
    fileprivate var lines: [ConvertedStep] {
        guard case .line(let text) = action else { return [self] }
        return text.lines.compactMap { line in
            var step = self
            let (prefixes, rest) = line.cutPrefixes
            if prefixes.contains("@") { step.isSilent = true }
            if prefixes.contains("-") { step.ignoresError = true }
            step.action = .line(rest)
            return rest.pieces.isEmpty ? nil : step
        }
    }

    /// The step of a script: make removes what stands before its lines, but only that of the first one counts (GNU
    /// make manual, 5.3.1).
    fileprivate var withoutInnerPrefixes: ConvertedStep {
        guard case .line(let text) = action else { return self }
        var step = self
        var script = ConvertedText("")
        for (index, line) in text.lines.enumerated() {
            let (prefixes, rest) = line.cutPrefixes
            if index == 0 {
                step.isSilent = isSilent || prefixes.contains("@")
                step.ignoresError = ignoresError || prefixes.contains("-")
            } else {
                script.append("\n")
            }
            script = script + rest
        }
        step.action = .line(script)
        return step
    }
}

extension ConvertedText {
    /// `@`, `-` and `+` at its beginning, and what comes after them.
    fileprivate var cutPrefixes: (prefixes: String, rest: ConvertedText) {
        var prefixes = ""
        var rest = self
        while case .text(let start)? = rest.pieces.first {
            let signs = start.prefix { "@-+ \t".contains($0) }
            prefixes += signs
            guard !signs.isEmpty else { break }
            rest =
                ConvertedText(String(start.dropFirst(signs.count)))
                + ConvertedText(Array(rest.pieces.dropFirst()))
        }
        return (prefixes, rest)
    }

    /// The text cut at line breaks, but not after backslashes.
    fileprivate var lines: [ConvertedText] {
        var lines = [ConvertedText("")]
        for piece in pieces {
            guard case .text(let text) = piece else {
                lines[lines.count - 1].append(piece)
                continue
            }
            let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
            var isContinued = true
            for part in parts {
                if !isContinued {
                    lines.append(ConvertedText(""))
                } else if part.startIndex != text.startIndex {
                    lines[lines.count - 1].append("\n")
                }
                lines[lines.count - 1].append(String(part))
                // Of two backslashes, none is one before the line break.
                isContinued = part.reversed().prefix { $0 == "\\" }.count % 2 == 1
            }
        }
        return lines
    }
}
