import Reporting

/// The policy rules at work on one changeset, for one engine.
struct ChangeSetRules {
    let changeSet: ChangeSet
    let engine: DatabaseEngineName?
    /// What the tables belong to that are created here.
    let scope: String
    /// The tables before each operation.
    var history: SchemaHistory
    private let policy: PolicyCheck
    private(set) var findings: [ChangeFinding] = []
    /// The tables that are created without a primary key, which a later changeset may add.
    private(set) var keyless: [(TableName, ChangeFinding)] = []
    /// How many operations block others.
    private var blockingCount = 0
    /// The columns that this changeset has added, and that are null in all rows so far.
    private(set) var emptyColumns: [(table: TableName, column: String)] = []
    /// The tables to which this changeset has added a constraint that is not valid yet, and the rule about that.
    private var unvalidated: [(table: TableName, rule: PolicyRule)] = []

    init(
        _ changeSet: ChangeSet, on engine: DatabaseEngineName?, scope: String,
        _ history: SchemaHistory, by check: PolicyCheck
    ) {
        self.changeSet = changeSet
        self.engine = engine
        self.scope = scope
        self.history = history
        policy = check
    }

    var costs: OperationCosts { OperationCosts(engine: engine, history: history) }

    /// Looks at all operations, then at the changeset as a whole.
    mutating func run() {
        for (rule, message) in policy.problems(of: changeSet) { add(rule, message) }
        for operation in changeSet.operations {
            let before = findings.count
            check(operation)
            if findings[before...].contains(where: { $0.rule.group == .blocking && $0.cost != nil })
            {
                blockingCount += 1
            }
            history.apply(operation, in: scope)
            noteEmptyColumns(operation.action)
            checkValidation(operation)
        }
        checkTransaction()
        checkRepetition()
        if let place = changeSet.conduct.openRollback {
            add(
                .openRollback, "the rollback is still to be written",
                at: SchemaOperation(.other("rollback"), at: place))
        }
        if let (words, location) = changeSet.conduct.obstacle {
            add(
                .noRollback, "Liquibase cannot roll back \(words) automatically",
                at: SchemaOperation(.other(words), at: location),
                hint: words == "SQL"
                    ? "add '--rollback SQL' or '--rollback not required'"
                    : "add a 'rollback', empty if there is nothing to undo")
        }
    }

    private mutating func checkTransaction() {
        if blockingCount > 1, engine == .postgresql, changeSet.conduct.runsInTransaction {
            add(
                .severalLocks,
                "\(blockingCount) changes block others, and all locks are held until the last is done",
                hint: "give each a changeset of its own")
        }
        let count = changeSet.operations.count { $0.isDefinition && !$0.continuesStatement }
        if engine?.commitsDefinitions == true, count > 1 {
            add(
                .partialChangeSet,
                "the changeset has \(count) changes of the schema, and \(databaseName) commits each",
                hint:
                    "give each a changeset of its own, so that one that fails leaves nothing half done"
            )
        }
        guard changeSet.conduct.runsInTransaction, engine == .postgresql || engine == nil else {
            return
        }
        for operation in changeSet.operations {
            guard let words = operation.refusedInTransaction,
                engine != nil || words.hasSuffix("CONCURRENTLY")
            else { continue }
            add(
                .concurrentlyInTransaction,
                "\(words) cannot run in a transaction, and the changeset is one",
                at: operation,
                hint:
                    "set runInTransaction=\"false\" for the changeset, which should have no other change",
                isSure: engine != nil && !changeSet.conduct.mayNotRun)
        }
    }

    /// Names of databases for people.
    private var databaseName: String {
        switch engine {
        case .mysql: "MySQL"
        case .mariadb: "MariaDB"
        case .oracle: "Oracle"
        case .h2: "H2"
        case .sqlite: "SQLite"
        case .postgresql: "PostgreSQL"
        case .mssql: "SQL Server"
        case .other, nil: "the database"
        }
    }

    private mutating func checkRepetition() {
        guard changeSet.runsAgain, !changeSet.conduct.hasPreconditions,
            // What is dropped first if it exists can be created again.
            !changeSet.operations.contains(where: { $0.isRepeatable && $0.isDrop }),
            let operation = changeSet.operations.first(where: { operation in
                operation.isDefinition && !operation.isRepeatable && operation.isKnown
            })
        else { return }
        add(
            .notRepeatable, "the changeset is run again, and this cannot be",
            at: operation)
    }

    /// A constraint that is validated in the transaction that adds it is validated under the lock of the addition.
    private mutating func checkValidation(_ operation: SchemaOperation) {
        guard engine == .postgresql, changeSet.conduct.runsInTransaction else { return }
        switch operation.action {
        case .addCheck(let table, _, isValidated: false) where !isNew(table):
            unvalidated.append((table, .blockingCheck))
        case .addForeignKey(let table, _, _, isValidated: false) where !isNew(table):
            unvalidated.append((table, .blockingForeignKey))
        case .validateConstraint(let table):
            guard let (_, rule) = unvalidated.first(where: { $0.table.mayBe(table) }) else {
                return
            }
            let lock: TableLock = rule == .blockingCheck ? .accessExclusive : .shareRowExclusive
            add(
                rule,
                "a constraint of '\(table)' is validated in the transaction that adds it: all rows are "
                    + "read under \(lock.rawValue), which blocks \(lock.blocks.rawValue)",
                at: operation, hint: "VALIDATE CONSTRAINT in a later changeset",
                cost: OperationCost(table: table, lock: lock, work: .scan))
        default: break
        }
    }

    private mutating func noteEmptyColumns(_ action: SchemaOperation.Action) {
        switch action {
        case .addColumn(let table, let column):
            if case .none = column.value { emptyColumns.append((table, column.name)) }
        case .update(let table, _), .insert(let table):
            emptyColumns.removeAll { $0.table.mayBe(table) }
        case .other, .unread: emptyColumns = []
        default: break
        }
    }

    /// Whether this changeset has added columns of a table, and nothing has filled them.
    func areEmpty(_ columns: [String], of table: TableName) -> Bool {
        !columns.isEmpty
            && columns.allSatisfy { column in
                emptyColumns.contains {
                    $0.table.mayBe(table) && $0.column.lowercased() == column.lowercased()
                }
            }
    }

    /// Whether a table is created in the same pending set, or is no table that stays.
    func isNew(_ name: TableName) -> Bool { history.isNew(name, in: scope) }

    /// Whether it cannot have been there before, as it may with `IF NOT EXISTS`.
    func isSurelyNew(_ name: TableName) -> Bool {
        isNew(name) && history.table(name)?.mayHaveBeenThere == false
    }

    /// Notes that a table has no primary key so far.
    mutating func addKeyless(_ table: TableName, at operation: SchemaOperation) {
        let finding = finding(
            .noPrimaryKey, "the table '\(table)' has no primary key", at: operation, hint: nil,
            cost: nil, isSure: true)
        if let finding { keyless.append((table, finding)) }
    }

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - message: the sentence.
    ///   - operation: what it is about; the changeset where there is none.
    ///   - hint: the safe way, where it can be written out.
    ///   - cost: the lock and the work, where it is about them.
    ///   - isSure: whether an error that nobody has set is one, not a warning.
    ///   - isCertain: whether a note that nobody has set is a warning.
    mutating func add(
        _ rule: PolicyRule, _ message: String, at operation: SchemaOperation? = nil,
        hint: String? = nil, cost: OperationCost? = nil, isSure: Bool = true,
        isCertain: Bool = false
    ) {
        let finding = finding(
            rule, message, at: operation, hint: hint, cost: cost, isSure: isSure,
            isCertain: isCertain)
        if let finding { findings.append(finding) }
    }

    private func finding(
        _ rule: PolicyRule, _ message: String, at operation: SchemaOperation?, hint: String?,
        cost: OperationCost?, isSure: Bool, isCertain: Bool = false
    ) -> ChangeFinding? {
        let description = PolicyRuleDescriptions[rule]
        let level = policy.levels.level(of: description)
        guard var severity = level.severity else { return nil }
        if severity == .error, !isSure, policy.levels.setLevel(of: description) == nil {
            severity = .warning
        }
        if severity == .note, isCertain, policy.levels.setLevel(of: description) == nil {
            severity = .warning
        }
        return ChangeFinding(
            changeSet: changeSet.name, rule: rule, severity: severity, message: message, hint: hint,
            location: operation?.location ?? changeSet.location,
            places: [changeSet.location]
                + (operation == nil
                    ? [changeSet.operations.first?.location].compactMap(\.self) : []),
            cost: cost)
    }
}

/// The descriptions of the policy rules, made once.
enum PolicyRuleDescriptions {
    private static let all = Dictionary(
        uniqueKeysWithValues: PolicyRule.allCases.map { ($0, RuleDescription($0)) })

    static subscript(rule: PolicyRule) -> RuleDescription { all[rule] ?? RuleDescription(rule) }
}

extension SchemaOperation {
    /// Whether it drops something.
    var isDrop: Bool {
        switch action {
        case .dropTables, .dropView, .dropSequence, .dropSchema, .dropOwned, .dropIndex,
            .dropColumns:
            true
        case .other(let words): words == "DROP"
        default: false
        }
    }

    /// Whether it is known what it does.
    var isKnown: Bool {
        switch action {
        case .unread, .truncate: false
        default: true
        }
    }
}
