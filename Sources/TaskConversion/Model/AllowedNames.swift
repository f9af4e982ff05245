import Scanning

/// Maps names to ones that devtool allows, in declarations and references.
///
/// A task's name has parts separated by colons, each of ASCII letters, digits, `_`, `.` and `-`, and not starting with
/// `-`. The name of a variable or parameter starts with a letter and has letters, digits, `_` and `-`. An environment
/// variable's name has ASCII letters, digits and `_`, and does not start with a digit (POSIX.1-2024, 8.1).
struct AllowedNames {
    private var names: [String: String] = [:]
    private let change: (String) -> String

    /// Chooses unique replacements for names that are not allowed.
    private init(_ names: [String], _ separator: String, _ change: @escaping (String) -> String) {
        self.change = change
        var used = Set(names)
        for name in names where self.names[name] == nil {
            let allowed = change(name)
            if allowed == name { continue }
            var other = allowed
            var number = 2
            while !used.insert(other).inserted {
                other = "\(allowed)\(separator)\(number)"
                number += 1
            }
            self.names[name] = other
        }
    }

    static func tasks(_ names: [String]) -> AllowedNames { AllowedNames(names, "-", task) }

    static func variables(_ names: [String]) -> AllowedNames { AllowedNames(names, "_", variable) }

    /// Also maps names that another file declares.
    subscript(_ name: String) -> String { names[name] ?? change(name) }

    static func isEnvironment(_ name: String) -> Bool {
        name.utf8.first?.isASCIIDigit == false
            && name.utf8.allSatisfy { UInt8(ascii: "_") == $0 || $0.isASCIILetter || $0.isASCIIDigit }
    }

    private static func task(_ name: String) -> String {
        let parts = name.split(separator: ":").map { part in
            String(part.map { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) ? $0 : "-" }).drop {
                $0 == "-"
            }
        }
        let allowed = parts.filter { !$0.isEmpty }.joined(separator: ":")
        return allowed.isEmpty ? "task" : allowed
    }

    private static func variable(_ name: String) -> String {
        var name = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" ? $0 : "_" })
        name = String(name.drop { $0 == "_" || $0 == "-" })
        return name.first?.isLetter == true ? name : "v" + name
    }
}

extension ConvertedProject {
    /// Renames everything; descriptions keep the original names of tasks.
    func withAllowedNames() -> ConvertedProject {
        let tasks = AllowedNames.tasks(self.tasks.map(\.name))
        let variables = AllowedNames.variables(self.variables.map(\.name))
        var project = self
        project.variables.rename(variables)
        project.writtenOut = Set(project.writtenOut.map { variables[$0] })
        project.variables.replace { $0.renamed(variables, nil) }
        project.environment.replace { $0.renamed(variables, nil) }
        for variable in environment where !AllowedNames.isEnvironment(variable.name) {
            project.delegateAll("sets the environment variable '\(variable.name)'", at: variable.line)
        }
        var used = Set<String>()
        for index in project.tasks.indices {
            let task = project.tasks[index]
            let parameters = AllowedNames.variables(task.parameters.map(\.name))
            let own =
                task.variables.isEmpty
                ? variables : AllowedNames.variables(task.variables.map(\.name) + self.variables.map(\.name))
            project.tasks[index].rename(tasks, own, parameters)
            if project.tasks[index].name != task.name {
                let original = "'\(task.name.printable)' in \(sourceName)"
                project.tasks[index].description = task.description.map { "\($0) (\(original))" } ?? original
            }
            used.insert(project.tasks[index].name)
        }
        for index in project.tasks.indices {
            // Names of tasks take precedence.
            project.tasks[index].aliases = project.tasks[index].aliases.filter { used.insert($0).inserted }
        }
        return project
    }
}

extension ConvertedTask {
    fileprivate mutating func rename(_ tasks: AllowedNames, _ variables: AllowedNames, _ parameters: AllowedNames) {
        name = tasks[name]
        aliases = aliases.map { tasks[$0] }
        self.variables.rename(variables)
        for variable in environment where !AllowedNames.isEnvironment(variable.name) {
            delegate("sets the environment variable '\(variable.name)'", at: variable.line)
        }
        for index in self.parameters.indices { self.parameters[index].name = parameters[self.parameters[index].name] }
        replace({ $0.renamed(variables, parameters) }) { call in
            // The names are those of the called task's parameters, which are mapped in the same way.
            ConvertedCall(
                task: tasks[call.task],
                parameters: call.parameters.map { name, value in
                    (AllowedNames.variables([])[name], value.renamed(variables, parameters))
                })
        }
    }

    private mutating func replace(
        _ change: (ConvertedText) -> ConvertedText, _ changeCall: (ConvertedCall) -> ConvertedCall
    ) {
        variables.replace(change)
        environment.replace(change)
        for index in dotenv.indices { dotenv[index].file = change(dotenv[index].file) }
        for index in parameters.indices { parameters[index].defaultText = parameters[index].defaultText.map(change) }
        for index in steps.indices {
            switch steps[index].action {
            case .line(let text): steps[index].action = .line(change(text))
            case .calls(let calls): steps[index].action = .calls(calls.map(changeCall))
            case .script: break
            }
        }
        needs = needs.map { $0.map(changeCall) }
        after = after.map(changeCall)
        status = status.map(change)
        dir = dir.map(change)
        confirmation = confirmation.map(change)
        sources = sources.map(change)
        outputs = outputs.map(change)
    }
}

extension [ConvertedVariable] {
    fileprivate mutating func rename(_ names: AllowedNames) {
        for index in indices { self[index].name = names[self[index].name] }
    }

    fileprivate mutating func replace(_ change: (ConvertedText) -> ConvertedText) {
        for index in indices { self[index].value = change(self[index].value) }
    }
}

extension ConvertedText {
    fileprivate func renamed(_ variables: AllowedNames, _ parameters: AllowedNames?) -> ConvertedText {
        replacing { reference in
            switch reference {
            case .variable(let name): .reference(.variable(variables[name]))
            case .parameter(let name): .reference(.parameter(parameters?[name] ?? name))
            // The environment cannot have this name.
            case .environment(let name, let other) where !AllowedNames.isEnvironment(name): ConvertedText(other ?? "")
            case .environment, .root, .invocationFolder, .arguments: nil
            }
        }
    }
}
