extension ConvertedProject {
    /// The project without the variables whose values cannot be said; what refers to them cannot be said, either.
    func withoutBrokenVariables() -> ConvertedProject {
        var project = self
        while true {
            let broken = Set(project.variables.filter(\.isBroken).map(\.name))
            var taskIndex: Int?
            if broken.isEmpty {
                taskIndex = project.tasks.firstIndex { $0.variables.contains(where: \.isBroken) }
                guard taskIndex != nil else { break }
            }
            if let taskIndex {
                project.tasks[taskIndex].removeBroken()
            } else {
                project.leftovers += project.variables.filter(\.isBroken).flatMap(\.brokenLeftovers)
                project.variables.removeAll(where: \.isBroken)
                project.replaceTexts { $0.without(broken) }
            }
        }
        if project.exportsAll {
            let tasks = project.tasks
            project.environment.removeAll { variable in
                variable.isBroken && !tasks.contains { $0.mentions(variable.name) }
            }
        }
        for index in project.environment.indices { project.environment[index].failIfBroken() }
        for index in project.tasks.indices {
            var leftovers: [Leftover] = []
            project.tasks[index].environment.removeBroken(leaving: &leftovers)
            project.tasks[index].fail(for: leftovers)
            project.tasks[index].failForUnsayableTexts()
        }
        return project
    }

    private mutating func replaceTexts(_ change: (ConvertedText) -> ConvertedText) {
        for index in variables.indices { variables[index].value.replace(change) }
        for index in environment.indices { environment[index].value.replace(change) }
        for index in dotenv.indices { dotenv[index].file = change(dotenv[index].file) }
        for index in tasks.indices { tasks[index].replaceTexts(change) }
    }
}

extension ConvertedTask {
    fileprivate mutating func removeBroken() {
        let broken = Set(variables.filter(\.isBroken).map(\.name))
        leftovers += variables.filter(\.isBroken).flatMap(\.brokenLeftovers)
        variables.removeAll(where: \.isBroken)
        replaceTexts { $0.without(broken) }
    }

    /// Fails where its variables cannot be said: it must not succeed with other ones.
    fileprivate mutating func fail(for leftovers: [Leftover]) {
        guard !leftovers.isEmpty else { return }
        self.leftovers += leftovers.dropFirst()
        steps.insert(.failure(leftovers[0]), at: 0)
    }

    /// Whether a shell line of it has the value of a variable of the environment.
    fileprivate func mentions(_ name: String) -> Bool {
        steps.contains { step in
            guard case .line(let text) = step.action else { return false }
            return text.pieces.contains { piece in
                guard case .text(let text) = piece else { return false }
                return text.ranges(of: name).contains { range in
                    let start = text[..<range.lowerBound]
                    let isWhole =
                        text[range.upperBound...].first.map {
                            !($0.isLetter || $0.isNumber || $0 == "_")
                        } ?? true
                    return isWhole && (start.hasSuffix("$") || start.hasSuffix("${"))
                }
            }
        }
    }

    /// Changes all texts.
    mutating func replaceTexts(_ change: (ConvertedText) -> ConvertedText) {
        for index in variables.indices { variables[index].value.replace(change) }
        for index in environment.indices { environment[index].value.replace(change) }
        for index in dotenv.indices { dotenv[index].file = change(dotenv[index].file) }
        for index in parameters.indices {
            parameters[index].defaultText = parameters[index].defaultText.map(change)
        }
        for index in steps.indices {
            switch steps[index].action {
            case .line(let text): steps[index].action = .line(change(text))
            case .script(let text): steps[index].action = .script(change(text))
            case .call(let call): steps[index].action = .call(call.replacing(change))
            case .calls(let calls): steps[index].action = .calls(calls.map { $0.replacing(change) })
            case .command, .failure: break
            }
        }
        status = status.map(change)
        condition = condition.map(change)
        dir = dir.map(change)
        confirmation = confirmation.map(change)
        requiredFiles = requiredFiles.map(change)
        sources = sources.map(change)
        outputs = outputs.map(change)
        needs = needs.map { $0.map { $0.replacing(change) } }
        after = after.map { $0.replacing(change) }
        finally = finally.map { $0.replacing(change) }
    }
}

extension ConvertedCall {
    fileprivate func replacing(_ change: (ConvertedText) -> ConvertedText) -> ConvertedCall {
        ConvertedCall(task: task, parameters: parameters.map { ($0.name, change($0.value)) })
    }
}

extension ConvertedVariable {
    fileprivate var isBroken: Bool { value.problem != nil }

    /// Makes everything fail that would have another value in its environment.
    fileprivate mutating func failIfBroken() {
        guard let problem = value.problem else { return }
        value = .shell(ConvertedText([.unsayable("the variable '\(name)': \(problem)")]))
    }

    fileprivate var brokenLeftovers: [Leftover] {
        let reason = "the variable '\(name)': \(value.problem ?? "not converted")"
        return leftovers + [Leftover(line: line, reason: reason, text: original)]
    }
}

extension ConvertedValue {
    var problem: String? {
        switch self {
        // In the lines that it is put into, quote() can be said.
        case .text(let text): text.replacingWords.plainProblem
        case .shell(let text): text.problem
        case .list: nil
        }
    }

    mutating func replace(_ change: (ConvertedText) -> ConvertedText) {
        switch self {
        case .text(let text): self = .text(change(text))
        case .shell(let text): self = .shell(change(text))
        case .list: break
        }
    }
}

extension ConvertedText {
    /// The text with references in the place of those that are one word.
    fileprivate var replacingWords: ConvertedText {
        ConvertedText(
            pieces.map { piece in
                if case .formed(let reference, let form) = piece, form.isOneWord {
                    .formed(reference, ReferenceForm(orElse: form.orElse))
                } else {
                    piece
                }
            })
    }

    /// The text, which cannot be said where it refers to variables that cannot be.
    fileprivate func without(_ broken: Set<String>) -> ConvertedText {
        replacing { reference in
            guard case .variable(let name) = reference, broken.contains(name) else { return nil }
            return ConvertedText([.unsayable("the variable '\(name)' is not converted")])
        }
    }
}

extension [ConvertedVariable] {
    fileprivate mutating func removeBroken(leaving leftovers: inout [Leftover]) {
        leftovers += filter(\.isBroken).flatMap(\.brokenLeftovers)
        removeAll(where: \.isBroken)
    }
}
