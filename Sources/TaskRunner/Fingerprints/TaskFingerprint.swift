import DevtoolKit
import SystemPackage

/// Everything that a run of a task depended on, in a form that can be stored and compared.
///
/// Options and variables may be secrets, so only their names and checksums are stored.
struct TaskFingerprint: Sendable, Equatable {
    var identity: SHA256
    /// When the sources were examined, by ``FileMark/now``.
    var time: Int64
    /// Whether the run that followed has succeeded.
    var hasSucceeded = false
    var command: SHA256
    /// A checksum of the patterns for sources, and of the folder that they start from.
    var patterns: SHA256
    var options: [NamedChecksum]
    var environment: [NamedChecksum]
    var needs: [NamedChecksum]
    var sources: SourceList
    var outputs = SourceList()

    /// Creates a fingerprint without sources and outputs.
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

    /// The key of the result in the cache, independent of the project's location.
    ///
    /// It covers everything that the result depends on, including the platform. The sources must have their checksums.
    func resultKey(of inputs: TaskInputs) -> SHA256 {
        var directory = inputs.directory
        _ = directory.removePrefix(inputs.project)
        var hasher = SHA256Hasher()
        hasher.update("devtool result 1")
        let platform = TaskPlatform.current
        hasher.update("\(platform.system)/\(platform.architecture ?? "")")
        for texts in [[inputs.task, directory.string], inputs.command, inputs.sources, inputs.outputs] {
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

    /// Adds the earlier values of needs that are not part of this run.
    mutating func keepNeeds(of earlier: TaskFingerprint) {
        let known = Set(needs.map(\.name))
        needs += earlier.needs.filter { !known.contains($0.name) }
        needs.sort { $0.name < $1.name }
    }

    static func identity(of inputs: TaskInputs) -> SHA256 { checksum(of: [inputs.project.string, inputs.task]) }

    private static func checksum(of texts: [String]) -> SHA256 {
        var hasher = SHA256Hasher()
        for text in texts { hasher.update(text) }
        return hasher.finish()
    }
}

struct NamedChecksum: Sendable, Equatable {
    var name: String
    var checksum: SHA256

    /// Sorted by name; if a name is repeated, the last value wins.
    static func sorted(_ values: [(name: String, text: String)]) -> [NamedChecksum] {
        var checksums: [String: SHA256] = [:]
        for value in values {
            var hasher = SHA256Hasher()
            hasher.update(value.name)
            hasher.update(value.text)
            checksums[value.name] = hasher.finish()
        }
        return checksums.sorted { $0.key < $1.key }.map { NamedChecksum(name: $0.key, checksum: $0.value) }
    }
}
