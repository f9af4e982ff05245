import DevtoolKit

/// Finds source patterns that match nothing, which are probably misspelled.
enum UnmatchedSource {
    /// Call it when it is the task's turn, because earlier tasks may create the files.
    static func warnings(of task: PlannedTask) throws -> [Diagnostic] {
        try Glob.unmatched(task.sources, in: task.directory).map { index in
            Diagnostic(
                "the source '\(task.sources[index])' of the task '\(task.name)' matches no file", severity: .warning,
                at: task.definition.sources[index].location)
        }
    }
}
