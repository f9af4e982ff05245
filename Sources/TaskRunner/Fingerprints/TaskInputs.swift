import SystemPackage

/// What the result of a task depends on, with all references expanded.
struct TaskInputs: Sendable {
    /// With parameters, if these make several runs of one task.
    var task: String
    var project: FilePath
    /// The absolute folder that patterns start from.
    var directory: FilePath
    var sources: [String]
    var outputs: [String]
    var command: [String]
    var options: [(name: String, text: String)]
    var environment: [(name: String, text: String)]
    /// The needed tasks, with the checksums of their outputs.
    var needs: [NamedChecksum] = []

    func presentOutputs() throws -> SourceList { try SourceList(of: Glob(outputs), in: directory, keepingLinks: true) }

    func missingOutputs() throws -> [Int] { try Glob.unmatched(outputs, in: directory, keepingLinks: true) }
}
