package import Reporting

/// The rules about changesets that Liquibase runs as they are, and that may still hurt: a project sets each to
/// a level.
package enum PolicyRule: String, SettableRule {
    case dropTable = "drop-table"
    case dropColumn = "drop-column"
    case dropSchema = "drop-schema"
    case dropSequence = "drop-sequence"
    case dropView = "drop-view"
    case dropCascade = "drop-cascade"
    case truncateTable = "truncate-table"
    case deleteWithoutWhere = "delete-without-where"
    case updateWithoutWhere = "update-without-where"
    case narrowerType = "narrower-type"

    case blockingIndex = "blocking-index"
    case blockingIndexDrop = "blocking-index-drop"
    case blockingForeignKey = "blocking-foreign-key"
    case blockingCheck = "blocking-check"
    case blockingNotNull = "blocking-not-null"
    case blockingUnique = "blocking-unique"
    case typeRewrite = "type-rewrite"
    case defaultRewrite = "default-rewrite"
    case tableRewrite = "table-rewrite"
    case renameTable = "rename-table"
    case renameColumn = "rename-column"
    case lockTable = "lock-table"
    case severalLocks = "several-locks"

    case requiredColumn = "required-column"
    case uniqueOnData = "unique-on-data"
    case foreignKeyOnData = "foreign-key-on-data"
    case enumValueRemoval = "enum-value-removal"

    case concurrentlyInTransaction = "concurrently-in-transaction"
    case noRollback = "no-rollback"
    case openRollback = "open-rollback"
    case notRepeatable = "not-repeatable"
    case partialChangeSet = "partial-changeset"
    case idPattern = "id-pattern"
    case authorPattern = "author-pattern"
    case missingLabels = "missing-labels"
    case missingContexts = "missing-contexts"
    case missingComment = "missing-comment"
    case unreadSQL = "unread-sql"

    case noPrimaryKey = "no-primary-key"
    case reservedName = "reserved-name"
    case intKey = "int-key"
    case timestampWithoutZone = "timestamp-without-zone"

    /// The groups of the rules.
    package enum Group: String, RuleGroup {
        case destructive, blocking, data, liquibase, design

        package var summary: String {
            switch self {
            case .destructive: "Changes that remove data, or what others use."
            case .blocking: "Changes that keep a running application waiting, or break it."
            case .data: "Changes that fail if the data that is there does not suit them."
            case .liquibase: "How changesets are written, for Liquibase and for the team."
            case .design: "Tables and columns that are often regretted."
            }
        }
    }

    package var group: Group {
        switch self {
        case .dropTable, .dropColumn, .dropSchema, .dropSequence, .dropView, .dropCascade,
            .truncateTable, .deleteWithoutWhere, .updateWithoutWhere, .narrowerType:
            .destructive
        case .blockingIndex, .blockingIndexDrop, .blockingForeignKey, .blockingCheck,
            .blockingNotNull, .blockingUnique, .typeRewrite, .defaultRewrite, .tableRewrite,
            .renameTable, .renameColumn, .lockTable, .severalLocks:
            .blocking
        case .requiredColumn, .uniqueOnData, .foreignKeyOnData, .enumValueRemoval: .data
        case .concurrentlyInTransaction, .noRollback, .openRollback, .notRepeatable,
            .partialChangeSet, .idPattern, .authorPattern, .missingLabels, .missingContexts,
            .missingComment, .unreadSQL:
            .liquibase
        case .noPrimaryKey, .reservedName, .intKey, .timestampWithoutZone: .design
        }
    }

    package var level: RuleLevel? {
        switch self {
        case .concurrentlyInTransaction: .error
        case .noRollback, .missingLabels, .missingContexts, .missingComment: .off
        case .uniqueOnData, .foreignKeyOnData, .unreadSQL, .noPrimaryKey, .reservedName, .intKey,
            .timestampWithoutZone:
            .note
        default: .warning
        }
    }
}
