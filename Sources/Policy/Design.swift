import Changelogs
import Reporting

extension ChangeSetRules {
    mutating func checkDesign(_ operation: SchemaOperation) {
        switch operation.action {
        case .createTable(let name, let table) where !table.isTemporary:
            if !table.isPartlyKnown, table.primaryKey.isEmpty { addKeyless(name, at: operation) }
            checkName(name.name, "table", at: operation)
            for column in table.columns {
                checkName(column.name, "column", at: operation)
                checkTime(column, at: operation)
            }
            guard table.primaryKey.count == 1 else { return }
            let key = table.columns.first { column in column.name.lowercased() == table.primaryKey[0].lowercased() }
            if let key { checkKey(key, of: name, at: operation) }
        case .addColumn(let table, let column):
            checkName(column.name, "column", at: operation)
            checkTime(column, at: operation)
            if column.isPrimaryKey { checkKey(column, of: table, at: operation) }
        case .createDomain(let name, _, isChecked: true):
            add(
                .domainConstraint, "the domain '\(name)' has a constraint", at: operation,
                hint: "use CHECK constraints on the table's columns")
        case .longName(let name) where engine == .postgresql:
            add(
                .longName, "the name '\(name)' is \(name.utf8.count) bytes long, and PostgreSQL truncates it to 63",
                at: operation)
        case .createTable, .dropTables, .renameTable, .renameObject, .dropColumns, .renameColumn, .changeType,
            .setNotNull, .dropNotNull, .addForeignKey, .addCheck, .addUnique, .addPrimaryKey, .validateConstraint,
            .dropConstraint, .createIndex, .dropIndex, .dropSchema, .dropDependents, .attachPartition, .detachPartition,
            .dropPartitions, .checkDomain, .createDomain, .dropOwned, .dropObject, .createEnum, .createObject,
            .truncate, .insert, .delete, .update, .lockTables, .alter, .transaction, .longName, .other, .unread:
            break
        }
    }

    private mutating func checkName(_ name: String, _ kind: String, at operation: SchemaOperation) {
        guard ReservedWords.contains(name, on: engine) else { return }
        add(.reservedName, "the \(kind) name '\(name)' is an SQL keyword", at: operation)
    }

    private mutating func checkTime(_ column: ColumnDefinition, at operation: SchemaOperation) {
        guard engine == .postgresql, let type = column.type, ["timestamp", "datetime"].contains(type.name) else {
            return
        }
        add(
            .timestampWithoutZone, "'\(column.name)' is a timestamp without a time zone", at: operation,
            hint: "use timestamp with time zone")
    }

    private mutating func checkKey(_ column: ColumnDefinition, of table: TableName, at operation: SchemaOperation) {
        switch engine {
        case .postgresql, .mysql, .mariadb, .mssql: break
        // H2 is for their tests, and integers of SQLite and Oracle are wider.
        case .oracle, .sqlite, .h2, .other, nil: return
        }
        guard let type = column.type, column.references == nil,
            ["int", "serial", "smallint", "smallserial"].contains(type.name)
        else { return }
        add(
            .intKey, "the primary key '\(column.name)' of '\(table)' is an integer of at most 32 bits", at: operation,
            hint: "use bigint")
    }
}

extension Rule {
    static let noPrimaryKey = Rule(
        "no-primary-key", in: .design, level: .note, "NoPrimaryKey", "A table has no primary key.",
        because: "Its rows cannot be identified, and logical replication and many tools reject the table.",
        help: "Add a primary key.",
        source: PolicySource.postgreSQL + "ddl-constraints.html#DDL-CONSTRAINTS-PRIMARY-KEYS")
    static let reservedName = Rule(
        "reserved-name", in: .design, level: .note, "ReservedName", "The name of a table or column is an SQL keyword.",
        because: "Every query must quote it.", help: "Choose another name.",
        source: PolicySource.postgreSQL + "sql-keywords-appendix.html")
    static let domainConstraint = Rule(
        "domain-constraint", in: .design, level: .note, "DomainHasConstraint", "A domain is created with a constraint.",
        because: "Adding a column of this domain rewrites the table. Adding another constraint later reads all "
            + "tables that use the domain, under a lock that blocks writes.",
        help: "Use CHECK constraints on the tables. NOT VALID adds them without reading rows.",
        source: PolicySource.postgreSQL + "sql-alterdomain.html")
    static let longName = Rule(
        "long-name", in: .design, level: .warning, "NameIsCut", "A name exceeds PostgreSQL's limit of 63 bytes.",
        because: "PostgreSQL truncates it without an error, so names can collide and tools cannot find it.",
        help: "Choose a shorter name.",
        source: PolicySource.postgreSQL + "sql-syntax-lexical.html#SQL-SYNTAX-IDENTIFIERS")
    static let intKey = Rule(
        "int-key", in: .design, level: .note, "KeyIsInt", "A primary key is an integer of at most 32 bits.",
        because: "After 2,147,483,647 rows, including deleted ones, no more rows can be added.", help: "Use bigint.",
        source: PolicySource.postgreSQL + "datatype-numeric.html#DATATYPE-INT")
    static let timestampWithoutZone = Rule(
        "timestamp-without-zone", in: .design, level: .note, "TimestampWithoutZone",
        "A column has timestamps without a time zone.",
        because: "The moment that a value represents depends on the reader's time zone.",
        help: "Use timestamp with time zone.", source: PolicySource.postgreSQL + "datatype-datetime.html")
}
