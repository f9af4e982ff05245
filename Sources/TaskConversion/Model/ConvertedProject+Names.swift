extension ConvertedProject {
    /// The project with other names for variables and parameters that devtool does not allow: theirs begin with a
    /// letter, and have letters, digits, `_` and `-`.
    func withAllowedNames() -> ConvertedProject {
        var project = self
        let variables = Self.allowedNames(for: variables.map(\.name))
        for index in project.variables.indices {
            let name = project.variables[index].name
            project.variables[index].rename(to: variables[name] ?? name)
        }
        for index in project.tasks.indices {
            let own = Self.allowedNames(for: project.tasks[index].variables.map(\.name))
            let parameters = Self.allowedNames(for: project.tasks[index].parameters.map(\.name))
            project.tasks[index].rename(own, parameters)
            project.tasks[index].replaceTexts { text in
                text.replacing { reference in
                    switch reference {
                    case .variable(let name):
                        (own[name] ?? variables[name]).map {
                            ConvertedText([.reference(.variable($0))])
                        }
                    case .parameter(let name):
                        parameters[name].map { ConvertedText([.reference(.parameter($0))]) }
                    default: nil
                    }
                }
            }
        }
        project.replaceFileTexts { text in
            text.replacing { reference in
                guard case .variable(let name) = reference, let other = variables[name] else {
                    return nil
                }
                return ConvertedText([.reference(.variable(other))])
            }
        }
        return project
    }

    /// The project without aliases that another task has for its name, which comes first, or as an alias.
    func withDistinctAliases() -> ConvertedProject {
        var project = self
        var used = Set(tasks.map(\.name))
        for index in project.tasks.indices {
            var aliases: [String] = []
            for alias in project.tasks[index].aliases {
                if used.insert(alias).inserted {
                    aliases.append(alias)
                } else if alias != project.tasks[index].name {
                    project.tasks[index].comments.append(
                        "# The alias '\(alias)' is the name of another task.")
                }
            }
            project.tasks[index].aliases = aliases
        }
        return project
    }

    /// Other names for those that are not allowed.
    fileprivate static func allowedNames(for names: [String]) -> [String: String] {
        var used = Set(names)
        var result: [String: String] = [:]
        for name in names {
            var allowed = name.allowedVariableName
            if allowed == name { continue }
            while !used.insert(allowed).inserted { allowed += "_" }
            result[name] = allowed
        }
        return result
    }

    private mutating func replaceFileTexts(_ change: (ConvertedText) -> ConvertedText) {
        for index in variables.indices { variables[index].value.replace(change) }
        for index in environment.indices { environment[index].value.replace(change) }
    }
}

extension String {
    /// The name with what devtool allows in names of variables and parameters.
    fileprivate var allowedVariableName: String {
        var name = String(map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" ? $0 : "_" })
        name = String(name.drop { $0 == "_" || $0 == "-" })
        return name.first?.isLetter == true ? name : "v" + name
    }
}

extension ConvertedVariable {
    fileprivate mutating func rename(to name: String) {
        guard name != self.name else { return }
        var other = ConvertedVariable(name: name, value: value, line: line, original: original)
        other.comments = comments
        other.leftovers = leftovers
        self = other
    }
}

extension ConvertedTask {
    /// Gives variables and parameters other names, but not the references to them.
    fileprivate mutating func rename(
        _ variables: [String: String], _ parameters: [String: String]
    ) {
        for index in self.variables.indices {
            let name = self.variables[index].name
            self.variables[index].rename(to: variables[name] ?? name)
        }
        self.parameters = self.parameters.map { parameter in
            ConvertedParameter(
                name: parameters[parameter.name] ?? parameter.name,
                defaultText: parameter.defaultText, choices: parameter.choices,
                isRequired: parameter.isRequired, isRest: parameter.isRest,
                comments: parameter.comments)
        }
        // The names in calls are those of other tasks' parameters, which get the same names.
        func renamed(_ call: ConvertedCall) -> ConvertedCall {
            ConvertedCall(
                task: call.task,
                parameters: call.parameters.map { ($0.name.allowedVariableName, $0.value) })
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
