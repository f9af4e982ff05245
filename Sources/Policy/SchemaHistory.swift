import Changelogs

/// A database schema as far as changesets define it.
struct SchemaHistory {
    struct Table {
        var name: TableName
        var columns: [String: ColumnDefinition] = [:]
        /// Identifies objects that were created together, for example by the changesets in a file.
        let scope: String
        var hasPrimaryKey: Bool
        var isTemporary = false
        /// Whether it was created with `IF NOT EXISTS`, and may have existed before.
        var mayHaveBeenThere = false
        var isFilled = false
        var notNullChecks: Set<String> = []
        var validNotNullChecks: Set<String> = []
        var foreignKeys: [String: ForeignKey] = [:]
        var isPartitioned = false
        var parent: TableName?
        var traits: [String]?

        /// Uses PostgreSQL's default name if the foreign key has none.
        mutating func add(_ key: ForeignKey) {
            let own = ([name.name] + key.columns + ["fkey"]).joined(separator: "_")
            foreignKeys[(key.name ?? own).lowercased()] = key
        }
    }

    private var tables: [String: [Table]] = [:]
    private(set) var enumerations: [String: [String]] = [:]

    private var domains: [String: (type: DataType?, isChecked: Bool)] = [:]

    private mutating func add(_ key: ForeignKey, to table: TableName) {
        remember(table)
        change(table) { $0.add(key) }
    }

    private var objectScopes: [String: String] = [:]

    private var indexTables: [String: TableName] = [:]

    /// `nil` if no changeset creates the index.
    func table(ofIndex name: String) -> TableName? { indexTables[name.unqualified] }

    func domain(_ name: String) -> (type: DataType?, isChecked: Bool)? { domains[name.unqualified] }

    /// The scope of an index, view or sequence; `nil` if no changeset creates it.
    func objectScope(_ name: String) -> String? { objectScopes[name.unqualified] }

    func table(_ name: TableName) -> Table? { tables[name.name.lowercased()]?.last { $0.name.mayBe(name) } }

    /// Whether a table is temporary or certainly created in this scope, so that nothing waits for it.
    func isNew(_ name: TableName, in scope: String) -> Bool {
        table(name).map { $0.scope == scope && !$0.mayHaveBeenThere || $0.isTemporary } ?? false
    }

    func column(_ column: String, of table: TableName) -> ColumnDefinition? {
        self.table(table)?.columns[column.lowercased()]
    }

    /// Whether a catalog was read; then it describes each table that it knows.
    private(set) var hasCatalog = false

    mutating func learn(_ catalog: Catalog?) {
        hasCatalog = catalog != nil
        for operation in catalog?.operations ?? [] { apply(operation, in: "done") }
    }

    mutating func apply(_ operation: SchemaOperation, in scope: String) {
        switch operation.action {
        case .createTable(let name, let new):
            // An existing table is unchanged.
            if let known = table(name), operation.isRepeatable || known.traits != nil && scope == "done" { return }
            var table = Table(name: name, scope: scope, hasPrimaryKey: !new.primaryKey.isEmpty || new.isPartlyKnown)
            table.isTemporary = new.isTemporary
            table.isFilled = new.isFilled
            table.mayHaveBeenThere = operation.isRepeatable && !hasCatalog
            table.isPartitioned = new.isPartitioned
            table.parent = new.parent
            table.traits = new.traits
            // A catalog does not tell of constraints that are not valid.
            if new.traits != nil { table.notNullChecks = self.table(name)?.notNullChecks ?? [] }
            for column in new.columns { table.columns[column.name.lowercased()] = column }
            tables[name.name.lowercased(), default: []].append(table)
            for key in new.allForeignKeys { add(key, to: name) }
        case .dropTables(let names, _):
            for name in names { tables[name.name.lowercased()]?.removeAll { $0.name.mayBe(name) } }
        case .renameTable(let name, let new): rename(name, to: TableName(new, in: name.schema))
        case .addColumn(let name, let column):
            change(name) { table in
                if case .computed(let words, _) = column.value, ["GENERATED", "STORED"].contains(words) {
                    table.traits?.append("has generated columns")
                }
                table.columns[column.name.lowercased()] = column
                if column.isPrimaryKey { table.hasPrimaryKey = true }
            }
            if let key = column.foreignKey { add(key, to: name) }
        case .addForeignKey(let name, let key): add(key, to: name)
        case .dropColumns(let name, let columns):
            change(name) { table in for column in columns { table.columns[column.lowercased()] = nil } }
        case .renameColumn(let name, let old, let new):
            change(name) { table in
                table.columns[new.lowercased()] = table.columns.removeValue(forKey: old.lowercased())
            }
        case .changeType(let name, let column, let type, _):
            change(name) { $0.columns[column.lowercased()]?.type = type }
        case .setNotNull(let name, let column): change(name) { $0.columns[column.lowercased()]?.isNullable = false }
        case .dropNotNull(let name, let column): change(name) { $0.columns[column.lowercased()]?.isNullable = true }
        case .addPrimaryKey(let name, _, _): change(name) { $0.hasPrimaryKey = true }
        case .addCheck(let name, let column?, let isValidated):
            remember(name)
            change(name) { table in
                table.notNullChecks.insert(column.lowercased())
                if isValidated { table.validNotNullChecks.insert(column.lowercased()) }
            }
        case .validateConstraint(let name): change(name) { $0.validNotNullChecks.formUnion($0.notNullChecks) }
        case .createIndex(let table, let index):
            if index.isSpecial { change(table) { $0.traits?.append("has a FULLTEXT or SPATIAL index") } }
            guard let name = index.name?.lowercased() else { return }
            objectScopes[name] = scope
            indexTables[name] = table
        case .renameObject("table", let name, let schema): rename(name, to: TableName(name.name, in: schema))
        // A replaced object may have existed before.
        case .createObject(let name) where !operation.isRepeatable: objectScopes[name.unqualified] = scope
        case .createEnum(let name, let values): enumerations[name.lowercased()] = values
        case .createDomain(let name, let type, let isChecked):
            domains[name.unqualified] = (type, isChecked)
            objectScopes[name.unqualified] = scope
        case .checkDomain(let name): domains[name.unqualified]?.isChecked = true
        case .renameObject, .addCheck, .addUnique, .dropConstraint, .dropIndex, .dropSchema, .dropDependents,
            .attachPartition, .detachPartition, .dropPartitions, .dropOwned, .dropObject, .createObject, .truncate,
            .insert, .delete, .update, .lockTables, .alter, .transaction, .longName, .other, .unread:
            break
        }
    }

    private mutating func rename(_ name: TableName, to new: TableName) {
        guard var table = table(name) else { return }
        tables[name.name.lowercased()]?.removeAll { $0.name.mayBe(name) }
        table.name = new
        tables[new.name.lowercased(), default: []].append(table)
    }

    private mutating func change(_ name: TableName, _ change: (inout Table) -> Void) {
        let key = name.name.lowercased()
        guard let index = tables[key]?.lastIndex(where: { $0.name.mayBe(name) }) else { return }
        change(&tables[key, default: []][index])
    }

    /// Creates an entry for a table that no changeset creates.
    private mutating func remember(_ name: TableName) {
        guard table(name) == nil else { return }
        tables[name.name.lowercased(), default: []].append(Table(name: name, scope: "", hasPrimaryKey: true))
    }
}

extension String {
    /// Without the schema, in lower case.
    var unqualified: String { (split(separator: ".").last.map(String.init) ?? self).lowercased() }
}
