import Changelogs
import DevtoolKit

/// Where the changesets of a changelog stand, and in which order.
struct ChangelogIndex: Sendable {
    private let places: [ChangeSetIdentity: (number: Int, location: SourceLocation)]

    /// Takes them from a changelog that has been read.
    init(_ changelog: Changelog) {
        var places: [ChangeSetIdentity: (number: Int, location: SourceLocation)] = [:]
        for (index, changeSet) in changelog.changeSets.enumerated() {
            let identity = ChangeSetIdentity(
                file: changeSet.file, id: changeSet.id, author: changeSet.author)
            places[identity] = places[identity] ?? (index + 1, changeSet.location)
        }
        self.places = places
    }

    /// The place of a changeset, if it is in the changelog.
    func location(of changeSet: ChangeSetIdentity) -> SourceLocation? {
        places[changeSet]?.location
    }

    /// Which of how many changesets one is, from 1.
    func position(of changeSet: ChangeSetIdentity) -> (Int, of: Int)? {
        places[changeSet].map { ($0.number, places.count) }
    }
}
