import Changelogs
package import Reporting

extension RuleCatalog {
    package static let policy = RuleCatalog([
        .dropTable, .dropColumn, .dropSchema, .dropSequence, .dropView, .dropType, .dropFunction, .dropTrigger,
        .dropConstraint, .dropCascade, .truncateTable, .deleteWithoutWhere, .updateWithoutWhere, .narrowerType,
        .blockingIndex, .blockingIndexDrop, .blockingForeignKey, .blockingCheck, .blockingNotNull, .blockingUnique,
        .blockingDetach, .typeRewrite, .defaultRewrite, .tableRewrite, .renameTable, .renameColumn, .lockTable,
        .severalLocks, .requiredColumn, .uniqueOnData, .foreignKeyOnData, .enumValueRemoval, .concurrentlyInTransaction,
        .transactionStatement, .noRollback, .openRollback, .notRepeatable, .partialChangeSet, .idPattern,
        .authorPattern, .missingLabels, .missingContexts, .missingComment, .unreadSQL, .noPrimaryKey, .reservedName,
        .longName, .domainConstraint, .intKey, .timestampWithoutZone,
    ])

    /// The rules about a changelog that databases have applied in an earlier state.
    package static let since = RuleCatalog([
        .editedChangeSet, .movedChangeSet, .reorderedChangeSet, .removedChangeSet, .outOfOrder,
    ])
}

extension RuleGroup {
    static let destructive = RuleGroup("destructive", "Changes that remove data or objects in use.")
    package static let blocking = RuleGroup("blocking", "Changes that block or break a running application.")
    static let data = RuleGroup("data", "Changes that may fail on existing data.")
    static let liquibase = RuleGroup("liquibase", "How changesets should be written for Liquibase and the team.")
    static let design = RuleGroup("design", "Table and column designs that are often regretted.")
}

enum PolicySource {
    static let postgreSQL = "https://www.postgresql.org/docs/current/"
    static let alterTable = postgreSQL + "sql-altertable.html#SQL-ALTERTABLE-NOTES"
    static let locking = postgreSQL + "explicit-locking.html"
    static let liquibase = "https://docs.liquibase.com/concepts/changelogs/"
    static let changeSet = liquibase + "changeset.html"
}
