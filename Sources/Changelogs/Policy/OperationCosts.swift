/// What operations cost on an engine: the locks, and what is done under them.
///
/// Each claim about PostgreSQL and MariaDB is proven by a test on a server.
package struct OperationCosts {
    let engine: DatabaseEngineName?
    let history: SchemaHistory

    /// What an operation locks that is of no table, or of no table that others use: so what it costs is known.
    private static let free: Set = [
        "CREATE", "CreateFunctionStmt", "CreateSchemaStmt", "CreateExtensionStmt",
        "CompositeTypeStmt", "CreateRangeStmt", "DefineStmt", "CreateTrigStmt", "CreatedbStmt",
        "ViewStmt", "CreateSeqStmt", "GrantStmt", "GrantRoleStmt", "CreateRoleStmt",
        "VariableSetStmt", "CommentStmt", "CREATE TYPE", "GRANT", "REVOKE", "COMMENT", "USE",
        "createView", "createProcedure", "createFunction", "createPackage", "createPackageBody",
        "createSynonym", "setTableRemarks", "setColumnRemarks", "alterSequence", "renameSequence",
        "tagDatabase", "empty", "output", "stop",
    ]

    /// Whether the costs of an operation are known, be it that there are none.
    func areKnown(of action: SchemaOperation.Action) -> Bool {
        guard engine == .postgresql || engine == .mysql || engine == .mariadb else { return false }
        switch action {
        case .other(let words): return Self.free.contains(words)
        case .unread, .dropOwned, .checkDomain: return false
        case .dropIndex(let name, let table, _):
            return (table ?? history.table(ofIndex: name)) != nil
        case .rebuild(_, let table), .rewriteTable(let table, _): return table != nil
        default: return true
        }
    }

    /// The costs of an operation; none where they are not known, or nobody would notice.
    func costs(of action: SchemaOperation.Action) -> [OperationCost] {
        switch engine {
        case .postgresql: postgreSQL(action)
        case .mysql, .mariadb: mySQL(action)
        default: []
        }
    }

    private func cost(_ table: TableName, _ lock: TableLock, _ work: TableWork = .none)
        -> OperationCost
    {
        OperationCost(table: table, lock: lock, work: work)
    }

    /// PostgreSQL's documentation, "Explicit Locking" and `ALTER TABLE`.
    private func postgreSQL(_ action: SchemaOperation.Action) -> [OperationCost] {
        switch action {
        case .createEnum, .createObject, .dropSchema, .dropOwned, .dropDependents, .dropView,
            .dropSequence, .checkDomain, .other, .unread:
            []
        case .attachPartition(let partition, let table):
            [cost(table, .shareUpdateExclusive), cost(partition, .accessExclusive, .scan)]
        case .renameObject(let kind, let name, _):
            kind == "table" ? [cost(name, .accessExclusive)] : []
        case .createTable(let name, let table):
            [cost(name, .accessExclusive)]
                + table.allReferences.filter { !$0.mayBe(name) }.map {
                    cost($0, .shareRowExclusive)
                }
        case .dropTables(let names, _): names.map { cost($0, .accessExclusive) }
        case .renameTable(let table, _), .renameColumn(let table, _, _),
            .dropColumns(let table, _), .dropNotNull(let table, _), .alterTable(let table),
            .dropPrimaryKey(let table), .addAutoIncrement(let table):
            [cost(table, .accessExclusive)]
        case .addColumn(let table, let column): added(column, to: table)
        case .changeType(let table, let column, let new):
            [cost(table, .accessExclusive, keepsRows(table, column, new) ? .none : .rewrite)]
        case .setNotNull(let table, let column, _):
            [cost(table, .accessExclusive, isKnownNotNull(column, of: table) ? .none : .scan)]
        case .addForeignKey(let table, _, let target, let isValidated):
            [cost(table, .shareRowExclusive, isValidated ? .scan : .none)]
                + (target.map { [cost($0, .shareRowExclusive)] } ?? [])
        case .addCheck(let table, _, let isValidated):
            [cost(table, .accessExclusive, isValidated ? .scan : .none)]
        case .addUnique(let table, _, let usesIndex), .addPrimaryKey(let table, _, let usesIndex):
            [cost(table, .accessExclusive, usesIndex ? .none : .scan)]
        case .validateConstraint(let table): [cost(table, .shareUpdateExclusive, .scan)]
        case .createIndex(let table, let index):
            [cost(table, index.isConcurrent ? .shareUpdateExclusive : .share, .scan)]
        case .dropIndex(let name, let table, let isConcurrent):
            (table ?? history.table(ofIndex: name)).map {
                [cost($0, isConcurrent ? .shareUpdateExclusive : .accessExclusive)]
            } ?? []
        case .truncate(let tables, _): tables.map { cost($0, .accessExclusive) }
        case .delete(let table, let hasCondition), .update(let table, let hasCondition):
            [cost(table, .rowExclusive, hasCondition ? .none : .scan)]
        case .insert(let table): [cost(table, .rowExclusive)]
        case .lockTables(let tables, let mode): tables.map { cost($0, mode) }
        case .rewriteTable(let table, _):
            table.map { [cost($0, .accessExclusive, .rewrite)] } ?? []
        case .rebuild(let words, let table):
            table.map { [cost($0, words == "REINDEX" ? .share : .accessExclusive, .scan)] } ?? []
        }
    }

    private func added(_ column: ColumnDefinition, to table: TableName) -> [OperationCost] {
        var work = TableWork.none
        if case .computed = column.value { work = .rewrite }
        if column.isUnique || column.isPrimaryKey, work == .none { work = .scan }
        return [cost(table, .accessExclusive, work)]
            + (column.references.map { [cost($0, .shareRowExclusive)] } ?? [])
    }

    /// Whether the rows stay as they are when a column gets another type, as far as is known.
    func keepsRows(_ table: TableName, _ column: String, _ new: DataType?) -> Bool {
        guard let new, let old = history.column(column, of: table)?.type else { return false }
        return new.keepsRows(of: old)
    }

    /// Whether a constraint that is valid says that a column is not null: then PostgreSQL 12 and later do not
    /// look at the rows.
    func isKnownNotNull(_ column: String, of table: TableName) -> Bool {
        history.table(table)?.validNotNullChecks.contains(column.lowercased()) == true
    }

    /// MySQL's documentation, "Online DDL Operations", and MariaDB's, "InnoDB Online DDL": what is done with
    /// `ALGORITHM=COPY` lets nobody write; all else lets everybody.
    private func mySQL(_ action: SchemaOperation.Action) -> [OperationCost] {
        switch action {
        case .createTable(let table, _): return [cost(table, .accessExclusive)]
        case .dropTables(let tables, _), .truncate(let tables, _):
            return tables.map { cost($0, .accessExclusive) }
        case .addColumn(let table, let column):
            if case .computed(let words) = column.value, !words.hasPrefix("GENERATED") {
                return [cost(table, .share, .rewrite)]
            }
            return [cost(table, .accessShare, isUnderIndex(column) ? .scan : .none)]
        case .dropColumns(let table, _), .dropNotNull(let table, _):
            return [cost(table, .accessShare, engine == .mysql ? .rewrite : .none)]
        case .renameTable(let table, _), .renameColumn(let table, _, _), .alterTable(let table):
            return [cost(table, .accessShare)]
        case .dropIndex(_, let table, _): return table.map { [cost($0, .accessShare)] } ?? []
        case .delete(let table, let hasCondition), .update(let table, let hasCondition):
            return [cost(table, .rowExclusive, hasCondition ? .none : .scan)]
        case .insert(let table): return [cost(table, .rowExclusive)]
        case .changeType(let table, let column, let new):
            let isWidening = isWidening(table, column, new)
            return [cost(table, isWidening ? .accessShare : .share, isWidening ? .none : .rewrite)]
        case .addForeignKey(let table, _, _, _): return [cost(table, .share, .rewrite)]
        case .addCheck(let table, _, _), .dropPrimaryKey(let table), .addAutoIncrement(let table):
            return [cost(table, .share, .rewrite)]
        case .createIndex(let table, let index):
            return [cost(table, index.isSpecial ? .share : .accessShare, .scan)]
        case .addUnique(let table, _, _): return [cost(table, .accessShare, .scan)]
        case .addPrimaryKey(let table, _, _), .setNotNull(let table, _, _):
            return [cost(table, .accessShare, .rewrite)]
        case .rewriteTable(let table, let words):
            let isShared = words == "CONVERT TO"
            return table.map { [cost($0, isShared ? .share : .accessShare, .rewrite)] } ?? []
        case .lockTables(let tables, let mode): return tables.map { cost($0, mode) }
        case .rebuild(_, let table): return table.map { [cost($0, .accessShare, .scan)] } ?? []
        case .validateConstraint, .createEnum, .createObject, .dropSchema, .dropOwned,
            .dropDependents, .dropView, .dropSequence, .renameObject, .attachPartition,
            .checkDomain, .other, .unread:
            return []
        }
    }

    private func isUnderIndex(_ column: ColumnDefinition) -> Bool {
        column.isUnique || column.isPrimaryKey
    }

    /// `VARCHAR` may become longer in its place, as long as the count of bytes for its length stays: that
    /// depends on the character set, so only what fits one byte with four for each character is sure.
    private func isWidening(_ table: TableName, _ column: String, _ new: DataType?) -> Bool {
        guard let new, let old = history.column(column, of: table)?.type, new.name == "varchar",
            old.name == "varchar", let size = new.sizes.first, let was = old.sizes.first
        else { return false }
        return size >= was && (size < 64 || was >= 256)
    }
}

extension NewTable {
    /// All tables that it refers to.
    var allReferences: [TableName] { references + columns.compactMap(\.references) }
}
