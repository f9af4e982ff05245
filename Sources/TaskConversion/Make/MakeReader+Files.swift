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
                // What is needed before it may make it.
                if mayBeMade { later.append(file) } else { task.requiredFiles.append(file) }
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
            return file.plainProblem == nil && !leftTexts.contains(file)
        }
        return !phony.contains(name) && !isLeft(name) && !isBuiltIn(name) && !name.hasPrefix("-l")
            && !name.contains { "*?[%".contains($0) }
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
