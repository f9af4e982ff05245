import Changelogs
import DevtoolKit
import Synchronization

struct ChangelogIndex: Sendable {
    private let places: [ChangeSetIdentity: (number: Int, location: SourceLocation)]
    private let preconditions: [String: SourceLocation]
    private let withoutRollback: Set<ChangeSetIdentity>
    private let missingFiles: [Diagnostic]

    init(_ changelog: Changelog) {
        var places: [ChangeSetIdentity: (number: Int, location: SourceLocation)] = [:]
        for (index, changeSet) in changelog.changeSets.enumerated() {
            let identity = changeSet.identity
            places[identity] = places[identity] ?? (index + 1, changeSet.location)
        }
        self.places = places
        preconditions = changelog.preconditions
        withoutRollback = Set(changelog.changeSets.filter(\.conduct.needsNoRollback).map(\.identity))
        let rules = [Rule.missingFile.id, Rule.emptyFolder.id]
        missingFiles = changelog.findings.filter { finding in finding.rule.map { rules.contains($0.id) } ?? false }
    }

    func location(of subject: Failure.Subject) -> SourceLocation? {
        switch subject {
        case .changeSet(let changeSet): places[changeSet]?.location
        case .missingFile(let message):
            // The lint's message contains the name in quotes.
            missingFiles.first(where: { finding in
                finding.message.split(separator: "'").dropFirst().first.map { message.contains($0) } ?? false
            })?.location
        case .preconditions(let message):
            // For example `db/a.xml : Table t does not exist`.
            message.firstRange(of: " : ").flatMap { preconditions[String(message[..<$0.lowerBound])] }
        }
    }

    func needsNoRollback(_ changeSet: ChangeSetIdentity) -> Bool { withoutRollback.contains(changeSet) }

    /// The position of a changeset, from 1, and the number of changesets.
    func position(of changeSet: ChangeSetIdentity) -> (Int, of: Int)? {
        places[changeSet].map { ($0.number, places.count) }
    }
}

final class ChangelogPlaces: Sendable {
    /// The outer `nil` means that the changelog has not been read, the inner one that it cannot be.
    private let index: Mutex<ChangelogIndex??>
    private let target: Target
    private let preflight: Preflight

    init(_ index: ChangelogIndex?, of target: Target, by preflight: Preflight) {
        self.index = Mutex(index.map { $0 })
        self.target = target
        self.preflight = preflight
    }

    func location(of subject: Failure.Subject) -> SourceLocation? {
        index.withLock { index in
            let changelog = index ?? preflight.changelog(of: target).map(ChangelogIndex.init)
            index = .some(changelog)
            return changelog?.location(of: subject)
        }
    }
}
