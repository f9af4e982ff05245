/// Names for tasks that devtool does not refuse: parts between colons, each of ASCII letters, digits, `_`, `.` and `-`,
/// which is not the first.
struct AllowedTaskNames {
    private let names: [String: String]

    /// Finds other names for those that are not allowed, none of which is that of another task.
    init(_ names: [String]) {
        var used = Set(names)
        var result: [String: String] = [:]
        for name in names where result[name] == nil {
            let allowed = Self.allowed(name)
            if allowed == name { continue }
            var other = allowed
            var number = 2
            while !used.insert(other).inserted {
                other = "\(allowed)-\(number)"
                number += 1
            }
            result[name] = other
        }
        self.names = result
    }

    /// The name for a name: also for that of a task in another file.
    subscript(_ name: String) -> String { names[name] ?? Self.allowed(name) }

    private static func allowed(_ name: String) -> String {
        let parts = name.split(separator: ":").map { part in
            String(
                part.map {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) ? $0 : "-"
                }
            )
            .drop { $0 == "-" }
        }
        let allowed = parts.filter { !$0.isEmpty }.joined(separator: ":")
        return allowed.isEmpty ? "task" : allowed
    }
}

extension ConvertedProject {
    /// The project with other names for tasks that devtool would refuse, which a comment has.
    func withAllowedTaskNames(of source: String) -> ConvertedProject {
        let names = AllowedTaskNames(tasks.map(\.name))
        var project = self
        for index in project.tasks.indices {
            let name = project.tasks[index].name
            project.tasks[index].rename { names[$0] }
            if project.tasks[index].name != name {
                project.tasks[index].comments.append("# In \(source): \(name)")
            }
        }
        return project
    }
}

extension ConvertedTask {
    /// Gives the task, and those that it calls, other names.
    fileprivate mutating func rename(_ change: (String) -> String) {
        func renamed(_ call: ConvertedCall) -> ConvertedCall {
            ConvertedCall(task: change(call.task), parameters: call.parameters)
        }
        name = change(name)
        aliases = aliases.map(change)
        needs = needs.map { $0.map(renamed) }
        after = after.map(renamed)
        finally = finally.map(renamed)
        for index in steps.indices {
            switch steps[index].action {
            case .call(let call): steps[index].action = .call(renamed(call))
            case .calls(let calls): steps[index].action = .calls(calls.map(renamed))
            case .line, .script, .command, .failure: break
            }
        }
    }
}
