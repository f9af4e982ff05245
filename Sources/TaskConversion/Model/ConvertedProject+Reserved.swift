extension ConvertedProject {
    /// The project with other names for parameters that devtool does not allow: those of options of `devtool run`,
    /// and those that begin with an underscore.
    func withoutReservedNames(_ reserved: Set<String>) -> ConvertedProject {
        func allowed(_ name: String) -> String {
            var name = String(name.drop { $0 == "_" })
            if name.first?.isLetter != true { name = "p" + name }
            return reserved.contains(name) ? name + "_" : name
        }
        var project = self
        for index in project.tasks.indices { project.tasks[index].rename(allowed) }
        return project
    }
}

extension ConvertedTask {
    fileprivate mutating func rename(_ allowed: (String) -> String) {
        parameters = parameters.map { parameter in
            ConvertedParameter(
                name: allowed(parameter.name), defaultText: parameter.defaultText,
                choices: parameter.choices, isRequired: parameter.isRequired,
                isRest: parameter.isRest, comments: parameter.comments)
        }
        replaceTexts { text in
            text.replacing { reference in
                guard case .parameter(let name) = reference else { return nil }
                return ConvertedText([.reference(.parameter(allowed(name)))])
            }
        }
        func renamed(_ call: ConvertedCall) -> ConvertedCall {
            ConvertedCall(
                task: call.task, parameters: call.parameters.map { (allowed($0.name), $0.value) })
        }
        for index in steps.indices {
            switch steps[index].action {
            case .call(let call): steps[index].action = .call(renamed(call))
            case .calls(let calls): steps[index].action = .calls(calls.map(renamed))
            case .line, .script, .command, .failure: break
            }
        }
        needs = needs.map { $0.map(renamed) }
        after = after.map(renamed)
        finally = finally.map(renamed)
    }
}
