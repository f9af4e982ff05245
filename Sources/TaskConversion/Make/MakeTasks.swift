import Shell

extension MakeReader {
    mutating func task(of target: MakeTarget) -> ConvertedTask {
        var task = ConvertedTask(target.name, line: target.line)
        task.comments = target.comments
        task.description = target.description
        task.group = target.group
        task.mayNeedMore = target.mayNeedMore
        if let obstacle = target.obstacle { task.delegate(obstacle.reason, at: obstacle.line) }
        if hasComputedFiles, target.name.contains("/") {
            task.delegate("is a file that a rule with computed targets may build")
        }
        let needs = target.prerequisites.compactMap { name in indices[name].map { targets[$0] } }
        task.needs = needs.map { [ConvertedCall(task: $0.name)] }
        if let file = target.prerequisites.first(where: { indices[$0] == nil }) {
            // A pattern rule may make it from other targets.
            task.mayNeedMore = true
            task.delegate("depends on the file '\(file)'")
        }
        if !phony.contains(target.name) { addStatus(of: target, needs, to: &task) }
        addSteps(of: target, to: &task)
        return task
    }

    /// Skips a target that is not phony if its file is up to date.
    private mutating func addStatus(of target: MakeTarget, _ needs: [MakeTarget], to task: inout ConvertedTask) {
        if let line = computedPhony { task.delegate("may be phony", at: line) }
        if !target.hasRecipe {
            task.mayNeedMore = true
            task.delegate("has no recipe, so an implicit rule may apply")
        }
        if deletesOnError, target.hasRecipe { task.delegate("is removed if its recipe fails") }
        // Phony targets count as newer than any file.
        if target.recipe.isEmpty || needs.contains(where: { phony.contains($0.name) }) { return }
        if let other = needs.first(where: { $0.recipe.isEmpty }) {
            task.delegate("depends on '\(other.name)', which has no recipe")
        }
        let file = ShellText.quoted(target.name)
        task.status = [ConvertedText("test -e \(file)")]
        task.status += needs.map { need in
            let other = ShellText.quoted(need.name)
            return ConvertedText("test -e \(other) && ! test \(other) -nt \(file)")
        }
    }

    /// Make runs each line of a recipe in its own shell.
    private mutating func addSteps(of target: MakeTarget, to task: inout ConvertedTask) {
        let automatic = [
            "@": target.name, "<": target.prerequisites.first ?? "", "^": target.prerequisites.joined(separator: " "),
        ]
        for (text, line) in target.recipe {
            let (signs, rest) = withoutSigns(variables.text(text, automatic: automatic))
            if rest.pieces.isEmpty { continue }
            var step = ConvertedStep(.line(rest), line: line)
            step.isSilent = signs.contains("@")
            step.ignoresError = signs.contains("-")
            task.steps.append(step)
        }
    }

    /// Splits off make's prefixes of a line, which may come from variables.
    private mutating func withoutSigns(_ text: ConvertedText) -> (String, ConvertedText) {
        var signs = ""
        var rest = text
        while let first = rest.pieces.first {
            let known = variables.flattened(ConvertedText([first])) ?? ConvertedText([first])
            let others = ConvertedText(Array(rest.pieces.dropFirst()))
            let start = known.skeleton
            if case .reference(.variable(let name)) = first, start.isEmpty || start.hasSign {
                variables.writtenOut.insert(name)
            }
            switch known.pieces.first {
            case nil: rest = others
            case .text(let start) where start.hasSign:
                let found = start.prefix { "@-+ \t".contains($0) }
                signs += found
                rest = known.dropping(found) + others
            case .reference(.environment(let name, let other?)) where other.hasSign:
                return (signs, .unknown("begins with '\(name)', which may expand to '\(other)'"))
            case .text, .reference, .unknown: return (signs, rest)
            }
        }
        return (signs, rest)
    }
}

extension String { fileprivate var hasSign: Bool { first.map { "@-+ \t".contains($0) } ?? false } }
