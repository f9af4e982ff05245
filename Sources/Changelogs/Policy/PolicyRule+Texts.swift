package import Reporting

extension PolicyRule {
    private static let postgreSQL = "https://www.postgresql.org/docs/current/"
    private static let liquibase = "https://docs.liquibase.com/concepts/changelogs/"
    private static let table = postgreSQL + "sql-altertable.html#SQL-ALTERTABLE-NOTES"

    package var texts: RuleTexts {
        switch group {
        case .destructive: destructiveTexts
        case .blocking: blockingTexts
        case .data: dataTexts
        case .liquibase: liquibaseTexts
        case .design: designTexts
        }
    }

    private var destructiveTexts: RuleTexts {
        switch self {
        case .dropColumn:
            RuleTexts(
                "ColumnIsDropped", "A column is dropped.",
                because:
                    "Its data is lost, and the running version of the application fails where it "
                    + "still names the column.",
                help:
                    "Release a version that does not use the column first. Keep a copy of data that "
                    + "may be needed again.",
                source: Self.postgreSQL + "ddl-alter.html#DDL-ALTER-REMOVING-A-COLUMN")
        case .dropSchema:
            RuleTexts(
                "SchemaIsDropped", "A schema, a database, or all that a role owns is dropped.",
                because: "Everything in it is lost.",
                help:
                    "Drop its tables one by one, in changesets of their own, once nobody uses them.",
                source: Self.postgreSQL + "sql-dropschema.html")
        case .dropSequence:
            RuleTexts(
                "SequenceIsDropped", "A sequence is dropped.",
                because:
                    "Columns and programs that take numbers from it fail, and where it had come to "
                    + "is lost.",
                help: "Remove the defaults that use it first, and release a version that does not.",
                source: Self.postgreSQL + "sql-dropsequence.html")
        case .dropView:
            RuleTexts(
                "ViewIsDropped", "A view is dropped.",
                because: "Queries and other views that use it fail, and the rights on it are lost.",
                help:
                    "Replace it with 'createView' and 'replaceIfExists', or make sure that nobody "
                    + "uses it any more.",
                source: Self.postgreSQL + "sql-dropview.html")
        case .dropCascade:
            RuleTexts(
                "DropsWhatDepends", "A change also drops, or empties, whatever depends on a table.",
                because: "What is lost depends on the database, and no one has read a list of it.",
                help:
                    "Leave CASCADE out, and drop what depends on the table in changes of its own.",
                source: Self.postgreSQL + "ddl-depend.html")
        case .truncateTable:
            RuleTexts(
                "TableIsEmptied", "All rows of a table are removed.",
                because:
                    "The data is lost, and on most databases nobody can read the table meanwhile.",
                help: "Delete the rows that are meant, with a condition.",
                source: Self.postgreSQL + "sql-truncate.html")
        case .deleteWithoutWhere:
            RuleTexts(
                "DeletesAllRows", "A DELETE has no condition.",
                because: "All rows of the table are removed, in one long transaction.",
                help:
                    "Add the condition, or say that all rows are meant with a comment that gives the "
                    + "reason.",
                source: Self.postgreSQL + "sql-delete.html")
        case .updateWithoutWhere:
            RuleTexts(
                "UpdatesAllRows", "An UPDATE has no condition.",
                because:
                    "All rows of the table are written and stay locked until the changeset ends.",
                help: "Add the condition, and update a large table in parts.",
                source: Self.postgreSQL + "sql-update.html")
        case .narrowerType:
            RuleTexts(
                "TypeIsNarrower", "A column gets a type that holds less than its type before.",
                because: "Values that do not fit are cut, or the change fails.",
                help: "Add a column of the new type, fill it with what fits, and switch over.",
                source: Self.postgreSQL + "ddl-alter.html")
        default:
            RuleTexts(
                "TableIsDropped", "A table is dropped.",
                because:
                    "Its data is lost, and the running version of the application fails where it "
                    + "still uses the table.",
                help:
                    "Release a version that does not use the table first. Keep a copy of data that "
                    + "may be needed again.",
                source: Self.postgreSQL + "sql-droptable.html")
        }
    }

    private var blockingTexts: RuleTexts {
        switch self {
        case .blockingIndexDrop:
            RuleTexts(
                "IndexDropBlocks", "An index is dropped under a lock that blocks reads and writes.",
                because:
                    "The change waits for all running queries on the table, and all later ones "
                    + "wait for it.",
                help: "Use DROP INDEX CONCURRENTLY in a changeset with runInTransaction=\"false\".",
                source: Self.postgreSQL + "sql-dropindex.html")
        case .blockingForeignKey:
            RuleTexts(
                "ForeignKeyBlocks",
                "A foreign key is added while writes wait until all rows are checked.",
                because:
                    "Writes to both tables wait until every row of the referencing table has been "
                    + "looked up.",
                help: "Add it with NOT VALID, and run VALIDATE CONSTRAINT in a later changeset.",
                source: Self.table)
        case .blockingCheck:
            RuleTexts(
                "CheckBlocks", "A check constraint is added while the table is locked and read.",
                because: "Nobody can use the table until every row has been checked.",
                help: "Add it with NOT VALID, and run VALIDATE CONSTRAINT in a later changeset.",
                source: Self.table)
        case .blockingNotNull:
            RuleTexts(
                "NotNullBlocks", "A column becomes NOT NULL while the table is locked and read.",
                because: "Nobody can use the table until every row has been checked.",
                help:
                    "Add CHECK (column IS NOT NULL) NOT VALID, validate it in a later changeset, then "
                    + "set NOT NULL, which no longer reads the rows.",
                source: Self.postgreSQL
                    + "sql-altertable.html#SQL-ALTERTABLE-DESC-SET-DROP-NOT-NULL")
        case .blockingUnique:
            RuleTexts(
                "UniqueBlocks",
                "A unique or primary key builds its index while the table is locked.",
                because: "Nobody can use the table until the index is built.",
                help: "Create a unique index with CONCURRENTLY, then add the constraint with USING "
                    + "INDEX.",
                source: Self.table)
        case .typeRewrite:
            RuleTexts(
                "TypeChangeRewrites", "A column gets another type, and the table is written anew.",
                because:
                    "Nobody can write to the table until all rows and indexes are written, and on "
                    + "PostgreSQL nobody can read it either.",
                help: "Add a column of the new type, fill it in parts, and switch over.",
                source: Self.table)
        case .defaultRewrite:
            RuleTexts(
                "DefaultRewrites", "A column is added with a value that is computed for each row.",
                because: "Nobody can use the table until all rows are written anew.",
                help:
                    "Add the column without a default, set the default in a second change, and fill "
                    + "the rows in parts.",
                source: Self.table)
        case .tableRewrite:
            RuleTexts(
                "TableIsRewritten",
                "A statement writes a table, an index or a view anew under a lock.",
                because: "Nobody can use it until that is done.",
                help: "Use the variant with CONCURRENTLY where there is one, or run it in a "
                    + "maintenance window.",
                source: Self.postgreSQL + "explicit-locking.html")
        case .renameTable:
            RuleTexts(
                "TableIsRenamed", "A table, a view or a schema gets another name.",
                because:
                    "The running version of the application fails until the new one has replaced "
                    + "it.",
                help:
                    "Create a view with the old name in the same transaction, or a table to switch "
                    + "over to.",
                source: Self.postgreSQL + "ddl-alter.html#DDL-ALTER-RENAMING-TABLE")
        case .renameColumn:
            RuleTexts(
                "ColumnIsRenamed", "A column gets another name.",
                because:
                    "The running version of the application fails until the new one has replaced "
                    + "it.",
                help:
                    "Add a column with the new name, write both, fill the old rows, and switch over.",
                source: Self.postgreSQL + "ddl-alter.html#DDL-ALTER-RENAMING-COLUMN")
        case .lockTable:
            RuleTexts(
                "TableIsLocked", "A table is locked by a statement.",
                because: "Others wait until the changeset ends.",
                help: "Leave it out, or lock in a weaker mode and with 'SET LOCAL lock_timeout'.",
                source: Self.postgreSQL + "sql-lock.html")
        case .severalLocks:
            RuleTexts(
                "LocksAddUp", "A changeset has several changes that block others.",
                because:
                    "It is one transaction: each lock is held until the last change is done, and "
                    + "two such runs can deadlock.",
                help: "Give each change a changeset of its own.",
                source: Self.postgreSQL + "explicit-locking.html")
        default:
            RuleTexts(
                "IndexBlocks", "An index is created while writes to the table wait.",
                because: "The table cannot be written to until the index is built.",
                help:
                    "Use CREATE INDEX CONCURRENTLY in a changeset with runInTransaction=\"false\".",
                source: Self.postgreSQL + "sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY")
        }
    }

    private var dataTexts: RuleTexts {
        switch self {
        case .uniqueOnData:
            RuleTexts(
                "UniqueOnExistingRows", "Columns of an existing table become unique.",
                because: "The change fails where rows have the same values.",
                help: "Look for duplicates before, and remove them in a changeset of their own.",
                source: Self.postgreSQL + "indexes-unique.html")
        case .foreignKeyOnData:
            RuleTexts(
                "ForeignKeyOnExistingRows", "A foreign key is added to an existing table.",
                because: "The change fails where rows refer to others that do not exist.",
                help: "Look for such rows before, and mend them in a changeset of their own.",
                source: Self.postgreSQL + "ddl-constraints.html#DDL-CONSTRAINTS-FK")
        case .enumValueRemoval:
            RuleTexts(
                "EnumValueIsRemoved", "An enumeration loses a value.",
                because: "Rows that have the value make the change fail, or lose it.",
                help: "Replace the value in all rows first, in a changeset of its own.",
                source: Self.postgreSQL + "datatype-enum.html")
        default:
            RuleTexts(
                "RequiredColumn", "A column that must not be null is added without a default.",
                because: "The change fails if the table has rows.",
                help:
                    "Give it a default, or add it nullable, fill it, and set NOT NULL afterwards.",
                source: Self.table)
        }
    }

    private var liquibaseTexts: RuleTexts {
        switch self {
        case .noRollback:
            RuleTexts(
                "NoRollback", "Liquibase cannot roll back a change automatically.",
                because: "'rollback' and its variants fail at this changeset.",
                help: "Add a 'rollback', empty if there is nothing to undo.",
                source: Self.liquibase + "changeset.html")
        case .openRollback:
            RuleTexts(
                "RollbackToBeWritten", "A rollback begins with TODO.",
                because: "'rollback' and its variants fail at this changeset.",
                help: "Write the rollback, or leave it empty if there is nothing to undo.",
                source: Self.liquibase + "changeset.html")
        case .notRepeatable:
            RuleTexts(
                "RunsAgainAndFails", "A changeset with runOnChange or runAlways cannot run twice.",
                because: "It fails, or repeats its effect, when Liquibase runs it again.",
                help:
                    "Write it so that it can be repeated, as with 'replaceIfExists' or IF NOT EXISTS, "
                    + "or remove the attribute.",
                source: Self.liquibase + "changeset.html")
        case .partialChangeSet:
            RuleTexts(
                "StaysHalfDone", "A changeset has several changes on a database that commits each.",
                because: "If one fails, those before it stay, and the changeset can neither be run "
                    + "again nor be rolled back.",
                help: "Give each change a changeset of its own.",
                source: Self.liquibase + "changeset.html")
        case .idPattern:
            RuleTexts(
                "IDAgainstPattern", "The id of a changeset does not match the project's pattern.",
                help: "Name it as 'migrate.lint.id-pattern' asks, before it is applied anywhere.",
                source: Self.liquibase + "changeset.html")
        case .authorPattern:
            RuleTexts(
                "AuthorAgainstPattern",
                "The author of a changeset does not match the project's pattern.",
                help: "Name the author as 'migrate.lint.author-pattern' asks, before it is applied "
                    + "anywhere.",
                source: Self.liquibase + "changeset.html")
        case .missingLabels:
            RuleTexts(
                "NoLabels", "A changeset has no labels.", help: "Add the attribute 'labels'.",
                source: Self.liquibase + "attributes/labels.html")
        case .missingContexts:
            RuleTexts(
                "NoContexts", "A changeset has no contexts.",
                help: "Add the attribute 'contextFilter', or 'context' before Liquibase 4.16.",
                source: Self.liquibase + "attributes/contexts.html")
        case .missingComment:
            RuleTexts(
                "NoComment", "A changeset has no comment.",
                help: "Say in 'comment' why the change is made.",
                source: Self.liquibase + "changeset.html")
        case .unreadSQL:
            RuleTexts(
                "SQLNotUnderstood",
                "A statement of SQL is not understood, so no rule looked at it.",
                help:
                    "Correct the statement. For PostgreSQL, install libpg_query, whose parser reads all of "
                    + "its SQL; otherwise read the statement yourself.",
                source: "https://github.com/pganalyze/libpg_query")
        default:
            RuleTexts(
                "RefusedInTransaction",
                "A statement cannot run in the transaction of its changeset.",
                because: "PostgreSQL refuses it, and the update fails.",
                help: "Give it a changeset of its own with runInTransaction=\"false\".",
                source: Self.liquibase + "attributes/run-in-transaction.html")
        }
    }

    private var designTexts: RuleTexts {
        switch self {
        case .reservedName:
            RuleTexts(
                "ReservedName", "A table or a column has a name that is a word of SQL.",
                because: "Every query must write it in quotes.",
                help: "Choose another name.",
                source: Self.postgreSQL + "sql-keywords-appendix.html")
        case .intKey:
            RuleTexts(
                "KeyIsInt", "A primary key is an integer of 32 bits.",
                because: "After 2,147,483,647 rows, deleted ones included, no row can be added.",
                help: "Use bigint.", source: Self.postgreSQL + "datatype-numeric.html#DATATYPE-INT")
        case .timestampWithoutZone:
            RuleTexts(
                "TimestampWithoutZone", "A column has timestamps without a time zone.",
                because: "What moment is meant depends on who reads it.",
                help: "Use timestamp with time zone.",
                source: Self.postgreSQL + "datatype-datetime.html")
        default:
            RuleTexts(
                "NoPrimaryKey", "A table has no primary key.",
                because:
                    "Rows cannot be told apart, and logical replication and many tools refuse the "
                    + "table.",
                help: "Add a primary key.",
                source: Self.postgreSQL + "ddl-constraints.html#DDL-CONSTRAINTS-PRIMARY-KEYS")
        }
    }
}
