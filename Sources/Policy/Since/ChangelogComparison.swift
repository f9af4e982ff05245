package import Changelogs
package import Reporting

/// Compares a changelog with an earlier state that databases have applied.
package struct ChangelogComparison {
    /// Problems and repeated runs of changesets in such a database.
    package private(set) var findings: [Diagnostic] = []
    package let newNames: Set<String>

    private let commit: String
    private let versions: [ChangeSetContent.Version]

    /// `earlier` has the changesets of the earlier state, which messages call `commit`.
    ///
    /// Without a version of Liquibase, only a change in the checksums of all versions is an edit.
    package init(
        of changelog: Changelog, with earlier: [ChangeSet], at commit: String, for liquibase: LiquibaseVersion?
    ) {
        self.commit = commit
        versions = liquibase.map { [ChangeSetContent.Version(of: $0)] } ?? ChangeSetContent.Version.allCases
        let changeSets = changelog.changeSets.firstByKey
        let current = Dictionary(uniqueKeysWithValues: changeSets.map { ($0.key, $0) })
        let former = earlier.firstByKey
        let places = Dictionary(uniqueKeysWithValues: former.enumerated().map { ($1.key, $0) })
        let added = changeSets.filter { places[$0.key] == nil }
        newNames = Set(added.map(\.name))
        for changeSet in former {
            if let now = current[changeSet.key] {
                checkEdit(of: changeSet, to: now)
            } else {
                report(lost: changeSet, added: added)
            }
        }
        let common = changeSets.filter { places[$0.key] != nil }
        checkOrder(of: common, by: common.compactMap { places[$0.key] })
        // Moved changesets already have a finding.
        let moved = Set(findings.compactMap(\.location))
        findings += changeSets.outOfOrder(existing: "at \(commit)") {
            places[$0.key] != nil || moved.contains($0.location)
        }.map(\.diagnostic)
    }

    private mutating func checkEdit(of former: ChangeSet, to now: ChangeSet) {
        guard let was = former.content, let content = now.content, !now.runsAgain,
            versions.allSatisfy({ !content.isSame(as: was, in: $0) })
        else { return }
        let acceptance = now.acceptance(of: former)
        if acceptance == .certain { return }
        if acceptance == .possible {
            findings.append(
                Diagnostic(
                    "'\(now.name)' has been edited since \(commit), and it is unknown "
                        + "whether its validCheckSum accepts the old version", severity: .warning, at: now.location,
                    hint: "compare it with MD5SUM in the databases that have applied the changeset",
                    rule: .editedChangeSet))
            return
        }
        // Only the database's own Liquibase knows the recorded checksum.
        let sum = versions == [.eight] ? former.checksum?.text(in: .eight).map { ": \($0)" } ?? "" : ""
        findings.append(
            Diagnostic(
                "'\(now.name)' has been edited since \(commit), so Liquibase rejects it on databases that "
                    + "have applied it", at: now.location,
                hint: "undo the edit and add a new changeset, or accept the edit with validCheckSum\(sum)",
                rule: .editedChangeSet))
    }

    private mutating func report(lost changeSet: ChangeSet, added: [ChangeSet]) {
        let sameName = added.first {
            ($0.id.lowercased(), $0.author.lowercased()) == (changeSet.id.lowercased(), changeSet.author.lowercased())
        }
        if let sameName {
            findings.append(
                Diagnostic(
                    "'\(changeSet.name)' has been moved to '\(sameName.file)' since \(commit), so Liquibase would "
                        + "run it again", at: sameName.location,
                    hint: "set \(sameName.attribute("logicalFilePath", changeSet.file)) on the changeset or its file",
                    rule: .movedChangeSet))
            return
        }
        let twin = added.first { now in
            guard let was = changeSet.content, let content = now.content else { return false }
            return versions.contains { content.isSame(as: was, in: $0) }
        }
        guard let twin else {
            findings.append(
                Diagnostic(
                    "'\(changeSet.name)' existed at \(commit) but has been removed", at: changeSet.location,
                    hint: "restore it, and undo its changes in a new changeset", rule: .removedChangeSet))
            return
        }
        findings.append(
            Diagnostic(
                "'\(changeSet.name)' has been renamed to '\(twin.name)' since \(commit), so Liquibase would "
                    + "run it again", at: twin.location, hint: "restore its id and author", rule: .movedChangeSet))
    }

    /// Reports the smallest set of changesets without which the others keep their order.
    private mutating func checkOrder(of changeSets: [ChangeSet], by places: [Int]) {
        let inOrder = Self.longestAscent(of: places)
        for (index, changeSet) in changeSets.enumerated() where !inOrder.contains(index) {
            let overtaken = (index + 1..<places.count).first { places[$0] < places[index] }
            let passed = places[..<index].lastIndex { $0 > places[index] }
            let place =
                overtaken.map { "comes before '\(changeSets[$0].name)'" } ?? passed.map {
                    "comes after '\(changeSets[$0].name)'"
                } ?? "has a different position"
            findings.append(
                Diagnostic(
                    "'\(changeSet.name)' \(place), unlike at \(commit): a new database "
                        + "would differ from existing ones", at: changeSet.location,
                    hint: "restore the order, and add changesets at the end", rule: .reorderedChangeSet))
        }
    }

    private static func longestAscent(of numbers: [Int]) -> Set<Int> {
        // Patience sorting: for each length, the position of the smallest number that ends an ascending sequence.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            previous[place] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var found: Set<Int> = []
        var place = ends.last
        while let current = place {
            found.insert(current)
            place = previous[current]
        }
        return found
    }
}

extension [ChangeSet] {
    /// Removes repeated changesets, which Liquibase does not run.
    fileprivate var firstByKey: [ChangeSet] {
        var seen: Set<String> = []
        return filter { seen.insert($0.key).inserted }
    }
}

extension ChangeSet {
    /// The key by which Liquibase finds a row.
    fileprivate var key: String { Changelog.key(file, id, author) }

    fileprivate enum Acceptance {
        case certain
        /// It accepts a new checksum, which may be that of the earlier state.
        case possible
        case none
    }

    fileprivate func acceptance(of former: ChangeSet) -> Acceptance {
        if acceptsAll { return .certain }
        let new = Set(acceptedChecksums).subtracting(former.acceptedChecksums)
        guard let checksum = former.checksum else { return new.isEmpty ? .none : .possible }
        let known = ChangeSetContent.Version.allCases.map(checksum.text)
        if acceptedChecksums.contains(where: { known.contains($0.lowercased()) }) { return .certain }
        return new.isEmpty || !known.contains(nil) ? .none : .possible
    }
}

extension Rule {
    static let editedChangeSet = Rule(
        "edited-changeset", in: .correctness, level: .error, "EditedSinceCommit",
        "A changeset has been edited since the commit, so its checksum differs.",
        help: "Undo the edit and add a new changeset, or accept the edit with 'validCheckSum'. Changesets with "
            + "'runOnChange' may be edited.")
    static let movedChangeSet = Rule(
        "moved-changeset", in: .correctness, level: .error, "MovedSinceCommit",
        "The file, id or author of a changeset has changed since the commit, so Liquibase would run it again.",
        help: "Restore its id and author, and set 'logicalFilePath' on the changeset or its file to the former path.")
    static let reorderedChangeSet = Rule(
        "reordered-changeset", in: .correctness, level: .error, "ReorderedSinceCommit",
        "The order of changesets has changed since the commit.",
        help: "Restore the order, so that new databases match existing ones, and add changesets at the end.")
    static let removedChangeSet = Rule(
        "removed-changeset", in: .correctness, level: .error, "RemovedSinceCommit",
        "A changeset that existed at the commit has been removed, so new databases lack its changes.",
        help: "Restore it, and undo its changes in a new changeset.")
}
