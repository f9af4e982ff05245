import DevtoolKit

/// The tasks whose commands and steps have led to a task; waiting for one of them would be a deadlock.
struct TaskCallers: Sendable {
    /// The variable that tells those that hold a lock to a devtool that a task's command starts.
    static let heldVariable = "DEVTOOL_HELD_TASKS"
    static let markersVariable = "DEVTOOL_WITHIN_TASKS"

    /// The names of the locks that they hold, separated by blanks.
    private var held: String
    /// What a ``RunSharing`` calls them, separated by blanks.
    private(set) var markers: String

    /// Those that the context's environment tells.
    init(in context: Context) {
        held = context.environment[Self.heldVariable, default: ""]
        markers = context.environment[Self.markersVariable, default: ""]
    }

    /// Fails for a task that holds its lock already.
    ///
    /// - Throws: ``HeldTaskError``.
    func check(_ name: String, of task: PlannedTask) throws {
        if held.split(separator: " ").contains(name[...]) {
            throw HeldTaskError(task: task.name, location: task.definition.location)
        }
    }

    /// Adds a task.
    mutating func append(marker: String) { markers += markers.isEmpty ? marker : " \(marker)" }

    /// Adds the lock of a task.
    mutating func append(held name: String) { held += held.isEmpty ? name : " \(name)" }

    /// Tells a child of the last one of them.
    func tell(_ invocation: inout Invocation) {
        if !held.isEmpty { invocation.environment[Self.heldVariable] = held }
        if !markers.isEmpty { invocation.environment[Self.markersVariable] = markers }
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
