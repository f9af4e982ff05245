import Changelogs
import Reporting

extension ChangeSetRules {
    /// Reports operations that may fail depending on the rows.
    mutating func checkData(_ operation: SchemaOperation) {
        switch operation.action {
        case .addColumn(let table, let column) where !isNew(table):
            // MySQL and MariaDB fill in zero or an empty string.
            if !column.isNullable, case .none = column.value, engine != .mysql, engine != .mariadb {
                add(
                    .requiredColumn,
                    "'\(column.name)' of '\(table)' is NOT NULL without a default: this fails if the table has rows",
                    at: operation, hint: "give it a default, or add it as nullable, fill it, then set NOT NULL")
            }
            if column.isUnique || column.isPrimaryKey { checkUnique([column.name], of: table, at: operation) }
            if let target = column.references, case .constant = column.value {
                checkForeignKey([column.name], of: table, to: target, at: operation)
            }
        case .addForeignKey(let table, let key) where key.isValidated && !isNew(table):
            checkForeignKey(key.columns, of: table, to: key.target, at: operation)
        case .addUnique(let table, let columns, usesIndex: false) where !isNew(table),
            .addPrimaryKey(let table, let columns, usesIndex: false) where !isNew(table):
            checkUnique(columns, of: table, at: operation)
        case .createIndex(let table, let index) where index.isUnique && !isNew(table):
            checkUnique(index.columns, of: table, at: operation)
        case .changeType(let table, let column, let type, _) where !isNew(table):
            let old = history.column(column, of: table)?.type
            guard let values = values(of: type), let oldValues = self.values(of: old) else { return }
            let lost = oldValues.filter { !values.contains($0) }.map { "'\($0)'" }
            if lost.isEmpty { return }
            add(.enumValueRemoval, "'\(column)' of '\(table)' loses \(lost.joined(separator: ", "))", at: operation)
        case .createTable, .dropTables, .renameTable, .renameObject, .addColumn, .dropColumns, .renameColumn,
            .changeType, .setNotNull, .dropNotNull, .addForeignKey, .addCheck, .addUnique, .addPrimaryKey,
            .validateConstraint, .dropConstraint, .createIndex, .dropIndex, .dropSchema, .dropDependents,
            .attachPartition, .detachPartition, .dropPartitions, .checkDomain, .createDomain, .dropOwned, .dropObject,
            .createEnum, .createObject, .truncate, .insert, .delete, .update, .lockTables, .alter, .transaction,
            .longName, .other, .unread:
            break
        }
    }

    /// The values of an enumeration, directly or by the type's name.
    func values(of type: DataType?) -> [String]? {
        type.flatMap { $0.values.isEmpty ? history.enumerations[$0.name] : $0.values }
    }

    private mutating func checkForeignKey(
        _ columns: [String], of table: TableName, to target: TableName?, at operation: SchemaOperation
    ) {
        guard !areEmpty(columns, of: table), target.flatMap(history.table)?.isFilled != true else { return }
        add(
            .foreignKeyOnData,
            "a foreign key on '\(table)'\(target.map { " referencing '\($0)'" } ?? "") is added: this fails "
                + "if rows refer to missing rows", at: operation)
    }

    private mutating func checkUnique(_ columns: [String], of table: TableName, at operation: SchemaOperation) {
        if areEmpty(columns, of: table) { return }
        let list = columns.joined(separator: ", ")
        add(
            .uniqueOnData,
            "\(list.isEmpty ? "an expression" : "'\(list)'") of '\(table)' becomes unique: this fails if there "
                + "are duplicate values", at: operation,
            hint: list.isEmpty
                ? nil : "find them with SELECT \(list) FROM \(table) GROUP BY \(list) HAVING count(*) > 1")
    }
}

extension Rule {
    static let requiredColumn = Rule(
        "required-column", in: .data, level: .warning, "RequiredColumn",
        "A NOT NULL column is added without a default.", because: "The change fails if the table has rows.",
        help: "Give it a default, or add it as nullable, fill it, then set NOT NULL.", source: PolicySource.alterTable)
    static let uniqueOnData = Rule(
        "unique-on-data", in: .data, level: .note, "UniqueOnExistingRows",
        "Columns of an existing table become unique.", because: "The change fails if there are duplicate values.",
        help: "Find duplicates first, and remove them in a separate changeset.",
        source: PolicySource.postgreSQL + "indexes-unique.html")
    static let foreignKeyOnData = Rule(
        "foreign-key-on-data", in: .data, level: .note, "ForeignKeyOnExistingRows",
        "A foreign key is added to an existing table.", because: "The change fails if rows refer to missing rows.",
        help: "Find such rows first, and fix them in a separate changeset.",
        source: PolicySource.postgreSQL + "ddl-constraints.html#DDL-CONSTRAINTS-FK")
    static let enumValueRemoval = Rule(
        "enum-value-removal", in: .data, level: .warning, "EnumValueIsRemoved",
        "A value is removed from an enumeration.", because: "If rows have the value, the change fails or they lose it.",
        help: "Replace the value in all rows first, in a separate changeset.",
        source: PolicySource.postgreSQL + "datatype-enum.html")
}
