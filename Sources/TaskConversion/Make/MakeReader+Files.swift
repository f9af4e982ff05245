extension MakeReader {
    /// Makes a task fail where a file is missing that no rule makes, as make does.
    func requireFiles(_ prerequisites: [ConvertedText], of task: inout ConvertedTask) {
        // make looks for them in other folders, too.
        guard scope.raw["VPATH"] == nil else { return }
        var later: [ConvertedText] = []
        var mayBeMade = !task.needs.isEmpty
        for file in prerequisites {
            if let name = file.literal, targets[name] != nil {
                mayBeMade = true
            } else if isFile(file) {
                // What is needed before it may make it, and a value may be several names.
                if mayBeMade || file.literal == nil {
                    later.append(file)
                } else if !task.requiredFiles.contains(file) {
                    task.requiredFiles.append(file)
                }
            }
        }
        if let object = prerequisites.compactMap(\.literal).first(where: isBuiltIn) {
            let reason = "make's own rule for '\(object)'"
            task.steps.insert(.failure(Leftover(line: task.line, reason: reason)), at: 0)
        }
        guard !later.isEmpty else { return }
        let words = later.reduce(ConvertedText("ls -d")) {
            $0 + ConvertedText(" ") + $1.asShellWord
        }
        var step = ConvertedStep(.line(words + ConvertedText(" >/dev/null")), line: task.line)
        step.isSilent = true
        task.steps.insert(step, at: 0)
    }

    /// Whether a prerequisite is a file that no rule makes.
    private func isFile(_ file: ConvertedText) -> Bool {
        guard let name = file.literal else {
            let hasPattern = file.references.contains { reference in
                if case .variable(let name) = reference {
                    scope.fileLists.contains(name)
                } else {
                    false
                }
            }
            return file.plainProblem == nil && !leftTexts.contains(file) && !hasPattern
        }
        return !phony.contains(name) && !isLeft(name) && !isBuiltIn(name) && !name.hasPrefix("-l")
            && !name.contains { "*?[%".contains($0) }
    }

    /// Makes a task fail that is a file which a rule without a recipe names, and another rule makes.
    func failWithoutRecipe(_ task: inout ConvertedTask) {
        let name = task.name
        guard name.hasSuffix(".o") || isLeft(name), !phony.contains(name),
            !rules.contains(where: { $0.names.contains(name) && !$0.rule.recipe.isEmpty })
        else { return }
        let reason = "the rule that makes '\(name)' is not converted"
        task.steps.append(.failure(Leftover(line: task.line, reason: reason)))
    }

    /// Whether make has a rule for a file by itself (GNU make manual, 10.2).
    private func isBuiltIn(_ name: String) -> Bool {
        name.hasSuffix(".o") && targets[name] == nil && !isLeft(name)
    }
}

extension ConvertedText {
    /// The text as a word of a shell line: without quotes where it needs none.
    fileprivate var asShellWord: ConvertedText { literal == nil ? self : asOneWord }
}
