import Changelogs
import Reporting

extension ChangeSetRules {
    mutating func checkLoss(_ operation: SchemaOperation) {
        switch operation.action {
        case .dropTables(let tables, let cascades):
            for table in tables where !isNew(table) {
                add(.dropTable, "the table '\(table)' is dropped with its data", at: operation)
                if cascades { addCascade(table.description, at: operation) }
            }
        case .dropColumns(let table, let columns) where !isNew(table):
            for column in columns {
                add(.dropColumn, "the column '\(column)' of '\(table)' is dropped with its data", at: operation)
            }
        case .dropSchema(let name): add(.dropSchema, "'\(name)' is dropped with everything in it", at: operation)
        case .dropDependents(let name): addCascade(name, at: operation)
        case .dropOwned(let role): add(.dropSchema, "everything that '\(role)' owns is dropped", at: operation)
        case .dropObject(let kind, let name, _) where isLost(name.description):
            add(.dropping(kind), "the \(kind) '\(name)' is dropped", at: operation)
        case .dropConstraint(let table, let name) where !isNew(table) && isLost(name):
            let columns = history.table(table)?.foreignKeys[name.lowercased()]?.columns ?? []
            if outcome.drops(table, or: columns) { return }
            add(.dropConstraint, "the constraint '\(name)' on '\(table)' is dropped", at: operation)
        case .dropPartitions(let table, let names) where !isNew(table):
            for name in names {
                add(.truncateTable, "all rows of the partition '\(name)' of '\(table)' are removed", at: operation)
            }
        case .truncate(let tables, let cascades):
            for table in tables where !isNew(table) {
                add(.truncateTable, "all rows of '\(table)' are removed", at: operation)
                if cascades { add(.dropCascade, "all tables that refer to '\(table)' are also emptied", at: operation) }
            }
        case .delete(let table, hasCondition: false) where !isNew(table):
            add(.deleteWithoutWhere, "all rows of '\(table)' are deleted: there is no condition", at: operation)
        case .update(let table, hasCondition: false) where !isNew(table):
            add(.updateWithoutWhere, "all rows of '\(table)' are updated: there is no condition", at: operation)
        case .changeType(let table, let column, let type?, _) where !isNew(table):
            // For enumerations, 'enum-value-removal' is exact.
            guard let old = history.column(column, of: table)?.type, values(of: type) == nil || values(of: old) == nil,
                type.isNarrower(than: old) == true
            else { return }
            add(
                .narrowerType, "'\(column)' of '\(table)' becomes \(type), which is narrower than \(old)", at: operation
            )
        case .createTable, .renameTable, .renameObject, .addColumn, .dropColumns, .renameColumn, .changeType,
            .setNotNull, .dropNotNull, .addForeignKey, .addCheck, .addUnique, .addPrimaryKey, .validateConstraint,
            .dropConstraint, .createIndex, .dropIndex, .attachPartition, .detachPartition, .dropPartitions,
            .checkDomain, .createDomain, .dropObject, .createEnum, .createObject, .insert, .delete, .update,
            .lockTables, .alter, .transaction, .longName, .other, .unread:
            break
        }
    }

    /// Whether a dropped object existed before and is not created again.
    private func isLost(_ name: String) -> Bool {
        history.objectScope(name) != scope && !outcome.created.contains(name)
    }

    private mutating func addCascade(_ name: String, at operation: SchemaOperation) {
        add(.dropCascade, "everything that depends on '\(name)' is also dropped", at: operation)
    }
}

extension Rule {
    static func dropping(_ kind: ObjectKind) -> Rule {
        switch kind {
        case .view: dropView
        case .sequence: dropSequence
        case .type: dropType
        case .function: dropFunction
        case .trigger: dropTrigger
        }
    }

    static let dropTable = Rule(
        "drop-table", in: .destructive, level: .warning, "TableIsDropped", "A table is dropped.",
        because: "Its data is lost, and the running version of the application fails where it still uses "
            + "the table.",
        help: "First release a version that does not use the table. Keep a copy of data that may be needed again.",
        source: PolicySource.postgreSQL + "sql-droptable.html")
    static let dropColumn = Rule(
        "drop-column", in: .destructive, level: .warning, "ColumnIsDropped", "A column is dropped.",
        because: "Its data is lost, and the running version of the application fails where it still uses the column.",
        help: "First release a version that does not use the column. Keep a copy of data that may be "
            + "needed again.", source: PolicySource.postgreSQL + "ddl-alter.html#DDL-ALTER-REMOVING-A-COLUMN")
    static let dropSchema = Rule(
        "drop-schema", in: .destructive, level: .warning, "SchemaIsDropped",
        "A schema, a database, or everything that a role owns is dropped.", because: "Everything in it is lost.",
        help: "Drop its tables one by one, in separate changesets, once nothing uses them.",
        source: PolicySource.postgreSQL + "sql-dropschema.html")
    static let dropSequence = Rule(
        "drop-sequence", in: .destructive, level: .warning, "SequenceIsDropped", "A sequence is dropped.",
        because: "Columns and programs that use it fail, and its current value is lost.",
        help: "First remove the defaults that use it, and release a version that does not use it.",
        source: PolicySource.postgreSQL + "sql-dropsequence.html")
    static let dropView = Rule(
        "drop-view", in: .destructive, level: .warning, "ViewIsDropped", "A view is dropped.",
        because: "Queries and other views that use it fail, and the privileges on it are lost.",
        help: "Replace it with 'createView' and 'replaceIfExists', or make sure that nothing uses it.",
        source: PolicySource.postgreSQL + "sql-dropview.html")
    static let dropType = Rule(
        "drop-type", in: .destructive, level: .warning, "TypeIsDropped", "A type or a domain is dropped.",
        because: "Programs that refer to it fail, for example in casts and parameter types.",
        help: "First release a version that does not use it.", source: PolicySource.postgreSQL + "sql-droptype.html")
    static let dropFunction = Rule(
        "drop-function", in: .destructive, level: .warning, "FunctionIsDropped",
        "A function or a procedure is dropped.",
        because: "The running version of the application fails where it still calls it.",
        help: "Replace it, or first release a version that does not call it.",
        source: PolicySource.postgreSQL + "sql-dropfunction.html")
    static let dropTrigger = Rule(
        "drop-trigger", in: .destructive, level: .warning, "TriggerIsDropped", "A trigger is dropped.",
        because: "Its actions silently stop.",
        help: "First release a version that does the trigger's work itself, or replace the trigger.",
        source: PolicySource.postgreSQL + "sql-droptrigger.html")
    static let dropConstraint = Rule(
        "drop-constraint", in: .destructive, level: .note, "ConstraintIsDropped",
        "A constraint is dropped and not added again.",
        because: "Rows that it rejected can now be written, and it cannot be restored until they are corrected.",
        help: "Make sure that no query or program relies on it.",
        source: PolicySource.postgreSQL + "ddl-alter.html#DDL-ALTER-REMOVING-A-CONSTRAINT")
    static let dropCascade = Rule(
        "drop-cascade", in: .destructive, level: .warning, "DropsWhatDepends",
        "A change also drops or empties everything that depends on a table.",
        because: "The database decides which data is lost, and no reviewer has seen it.",
        help: "Omit CASCADE, and drop the dependent objects in separate changes.",
        source: PolicySource.postgreSQL + "ddl-depend.html")
    static let truncateTable = Rule(
        "truncate-table", in: .destructive, level: .warning, "TableIsEmptied", "All rows of a table are removed.",
        because: "The data is lost, and on most databases the table cannot be read in the meantime.",
        help: "Delete only the intended rows, with a condition.", source: PolicySource.postgreSQL + "sql-truncate.html")
    static let deleteWithoutWhere = Rule(
        "delete-without-where", in: .destructive, level: .warning, "DeletesAllRows", "A DELETE has no condition.",
        because: "All rows of the table are removed, in one long transaction.",
        help: "Add a condition, or a comment with the reason if you intend to delete all rows.",
        source: PolicySource.postgreSQL + "sql-delete.html")
    static let updateWithoutWhere = Rule(
        "update-without-where", in: .destructive, level: .warning, "UpdatesAllRows", "An UPDATE has no condition.",
        because: "All rows of the table are written and stay locked until the changeset ends.",
        help: "Add a condition, and update a large table in batches.",
        source: PolicySource.postgreSQL + "sql-update.html")
    static let narrowerType = Rule(
        "narrower-type", in: .destructive, level: .warning, "TypeIsNarrower", "A column changes to a narrower type.",
        because: "Values that do not fit are truncated, or the change fails.",
        help: "Add a column of the new type, fill it with the values that fit, and switch over.",
        source: PolicySource.postgreSQL + "ddl-alter.html")
}
