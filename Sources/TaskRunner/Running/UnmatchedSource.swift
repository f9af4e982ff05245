import DevtoolKit

extension PlannedTask {
    /// Warnings of source patterns that match nothing, which are probably misspelled.
    ///
    /// Call it when it is the task's turn, because earlier tasks may create the files.
    func unmatchedSources() throws -> [Diagnostic] {
        try Glob.unmatched(sources, in: directory).map { index in
            Diagnostic(
                "the source '\(sources[index])' of the task '\(name)' matches no file", severity: .warning,
                at: definition.sources[index].location)
        }
    }
}
