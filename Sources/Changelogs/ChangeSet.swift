package import Reporting

package struct ChangeSet: Sendable {
    package let id: String
    package let author: String
    /// As in the column `FILENAME`.
    package let file: String
    let format: FileFormat
    package let location: SourceLocation
    package let contexts: String?
    package let labels: String?
    package let databases: String?
    /// `runOnChange` or `runAlways`.
    package let runsAgain: Bool
    /// The expected values of the column `MD5SUM`, if they can be computed.
    package let checksum: SQLChecksum?
    package let acceptedChecksums: [String]
    /// Includes the conditions of its includes.
    package let conditions: RunConditions
    /// Whether its file was found by `includeAll`.
    package let isFromFolder: Bool
    /// As written; `nil` if there are none or they were not requested.
    package let preconditions: String?
    /// The input of the checksums; `nil` if it was not requested or could not be read.
    package let content: ChangeSetContent?
    /// In order; empty without ``ChangelogOptions/readsOperations``.
    package var operations: [SchemaOperation] = []
    package var conduct = Conduct()
    package var tags: [String] = []
    /// Equal if two changesets do the same.
    let substance: String

    /// How Liquibase runs a changeset.
    package struct Conduct: Sendable {
        package var runsInTransaction = true
        package var hasPreconditions = false
        /// Whether a run may skip it, or continue after it fails.
        package var mayNotRun = false
        package var hasComment = false
        /// What ends a statement of its SQL instead of `;`.
        var endDelimiter: String?
        /// A description of a change without automatic or explicit rollback.
        package var obstacle: (words: String, location: SourceLocation)?
        package var needsNoRollback = false
        /// The location of a `TODO` in place of a rollback, as `devtool migrate new` writes it.
        package var openRollback: SourceLocation?

        static func isOpen(_ rollback: some StringProtocol) -> Bool {
            rollback.drop(while: \.isWhitespace).hasPrefix("TODO")
        }
    }

    package var name: String { "\(file)::\(id)::\(author)" }

    /// An attribute in the notation of the changeset's file.
    package func attribute(_ name: String, _ value: String) -> String { format.attribute(name, value) }

    package func isFor(_ product: DatabaseProduct) -> Bool { product.isIn(DatabaseList(databases)) }

    /// Whether it accepts any checksum (`ChangeSet.isCheckSumValid`).
    package var acceptsAll: Bool {
        acceptedChecksums.contains { ["any", "all", "*", "1:any", "1:all", "1:*"].contains($0.lowercased()) }
    }
}
