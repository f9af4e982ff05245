public import DevtoolKit

extension RunCommand {
    /// Examples for the help.
    public static let examples = [
        CommandExample("run --list", "List the tasks."),
        CommandExample("run", "Run the task 'default' after the tasks it needs."),
        CommandExample("run greet --name Ada", "Run a task with a parameter."),
        CommandExample("run --dry-run ci", "Print the plan and every command without running anything."),
        CommandExample("run --why board", "Explain why a task runs or is skipped."),
    ]
}
