import Changelogs
import DevtoolKit

/// Where the changesets of a changelog stand, and in which order.
struct ChangelogIndex: Sendable {
    private let places: [ChangeSetIdentity: (number: Int, location: SourceLocation)]
    private let preconditions: [String: SourceLocation]
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
        let rules = [LintRule.missingFile.rawValue, LintRule.emptyFolder.rawValue]
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

    /// Which of how many changesets one is, from 1.
    func position(of changeSet: ChangeSetIdentity) -> (Int, of: Int)? {
        places[changeSet].map { ($0.number, places.count) }
    }
}
