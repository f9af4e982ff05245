package import Reporting

/// What has become of the changesets of a changelog since an earlier state of it, as databases see it that have
/// applied that.
package struct ChangelogComparison {
    /// What Liquibase refuses in such a database, or would run again.
    package private(set) var findings: [Diagnostic] = []
    /// The names of the changesets that were not there.
    package let newNames: Set<String>

    private let commit: String
    private let versions: [ChangeSetContent.Version]

    /// Compares two states of a changelog.
    ///
    /// - Parameters:
    ///   - changelog: the changelog as it is.
    ///   - earlier: the changesets as they were.
    ///   - commit: what messages call the earlier state.
    ///   - liquibase: the version of the Liquibase that is to run it; where it is not known, only what changes
    ///     the checksums of all versions is an edit.
    package init(
        of changelog: Changelog, with earlier: [ChangeSet], at commit: String,
        for liquibase: LiquibaseVersion?
    ) {
        self.commit = commit
        versions =
            liquibase.map { [ChangeSetContent.Version(of: $0)] }
            ?? ChangeSetContent.Version.allCases
        let changeSets = changelog.changeSets.firstByKey
        let current = Dictionary(uniqueKeysWithValues: changeSets.map { ($0.key, $0) })
        let former = earlier.firstByKey
        let places = Dictionary(
            uniqueKeysWithValues: former.enumerated().map { ($1.key, $0) })
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
        // What has moved here is reported as that.
        let moved = Set(findings.compactMap(\.location))
        findings += ChangeOrder.findings(in: changeSets, as: "at \(commit)") {
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
                    "'\(now.name)' was edited since \(commit), and whether its validCheckSum accepts "
                        + "what it was is not known here",
                    severity: .warning, at: now.location,
                    hint: "compare it with MD5SUM of the databases that have applied it",
                    rule: .editedChangeSet))
            return
        }
        // What a database has, only its Liquibase knows for certain.
        let sum = versions == [.eight] ? former.checksum.map { ": \($0)" } ?? "" : ""
        findings.append(
            Diagnostic(
                "'\(now.name)' was edited since \(commit), and Liquibase refuses that where it has "
                    + "been applied",
                at: now.location,
                hint: "undo the edit and add a changeset, or accept it with validCheckSum\(sum)",
                rule: .editedChangeSet))
    }

    private mutating func report(lost changeSet: ChangeSet, added: [ChangeSet]) {
        let sameName = added.first {
            ($0.id.lowercased(), $0.author.lowercased())
                == (changeSet.id.lowercased(), changeSet.author.lowercased())
        }
        if let sameName {
            findings.append(
                Diagnostic(
                    "'\(changeSet.name)' was moved to '\(sameName.file)' since \(commit), and "
                        + "Liquibase would run it again",
                    at: sameName.location,
                    hint: "set logicalFilePath=\"\(changeSet.file)\" for its file or the changeset",
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
                    "'\(changeSet.name)' was there at \(commit), and is gone",
                    at: changeSet.location,
                    hint: "restore it, and undo it with a changeset of its own",
                    rule: .removedChangeSet))
            return
        }
        findings.append(
            Diagnostic(
                "'\(changeSet.name)' was renamed to '\(twin.name)' since \(commit), and Liquibase "
                    + "would run it again",
                at: twin.location, hint: "restore its id and author",
                rule: .movedChangeSet))
    }

    /// Reports the fewest changesets without which the others have the order that they had.
    private mutating func checkOrder(of changeSets: [ChangeSet], by places: [Int]) {
        let inOrder = Self.longestAscent(of: places)
        for (index, changeSet) in changeSets.enumerated() where !inOrder.contains(index) {
            let overtaken = (index + 1..<places.count).first { places[$0] < places[index] }
            let passed = places[..<index].lastIndex { $0 > places[index] }
            let place =
                overtaken.map { "comes before '\(changeSets[$0].name)'" }
                ?? passed.map { "comes after '\(changeSets[$0].name)'" } ?? "has another place"
            findings.append(
                Diagnostic(
                    "'\(changeSet.name)' \(place), unlike at \(commit): a new database would not "
                        + "become what others are",
                    at: changeSet.location,
                    hint: "restore the order, and add changesets at the end",
                    rule: .reorderedChangeSet))
        }
    }

    private static func longestAscent(of numbers: [Int]) -> Set<Int> {
        // Patience: the place of the smallest number that ends an ascent of each length.
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
    /// The changesets, of those that occur repeatedly the first: Liquibase runs no other.
    fileprivate var firstByKey: [ChangeSet] {
        var seen: Set<String> = []
        return filter { seen.insert($0.key).inserted }
    }
}

extension ChangeSet {
    /// What Liquibase finds the row of a database by.
    fileprivate var key: String { Changelog.key(file, id, author) }

    /// Whether a changeset accepts a database that has applied what it was.
    fileprivate enum Acceptance {
        case certain
        /// It accepts another checksum than before, and which it had is not known here.
        case possible
        case none
    }

    /// Whether it accepts a database that has applied what it was.
    fileprivate func acceptance(of former: ChangeSet) -> Acceptance {
        if acceptsAll { return .certain }
        let new = Set(acceptedChecksums).subtracting(former.acceptedChecksums)
        guard let checksum = former.checksum else { return new.isEmpty ? .none : .possible }
        if acceptedChecksums.contains(where: { $0.lowercased() == checksum }) { return .certain }
        // Of the ninth version no checksum is made here.
        return new.contains { $0.hasPrefix("9:") } ? .possible : .none
    }
}

extension Rule {
    static let editedChangeSet = Rule(
        "edited-changeset", in: .correctness, level: .error, "EditedSinceCommit",
        "A changeset was edited since the commit, so that its checksum differs.",
        help:
            "Undo the edit and add a changeset, or accept it with 'validCheckSum'; a changeset with "
            + "'runOnChange' may be edited.")
    static let movedChangeSet = Rule(
        "moved-changeset", in: .correctness, level: .error, "MovedSinceCommit",
        "A changeset has another file, id or author since the commit, so that Liquibase would run it "
            + "again.",
        help:
            "Restore its id and author, and set 'logicalFilePath' of the changeset or its file to the "
            + "former path.")
    static let reorderedChangeSet = Rule(
        "reordered-changeset", in: .correctness, level: .error, "ReorderedSinceCommit",
        "Changesets have another order since the commit.",
        help:
            "Restore the order, so that a new database becomes what others are, and add changesets "
            + "at the end.")
    static let removedChangeSet = Rule(
        "removed-changeset", in: .correctness, level: .error, "RemovedSinceCommit",
        "A changeset of the commit is gone, so that new databases lack what it did.",
        help: "Restore it, and undo it with a changeset of its own.")
}
