import SystemPackage

/// What the result of a task depends on, with all templates expanded.
struct TaskInputs: Sendable {
    /// The task's name; where parameters make several runs of one task, they may be part of it.
    var task: String
    /// The folder of the project.
    var project: FilePath
    /// The absolute folder that the patterns begin in.
    var directory: FilePath
    /// Patterns for what the task reads, as a ``Glob`` has them.
    var sources: [String]
    /// Patterns for what the task makes.
    var outputs: [String]
    /// What is run: the words of all its steps.
    var command: [String]
    /// The options of the task's command.
    var options: [(name: String, text: String)]
    /// The variables that the task sets.
    var environment: [(name: String, text: String)]
    /// What the tasks that it needs have made: their names, and the checksums of all their outputs.
    var needs: [NamedChecksum] = []

    /// The outputs that are there, without their checksums.
    func presentOutputs() throws -> SourceList {
        try SourceList(of: Glob(outputs), in: directory, keepingLinks: true)
    }

    /// The patterns of outputs of which none is there, by their indices.
    func missingOutputs() throws -> [Int] {
        try Glob.unmatched(outputs, in: directory, keepingLinks: true)
    }
}
