/// The tables of a database as a changelog makes them, as far as its changesets tell.
struct SchemaHistory {
    /// A table that a changeset has created.
    struct Table {
        var name: TableName
        var columns: [String: ColumnDefinition] = [:]
        /// What was created together, such as the changesets of one file.
        let scope: String
        var hasPrimaryKey: Bool
        var isTemporary = false
        /// Whether it was created with `IF NOT EXISTS`, while no changeset tells that it was not there.
        var mayHaveBeenThere = false
        /// Whether it was made of the rows of a query.
        var isFilled = false
        /// The columns of which a constraint checks that they are not null.
        var notNullChecks: Set<String> = []
        /// Which of them have been validated.
        var validNotNullChecks: Set<String> = []
        /// Its foreign keys, by the names of the constraints.
        var foreignKeys: [String: ForeignKey] = [:]
        /// Whether it has partitions.
        var isPartitioned = false

        /// Takes a foreign key, by PostgreSQL's name where it has none.
        mutating func add(_ key: ForeignKey) {
            let own = ([name.name] + key.columns + ["fkey"]).joined(separator: "_")
            foreignKeys[(key.name ?? own).lowercased()] = key
        }
    }

    private var tables: [String: [Table]] = [:]
    /// The values of enumerations by their names.
    private(set) var enumerations: [String: [String]] = [:]

    /// The domains that have a constraint, and the types of all, by their names.
    private var domains: [String: (type: DataType?, isChecked: Bool)] = [:]

    /// The tables that may have a foreign key to a table, by its name.
    private var referrers: [String: [TableName]] = [:]

    /// The tables that have a foreign key to a table.
    func referrers(of name: TableName) -> [TableName] {
        (referrers[name.name.lowercased()] ?? []).filter { referrer in
            table(referrer)?.foreignKeys.values.contains { $0.target?.mayBe(name) == true } == true
        }
    }

    private mutating func add(_ key: ForeignKey, to table: TableName) {
        remember(table)
        change(table) { $0.add(key) }
        if let target = key.target {
            referrers[target.name.lowercased(), default: []].append(table)
        }
    }

    /// What indexes, views and sequences were created together with, by their names.
    private var objectScopes: [String: String] = [:]

    /// The tables of indexes, by the indexes' names.
    private var indexTables: [String: TableName] = [:]

    /// The table of an index; nil where no changeset has created it.
    func table(ofIndex name: String) -> TableName? { indexTables[name.unqualified] }

    /// The type of a domain, and whether it has a constraint; nil if its definition is not known.
    func domain(_ name: String) -> (type: DataType?, isChecked: Bool)? { domains[name.unqualified] }

    /// What an index, a view or a sequence was created together with; nil where no changeset has created it.
    func objectScope(_ name: String) -> String? { objectScopes[name.unqualified] }

    /// The table of a name, where a changeset has created it.
    func table(_ name: TableName) -> Table? {
        tables[name.name.lowercased()]?.last { $0.name.mayBe(name) }
    }

    /// Whether a table is created together with what is looked at, or is none that stays: nothing waits for it.
    func isNew(_ name: TableName, in scope: String) -> Bool {
        table(name).map { $0.scope == scope || $0.isTemporary } ?? false
    }

    /// The definition of a column, where it is known.
    func column(_ column: String, of table: TableName) -> ColumnDefinition? {
        self.table(table)?.columns[column.lowercased()]
    }

    /// Takes what a catalog tells, where there is one.
    mutating func learn(_ catalog: Catalog?) {
        for operation in catalog?.operations ?? [] { apply(operation, in: "done") }
    }

    /// Takes what an operation changes.
    mutating func apply(_ operation: SchemaOperation, in scope: String) {
        switch operation.action {
        case .createTable(let name, let new):
            // It stays as it was then.
            if operation.isRepeatable, table(name) != nil { return }
            var table = Table(
                name: name, scope: scope,
                hasPrimaryKey: !new.primaryKey.isEmpty || new.isPartlyKnown)
            table.isTemporary = new.isTemporary
            table.isFilled = new.isFilled
            table.mayHaveBeenThere = operation.isRepeatable
            table.isPartitioned = new.isPartitioned
            for column in new.columns { table.columns[column.name.lowercased()] = column }
            tables[name.name.lowercased(), default: []].append(table)
            for key in new.allForeignKeys { add(key, to: name) }
        case .dropTables(let names, _):
            for name in names { tables[name.name.lowercased()]?.removeAll { $0.name.mayBe(name) } }
        case .renameTable(let name, let new):
            guard var table = table(name) else { return }
            tables[name.name.lowercased()]?.removeAll { $0.name.mayBe(name) }
            table.name = TableName(new, in: name.schema)
            tables[new.lowercased(), default: []].append(table)
        case .addColumn(let name, let column):
            change(name) { table in
                table.columns[column.name.lowercased()] = column
                if column.isPrimaryKey { table.hasPrimaryKey = true }
            }
            if let key = column.foreignKey { add(key, to: name) }
        case .addForeignKey(let name, let key): add(key, to: name)
        case .dropColumns(let name, let columns):
            change(name) { table in
                for column in columns { table.columns[column.lowercased()] = nil }
            }
        case .renameColumn(let name, let old, let new):
            change(name) { table in
                table.columns[new.lowercased()] = table.columns.removeValue(
                    forKey: old.lowercased())
            }
        case .changeType(let name, let column, let type, _):
            change(name) { $0.columns[column.lowercased()]?.type = type }
        case .setNotNull(let name, let column):
            change(name) { $0.columns[column.lowercased()]?.isNullable = false }
        case .dropNotNull(let name, let column):
            change(name) { $0.columns[column.lowercased()]?.isNullable = true }
        case .addPrimaryKey(let name, _, _): change(name) { $0.hasPrimaryKey = true }
        case .addCheck(let name, let column?, let isValidated):
            remember(name)
            change(name) { table in
                table.notNullChecks.insert(column.lowercased())
                if isValidated { table.validNotNullChecks.insert(column.lowercased()) }
            }
        case .validateConstraint(let name):
            change(name) { $0.validNotNullChecks.formUnion($0.notNullChecks) }
        case .createIndex(let table, let index):
            guard let name = index.name?.lowercased() else { return }
            objectScopes[name] = scope
            indexTables[name] = table
        case .renameObject("table", let name, let schema):
            guard var table = table(name) else { return }
            tables[name.name.lowercased()]?.removeAll { $0.name.mayBe(name) }
            table.name = TableName(name.name, in: schema)
            tables[name.name.lowercased(), default: []].append(table)
        // What is replaced may have been there.
        case .createObject(let name) where !operation.isRepeatable:
            objectScopes[name.unqualified] = scope
        case .createEnum(let name, let values): enumerations[name.lowercased()] = values
        case .createDomain(let name, let type, let isChecked):
            domains[name.unqualified] = (type, isChecked)
            objectScopes[name.unqualified] = scope
        case .checkDomain(let name): domains[name.unqualified]?.isChecked = true
        default: break
        }
    }

    private mutating func change(_ name: TableName, _ change: (inout Table) -> Void) {
        let key = name.name.lowercased()
        guard let index = tables[key]?.lastIndex(where: { $0.name.mayBe(name) }) else { return }
        if var table = tables[key]?[index] {
            change(&table)
            tables[key]?[index] = table
        }
    }

    /// Makes room for what becomes known of a table that no changeset has created.
    private mutating func remember(_ name: TableName) {
        guard table(name) == nil else { return }
        tables[name.name.lowercased(), default: []].append(
            Table(name: name, scope: "", hasPrimaryKey: true))
    }
}

extension String {
    /// The name of an object without its schema, in small letters.
    var unqualified: String { (split(separator: ".").last.map(String.init) ?? self).lowercased() }
}
