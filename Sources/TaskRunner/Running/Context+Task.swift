import DevtoolKit
import SystemPackage

extension Context {
    /// This context as a task's steps see it: in the task's folder, with its variables, its configuration and
    /// its options.
    ///
    /// - Parameters:
    ///   - task: the task.
    ///   - file: the project's file, whose configuration counts unless the task is from a project of its own.
    /// - Returns: the context of the steps.
    func inside(_ task: PlannedTask, file: FilePath) -> Context {
        var context = self
        let own = task.definition.configurationFile
        let isProject = own.lastComponent == file.lastComponent
        context.workingDirectory = task.directory
        var variables = task.environment
        // Shells set it by themselves; programs that are started without one believe it, too.
        if task.directory != workingDirectory { variables["PWD"] = task.directory.string }
        context.environment.merge(variables) { $1 }
        context.environment["DEVTOOL_CONFIG"] = (isProject ? own : file).string
        context.processes = processes.with(
            environment: variables.mapValues { $0 }, directory: task.directory)
        if let command = task.definition.commandName {
            for setting in task.settings {
                context.overrides[setting.variable(of: command)] = (
                    setting.text, setting.place.origin
                )
            }
        }
        return context
    }
}
