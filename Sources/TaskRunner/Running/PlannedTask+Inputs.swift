import DevtoolKit
import SystemPackage

extension PlannedTask {
    /// What the task's result depends on.
    ///
    /// - Parameters:
    ///   - configuration: that of the task's commands.
    ///   - project: the folder of the project.
    /// - Returns: what a fingerprint is made of.
    func inputs(configuration: Configuration, project: FilePath) -> TaskInputs {
        TaskInputs(
            task: name, project: project, directory: directory, sources: sources, outputs: outputs,
            command: steps.flatMap(words),
            options: (definition.commandName.map(configuration.values) ?? [])
                + settings.map { ($0.key, $0.text) },
            environment: environment.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    private func words(of step: PlannedStep) -> [String] {
        switch step {
        case .shell(let line, let arguments):
            definition.shell.words + [line.shown] + arguments
        case .script(let text, let arguments): [text] + arguments
        case .program(let words, _), .command(let words, _): words
        }
    }
}
