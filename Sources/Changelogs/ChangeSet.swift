package import Reporting

/// A changeset of a changelog, and its place.
package struct ChangeSet: Sendable {
    /// Its id; empty where it has none.
    package let id: String
    /// Its author; empty where it has none.
    package let author: String
    /// The file as Liquibase names it in the column `FILENAME`.
    package let file: String
    /// Where it begins.
    package let location: SourceLocation
    /// The contexts as written.
    package let contexts: String?
    /// The labels as written.
    package let labels: String?
    /// The databases that it is for, as written.
    package let databases: String?
    /// Whether Liquibase runs it again when it has changed, or always.
    package let runsAgain: Bool
    /// What Liquibase would put into the column `MD5SUM`, where it is known how.
    package let checksum: String?
    /// The checksums that Liquibase accepts for it beside its own.
    package let acceptedChecksums: [String]
    /// Under which conditions it runs, including those of what includes it.
    package let conditions: RunConditions
    /// Whether its file was found in a folder (`includeAll`).
    package let isFromFolder: Bool
    /// The preconditions as written; nil where it has none, or nobody asked for them.
    package let preconditions: String?
    /// What its checksums are made of; nil where nobody asked for it, or part of it could not be read.
    package let content: ChangeSetContent?
    /// What it does, in its order; empty where ``ChangelogOptions/readsOperations`` does not ask for it.
    package var operations: [SchemaOperation] = []
    /// How it is run.
    package var conduct = Conduct()
    /// The tags that it gives the database.
    package var tags: [String] = []
    /// What tells whether two changesets do the same.
    let substance: String

    /// How Liquibase runs a changeset, as far as rules ask for it.
    package struct Conduct: Sendable {
        /// Whether all its changes are in one transaction.
        package var runsInTransaction = true
        /// Whether it is only run under conditions.
        package var hasPreconditions = false
        /// Whether it may be left out, or fail, and the run goes on.
        package var mayNotRun = false
        /// Whether it says what it is for.
        package var hasComment = false
        /// What cannot be rolled back, and nothing says how: in words, with its place.
        package var obstacle: (words: String, location: SourceLocation)?
        /// Whether it says that there is nothing to roll back.
        package var needsNoRollback = false
        /// Where a rollback begins that nobody has written yet, as `devtool migrate new` leaves it.
        package var openRollback: SourceLocation?

        /// Whether a rollback is one that nobody has written yet.
        static func isOpen(_ rollback: some StringProtocol) -> Bool {
            rollback.drop(while: \.isWhitespace).hasPrefix("TODO")
        }
    }

    /// The name that Liquibase gives it: file, id and author.
    package var name: String { "\(file)::\(id)::\(author)" }

    /// Whether it is for a database of a kind.
    package func isFor(_ product: DatabaseProduct) -> Bool { product.isIn(DatabaseList(databases)) }

    /// Whether it accepts any checksum (`ChangeSet.isCheckSumValid`).
    var acceptsAll: Bool {
        acceptedChecksums.contains {
            ["any", "all", "*", "1:any", "1:all", "1:*"].contains($0.lowercased())
        }
    }
}
