import Changelogs
import Reporting

extension ChangeSetRules {
    /// Reports operations that block or break a running application.
    mutating func checkBlocking(_ operation: SchemaOperation) {
        switch operation.action {
        case .addColumn(let table, let column) where !isNew(table):
            if let domain = column.type, history.domain(domain.name)?.isChecked == true {
                addCost(
                    .defaultRewrite,
                    "'\(column.name)' of '\(table)' has the type '\(domain)', a domain with a constraint",
                    of: operation,
                    hint: "add the column with the domain's base type, and a CHECK on the table with NOT VALID")
            } else if case .computed(let words, _) = column.value {
                addCost(
                    .defaultRewrite, "'\(column.name)' of '\(table)' is computed for each row by \(words)",
                    of: operation,
                    hint: "add the column without a default, set the default in a second change, then fill the "
                        + "rows in batches")
            }
            if column.isUnique || column.isPrimaryKey {
                checkUnique([column.name], of: table, isKey: column.isPrimaryKey, at: operation)
            }
            if let target = column.references {
                var isFilled = engine == .mariadb
                if case .constant = column.value { isFilled = true }
                if isFilled { checkForeignKey(of: table, to: target, at: operation) }
            }
        case .changeType(let table, let column, _, _) where !isNew(table):
            addCost(
                .typeRewrite, "'\(column)' of '\(table)' changes type", of: operation,
                hint: engine == .postgresql
                    ? "add a column of the new type, fill it in batches, and switch over"
                    : "run it in a maintenance window, or with gh-ost or pt-online-schema-change")
        case .setNotNull(let table, let column) where !isNew(table):
            addCost(
                .blockingNotNull, "'\(column)' of '\(table)' becomes NOT NULL", of: operation,
                hint: "ADD CONSTRAINT … CHECK (\(column) IS NOT NULL) NOT VALID; in a later changeset "
                    + "VALIDATE CONSTRAINT, then SET NOT NULL, which then reads no rows")
        case .addForeignKey(let table, let key) where key.isValidated && !isNew(table):
            checkForeignKey(of: table, to: key.target, at: operation)
        case .addCheck(let table, _, _) where !isNew(table):
            addCost(
                .blockingCheck, "a check constraint is added to '\(table)'", of: operation,
                hint: engine == .postgresql
                    ? "ALTER TABLE \(table) ADD CONSTRAINT … CHECK (…) NOT VALID, and in a later "
                        + "changeset VALIDATE CONSTRAINT" : nil)
        case .attachPartition(let partition, _):
            addCost(
                .blockingCheck, "'\(partition)' becomes a partition", of: operation,
                hint: "ALTER TABLE \(partition) ADD CONSTRAINT … CHECK (…) NOT VALID with the partition bounds, "
                    + "and VALIDATE CONSTRAINT in a changeset before this one, so that no rows are read")
        case .detachPartition(let partition, let table, isConcurrent: false) where !isNew(table):
            add(
                .blockingDetach,
                "'\(partition)' is detached under ACCESS EXCLUSIVE on '\(table)', which blocks reads and "
                    + "writes on all its partitions", at: operation,
                hint: "ALTER TABLE \(table) DETACH PARTITION \(partition) CONCURRENTLY, in a changeset "
                    + "with \(noTransaction)")
        case .checkDomain(let name) where history.objectScope(name) != scope:
            add(
                .blockingCheck,
                "a constraint on the domain '\(name)' is checked: all rows of all tables that use it are read "
                    + "under SHARE, which blocks writes", at: operation)
        case .addUnique(let table, let columns, usesIndex: false) where !isNew(table):
            checkUnique(columns, of: table, isKey: false, at: operation)
        case .addPrimaryKey(let table, let columns, usesIndex: false) where !isNew(table):
            checkUnique(columns, of: table, isKey: true, at: operation)
        case .createIndex(let table, let index) where !index.isConcurrent:
            addCost(
                .blockingIndex, "an index on '\(table)' is created", of: operation,
                hint: engine == .postgresql ? safeIndex(index, on: table) : nil)
        case .dropIndex(let name, let table, let isConcurrent):
            let table = table ?? history.table(ofIndex: name)
            guard engine == .postgresql, !isConcurrent, table.map(isNew) != true else { return }
            add(
                .blockingIndexDrop,
                "the index '\(name)' is dropped: an ACCESS EXCLUSIVE lock blocks reads and writes on its table",
                at: operation, hint: "DROP INDEX CONCURRENTLY \(name), in a changeset with \(noTransaction)")
        case .renameTable(let table, let new) where !isNew(table):
            addRename(
                .renameTable, "table '\(table)'", to: new, asked: "\(table)", at: operation,
                hint: "CREATE VIEW \(table) AS SELECT * FROM \(new), in the same changeset, until nothing uses it")
        case .renameObject(let kind, let name, let new)
        where kind == "table" ? !isNew(name) : history.objectScope(name.name) != scope:
            addRename(
                .renameTable, "\(kind) '\(name)'", kind == "table" ? "moves to the schema" : "is renamed to", to: new,
                asked: "\(name)", at: operation)
        case .renameColumn(let table, let column, let new) where !isNew(table):
            addRename(.renameColumn, "column '\(column)' of '\(table)'", to: new, asked: column, at: operation)
        case .lockTables(let tables, let mode) where mode.blocks != .nothing:
            for table in tables where !isNew(table) {
                let (end, words) =
                    engine == .postgresql
                    ? ("the changeset ends", mode.rawValue) : ("UNLOCK TABLES", mode == .share ? "READ" : "WRITE")
                add(
                    .lockTable, "'\(table)' is locked until \(end): \(words) blocks " + mode.blocks.rawValue,
                    at: operation)
            }
        case .alter(let table, let words):
            guard let effect = costs.effect(of: words), effect.lock.blocks != .nothing, effect.work != .none,
                table.map(isNew) != true, !words.hasSuffix("CONCURRENTLY")
            else { return }
            let condition = effect.exception.map { "unless \($0), " } ?? ""
            add(
                .tableRewrite,
                "\(condition)\(words) locks \(table.map { "'\($0)'" } ?? "the table") until all of it has been "
                    + (effect.work == .scan ? "read" : "rewritten"), at: operation)
        case .createTable, .dropTables, .renameTable, .renameObject, .addColumn, .dropColumns, .renameColumn,
            .changeType, .setNotNull, .dropNotNull, .addForeignKey, .addCheck, .addUnique, .addPrimaryKey,
            .validateConstraint, .dropConstraint, .createIndex, .dropSchema, .dropDependents, .detachPartition,
            .dropPartitions, .checkDomain, .createDomain, .dropOwned, .dropObject, .createEnum, .createObject,
            .truncate, .insert, .delete, .update, .lockTables, .transaction, .longName, .other, .unread:
            break
        }
    }

    private mutating func addCost(
        _ rule: Rule, _ change: String, of operation: SchemaOperation, hint: String? = nil, also: String = ""
    ) {
        let cost = costs.costs(of: operation.action).first { cost in
            cost.lock.blocks != .nothing && cost.work != .none && !isNew(cost.table)
        }
        guard let cost else { return }
        let condition = cost.exception.map { "unless \($0), " } ?? ""
        let work = cost.work == .rewrite ? "rewritten" : "read"
        let lock = engine == .postgresql ? " under \(cost.lock.rawValue)" : ""
        add(
            rule,
            "\(change): \(condition)all rows are \(work)\(lock), which blocks \(cost.lock.blocks.rawValue)\(also)",
            at: operation, hint: hint)
    }

    private func safeIndex(_ index: NewIndex, on table: TableName) -> String {
        let name = index.name ?? "…"
        let rest = "(\(index.columns.joined(separator: ", ")))"
        // PostgreSQL rejects CONCURRENTLY for a partitioned table.
        if history.table(table)?.isPartitioned == true {
            return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(name) ON ONLY \(table) \(rest), "
                + "CREATE INDEX CONCURRENTLY on each partition, then ALTER INDEX \(name) ATTACH PARTITION"
        }
        return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX CONCURRENTLY \(name) ON \(table) "
            + "\(rest), in a changeset with \(noTransaction)"
    }

    private mutating func addRename(
        _ rule: Rule, _ thing: String, _ verb: String = "is renamed to", to new: String, asked name: String,
        at operation: SchemaOperation, hint: String? = nil
    ) {
        add(
            rule, "the \(thing) \(verb) '\(new)': the deployed version still queries '\(name)'", at: operation,
            hint: hint)
    }

    private mutating func checkForeignKey(of table: TableName, to target: TableName?, at operation: SchemaOperation) {
        let key = SchemaOperation(.addForeignKey(table, ForeignKey(target: target)), at: operation.location)
        addCost(
            .blockingForeignKey, "a foreign key on '\(table)'\(target.map { " referencing '\($0)'" } ?? "") is added",
            of: key,
            hint: engine == .postgresql
                ? "ALTER TABLE \(table) ADD CONSTRAINT … FOREIGN KEY (…) REFERENCES … NOT VALID, and "
                    + "in a later changeset VALIDATE CONSTRAINT"
                : "run it in a maintenance window, or after 'SET foreign_key_checks = 0', which "
                    + "leaves the rows unchecked", also: engine == .postgresql ? " on both tables" : "")
    }

    private mutating func checkUnique(
        _ columns: [String], of table: TableName, isKey: Bool, at operation: SchemaOperation
    ) {
        guard engine == .postgresql else { return }
        add(
            .blockingUnique,
            "the index of a \(isKey ? "primary key" : "unique constraint") on '\(table)' is built "
                + "under ACCESS EXCLUSIVE, which blocks reads and writes", at: operation,
            hint: "CREATE UNIQUE INDEX CONCURRENTLY … ON \(table) (\(columns.joined(separator: ", "))), "
                + "then ADD CONSTRAINT … \(isKey ? "PRIMARY KEY" : "UNIQUE") USING INDEX")
    }

    /// Validating a constraint in the transaction that adds it holds the lock of the addition.
    mutating func checkValidation(_ operation: SchemaOperation) {
        guard engine == .postgresql, changeSet.conduct.runsInTransaction else { return }
        if case .addCheck(let table, _, isValidated: false) = operation.action, !isNew(table) {
            unvalidated.append((table, .blockingCheck))
        }
        if case .addForeignKey(let table, let key) = operation.action, !key.isValidated, !isNew(table) {
            unvalidated.append((table, .blockingForeignKey))
        }
        guard case .validateConstraint(let table) = operation.action,
            let (_, rule) = unvalidated.first(where: { $0.table.mayBe(table) })
        else { return }
        let lock: TableLock = rule == .blockingCheck ? .accessExclusive : .shareRowExclusive
        add(
            rule,
            "a constraint on '\(table)' is validated in the transaction that adds it: all rows are "
                + "read under \(lock.rawValue), which blocks \(lock.blocks.rawValue)", at: operation,
            hint: "VALIDATE CONSTRAINT in a later changeset")
    }

    /// Locks are held until the changeset ends, so a short one lasts as long as the work on another table.
    mutating func checkLocksTogether() {
        guard engine == .postgresql, changeSet.conduct.runsInTransaction else { return }
        func isWork(_ cost: OperationCost) -> Bool { cost.blocks != .nothing && cost.work != .none }
        guard let last = held.lastIndex(where: { $0.contains(where: isWork) }),
            let work = held[last].first(where: isWork)
        else { return }
        // Tables with their own work already have a finding.
        let busy = Set(held.joined().filter(isWork).map(\.table) + held[last].map(\.table))
        let waiting = held[..<last].joined().filter { cost in
            cost.blocks != .nothing && !busy.contains { $0.mayBe(cost.table) }
        }
        guard let first = waiting.first else { return }
        let count = Set(waiting.map(\.table)).count
        add(
            .severalLocks,
            "'\(first.table)'\(count > 1 ? " and \(count - 1) more stay" : " stays") locked under "
                + "\(first.lock.rawValue) until all rows of '\(work.table)' are "
                + (work.work == .rewrite ? "rewritten" : "read"), hint: "put each into a separate changeset")
    }
}

extension Rule {
    static let blockingIndex = Rule(
        "blocking-index", in: .blocking, level: .warning, "IndexBlocks",
        "An index is created under a lock that blocks writes.",
        because: "Writes to the table wait until the index is built.",
        help: "Use CREATE INDEX CONCURRENTLY in a changeset whose runInTransaction is false.",
        source: PolicySource.postgreSQL + "sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY")
    static let blockingIndexDrop = Rule(
        "blocking-index-drop", in: .blocking, level: .warning, "IndexDropBlocks",
        "An index is dropped under a lock that blocks reads and writes.",
        because: "The change waits for all running queries on the table, and all later queries wait for the change.",
        help: "Use DROP INDEX CONCURRENTLY in a changeset whose runInTransaction is false.",
        source: PolicySource.postgreSQL + "sql-dropindex.html")
    static let blockingForeignKey = Rule(
        "blocking-foreign-key", in: .blocking, level: .warning, "ForeignKeyBlocks",
        "A foreign key is added under a lock that blocks writes until all rows are checked.",
        because: "Writes to both tables wait until every row of the referencing table has been checked.",
        help: "Add it with NOT VALID, and run VALIDATE CONSTRAINT in a later changeset.",
        source: PolicySource.alterTable)
    static let blockingCheck = Rule(
        "blocking-check", in: .blocking, level: .warning, "CheckBlocks",
        "A check constraint is added while the table is locked to read all rows.",
        because: "The table cannot be used until every row has been checked.",
        help: "Add it with NOT VALID, and run VALIDATE CONSTRAINT in a later changeset.",
        source: PolicySource.alterTable)
    static let blockingDetach = Rule(
        "blocking-detach", in: .blocking, level: .warning, "DetachBlocks",
        "A partition is detached under a lock on the whole partitioned table.",
        because: "The change waits for all running queries on the table, and all later queries wait for the change.",
        help: "Use DETACH PARTITION CONCURRENTLY in a changeset whose runInTransaction is false.",
        source: PolicySource.postgreSQL + "sql-altertable.html#SQL-ALTERTABLE-DETACH-PARTITION")
    static let blockingNotNull = Rule(
        "blocking-not-null", in: .blocking, level: .warning, "NotNullBlocks",
        "A column becomes NOT NULL while the table is locked to read all rows.",
        because: "The table cannot be used until every row has been checked.",
        help: "Add CHECK (column IS NOT NULL) NOT VALID, validate it in a later changeset, then set NOT NULL, "
            + "which then reads no rows.",
        source: PolicySource.postgreSQL + "sql-altertable.html#SQL-ALTERTABLE-DESC-SET-DROP-NOT-NULL")
    static let blockingUnique = Rule(
        "blocking-unique", in: .blocking, level: .warning, "UniqueBlocks",
        "The index of a unique constraint or primary key is built while the table is locked.",
        because: "The table cannot be used until the index is built.",
        help: "Create a unique index with CONCURRENTLY, then add the constraint with USING INDEX.",
        source: PolicySource.alterTable)
    static let typeRewrite = Rule(
        "type-rewrite", in: .blocking, level: .warning, "TypeChangeRewrites",
        "A column changes type, so the table is rewritten.",
        because: "Writes, and reads on PostgreSQL, wait until all rows and indexes are rewritten.",
        help: "Add a column of the new type, fill it in batches, and switch over.", source: PolicySource.alterTable)
    static let defaultRewrite = Rule(
        "default-rewrite", in: .blocking, level: .warning, "DefaultRewrites",
        "A column is added with a value that is computed for each row.",
        because: "The table cannot be used until all rows are rewritten.",
        help: "Add the column without a default, set the default in a second change, and fill the rows in batches.",
        source: PolicySource.alterTable)
    static let tableRewrite = Rule(
        "table-rewrite", in: .blocking, level: .warning, "TableIsRewritten",
        "A statement reads or rewrites a table, an index or a view under a lock.",
        because: "The table, index or view cannot be used until the statement is done.",
        help: "Use the CONCURRENTLY variant if there is one, or run the statement in a maintenance window.",
        source: PolicySource.locking)
    static let renameTable = Rule(
        "rename-table", in: .blocking, level: .warning, "TableIsRenamed",
        "A table, view, schema, type or enumeration value is renamed.",
        because: "The running version of the application fails until the new version replaces it.",
        help: "Create a view with the old name in the same transaction, or create a new table and switch over to it.",
        source: PolicySource.postgreSQL + "ddl-alter.html#DDL-ALTER-RENAMING-TABLE")
    static let renameColumn = Rule(
        "rename-column", in: .blocking, level: .warning, "ColumnIsRenamed", "A column is renamed.",
        because: "The running version of the application fails until the new version replaces it.",
        help: "Add a column with the new name, write to both, fill existing rows, and switch over.",
        source: PolicySource.postgreSQL + "ddl-alter.html#DDL-ALTER-RENAMING-COLUMN")
    static let lockTable = Rule(
        "lock-table", in: .blocking, level: .warning, "TableIsLocked", "A statement explicitly locks a table.",
        because: "Other queries wait until the changeset ends.",
        help: "Remove it, or use a weaker lock mode and 'SET LOCAL lock_timeout'.",
        source: PolicySource.postgreSQL + "sql-lock.html")
    static let severalLocks = Rule(
        "several-locks", in: .blocking, level: .warning, "LocksAddUp",
        "A short lock on one table is held while the rows of another are read or rewritten under a lock.",
        because: "A changeset is one transaction: each lock is held until the last change is done, so "
            + "two concurrent runs can deadlock.", help: "Put each change into a separate changeset.",
        source: PolicySource.locking)
}
