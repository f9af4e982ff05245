import Changelogs

/// The costs of operations on an engine: locks and the work under them.
///
/// Tests compare PostgreSQL's and MariaDB's with recordings of servers (`Scripts/prove-locks`). MySQL's costs are
/// MariaDB's if both block or if MySQL's documentation, "Online DDL Operations", says that MySQL does not.
package struct OperationCosts {
    let engine: DatabaseEngineName?
    let history: SchemaHistory

    /// Operations without locks on tables in use.
    private static let free: Set = [
        "CREATE", "CreateFunctionStmt", "CreateSchemaStmt", "CreateExtensionStmt", "CompositeTypeStmt",
        "CreateRangeStmt", "DefineStmt", "CreatedbStmt", "CreateSeqStmt", "AlterSeqStmt", "AlterEnumStmt",
        "AlterFunctionStmt", "AlterDomainStmt", "GrantStmt", "GrantRoleStmt", "CreateRoleStmt", "VariableSetStmt",
        "CREATE TYPE", "SET", "GRANT", "REVOKE", "COMMENT", "USE", "RENAME", "createView", "createProcedure",
        "createFunction", "createPackage", "createPackageBody", "createSynonym", "setTableRemarks", "setColumnRemarks",
        "alterSequence", "renameSequence", "tagDatabase", "empty", "output", "stop",
    ]

    /// Whether the costs of an operation are known, even if there are none.
    func areKnown(of action: SchemaOperation.Action) -> Bool {
        guard engine == .postgresql || engine == .mysql || engine == .mariadb else { return false }
        switch action {
        case .other(let words): return Self.free.contains(words)
        case .unread, .dropOwned, .checkDomain, .dropPartitions, .dropSchema, .dropDependents: return false
        case .dropTables(_, let cascades), .truncate(_, let cascades): return !cascades || engine != .postgresql
        case .addUnique(let table, let columns, _): return isTree(columns.map { history.column($0, of: table)?.type })
        case .createIndex(let table, let index):
            return !index.isUnique || isTree(index.columns.map { history.column($0, of: table)?.type })
        case .addColumn(_, let column): return !column.isUnique || isTree([column.type])
        case .dropIndex(let name, let table, _): return (table ?? history.table(ofIndex: name)) != nil
        case .alter(let table, let words): return table != nil && effect(of: words) != nil
        case .dropObject(let kind, _, let table): return kind != .trigger || table != nil
        case .dropConstraint: return engine != .mysql
        // A timestamp that becomes NOT NULL is copied.
        case .setNotNull(let table, let column):
            return engine == .postgresql || history.column(column, of: table)?.type != nil
        case .createTable, .renameTable, .renameObject, .dropColumns, .renameColumn, .changeType, .dropNotNull,
            .addForeignKey, .addCheck, .addPrimaryKey, .validateConstraint, .attachPartition, .detachPartition,
            .createDomain, .createEnum, .createObject, .insert, .delete, .update, .lockTables, .transaction, .longName:
            return true
        }
    }

    /// Whether a unique index is certainly a tree; for a hash index, MariaDB copies the table.
    private func isTree(_ types: [DataType?]) -> Bool {
        let isLong = types.contains { type in
            type.map { $0.name.hasSuffix("text") || $0.name.hasSuffix("blob") } ?? true
        }
        return engine != .mariadb || !isLong && types.reduce(0) { $0 + ($1?.sizes.first ?? 0) } < 768
    }

    /// What else may be locked or done, because a table is unlike those whose locks were recorded.
    func reservations(about action: SchemaOperation.Action) -> [String] {
        let open = recordedCosts(of: action).filter { isOpen($0, for: action) }.flatMap { cost in
            (history.table(cost.table)?.traits ?? ["is not in the catalog"]).map { "\(cost.table) \($0)" }
        }
        func keys(_ columns: [String], _ table: TableName) -> [String] {
            columns.filter { history.column($0, of: table)?.dependents.contains("key") == true }.map {
                "'\($0)' of \(table) has a foreign key"
            }
        }
        if case .changeType(let table, let column, _, _) = action { return open + keys([column], table) }
        if case .dropColumns(let table, let columns) = action { return open + keys(columns, table) }
        return open
    }

    /// Whether a cost was recorded on tables unlike this one, and could be higher.
    private func isOpen(_ cost: OperationCost, for action: SchemaOperation.Action) -> Bool {
        guard history.hasCatalog, !history.isNew(cost.table, in: "pending") else { return false }
        if case .createTable(cost.table, _) = action { return false }
        if case .alter(_, "CREATE OR REPLACE VIEW") = action { return false }
        let traits = history.table(cost.table)?.traits
        if cost.lock == .rowExclusive { return traits?.contains { $0.hasPrefix("has the engine") } == true }
        return traits != [] && (engine == .postgresql || cost.lock.blocks == .nothing)
    }

    /// The costs of an operation; there are none of a table that exists already.
    func costs(of operation: SchemaOperation) -> [OperationCost] {
        let costs = costs(of: operation.action)
        guard case .createTable(let name, _) = operation.action, operation.isRepeatable else { return costs }
        if history.table(name) != nil { return [] }
        if history.hasCatalog { return costs }
        return costs.filter { $0.table != name }.map { other in
            cost(other.table, other.lock, other.work, unless: "'\(name)' already exists")
        }
    }

    /// The names of tables, indexes and types that the catalog must describe to make the costs of an operation certain.
    func names(toAskFor operation: SchemaOperation) -> [String] {
        let action = operation.action
        let open = recordedCosts(of: action).filter { !history.isNew($0.table, in: "pending") }.map(\.table.name)
        if case .dropIndex(let name, nil, _) = action, history.table(ofIndex: name) == nil { return [name.unqualified] }
        if case .createTable(let table, _) = action, !operation.isRepeatable { return open.filter { $0 != table.name } }
        if case .addColumn(_, let column) = action, !open.isEmpty {
            return open + [column.type?.name.unqualified ?? ""]
        }
        return open
    }

    /// Empty if the costs are unknown or negligible.
    func costs(of action: SchemaOperation.Action) -> [OperationCost] {
        recordedCosts(of: action).filter { cost in
            let isKnown = areKnown(of: action) && !isOpen(cost, for: action)
            return isKnown || engine == .postgresql || cost.lock.blocks != .nothing
        }
    }

    private func recordedCosts(of action: SchemaOperation.Action) -> [OperationCost] {
        switch engine {
        case .postgresql: postgreSQL(action)
        case .mysql, .mariadb: mySQL(action)
        case .oracle, .mssql, .sqlite, .h2, .other, nil: []
        }
    }

    func effect(of words: String) -> OperationEffect? {
        switch engine {
        case .postgresql: OperationEffect.ofPostgreSQL[words]
        case .mariadb: OperationEffect.ofMariaDB[words]
        case .mysql:
            OperationEffect.ofMariaDB[words].flatMap { effect in
                effect.lock.blocks != .nothing || OperationEffect.documentedByMySQL.contains(words) ? effect : nil
            }
        case .oracle, .mssql, .sqlite, .h2, .other, nil: nil
        }
    }

    private func cost(_ table: TableName, _ lock: TableLock, _ work: TableWork = .none, unless: String? = nil)
        -> OperationCost
    { OperationCost(table: table, lock: lock, work: work, exception: unless) }

    private func cost(_ table: TableName?, _ words: String) -> [OperationCost] {
        guard let table, let effect = effect(of: words) else { return [] }
        return [cost(table, effect.lock, effect.work, unless: effect.exception)]
    }

    /// PostgreSQL's documentation, "Explicit Locking" and `ALTER TABLE`.
    private func postgreSQL(_ action: SchemaOperation.Action) -> [OperationCost] {
        switch action {
        case .createEnum, .createObject, .createDomain, .dropSchema, .dropOwned, .dropDependents, .checkDomain,
            .dropPartitions, .transaction, .longName, .other, .unread:
            return []
        case .attachPartition(let partition, let table):
            let exception = "a constraint implies its bounds, and it has all indexes and keys"
            let targets = history.table(table)?.foreignKeys.values.compactMap(\.target) ?? []
            return [cost(table, .shareUpdateExclusive), cost(partition, .accessExclusive, .scan, unless: exception)]
                + targets.map { cost($0, .shareRowExclusive, .scan, unless: exception) }
        case .detachPartition(let partition, let table, let isConcurrent):
            return [
                cost(table, isConcurrent ? .shareUpdateExclusive : .accessExclusive), cost(partition, .accessExclusive),
            ]
        case .renameObject(let kind, let name, _):
            return ["table", "view"].contains(kind) ? [cost(name, .accessExclusive)] : []
        case .dropObject(let kind, let name, let table):
            let locked = kind == .view ? name : table
            return locked.map { [cost($0, .accessExclusive)] } ?? []
        case .createTable(let name, let table):
            return [cost(name, .accessExclusive)]
                + table.allForeignKeys.compactMap(\.target).filter { !$0.mayBe(name) }.map {
                    cost($0, .shareRowExclusive)
                } + (table.parent.map { [cost($0, .accessExclusive)] } ?? [])
        case .dropTables(let names, _):
            // Foreign keys have triggers on both tables.
            return names.flatMap { name in
                let others = history.table(name).map { $0.foreignKeys.values.map(\.target) + [$0.parent] } ?? []
                return [name] + others.compactMap(\.self)
            }.map { cost($0, .accessExclusive) }
        case .dropConstraint(let table, let name):
            let target = history.table(table)?.foreignKeys[name.lowercased()]?.target
            return ([table] + [target].compactMap(\.self)).map { cost($0, .accessExclusive) }
        case .truncate(let tables, _): return tables.map { cost($0, .accessExclusive) }
        case .renameTable(let table, _), .renameColumn(let table, _, _), .dropColumns(let table, _),
            .dropNotNull(let table, _):
            return [cost(table, .accessExclusive)]
        case .addColumn(let table, let column): return added(column, to: table)
        case .changeType(let table, let column, let new, let isComputed):
            guard isComputed == false, keepsRows(table, column, new) == true,
                let old = history.column(column, of: table)
            else {
                let exception = isComputed == true ? nil : doubt(table, column, new)
                return [cost(table, .accessExclusive, .rewrite, unless: exception)]
            }
            if old.dependents.contains("expression") { return [cost(table, .accessExclusive, .scan)] }
            let type = old.type.flatMap { history.domain($0.name)?.type ?? $0 }
            // Others keep their indexes.
            return [
                type?.collation == new?.collation && new?.name.hasSuffix("[]") != true
                    ? cost(table, .accessExclusive) : cost(table, .accessExclusive, .scan, unless: "it is not indexed")
            ]
        case .setNotNull(let table, let column):
            let isKnown = history.column(column, of: table) != nil
            return [
                isNotNull(column, of: table)
                    ? cost(table, .accessExclusive)
                    : cost(table, .accessExclusive, .scan, unless: isKnown ? nil : "a constraint already guarantees it")
            ]
        case .addForeignKey(let table, let key):
            let work: TableWork = key.isValidated ? .scan : .none
            return ([table] + [key.target].compactMap(\.self)).map { cost($0, .shareRowExclusive, work) }
        case .addCheck(let table, _, let isValidated):
            return [cost(table, .accessExclusive, isValidated ? .scan : .none)]
        case .addPrimaryKey(let table, _, usesIndex: true):
            return [cost(table, .accessExclusive, .scan, unless: "the columns of the index are already NOT NULL")]
        case .addUnique(let table, _, let usesIndex), .addPrimaryKey(let table, _, let usesIndex):
            return [cost(table, .accessExclusive, usesIndex ? .none : .scan)]
        case .validateConstraint(let table): return [cost(table, .shareUpdateExclusive, .scan)]
        case .createIndex(let table, let index):
            return [cost(table, index.isConcurrent ? .shareUpdateExclusive : .share, index.isOnly ? .none : .scan)]
        case .dropIndex(let name, let table, let isConcurrent):
            return (table ?? history.table(ofIndex: name)).map {
                [cost($0, isConcurrent ? .shareUpdateExclusive : .accessExclusive)]
            } ?? []
        case .delete(let table, let hasCondition), .update(let table, let hasCondition):
            return [cost(table, .rowExclusive, hasCondition ? .none : .scan)]
        case .insert(let table): return [cost(table, .rowExclusive)]
        case .lockTables(let tables, let mode): return tables.map { cost($0, mode) }
        case .alter(let table, let words): return cost(table, words)
        }
    }

    private static let sameForAll = "the function returns the same value for all rows"

    /// Functions that MariaDB calls once for all existing rows.
    private static let steadyInMariaDB: Set = ["rand", "connection_id", "unix_timestamp"]

    private func added(_ column: ColumnDefinition, to table: TableName) -> [OperationCost] {
        var work = TableWork.none
        var exception: String?
        var isChecked = false
        if case .constant = column.value { isChecked = column.references != nil }
        if isChecked || column.isUnique || column.isPrimaryKey { work = .scan }
        if let type = column.type, !type.isBuiltIn, history.enumerations[type.name] == nil {
            let domain = history.domain(type.name)
            if domain?.isChecked != false, history.objectScope(type.name) == nil || domain != nil {
                work = .rewrite
                if domain == nil { exception = "'\(type)' is not a domain with a constraint" }
            }
        }
        if case .computed(_, let isSure) = column.value {
            (work, exception) = (.rewrite, isSure ? nil : Self.sameForAll)
        }
        return [cost(table, .accessExclusive, work, unless: exception)]
            + (column.references.map { [cost($0, .shareRowExclusive, isChecked ? .scan : .none)] } ?? [])
    }

    private func keepsRows(_ table: TableName, _ column: String, _ new: DataType?) -> Bool? {
        guard let new, let old = history.column(column, of: table)?.type else { return nil }
        if engine != .postgresql { return new.keepsRows(of: old, on: engine ?? .mysql) }
        // The sizes of a domain's type do not count.
        return new.keepsRows(of: (history.domain(old.name)?.type?.name).flatMap(DataType.init) ?? old)
    }

    /// The condition under which a type change may keep the rows unchanged.
    private func doubt(_ table: TableName, _ column: String, _ new: DataType?) -> String? {
        if keepsRows(table, column, new) == false { return nil }
        let names = [history.column(column, of: table)?.type?.name ?? "", new?.name ?? ""].sorted()
        return names == ["timestamp", "timestamptz"]
            ? "the session's time zone is UTC" : "both types are stored the same way"
    }

    /// Whether a column or a valid constraint excludes nulls; PostgreSQL 12 and later then skip the check of rows.
    private func isNotNull(_ column: String, of table: TableName) -> Bool {
        history.table(table)?.validNotNullChecks.contains(column.lowercased()) == true
            || history.column(column, of: table)?.isNullable == false
    }

    /// `ALGORITHM=COPY` blocks writes; the other algorithms do not.
    private func mySQL(_ action: SchemaOperation.Action) -> [OperationCost] {
        switch action {
        case .createTable(let table, _): return [cost(table, .accessExclusive)]
        case .dropTables(let tables, _), .truncate(let tables, _): return tables.map { cost($0, .accessExclusive) }
        case .renameTable(let table, _): return [cost(table, .accessExclusive)]
        case .addColumn(let table, let column):
            if case .computed(let words, let isSure) = column.value, !words.hasPrefix("GENERATED"),
                engine == .mysql || !Self.steadyInMariaDB.contains(words.lowercased())
            {
                return [cost(table, .share, .rewrite, unless: isSure ? nil : Self.sameForAll)]
            }
            // MySQL ignores it.
            if column.references != nil, engine == .mariadb { return [cost(table, .share, .rewrite)] }
            let isUnderIndex = column.isUnique || column.isPrimaryKey
            return [cost(table, .accessShare, isUnderIndex ? .scan : .none)]
        case .dropColumns(let table, _): return [cost(table, .accessShare, engine == .mysql ? .rewrite : .none)]
        case .renameColumn(let table, _, _): return [cost(table, .accessShare)]
        case .dropConstraint(let table, _): return engine == .mysql ? [] : [cost(table, .accessShare)]
        case .dropIndex(_, let table, _): return table.map { [cost($0, .accessShare)] } ?? []
        case .delete(let table, let hasCondition), .update(let table, let hasCondition):
            return [cost(table, .rowExclusive, hasCondition ? .none : .scan)]
        case .insert(let table): return [cost(table, .rowExclusive)]
        case .changeType(let table, let column, let new, _):
            if keepsRows(table, column, new) == true { return [cost(table, .accessShare)] }
            return [cost(table, .share, .rewrite, unless: doubt(table, column, new))]
        case .setNotNull(let table, let column):
            if isNotNull(column, of: table) { return [cost(table, .accessShare)] }
            let known = history.column(column, of: table)
            return [
                known?.type?.name == "timestamp"
                    ? cost(table, .share, .rewrite)
                    : cost(table, .accessShare, .rewrite, unless: known == nil ? "it is already NOT NULL" : nil)
            ]
        case .dropNotNull(let table, let column):
            let known = history.column(column, of: table)
            if known?.isNullable == true { return [cost(table, .accessShare)] }
            let exception = "\(known == nil ? "it is already nullable or " : "")it is in the primary key"
            return [cost(table, .accessShare, .rewrite, unless: exception)]
        case .addForeignKey(let table, _), .addCheck(let table, _, _): return [cost(table, .share, .rewrite)]
        case .createIndex(let table, let index): return [cost(table, index.isSpecial ? .share : .accessShare, .scan)]
        case .addUnique(let table, _, _): return [cost(table, .accessShare, .scan)]
        case .addPrimaryKey(let table, _, _): return [cost(table, .accessShare, .rewrite)]
        case .lockTables(let tables, let mode): return tables.map { cost($0, mode) }
        case .alter(let table, let words): return cost(table, words)
        case .validateConstraint, .createEnum, .createObject, .createDomain, .dropSchema, .dropOwned, .dropDependents,
            .dropObject, .renameObject, .attachPartition, .detachPartition, .dropPartitions, .checkDomain, .transaction,
            .longName, .other, .unread:
            return []
        }
    }
}
