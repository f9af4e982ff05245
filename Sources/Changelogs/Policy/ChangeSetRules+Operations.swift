import Reporting

extension ChangeSetRules {
    /// Looks at one operation.
    mutating func check(_ operation: SchemaOperation) {
        checkRemoval(operation)
        checkNames(operation)
        switch operation.action {
        case .addColumn(let table, let column) where !isNew(table):
            checkAdded(column, to: table, at: operation)
        case .changeType(let table, let column, let type) where !isNew(table):
            checkType(of: column, of: table, to: type, at: operation)
        case .setNotNull(let table, let column, _) where !isNew(table):
            checkNotNull(column, of: table, at: operation)
        case .addForeignKey(let table, let columns, let target, let isValidated)
        where !isNew(table):
            checkForeignKey(
                of: table, columns, to: target, isValidated: isValidated, at: operation)
        case .addCheck(let table, _, _) where !isNew(table):
            if let cost = blockingCost(of: operation) {
                add(
                    .blockingCheck,
                    "a check of '\(table)' is added: \(clause(cost))", at: operation,
                    hint: engine == .postgresql
                        ? "ALTER TABLE \(table) ADD CONSTRAINT … CHECK (…) NOT VALID, and in a later "
                            + "changeset VALIDATE CONSTRAINT" : nil, cost: cost)
            }
        case .attachPartition(let partition, _):
            guard let cost = blockingCost(of: operation) else { return }
            add(
                .blockingCheck, "'\(partition)' becomes a partition: \(clause(cost))",
                at: operation,
                hint:
                    "ALTER TABLE \(partition) ADD CONSTRAINT … CHECK (…) NOT VALID with the bounds, and "
                    + "VALIDATE CONSTRAINT in a changeset before this one: then no rows are read",
                cost: cost)
        case .checkDomain(let name) where history.objectScope(name) != scope:
            add(
                .blockingCheck,
                "a constraint of the domain '\(name)' is checked: all rows of all tables with it are read "
                    + "under SHARE, which blocks writes", at: operation)
        case .addUnique(let table, let columns, let usesIndex) where !isNew(table):
            checkUnique(columns, of: table, usesIndex: usesIndex, isKey: false, at: operation)
        case .addPrimaryKey(let table, let columns, let usesIndex) where !isNew(table):
            checkUnique(columns, of: table, usesIndex: usesIndex, isKey: true, at: operation)
        case .createIndex(let table, let index) where !isNew(table):
            checkIndex(index, on: table, at: operation)
        case .dropIndex(let name, let table, let isConcurrent):
            let table = table ?? history.table(ofIndex: name)
            guard engine == .postgresql, !isConcurrent, table.map(isNew) != true else { return }
            add(
                .blockingIndexDrop,
                "the index '\(name)' is dropped: an ACCESS EXCLUSIVE lock blocks reads and writes of its "
                    + "table", at: operation,
                hint:
                    "DROP INDEX CONCURRENTLY \(name), in a changeset with runInTransaction=\"false\"",
                cost: table.map {
                    OperationCost(table: $0, lock: .accessExclusive, work: .none)
                })
        case .renameTable(let table, let new) where !isNew(table):
            add(
                .renameTable,
                "the table '\(table)' becomes '\(new)': the running version still asks for "
                    + "'\(table)'", at: operation,
                hint: "CREATE VIEW \(table) AS SELECT * FROM \(new), in the same changeset, until "
                    + "nobody asks for it")
        case .renameObject(let kind, let name, let new)
        where kind == "table" ? !isNew(name) : history.objectScope(name.name) != scope:
            add(
                .renameTable,
                "the \(kind) '\(name)' becomes '\(new)': the running version still asks for "
                    + "'\(name)'", at: operation)
        case .renameColumn(let table, let column, let new) where !isNew(table):
            add(
                .renameColumn,
                "the column '\(column)' of '\(table)' becomes '\(new)': the running version still asks "
                    + "for '\(column)'", at: operation)
        case .lockTables(let tables, let mode) where mode.blocks != .nothing:
            for table in tables where !isNew(table) {
                let (end, words) =
                    engine == .postgresql
                    ? ("the changeset ends", mode.rawValue)
                    : ("UNLOCK TABLES", mode == .share ? "READ" : "WRITE")
                add(
                    .lockTable,
                    "'\(table)' is locked until \(end): \(words) blocks "
                        + mode.blocks.rawValue, at: operation,
                    cost: OperationCost(table: table, lock: mode, work: .none))
            }
        case .dropPrimaryKey(let table):
            checkRewrite("the primary key of '\(table)' is dropped", at: operation)
        case .addAutoIncrement(let table):
            checkRewrite("a column of '\(table)' gets AUTO_INCREMENT", at: operation)
        case .rewriteTable(let table, let words), .rebuild(let words, let table):
            guard table.map(isNew) != true,
                engine == .postgresql || blockingCost(of: operation) != nil
            else { return }
            let cost = costs.costs(of: operation.action).first
            add(
                .tableRewrite,
                "\(words) keeps others from \(table.map { "'\($0)'" } ?? "the table") until all of it is "
                    + "written", at: operation, cost: cost)
        case .unread(let words, let reason):
            add(
                .unreadSQL,
                "this '\(words)' is not understood, and no rule has looked at it"
                    + (reason.map { ": \($0)" } ?? ""),
                at: operation, isCertain: reason != nil)
        default: break
        }
    }

    /// The cost of an operation that keeps others waiting while rows are read or written; nil where it
    /// does not.
    private func blockingCost(of operation: SchemaOperation) -> OperationCost? {
        costs.costs(of: operation.action).first { cost in
            cost.lock.blocks != .nothing && cost.work != .none && !isNew(cost.table)
        }
    }

    /// What a cost means for others.
    private func clause(_ cost: OperationCost) -> String {
        let work = cost.work == .rewrite ? "written anew" : "read"
        let lock = engine == .postgresql ? "under \(cost.lock.rawValue), which" : "and that"
        return "all rows are \(work) \(lock) blocks \(cost.lock.blocks.rawValue)"
    }

    private mutating func checkRewrite(_ change: String, at operation: SchemaOperation) {
        guard let cost = blockingCost(of: operation) else { return }
        add(.tableRewrite, "\(change): \(clause(cost))", at: operation, cost: cost)
    }

    private mutating func checkRemoval(_ operation: SchemaOperation) {
        switch operation.action {
        case .dropTables(let tables, let cascades):
            for table in tables where !isSurelyNew(table) {
                add(.dropTable, "the table '\(table)' is dropped with its data", at: operation)
                if cascades {
                    add(
                        .dropCascade,
                        "whatever depends on '\(table)' is dropped, too", at: operation)
                }
            }
        case .dropColumns(let table, let columns) where !isSurelyNew(table):
            for column in columns {
                add(
                    .dropColumn, "the column '\(column)' of '\(table)' is dropped with its data",
                    at: operation)
            }
        case .dropSchema(let name):
            add(.dropSchema, "'\(name)' is dropped with all that it has", at: operation)
        case .dropDependents(let name):
            add(.dropCascade, "whatever depends on '\(name)' is dropped, too", at: operation)
        case .dropOwned(let role):
            add(.dropSchema, "all that '\(role)' owns is dropped", at: operation)
        case .dropSequence(let name) where history.objectScope(name) != scope:
            add(.dropSequence, "the sequence '\(name)' is dropped", at: operation)
        case .dropView(let name) where history.objectScope(name) != scope:
            let isReplaced = changeSet.operations.contains { other in
                if case .createObject(name) = other.action { true } else { false }
            }
            // A view that is dropped to be created again is there afterwards.
            if !isReplaced { add(.dropView, "the view '\(name)' is dropped", at: operation) }
        case .truncate(let tables, let cascades):
            for table in tables where !isSurelyNew(table) {
                add(.truncateTable, "all rows of '\(table)' are removed", at: operation)
                if cascades {
                    add(
                        .dropCascade, "all tables that refer to '\(table)' are emptied, too",
                        at: operation)
                }
            }
        case .delete(let table, hasCondition: false) where !isSurelyNew(table):
            add(
                .deleteWithoutWhere, "all rows of '\(table)' are deleted: there is no condition",
                at: operation)
        case .update(let table, hasCondition: false) where !isSurelyNew(table):
            add(
                .updateWithoutWhere, "all rows of '\(table)' are updated: there is no condition",
                at: operation)
        default: break
        }
    }

    private mutating func checkAdded(
        _ column: ColumnDefinition, to table: TableName, at operation: SchemaOperation
    ) {
        let name = "'\(column.name)' of '\(table)'"
        if case .computed(let words) = column.value, let cost = blockingCost(of: operation) {
            add(
                .defaultRewrite,
                "\(name) is computed for each row by \(words): \(clause(cost))", at: operation,
                hint:
                    "add the column without it, set the default in a second change, then fill the rows "
                    + "in parts", cost: cost)
        } else if !column.isNullable, case .none = column.value, engine != .mysql,
            engine != .mariadb
        {
            // MySQL and MariaDB fill in zero or an empty string.
            add(
                .requiredColumn,
                "\(name) must not be null and has no default: this fails if the table has rows",
                at: operation,
                hint: "give it a default, or add it nullable, fill it, and set NOT NULL afterwards")
        }
        if column.isUnique || column.isPrimaryKey {
            checkUnique(
                [column.name], of: table, usesIndex: false, isKey: column.isPrimaryKey,
                at: operation)
        }
        if let target = column.references, case .constant = column.value {
            checkForeignKey(
                of: table, [column.name], to: target, isValidated: true, at: operation)
        }
    }

    private mutating func checkType(
        of column: String, of table: TableName, to type: DataType?, at operation: SchemaOperation
    ) {
        let old = history.column(column, of: table)?.type
        let values = type.flatMap { type in
            type.values.isEmpty ? history.enumerations[type.name] : type.values
        }
        let oldValues = old.flatMap { old in
            old.values.isEmpty ? history.enumerations[old.name] : old.values
        }
        if let values, let oldValues {
            let lost = oldValues.filter { !values.contains($0) }
            if !lost.isEmpty {
                add(
                    .enumValueRemoval,
                    "'\(column)' of '\(table)' loses \(lost.map { "'\($0)'" }.joined(separator: ", "))",
                    at: operation)
            }
        } else if let type, let old, type.isNarrower(than: old) == true {
            add(
                .narrowerType,
                "'\(column)' of '\(table)' becomes \(type), which holds less than \(old)",
                at: operation)
        }
        guard let cost = blockingCost(of: operation) else { return }
        add(
            .typeRewrite,
            "'\(column)' of '\(table)' gets another type: "
                + (old == nil ? "unless both are stored alike, " : "") + clause(cost),
            at: operation,
            hint: engine == .postgresql
                ? "add a column of the new type, fill it in parts, and switch over"
                : "run it in a maintenance window, or with gh-ost or pt-online-schema-change",
            cost: cost)
    }

    private mutating func checkNotNull(
        _ column: String, of table: TableName, at operation: SchemaOperation
    ) {
        guard let cost = blockingCost(of: operation) else { return }
        add(
            .blockingNotNull,
            "'\(column)' of '\(table)' becomes NOT NULL: \(clause(cost))", at: operation,
            hint:
                "ADD CONSTRAINT … CHECK (\(column) IS NOT NULL) NOT VALID; in a later changeset VALIDATE "
                + "CONSTRAINT, then SET NOT NULL, which reads no rows then",
            cost: cost)
    }

    private mutating func checkForeignKey(
        of table: TableName, _ columns: [String], to target: TableName?, isValidated: Bool,
        at operation: SchemaOperation
    ) {
        guard isValidated else { return }
        let other = target.map { " to '\($0)'" } ?? ""
        let cost = costs.costs(
            of: .addForeignKey(table, columns: [], to: target, isValidated: true)
        ).first
        if let cost {
            add(
                .blockingForeignKey,
                "a foreign key of '\(table)'\(other) is added: \(clause(cost))"
                    + (engine == .postgresql ? " of both tables" : ""), at: operation,
                hint: engine == .postgresql
                    ? "ALTER TABLE \(table) ADD CONSTRAINT … FOREIGN KEY (…) REFERENCES … NOT VALID, and "
                        + "in a later changeset VALIDATE CONSTRAINT"
                    : "run it in a maintenance window, or after 'SET foreign_key_checks = 0', which "
                        + "leaves the rows unchecked",
                cost: cost)
        }
        guard !areEmpty(columns, of: table), target.flatMap(history.table)?.isFilled != true else {
            return
        }
        add(
            .foreignKeyOnData,
            "a foreign key of '\(table)'\(other) is added: this fails if rows refer to what does not "
                + "exist", at: operation)
    }

    private mutating func checkUnique(
        _ columns: [String], of table: TableName, usesIndex: Bool, isKey: Bool,
        at operation: SchemaOperation
    ) {
        guard !usesIndex else { return }
        let list = columns.joined(separator: ", ")
        if engine == .postgresql {
            add(
                .blockingUnique,
                "the index of a \(isKey ? "primary key" : "unique constraint") of '\(table)' is built "
                    + "under ACCESS EXCLUSIVE, which blocks reads and writes", at: operation,
                hint:
                    "CREATE UNIQUE INDEX CONCURRENTLY … ON \(table) (\(list)), then ADD CONSTRAINT … "
                    + "\(isKey ? "PRIMARY KEY" : "UNIQUE") USING INDEX",
                cost: OperationCost(table: table, lock: .accessExclusive, work: .scan))
        }
        if !areEmpty(columns, of: table) {
            addUniqueOnData(list, of: table, at: operation)
        }
    }

    private mutating func addUniqueOnData(
        _ columns: String, of table: TableName, at operation: SchemaOperation
    ) {
        add(
            .uniqueOnData,
            "\(columns.isEmpty ? "an expression" : "'\(columns)'") of '\(table)' becomes unique: this "
                + "fails if rows have the same values", at: operation,
            hint: columns.isEmpty
                ? nil
                : "SELECT \(columns) FROM \(table) GROUP BY \(columns) HAVING count(*) > 1 shows them"
        )
    }

    private mutating func checkIndex(
        _ index: NewIndex, on table: TableName, at operation: SchemaOperation
    ) {
        let list = index.columns.joined(separator: ", ")
        if let cost = blockingCost(of: operation), !index.isConcurrent {
            let name = index.name ?? "…"
            add(
                .blockingIndex, "an index of '\(table)' is created: \(clause(cost))", at: operation,
                hint: engine == .postgresql
                    ? "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX CONCURRENTLY \(name) ON \(table) "
                        + "(\(list)), in a changeset with runInTransaction=\"false\"" : nil,
                cost: cost)
        }
        if index.isUnique, !areEmpty(index.columns, of: table) {
            addUniqueOnData(list, of: table, at: operation)
        }
    }
}
