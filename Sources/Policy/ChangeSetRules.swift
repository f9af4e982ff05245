import Changelogs
import Reporting

struct ChangeSetRules {
    let changeSet: ChangeSet
    let engine: DatabaseEngineName?
    /// Identifies tables that are created together with those of this changeset.
    let scope: String
    private(set) var history = SchemaHistory()
    private let policy: PolicyCheck
    private(set) var findings: [ChangeFinding] = []
    /// Tables without a primary key, which a later changeset may add.
    private(set) var keyless: [(TableName, ChangeFinding)] = []
    /// The costs of each operation so far, whose locks are held until the transaction ends.
    private(set) var held: [[OperationCost]] = []
    let outcome: ChangeSetOutcome
    /// The columns that this changeset has added, and that are null in all rows so far.
    private(set) var emptyColumns: [(table: TableName, column: String)] = []
    /// The tables with a constraint from this changeset that is not validated yet, with the rule to report.
    var unvalidated: [(table: TableName, rule: Rule)] = []

    init(_ changeSet: ChangeSet, on engine: DatabaseEngineName?, scope: String, by check: PolicyCheck) {
        self.changeSet = changeSet
        self.engine = engine
        self.scope = scope
        policy = check
        outcome = ChangeSetOutcome(changeSet.operations)
    }

    var noTransaction: String { changeSet.attribute("runInTransaction", "false") }

    var costs: OperationCosts { OperationCosts(engine: engine, history: history) }

    /// Adds the changeset to the history, which is moved, as a copy for each changeset takes longer than the rules.
    mutating func run(after past: inout SchemaHistory) {
        swap(&history, &past)
        defer { swap(&history, &past) }
        checkAttributes(policy.patterns)
        for operation in changeSet.operations {
            checkLoss(operation)
            checkDesign(operation)
            checkBlocking(operation)
            checkData(operation)
            checkReading(operation)
            let old = costs.costs(of: operation).filter { !isNew($0.table) }
            history.apply(operation, in: scope)
            held.append(old.filter { !isNew($0.table) })
            noteEmptyColumns(operation.action)
            checkValidation(operation)
        }
        checkLocksTogether()
        checkConduct()
    }

    private mutating func noteEmptyColumns(_ action: SchemaOperation.Action) {
        if case .addColumn(let table, let column) = action, case .none = column.value {
            emptyColumns.append((table, column.name))
        }
        if case .update(let table, _) = action { emptyColumns.removeAll { $0.table.mayBe(table) } }
        if case .insert(let table) = action { emptyColumns.removeAll { $0.table.mayBe(table) } }
        if case .other = action { emptyColumns = [] }
        if case .unread = action { emptyColumns = [] }
    }

    func areEmpty(_ columns: [String], of table: TableName) -> Bool {
        !columns.isEmpty
            && columns.allSatisfy { column in
                emptyColumns.contains { $0.table.mayBe(table) && $0.column.lowercased() == column.lowercased() }
            }
    }

    /// Whether a table is temporary or certainly created by the same pending changesets.
    func isNew(_ name: TableName) -> Bool { history.isNew(name, in: scope) }

    mutating func addKeyless(_ table: TableName, at operation: SchemaOperation) {
        let finding = finding(.noPrimaryKey, "the table '\(table)' has no primary key", at: operation)
        if let finding { keyless.append((table, finding)) }
    }

    mutating func add(
        _ rule: Rule, _ message: String, at operation: SchemaOperation? = nil, hint: String? = nil,
        usually severity: Diagnostic.Severity? = nil
    ) {
        let finding = finding(rule, message, at: operation, hint: hint, usually: severity)
        if let finding { findings.append(finding) }
    }

    private func finding(
        _ rule: Rule, _ message: String, at operation: SchemaOperation?, hint: String? = nil,
        usually usual: Diagnostic.Severity? = nil
    ) -> ChangeFinding? {
        let level = policy.levels.level(of: rule)
        guard let severity = level.severity else { return nil }
        let isSet = policy.levels.setLevel(of: rule) != nil
        return ChangeFinding(
            changeSet: changeSet.name, rule: rule, severity: isSet ? severity : usual ?? severity, message: message,
            hint: hint, location: operation?.location ?? changeSet.location,
            places: [operation?.change, changeSet.location].compactMap(\.self)
                + (operation == nil ? [changeSet.operations.first?.location].compactMap(\.self) : []))
    }
}

/// The objects that a changeset creates and drops.
struct ChangeSetOutcome {
    private(set) var created: Set<String> = []
    private var gone: Set<String> = []

    init(_ operations: [SchemaOperation]) {
        for operation in operations {
            if case .createObject(let name) = operation.action { created.insert(name) }
            if case .dropTables(let tables, _) = operation.action { gone.formUnion(tables.map(Self.key)) }
            if case .dropColumns(let table, let columns) = operation.action {
                gone.formUnion(columns.map { "\(Self.key(table)).\($0.lowercased())" })
            }
        }
    }

    private static func key(_ table: TableName) -> String { table.name.lowercased() }

    func drops(_ table: TableName, or columns: [String]) -> Bool {
        let key = Self.key(table)
        return gone.contains(key) || columns.contains { gone.contains("\(key).\($0.lowercased())") }
    }
}
