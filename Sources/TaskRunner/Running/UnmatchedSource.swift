import DevtoolKit

extension PlannedTask {
    /// Warnings of source patterns that match nothing, which are probably misspelled.
    ///
    /// Call it when it is the task's turn, because earlier tasks may create the files.
    func unmatchedSources() throws -> [Diagnostic] {
        try Glob.unmatched(sources, in: directory).map { index in
            Diagnostic(
                "the source '\(sources[index])' of the task '\(name)' matches no file", severity: .warning,
                at: patternTexts.sources[index].location)
        }
    }

    /// Warnings of output patterns that match nothing after the task, which therefore is never up to date.
    func unmatchedOutputs() throws -> [Diagnostic] {
        try Glob.unmatched(outputs, in: directory, keepingLinks: true).map { index in
            Diagnostic(
                "the task '\(name)' did not create its output '\(outputs[index])'", severity: .warning,
                at: patternTexts.outputs[index].location)
        }
    }
}
