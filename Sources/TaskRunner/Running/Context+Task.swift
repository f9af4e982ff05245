import DevtoolKit
import SystemPackage

extension Context {
    /// This context, which is that of the project's file, as a task's steps see it: in the task's folder, with
    /// its variables, its options, and its configuration where the task is from a project of its own.
    ///
    /// What does not differ is left alone: the environment is not copied for each of a thousand tasks.
    ///
    /// - Parameters:
    ///   - task: the task.
    ///   - file: the project's file.
    ///   - more: variables that come before the task's own.
    /// - Returns: the context of the steps.
    func inside(
        _ task: PlannedTask, file: FilePath, adding more: [String: String] = [:]
    ) -> Context {
        var context = self
        let own = task.definition.configurationFile
        context.workingDirectory = task.directory
        var variables = more.isEmpty ? task.environment : task.environment.merging(more) { $1 }
        // Shells set it by themselves; programs that are started without one believe it, too.
        if task.directory != workingDirectory { variables["PWD"] = task.directory.heldText }
        if !variables.isEmpty { context.environment.merge(variables) { $1 } }
        // Only commands of the suite read settings here.
        if task.definition.commandName != nil {
            context.taskVariables = task.environment.mapValues { _ in task.definition.location }
        }
        if own != file, own.lastComponent == file.lastComponent {
            context.environment["DEVTOOL_CONFIG"] = own.string
        }
        context.processes = processes.with(
            environment: variables.isEmpty ? [:] : variables.mapValues { $0 },
            directory: task.directory)
        if !task.settings.isEmpty, let command = task.definition.commandName {
            for setting in task.settings {
                context.overrides[setting.variable(of: command)] = (
                    setting.text, setting.place.origin
                )
            }
        }
        return context
    }
}
