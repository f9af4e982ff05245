extension ConvertedProject {
    /// The project without steps that call a task which, in the end, runs the caller again: other tools start
    /// themselves anew for them, and so does the project afterwards.
    func withoutCycles() -> ConvertedProject {
        var project = self
        var edges: [String: Set<String>] = [:]
        for task in tasks {
            let calls = (task.needs.flatMap(\.self) + task.after + task.finally).map(\.task)
            edges[task.name] = Set(calls + task.steps.flatMap(\.calledTasks))
        }
        for index in project.tasks.indices {
            let name = project.tasks[index].name
            for step in project.tasks[index].steps.indices {
                let called = project.tasks[index].steps[step].calledTasks
                guard called.contains(where: { $0 == name || Self.reaches($0, name, edges) }) else {
                    continue
                }
                edges[name]?.subtract(called)
                project.tasks[index].steps[step].startDevtool()
            }
        }
        return project
    }

    private static func reaches(
        _ name: String, _ other: String, _ edges: [String: Set<String>]
    ) -> Bool {
        var seen: Set<String> = [name]
        var open = [name]
        while let next = open.popLast() {
            for called in edges[next] ?? [] where seen.insert(called).inserted {
                if called == other { return true }
                open.append(called)
            }
        }
        return false
    }
}

extension ConvertedStep {
    fileprivate var calledTasks: [String] {
        action.calls.map(\.task)
    }

    /// Makes it a line that starts devtool.
    fileprivate mutating func startDevtool() {
        var line = ConvertedText("devtool run")
        for call in action.calls {
            line.append(" \(call.task)")
            for (name, value) in call.parameters {
                line = line + ConvertedText(" --\(name)=\"") + value + ConvertedText("\"")
            }
        }
        action = .line(line)
    }
}
