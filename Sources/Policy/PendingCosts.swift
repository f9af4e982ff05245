package import Changelogs

extension PolicyCheck {
    package struct Costs: Sendable {
        package init() {}

        /// The strongest lock on each table, and the most work under it.
        package var costs: [OperationCost] = []
        package var unknown: [String] = []
    }

    /// The costs of pending changesets by name, if a single engine with known locks is checked.
    ///
    /// `changeSets` must contain all changesets in order. The question is the catalog query that settles uncertain
    /// costs.
    package func costs(in changeSets: [ChangeSet], isPending: (ChangeSet) -> Bool) -> (
        costs: [String: Costs], question: Catalog.Question?
    ) {
        guard let engine, [.postgresql, .mysql, .mariadb].contains(engine) else { return ([:], nil) }
        var history = SchemaHistory()
        var all: [String: Costs] = [:]
        var asked: Set<String> = []
        for changeSet in changeSets where isFor(changeSet, engine) {
            let isToRun = isPending(changeSet)
            if isToRun, all.isEmpty { history.learn(catalog) }
            var costs = Costs()
            for operation in changeSet.operations {
                let known = OperationCosts(engine: engine, history: history)
                if isToRun {
                    asked.formUnion(known.names(toAskFor: operation.action))
                    for cost in known.costs(of: operation.action) { costs.add(cost, by: operation, history) }
                    let words = known.areKnown(of: operation.action) ? nil : operation.action.words
                    for reason in [words].compactMap(\.self) + known.reservations(about: operation.action)
                    where !costs.unknown.contains(reason) { costs.unknown.append(reason) }
                }
                history.apply(operation, in: isToRun ? "pending" : "done")
            }
            if isToRun { all[changeSet.name] = costs }
        }
        return (all, Catalog.Question(about: asked, on: engine))
    }
}

extension PolicyCheck.Costs {
    fileprivate mutating func add(_ cost: OperationCost, by operation: SchemaOperation, _ history: SchemaHistory) {
        var isNew = history.isNew(cost.table, in: "pending")
        if case .createTable(cost.table, _) = operation.action { isNew = true }
        guard let index = costs.firstIndex(where: { $0.table.mayBe(cost.table) }) else {
            var cost = cost
            cost.isNew = isNew
            costs.append(cost)
            return
        }
        costs[index] = costs[index].joined(with: cost)
    }
}

extension SchemaOperation.Action {
    fileprivate var words: String? {
        switch self {
        case .other(let words), .unread(let words, _), .alter(_, let words):
            // The name of PostgreSQL's parser: `AlterExtensionStmt`.
            words.hasSuffix("Stmt") ? words.dropLast("Stmt".count).spelled : words
        case .dropIndex: "DROP INDEX"
        case .dropOwned: "DROP OWNED"
        case .dropSchema: "DROP SCHEMA"
        case .dropDependents, .dropTables: "DROP … CASCADE"
        case .truncate: "TRUNCATE … CASCADE"
        case .addUnique, .createIndex, .addColumn: "UNIQUE of columns that are long or not known"
        case .checkDomain: "ALTER DOMAIN"
        case .dropPartitions: "DROP PARTITION"
        case .dropObject: "DROP TRIGGER"
        case .dropConstraint: "DROP CONSTRAINT"
        case .createTable, .renameTable, .renameObject, .dropColumns, .renameColumn, .changeType, .setNotNull,
            .dropNotNull, .addForeignKey, .addCheck, .addPrimaryKey, .validateConstraint, .attachPartition,
            .detachPartition, .createDomain, .createEnum, .createObject, .insert, .delete, .update, .lockTables,
            .transaction, .longName:
            nil
        }
    }
}
