import DevtoolKit

/// The tasks whose commands started this devtool; waiting for one of them would be a deadlock.
struct HeldTasks: Sendable {
    /// The variable that tells them to a devtool that a task's command starts.
    static let variable = "DEVTOOL_HELD_TASKS"

    /// What tells the tasks from all others.
    private let names: [Substring]

    private init(names: [Substring]) { self.names = names }

    /// Those that the context's environment tells.
    init(in context: Context) {
        names = context.environment[Self.variable, default: ""].split(separator: " ")
    }

    /// Fails for a task that is one of them.
    ///
    /// - Throws: ``HeldTaskError``.
    func check(_ name: String, of task: PlannedTask) throws {
        if names.contains(name[...]) {
            throw HeldTaskError(task: task.name, location: task.definition.location)
        }
    }

    /// A context whose children know of one more.
    func adding(_ name: String, to context: Context) -> Context {
        HeldTasks(names: names + [name[...]]).told(to: context)
    }

    /// A context whose children know of them.
    func told(to context: Context) -> Context {
        if names.isEmpty { return context }
        var context = context
        let text = names.joined(separator: " ")
        context.environment[Self.variable] = text
        context.processes = context.processes.with(environment: [Self.variable: text])
        return context
    }
}

/// A task would be run by its own command.
struct HeldTaskError: DiagnosableError {
    let task: String
    let location: SourceLocation

    var diagnostics: [Diagnostic] {
        [
            Diagnostic(
                "the task '\(task)' waits for itself: its own command runs devtool, which needs the task",
                at: location, hint: "list what it needs in 'needs'")
        ]
    }

    /// 78.
    var exitStatus: ExitStatus { .badConfiguration }
}
