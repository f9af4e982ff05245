extension MakeReader {
    /// `target: NAME = value`.
    func addVariables(of target: String, to task: inout ConvertedTask, _ own: inout MakeScope) {
        for (targets, assignment, line) in targetVariables
        where MakeWords.words(targets).contains(target) {
            let name = assignment.name
            var text = own.text(assignment.value)
            if assignment.sign == "+=", own.raw[name] != nil {
                guard let old = own.literal("$(\(name))") else {
                    task.steps.append(
                        .failure(Leftover(line: line, reason: "'+=' for a target", text: name)))
                    continue
                }
                text = ConvertedText(old + " ") + text
            }
            text = text.replacing { reference in
                reference == .variable(name)
                    ? ConvertedText([.unsayable("a variable that refers to itself")]) : nil
            }
            var variable = ConvertedVariable(
                name: name, value: ConvertedValue(text), line: line, original: assignment.value)
            task.variables.replace(variable)
            own.variables.insert(name)
            guard assignment.isExported || own.exported.contains(name) else { continue }
            variable.value = .text(ConvertedText([.reference(.variable(name))]))
            task.environment.replace(variable)
        }
    }

    /// Makes a task fail that has a variable which the recipes of what it needs would see, too.
    func failForInheritedVariables(_ task: inout ConvertedTask) {
        for (targets, assignment, line) in targetVariables
        where !assignment.isPrivate && MakeWords.words(targets).contains(task.name) {
            guard let other = user(of: assignment, below: task.name) else { continue }
            let reason = "'\(other)' needs this variable of '\(task.name)', too"
            let needs = task.needs.flatMap(\.self).map { ConvertedStep(.call($0), line: task.line) }
            let failure = ConvertedStep.failure(
                Leftover(
                    line: line, reason: reason,
                    text: "\(assignment.name) \(assignment.sign) \(assignment.value)"))
            task.needs = []
            task.steps = [failure] + needs + task.steps
        }
    }

    /// A target that another needs, and that uses a variable.
    private func user(of assignment: MakeAssignment, below target: String) -> String? {
        var seen: Set<String> = [target]
        var open = [target]
        while let next = open.popLast() {
            for word in needed(by: next) where seen.insert(word).inserted {
                if uses(word, assignment) { return word }
                open.append(word)
            }
        }
        return nil
    }

    private func needed(by target: String) -> [String] {
        rules.filter { $0.names.contains(target) }
            .flatMap { prerequisites($0.rule).compactMap(\.literal) }
            .filter { targets[$0] != nil }
    }

    private func uses(_ target: String, _ assignment: MakeAssignment) -> Bool {
        let hasOwn = targetVariables.contains { targets, other, _ in
            other.name == assignment.name && other.sign != "+="
                && MakeWords.words(targets).contains(target)
        }
        if hasOwn { return false }
        let lines = rules.filter { $0.names.contains(target) }.flatMap(\.rule.recipe).map(\.text)
        let isExported = assignment.isExported || scope.exported.contains(assignment.name)
        if isExported, !lines.isEmpty { return true }
        var seen: Set<String> = []
        var open = lines
        while let next = open.popLast() {
            for name in MakeReferences.names(in: next) where seen.insert(name).inserted {
                if let text = scope.raw[name] { open.append(text) }
            }
        }
        return seen.contains(assignment.name)
    }
}
