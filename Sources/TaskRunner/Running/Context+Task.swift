import DevtoolKit
import SystemPackage

extension Context {
    /// How many runs of devtool this one is within, as tasks' commands may run devtool, but not endlessly.
    static let nestingVariable = "DEVTOOL_NESTED_RUNS"
    private static let deepestNesting = 32

    /// The environment for the children of a run; throws if the nesting is too deep.
    func nestedEnvironment() throws -> [String: String?] {
        let depth = environment[Self.nestingVariable].flatMap { Int($0) } ?? 0
        guard 0..<Self.deepestNesting ~= depth else {
            throw Problem(
                .badConfiguration, "more than \(Self.deepestNesting) nested runs of devtool",
                hint: "check whether a task's command runs the task itself")
        }
        return [Self.nestingVariable: "\(depth + 1)"]
    }

    /// The context for a task's steps: its folder, variables and options, and the configuration of its own project.
    ///
    /// `self` is the context of the project's `file`; `more` are variables with precedence over the task's. Unchanged
    /// parts are shared, because copying the environment for a thousand tasks takes time.
    func inside(_ task: PlannedTask, file: FilePath, adding more: [String: String] = [:]) -> Context {
        var context = self
        let own = task.definition.configurationFile
        context.workingDirectory = task.directory
        var variables = more.isEmpty ? task.environment : task.environment.merging(more) { $1 }
        // Shells set it, and programs started without a shell rely on it, too.
        if task.directory != workingDirectory { variables["PWD"] = task.directory.heldText }
        if !variables.isEmpty { context.environment.merge(variables) { $1 } }
        // Only built-in commands read settings from here.
        if task.definition.commandName != nil {
            context.taskVariables = task.environment.mapValues { _ in task.definition.location }
        }
        if own != file, own.lastComponent == file.lastComponent { context.environment["DEVTOOL_CONFIG"] = own.string }
        context.processes = processes.with(
            environment: variables.isEmpty ? [:] : variables.mapValues { $0 }, directory: task.directory)
        if !task.settings.isEmpty, let command = task.definition.commandName {
            for setting in task.settings {
                context.overrides[setting.variable(of: command)] = (setting.text, setting.place.origin)
            }
        }
        return context
    }
}
