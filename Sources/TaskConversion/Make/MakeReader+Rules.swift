extension MakeReader {
    /// A task for each target of a rule; several rules for a target are one task.
    mutating func addTasks(of rule: MakeRule, _ index: Int) {
        let (names, _, line, comments, group) = rules[index]
        for target in names {
            let existing = project.tasks.firstIndex { $0.name == target }
            var task = existing.map { project.tasks[$0] } ?? ConvertedTask(target, line: line)
            task.comments += comments
            task.group = task.group ?? group
            task.description = task.description ?? rule.help ?? description(&task)
            addPrerequisites(of: rule, target, to: &task)
            addSteps(of: rule, target, to: &task)
            if let existing { project.tasks[existing] = task } else { project.tasks.append(task) }
        }
    }

    /// A comment such as `## Builds it` above a rule.
    private func description(_ task: inout ConvertedTask) -> String? {
        guard let last = task.comments.last, last.hasPrefix("##"), !last.hasPrefix("###") else {
            return nil
        }
        let text = last.drop { $0 == "#" }.trimmed
        guard !text.isEmpty else { return nil }
        task.comments.removeLast()
        // "## build: builds it"
        if text.hasPrefix(task.name + ":") { return text.dropFirst(task.name.count + 1).trimmed }
        return text
    }

    func prerequisites(_ rule: MakeRule) -> [ConvertedText] {
        scope.expanded(rule.prerequisites.replacing("|", with: " ")).words
    }

    private mutating func addPrerequisites(
        of rule: MakeRule, _ target: String, to task: inout ConvertedTask
    ) {
        let all = prerequisites(rule)
        let words = all.compactMap(\.literal)
        let others = all.filter { $0.literal == nil }
        if others.contains(where: { $0.plainProblem != nil }) {
            task.steps.insert(
                .failure(
                    Leftover(line: task.line, reason: "prerequisites", text: rule.prerequisites)),
                at: 0)
        }
        if let word = words.first(where: { targets[$0] == nil && isLeft($0) })
            ?? others.first(where: leftTexts.contains)?.plainText
        {
            task.steps.insert(
                .failure(
                    Leftover(line: task.line, reason: "the rule for '\(word)' is not converted")),
                at: 0)
        }
        requireFiles(all, of: &task)
        let isFile = targets[target] == .file
        for word in words {
            if targets[word] != nil {
                let call = ConvertedCall(task: word)
                let isNamed = task.needs.contains { $0.contains { $0.task == call.task } }
                if !isNamed, call.task != task.name { task.needs.append([call]) }
            }
            let isPhony = phony.contains(word) || (targets[word] != nil && !word.looksLikeFile)
            if isFile, !isPhony, !word.contains("%") { task.sources.append(ConvertedText(word)) }
        }
        switch targets[target] {
        case .file:
            task.sources += others.filter { $0.plainProblem == nil }
            if task.outputs.isEmpty { task.outputs = [ConvertedText(target)] }
        case .madeOnce: task.status = [ConvertedText("test -e \(target)")]
        case .action, nil: break
        }
    }

    /// Whether a rule that is not converted makes a file.
    func isLeft(_ word: String) -> Bool {
        leftTargets.contains { target in
            if target.isSuffixRule {
                return target.lastIndex(of: ".").map { word.hasSuffix(target[$0...]) } ?? false
            }
            let ends = target.split(separator: "%", omittingEmptySubsequences: false)
            // '%' by itself is for words of the command line.
            guard ends.count == 2, target != "%" else { return target == word }
            return word.hasPrefix(ends[0]) && word.hasSuffix(ends[1])
        }
    }

    /// What can be said only when all tasks are known: the order of what a task needs, and calls of make.
    mutating func finishTasks() {
        var needed: [String: [String]] = [:]
        for task in project.tasks {
            needed[task.name] = task.needs.flatMap(\.self).map(\.task)
        }
        for index in project.tasks.indices {
            // A copy: in its place, it would be one of all tasks.
            var task = project.tasks[index]
            failForInheritedVariables(&task)
            failWithoutRecipe(&task)
            project.tasks[index] = task
        }
        for index in project.tasks.indices {
            var needs: [[ConvertedCall]] = []
            let parts = project.tasks[index].needs
            for (position, part) in parts.enumerated() {
                guard let call = part.first else { continue }
                let isEarlier = parts[..<position].contains { earlier in
                    earlier.contains { Self.reaches($0.task, call.task, needed) }
                }
                if !isEarlier { needs.append(part) }
            }
            project.tasks[index].needs = needs
            project.tasks[index].steps = project.tasks[index].steps.map(replacingCall)
        }
    }

    private static func reaches(_ name: String, _ other: String, _ needed: [String: [String]])
        -> Bool
    {
        var seen: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            for need in needed[next] ?? [] where seen.insert(need).inserted {
                if need == other { return true }
                open.append(need)
            }
        }
        return false
    }

    /// `$(MAKE) lint V=1` as a step that is a task.
    private func replacingCall(_ step: ConvertedStep) -> ConvertedStep {
        guard case .line(let text) = step.action else { return step }
        var step = step
        if let literal = text.literal, literal.hasPrefix("make "),
            let words = PlainWords.words(of: literal)
        {
            let options = words.dropFirst().filter {
                !["--no-print-directory", "-s", "--silent", "--quiet"].contains($0)
            }
            let names = options.filter { !$0.contains("=") }
            let values = options.filter { $0.contains("=") }.map {
                $0.split(separator: "=", maxSplits: 1).map(String.init)
            }
            let tasks = names.compactMap { name in
                project.tasks.first { $0.name == name }
            }
            let areKnown = values.allSatisfy { value in
                value.count == 2
                    && tasks.allSatisfy { $0.parameters.contains { $0.name == value[0] } }
            }
            if tasks.count == names.count, tasks.count == 1, areKnown {
                let parameters = values.map { (name: $0[0], value: ConvertedText($0[1])) }
                step.action = .call(ConvertedCall(task: tasks[0].name, parameters: parameters))
                return step
            }
            // A variable with '?=' can be given in the environment.
            if tasks.count == names.count, tasks.count == 1,
                values.allSatisfy({ scope.raw[$0[0]] == nil || scope.changeable.contains($0[0]) })
            {
                let assignments = values.map { "\($0[0])=\($0.count > 1 ? $0[1] : "") " }.joined()
                let name = AllowedTaskNames(project.tasks.map(\.name))[tasks[0].name]
                step.action = .line(ConvertedText("\(assignments)devtool run \(name)"))
                return step
            }
        }
        if text.callsMake {
            step.leftovers.append(Leftover(line: step.line, reason: "this calls make itself"))
        }
        return step
    }
}

extension ConvertedText {
    /// Whether it runs make in this folder, by the look of it.
    fileprivate var callsMake: Bool {
        let text = pieces.map { if case .text(let text) = $0 { text } else { "x" } }.joined()
        if text.contains("make -C") || text.hasPrefix("cd ") || text.contains("--directory") {
            return false
        }
        var isCommand = true
        let words = text.replacing(/[;|&(){}`\n]/) { " \($0.output) " }.split { " \t".contains($0) }
        for word in words {
            if word == "make", isCommand { return true }
            let isAssignment = isCommand && word.wholeMatch(of: /\w+=.*/) != nil
            isCommand =
                isAssignment || word.count == 1 && ";|&({!`\n".contains(word)
                || ["then", "do", "else", "if", "while", "until", "exec", "time"].contains(word)
        }
        return false
    }
}

extension String {
    /// Whether a target's name is that of a file.
    var looksLikeFile: Bool { contains("/") || (contains(".") && !hasPrefix(".")) }
}
