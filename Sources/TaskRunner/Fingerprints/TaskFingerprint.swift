import DevtoolKit
import SystemPackage

/// Everything that a run of a task depended on, in a form that can be stored and compared.
///
/// Of options and variables, which may be secrets, only names and checksums are part of it.
struct TaskFingerprint: Sendable, Equatable {
    /// Which task of which project it is of.
    var identity: SHA256
    /// When the sources were looked at, by the clock that files are stamped with.
    var time: Int64
    /// Whether the run that it was taken before has succeeded.
    var hasSucceeded = false
    /// What was run.
    var command: SHA256
    /// The patterns for sources, and where they begin.
    var patterns: SHA256
    /// The options, sorted by name.
    var options: [NamedChecksum]
    /// The variables, sorted by name.
    var environment: [NamedChecksum]
    /// What needs have made, sorted by name.
    var needs: [NamedChecksum]
    var sources: SourceList
    /// The outputs, as the run has left them.
    var outputs = SourceList()

    /// The fingerprint of inputs but for the sources.
    init(of inputs: TaskInputs) {
        identity = Self.identity(of: inputs)
        time = FileMark.now
        command = Self.checksum(of: inputs.command)
        patterns = Self.checksum(of: [inputs.directory.string] + inputs.sources)
        options = NamedChecksum.sorted(inputs.options)
        environment = NamedChecksum.sorted(inputs.environment)
        needs = inputs.needs.sorted { $0.name < $1.name }
        sources = SourceList()
    }

    /// What tells the result of a task from others, wherever its project is.
    ///
    /// That is all that it depends on, and the kind of machine; the sources must have been looked at.
    func resultKey(of inputs: TaskInputs) -> SHA256 {
        var directory = inputs.directory
        _ = directory.removePrefix(inputs.project)
        var hasher = SHA256Hasher()
        hasher.update("devtool result 1")
        let platform = TaskPlatform.current
        hasher.update("\(platform.system)/\(platform.architecture ?? "")")
        for texts in [
            [inputs.task, directory.string], inputs.command, inputs.sources, inputs.outputs,
        ] {
            hasher.update("\(texts.count)")
            for text in texts { hasher.update(text) }
        }
        for values in [options, environment, needs] {
            hasher.update("\(values.count)")
            for value in values {
                hasher.update(value.name)
                hasher.update("\(value.checksum)")
            }
        }
        hasher.update("\(sources.checksum)")
        return hasher.finish()
    }

    /// Takes over what is known of needs that are not part of this run.
    mutating func keepNeeds(of earlier: TaskFingerprint) {
        let known = Set(needs.map(\.name))
        needs += earlier.needs.filter { !known.contains($0.name) }
        needs.sort { $0.name < $1.name }
    }

    /// What tells the task from those of other names and projects.
    static func identity(of inputs: TaskInputs) -> SHA256 {
        checksum(of: [inputs.project.string, inputs.task])
    }

    private static func checksum(of texts: [String]) -> SHA256 {
        var hasher = SHA256Hasher()
        for text in texts { hasher.update(text) }
        return hasher.finish()
    }
}

/// An option or a variable, with a checksum of its value.
struct NamedChecksum: Sendable, Equatable {
    /// What it is called.
    var name: String
    /// The checksum of name and value.
    var checksum: SHA256

    /// The checksums of values, sorted by name; of several with one name, the last one counts.
    static func sorted(_ values: [(name: String, text: String)]) -> [NamedChecksum] {
        var checksums: [String: SHA256] = [:]
        for value in values {
            var hasher = SHA256Hasher()
            hasher.update(value.name)
            hasher.update(value.text)
            checksums[value.name] = hasher.finish()
        }
        return checksums.sorted { $0.key < $1.key }.map {
            NamedChecksum(name: $0.key, checksum: $0.value)
        }
    }
}
