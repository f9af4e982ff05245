package import Changelogs

extension PolicyCheck {
    package struct Costs: Sendable {
        package init() {}

        /// The strongest lock on each table, and the most work under it; that under another condition is apart.
        package var costs: [OperationCost] = []
        package var unknown: [String] = []
        fileprivate var asked: Set<String> = []
    }

    /// The costs of pending changesets by name, if a single engine with known locks is checked.
    ///
    /// `changeSets` must contain all changesets in order. The question is the query that settles uncertain costs.
    package func costs(in changeSets: [ChangeSet], isPending: (ChangeSet) -> Bool) -> (
        costs: [String: Costs], question: Catalog.Question?
    ) {
        guard let engine, [.postgresql, .mysql, .mariadb].contains(engine) else { return ([:], nil) }
        var history = SchemaHistory()
        var all: [String: Costs] = [:]
        var asked: Set<String> = []
        for changeSet in changeSets where isFor(changeSet, engine) {
            guard isPending(changeSet) else {
                for operation in changeSet.operations { history.apply(operation, in: "done") }
                continue
            }
            if all.isEmpty { history.learn(catalog) }
            let costs = Costs(of: changeSet.operations, on: engine, after: &history)
            asked.formUnion(costs.asked)
            all[changeSet.name] = costs
        }
        return (all, Catalog.question(about: asked, on: engine))
    }
}

extension PolicyCheck.Costs {
    /// Those of a changeset's operations, which are then part of the history.
    init(of operations: [SchemaOperation], on engine: DatabaseEngineName, after history: inout SchemaHistory) {
        for operation in operations {
            let known = OperationCosts(engine: engine, history: history)
            asked.formUnion(known.names(toAskFor: operation))
            for var cost in known.costs(of: operation) {
                cost.isNew = history.isNew(cost.table, in: "pending")
                if case .createTable(cost.table, _) = operation.action { cost.isNew = true }
                add(cost)
            }
            let words = known.areKnown(of: operation.action) ? nil : operation.action.words
            for reason in [words].compactMap(\.self) + known.reservations(about: operation.action)
            where !unknown.contains(reason) { unknown.append(reason) }
            history.apply(operation, in: "pending")
        }
        // That nothing is blocked is not said beside what is not known.
        if !unknown.isEmpty, engine != .postgresql { costs.removeAll { $0.blocks == .nothing && !$0.isNew } }
    }

    private mutating func add(_ cost: OperationCost) {
        var cost = cost
        var place = costs.endIndex
        while let index = costs.firstIndex(where: { $0.includes(cost) || cost.includes($0) }) {
            cost = costs.remove(at: index).joined(with: cost)
            place = min(place, index)
        }
        costs.insert(cost, at: place)
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
        case .addUnique, .createIndex, .addColumn: "UNIQUE on long or unknown columns"
        case .setNotNull: "NOT NULL on a column of unknown type"
        case .checkDomain: "ALTER DOMAIN"
        case .dropPartitions: "DROP PARTITION"
        case .dropObject: "DROP TRIGGER"
        case .dropConstraint: "DROP CONSTRAINT"
        case .createTable, .renameTable, .renameObject, .dropColumns, .renameColumn, .changeType, .dropNotNull,
            .addForeignKey, .addCheck, .addPrimaryKey, .validateConstraint, .attachPartition, .detachPartition,
            .createDomain, .createEnum, .createObject, .insert, .delete, .update, .lockTables, .transaction, .longName:
            nil
        }
    }
}
