import DevtoolKit

/// The tasks whose commands and steps have led to a task; waiting for one of them would be a deadlock.
struct TaskCallers: Sendable {
    /// Passes the held locks on to a devtool that a task's command starts.
    static let heldVariable = "DEVTOOL_HELD_TASKS"
    static let markersVariable = "DEVTOOL_WITHIN_TASKS"

    /// The names of the held locks, separated by spaces.
    private var held: String
    private(set) var markers: String

    init(in context: Context) {
        held = context.environment[Self.heldVariable, default: ""]
        markers = context.environment[Self.markersVariable, default: ""]
    }

    /// Checks that waiting for a task would not be a deadlock.
    ///
    /// - Throws: ``Problem`` if a caller holds the task's lock.
    func check(_ name: String, of task: PlannedTask) throws {
        if held.split(separator: " ").contains(name[...]) { throw Problem.held(task) }
    }

    mutating func append(marker: String) { markers += markers.isEmpty ? marker : " \(marker)" }

    mutating func append(held name: String) { held += held.isEmpty ? name : " \(name)" }

    func tell(_ invocation: inout Invocation) {
        if !held.isEmpty { invocation.environment[Self.heldVariable] = held }
        if !markers.isEmpty { invocation.environment[Self.markersVariable] = markers }
    }
}

extension Problem {
    static func held(_ task: PlannedTask) -> Problem {
        Problem(
            .badConfiguration,
            "the task '\(task.name)' waits for itself: its own command runs devtool, and that run needs the task",
            at: task.definition.location, hint: "list what it needs in 'needs'")
    }
}
