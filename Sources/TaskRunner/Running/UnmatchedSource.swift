import DevtoolKit

/// Finds patterns in a task's sources that match nothing, which are likely mistyped.
enum UnmatchedSource {
    /// A warning for each, as is known when it is the task's turn: what comes before may make the files.
    ///
    /// - Throws: as ``Glob/unmatched(_:in:)``.
    static func warnings(of task: PlannedTask) throws -> [Diagnostic] {
        try Glob.unmatched(task.sources, in: task.directory).map { index in
            Diagnostic(
                "the source '\(task.sources[index])' of the task '\(task.name)' matches no file",
                severity: .warning, at: task.definition.sources[index].location)
        }
    }
}
