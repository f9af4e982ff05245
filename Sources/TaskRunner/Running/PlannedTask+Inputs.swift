import DevtoolKit
import Shell
import SystemPackage

extension TaskPlan {
    func inputs(of index: Int, configuration: Configuration, project: FilePath) -> TaskInputs {
        let task = tasks[index]
        return TaskInputs(
            task: task.name, project: project, directory: task.directory, sources: task.sources, outputs: task.outputs,
            command: commandWords(of: index),
            options: (task.definition.commandName.map(configuration.values) ?? [])
                + task.settings.map { ($0.key, $0.text) },
            environment: task.environment.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    private func commandWords(of index: Int) -> [String] {
        tasks[index].steps.flatMap { step in
            switch step.work {
            case .action(let action): tasks[index].words(of: action)
            case .tasks(let call): calls[call].named.flatMap { [tasks[$0].name] + commandWords(of: $0) }
            }
        }
    }
}

extension PlannedTask {
    fileprivate func words(of action: PlannedAction) -> [String] {
        switch action {
        case .shell(let line, let arguments): shell.words + [line.shown] + arguments
        case .script(let text, let arguments): [text] + arguments
        case .program(let words, _), .command(let words, _): words
        }
    }
}
