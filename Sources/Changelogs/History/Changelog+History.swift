package import Reporting

extension Changelog {
    /// Compares the changelog with the changesets applied to a database, and counts those whose checksums are unknown.
    package func comparison(with history: [AppliedChangeSet]) -> (findings: [Diagnostic], uncompared: Int) {
        var uncompared = 0
        var byName: [String: ChangeSet] = [:]
        var byIdentity: [String: ChangeSet] = [:]
        for changeSet in changeSets {
            byName[Self.key(changeSet.file, changeSet.id, changeSet.author)] = changeSet
            byIdentity[Self.key("", changeSet.id, changeSet.author)] = changeSet
        }
        let applied = Self.keys(of: history)
        let findings: [Diagnostic] = history.compactMap { row in
            if let changeSet = byName[Self.key(row.file, row.id, row.author)] {
                if changeSet.runsAgain || changeSet.acceptsAll { return nil }
                let version = ChangeSetContent.Version.allCases.first { row.checksum?.hasPrefix($0.rawValue) == true }
                guard let was = row.checksum, let version, let sum = changeSet.checksum?.text(in: version) else {
                    uncompared += 1
                    return nil
                }
                return was == sum ? nil : changeSet.changed(since: was, to: sum)
            }
            let name = "\(row.file)::\(row.id)::\(row.author)"
            let other = byIdentity[Self.key("", row.id, row.author)]
            // IDs such as 1 are in many files: only a changeset that was not applied from its current file can have
            // moved.
            if let other, !applied.contains(Self.key(other.file, other.id, other.author)) {
                return Diagnostic(
                    "'\(name)' was applied, but the changelog now has it in '\(other.file)', so Liquibase "
                        + "would run it again", at: other.location,
                    hint: "set \(other.attribute("logicalFilePath", row.file)) on the changeset or its file",
                    rule: .appliedMoved)
            }
            return Diagnostic(
                "'\(name)' was applied, but is no longer in the changelog", severity: .warning, rule: .appliedMissing)
        }
        return (findings, uncompared)
    }

    package static func keys(of history: [AppliedChangeSet]) -> Set<String> {
        Set(history.map { key($0.file, $0.id, $0.author) })
    }

    /// Liquibase ignores case in all three, and prefixes of paths.
    package static func key(_ file: String, _ id: String, _ author: String) -> String {
        var path = file[...]
        if path.hasPrefix("classpath:") { path = path.dropFirst("classpath:".count) }
        while path.hasPrefix("./") || path.hasPrefix("/") { path = path.dropFirst(path.hasPrefix("/") ? 1 : 2) }
        return "\(path)\n\(id)\n\(author)".lowercased()
    }
}

extension ChangeSet {
    fileprivate func changed(since was: String, to sum: String) -> Diagnostic? {
        guard !acceptedChecksums.contains(where: { $0.lowercased() == was.lowercased() }) else { return nil }
        return Diagnostic(
            "'\(name)' was changed after it was applied: its checksum was \(was) and is now \(sum)", at: location,
            hint: "undo the change and add a new changeset, or accept the change with validCheckSum",
            rule: .changedChecksum)
    }
}
