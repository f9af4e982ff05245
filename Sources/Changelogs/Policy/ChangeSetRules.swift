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
    /// What each of the operations so far keeps others from until the transaction ends.
    private(set) var held: [[OperationCost]] = []
    /// What the changeset creates, and the tables and columns that it drops.
    let outcome: ChangeSetOutcome
    /// The columns that this changeset has added, and that are null in all rows so far.
    private(set) var emptyColumns: [(table: TableName, column: String)] = []
    /// The tables to which this changeset has added a constraint that is not valid yet, and the rule about that.
    var unvalidated: [(table: TableName, rule: Rule)] = []

    init(
        _ changeSet: ChangeSet, on engine: DatabaseEngineName?, scope: String,
        _ history: SchemaHistory, by check: PolicyCheck
    ) {
        self.changeSet = changeSet
        self.engine = engine
        self.scope = scope
        self.history = history
        policy = check
        outcome = ChangeSetOutcome(changeSet.operations)
    }

    var costs: OperationCosts { OperationCosts(engine: engine, history: history) }

    /// Looks at all operations, then at the changeset as a whole.
    mutating func run() {
        checkAttributes(policy.patterns)
        for operation in changeSet.operations {
            checkLoss(operation)
            checkDesign(operation)
            checkBlocking(operation)
            checkData(operation)
            checkReading(operation)
            let old = costs.costs(of: operation.action).filter { !isNew($0.table) }
            history.apply(operation, in: scope)
            held.append(old.filter { !isNew($0.table) })
            noteEmptyColumns(operation.action)
            checkValidation(operation)
        }
        checkLocksTogether()
        checkConduct()
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
            .noPrimaryKey, "the table '\(table)' has no primary key", at: operation)
        if let finding { keyless.append((table, finding)) }
    }

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - message: the sentence.
    ///   - operation: what it is about; the changeset where there is none.
    ///   - hint: the safe way, where it can be written out.
    ///   - severity: how it counts where nobody has set the rule; nil for the rule's own level.
    mutating func add(
        _ rule: Rule, _ message: String, at operation: SchemaOperation? = nil,
        hint: String? = nil, usually severity: Diagnostic.Severity? = nil
    ) {
        let finding = finding(rule, message, at: operation, hint: hint, usually: severity)
        if let finding { findings.append(finding) }
    }

    private func finding(
        _ rule: Rule, _ message: String, at operation: SchemaOperation?,
        hint: String? = nil, usually usual: Diagnostic.Severity? = nil
    ) -> ChangeFinding? {
        let level = policy.levels.level(of: rule)
        guard let severity = level.severity else { return nil }
        let isSet = policy.levels.setLevel(of: rule) != nil
        return ChangeFinding(
            changeSet: changeSet.name, rule: rule, severity: isSet ? severity : usual ?? severity,
            message: message, hint: hint, location: operation?.location ?? changeSet.location,
            places: [changeSet.location]
                + (operation == nil
                    ? [changeSet.operations.first?.location].compactMap(\.self) : []))
    }
}

/// What there is, and is no longer, when a changeset is done, by the names.
struct ChangeSetOutcome {
    private(set) var created: Set<String> = []
    private var gone: Set<String> = []

    init(_ operations: [SchemaOperation]) {
        for operation in operations {
            switch operation.action {
            case .createObject(let name): created.insert(name)
            case .dropTables(let tables, _): gone.formUnion(tables.map(Self.key))
            case .dropColumns(let table, let columns):
                gone.formUnion(columns.map { "\(Self.key(table)).\($0.lowercased())" })
            default: break
            }
        }
    }

    private static func key(_ table: TableName) -> String { table.name.lowercased() }

    /// Whether a table is dropped, or one of some columns of it.
    func drops(_ table: TableName, or columns: [String]) -> Bool {
        let key = Self.key(table)
        return gone.contains(key) || columns.contains { gone.contains("\(key).\($0.lowercased())") }
    }
}
