extension ProjectWriter {
    /// The project in which a step that cannot be said fails its task, and whatever runs that: no error is ignored, and
    /// no task is skipped.
    func withoutIgnoredFailures() -> ConvertedProject {
        var project = self.project
        var failing: Set<String> = []
        let shellOfFile = shellOfFile
        for index in project.tasks.indices {
            let shell = shell(ofTaskAt: index, shellOfFile)
            failForCondition(of: &project.tasks[index], shell)
            for step in project.tasks[index].steps.indices
            where fails(project.tasks[index].steps[step], shell) {
                project.tasks[index].steps[step].ignoresError = false
                failing.insert(project.tasks[index].name)
            }
        }
        failing = project.tasksThatRun(failing)
        for index in project.tasks.indices where failing.contains(project.tasks[index].name) {
            project.tasks[index].ignoresError = false
            for step in project.tasks[index].steps.indices
            where project.tasks[index].steps[step].action.calls.contains(where: {
                failing.contains($0.task)
            }) {
                project.tasks[index].steps[step].ignoresError = false
            }
        }
        return project
    }

    /// Makes a task fail whose condition cannot be said: one that fails would skip it.
    private func failForCondition(of task: inout ConvertedTask, _ shell: ShellLineWriter) {
        guard let condition = task.condition else { return }
        do throws(ShellLineWriter.Problem) {
            _ = try written(condition, shell)
        } catch {
            task.condition = nil
            let leftover = Leftover(
                line: task.line, reason: "the condition: \(error.reason)",
                text: error.text ?? condition.shownText)
            task.steps.insert(.failure(leftover), at: 0)
        }
    }

    private func fails(_ step: ConvertedStep, _ shell: ShellLineWriter) -> Bool {
        switch step.action {
        case .line(let text): (try? written(text, shell)) == nil
        case .failure: true
        case .script, .call, .calls, .command: false
        }
    }
}

extension ConvertedProject {
    /// Some tasks, and all that run one of them.
    fileprivate func tasksThatRun(_ names: Set<String>) -> Set<String> {
        guard !names.isEmpty else { return [] }
        var callers: [String: [String]] = [:]
        for task in tasks {
            for call in task.calls { callers[call.task, default: []].append(task.name) }
        }
        var result = names
        var open = Array(names)
        while let next = open.popLast() {
            for caller in callers[next] ?? [] where result.insert(caller).inserted {
                open.append(caller)
            }
        }
        return result
    }
}
