import Changelogs
import DevtoolKit
import Synchronization

/// The places and the order of the changesets of a changelog.
struct ChangelogIndex: Sendable {
    private let places: [ChangeSetIdentity: (number: Int, location: SourceLocation)]
    private let preconditions: [String: SourceLocation]
    /// The changesets that say that there is nothing to roll back.
    private let withoutRollback: Set<ChangeSetIdentity>
    private let missingFiles: [Diagnostic]

    /// Takes them from a changelog that has been read.
    init(_ changelog: Changelog) {
        var places: [ChangeSetIdentity: (number: Int, location: SourceLocation)] = [:]
        for (index, changeSet) in changelog.changeSets.enumerated() {
            let identity = ChangeSetIdentity(
                file: changeSet.file, id: changeSet.id, author: changeSet.author)
            places[identity] = places[identity] ?? (index + 1, changeSet.location)
        }
        self.places = places
        preconditions = changelog.preconditions
        withoutRollback = Set(
            changelog.changeSets.filter(\.conduct.needsNoRollback).map(\.identity))
        let rules = [Rule.missingFile.id, Rule.emptyFolder.id]
        missingFiles = changelog.findings.filter { finding in
            finding.rule.map { rules.contains($0.id) } ?? false
        }
    }

    /// The place of what a failure is about, if it is in the changelog.
    func location(of subject: Failure.Subject) -> SourceLocation? {
        switch subject {
        case .changeSet(let changeSet): places[changeSet]?.location
        case .missingFile(let message):
            // The lint's message has the name in quotes.
            missingFiles.first(where: { finding in
                finding.message.split(separator: "'").dropFirst().first.map {
                    message.contains($0)
                } ?? false
            })?.location
        case .preconditions(let message):
            // As in `db/a.xml : Table t does not exist`.
            message.firstRange(of: " : ").flatMap {
                preconditions[String(message[..<$0.lowerBound])]
            }
        }
    }

    /// Whether a changeset says that there is nothing to roll back.
    func needsNoRollback(_ changeSet: ChangeSetIdentity) -> Bool {
        withoutRollback.contains(changeSet)
    }

    /// Which of how many changesets one is, from 1.
    func position(of changeSet: ChangeSetIdentity) -> (Int, of: Int)? {
        places[changeSet].map { ($0.number, places.count) }
    }
}

/// The places in a changelog, read on demand unless they are already known.
final class ChangelogPlaces: Sendable {
    /// The changelog, or that there is none; nil where nobody has looked.
    private let index: Mutex<ChangelogIndex??>
    private let target: Target
    private let preflight: Preflight?

    /// Takes a changelog.
    ///
    /// - Parameters:
    ///   - index: the changelog, if it has been read.
    ///   - target: whose it is.
    ///   - preflight: what reads it, if it has not been; nil where it cannot be read.
    init(_ index: ChangelogIndex?, of target: Target, by preflight: Preflight?) {
        self.index = Mutex(index.map { $0 })
        self.target = target
        self.preflight = preflight
    }

    /// The place of what a failure is about, if it is in the changelog.
    func location(of subject: Failure.Subject) -> SourceLocation? {
        index.withLock { index in
            let changelog = index ?? preflight?.changelog(of: target).map(ChangelogIndex.init)
            index = .some(changelog)
            return changelog?.location(of: subject)
        }
    }
}
