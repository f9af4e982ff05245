extension TaskFingerprint {
    private static let namedFiles = 3

    func reasons(since earlier: TaskFingerprint, patterns newPatterns: [String]) -> [String] {
        var reasons = earlier.hasSucceeded ? [] : ["the last run did not succeed"]
        if command != earlier.command { reasons.append("the command changed") }
        reasons += Self.changes(in: options, since: earlier.options, called: "the option")
        reasons += Self.changes(in: environment, since: earlier.environment, called: "the variable")
        let hasNewPatterns = patterns != earlier.patterns
        if hasNewPatterns {
            let list = newPatterns.map { "'\($0)'" }.joined(separator: ", ")
            reasons.append("'sources' changed to \(list)")
        }
        reasons += sourceChanges(since: earlier.sources, onlyChanged: hasNewPatterns)
        // Needs that are not part of this run have their earlier values.
        return reasons + needs.filter { !earlier.needs.contains($0) }.map { "the outputs of '\($0.name)' changed" }
    }

    /// The changes to the outputs of the earlier run; other files in the same places may be another task's.
    func outputChanges(since earlier: TaskFingerprint) -> [String] {
        Self.listing { add in
            outputs.compare(with: earlier.outputs) { index, other in
                guard let other else { return }
                guard let index else { return add("the output '\(earlier.outputs.path(at: other))' is missing") }
                if outputs.checksums[index] != earlier.outputs.checksums[other] {
                    add("the output '\(outputs.path(at: index))' changed")
                }
            }
        }
    }

    /// If the patterns changed, added and removed files are not worth a sentence.
    private func sourceChanges(since earlier: SourceList, onlyChanged: Bool) -> [String] {
        Self.listing { add in
            sources.compare(with: earlier) { index, other in
                switch (index, other) {
                case (let index?, let other?):
                    if sources.checksums[index] != earlier.checksums[other] {
                        add("'\(sources.path(at: index))' changed")
                    }
                case (let index?, nil): if !onlyChanged { add("'\(sources.path(at: index))' is new") }
                case (nil, let other?): if !onlyChanged { add("'\(earlier.path(at: other))' was removed") }
                case (nil, nil): break
                }
            }
        }
    }

    /// The first sentences that `find` adds, and the number of the others.
    private static func listing(_ find: (_ add: (@autoclosure () -> String) -> Void) -> Void) -> [String] {
        var reasons: [String] = []
        var count = 0
        find { sentence in
            count += 1
            if count <= namedFiles { reasons.append(sentence()) }
        }
        return count > reasons.count ? reasons + ["and \(count - reasons.count) more"] : reasons
    }

    private static func changes(in values: [NamedChecksum], since earlier: [NamedChecksum], called kind: String)
        -> [String]
    {
        let before = Dictionary(uniqueKeysWithValues: earlier.map { ($0.name, $0.checksum) })
        let now = Dictionary(uniqueKeysWithValues: values.map { ($0.name, $0.checksum) })
        return Set(before.keys).union(now.keys).sorted().compactMap { name in
            switch (now[name], before[name]) {
            case (_?, nil): "\(kind) '\(name)' is new"
            case (nil, _?): "\(kind) '\(name)' was removed"
            case (let value, let other): value == other ? nil : "\(kind) '\(name)' changed"
            }
        }
    }
}
