/// Parses the actions of an `ALTER TABLE` by their keywords.
struct AlterTableActions {
    private(set) var cursor: SQLCursor
    private let table: TableName

    init(_ cursor: SQLCursor, of table: TableName) {
        self.cursor = cursor
        self.table = table
    }

    /// Empty if the next action is not understood.
    mutating func read() -> [SchemaOperation.Action] {
        if cursor.accept("ADD") { return readAdd() }
        if cursor.accept("DROP") { return readDrop() }
        if cursor.accept("RENAME") { return readRename() }
        if cursor.accept("ALTER") { return readColumn() }
        if cursor.accept("MODIFY") {
            acceptColumn()
            _ = cursor.accept(symbol: "(")
            guard let name = cursor.name() else { return [] }
            return changed(name)
        }
        if cursor.accept("CHANGE") {
            acceptColumn()
            guard let old = cursor.name(), let new = cursor.name() else { return [] }
            let renames: [SchemaOperation.Action] =
                old.lowercased() == new.lowercased() ? [] : [.renameColumn(table, old, to: new)]
            return renames + changed(new)
        }
        if cursor.accept("VALIDATE", "CONSTRAINT") { return [.validateConstraint(table)] }
        if cursor.accept("SET") {
            for words: StaticString in ["TABLESPACE", "LOGGED", "UNLOGGED"] where cursor.acceptAny(words) {
                return [.alter(table, "SET \(words)")]
            }
            return [.other("ALTER TABLE")]
        }
        if cursor.accept("ENGINE") {
            _ = cursor.accept(symbol: "=")
            return [.alter(table, cursor.isAt("INNODB") ? "ENGINE" : "another ENGINE")]
        }
        if cursor.accept("TRUNCATE", "PARTITION") { return partitions() }
        if cursor.accept("DEFAULT"), !cursor.isAt("CHARACTER", "CHARSET", "COLLATE") { return [.other("DEFAULT")] }
        if cursor.acceptAny("CHARACTER", "CHARSET", "COLLATE") { return [.alter(table, "CHARACTER SET")] }
        // If the server cannot do it so, it refuses the statement; what makes it worse is an operation of its own.
        if cursor.acceptAny("ALGORITHM", "LOCK") { return [.other("empty")] }
        for words in Self.changes where cursor.accept(words: words) { return [.alter(table, words)] }
        let isHarmless =
            cursor.acceptAny("OWNER", "REPLICA", "RESET", "ATTACH", "DETACH", "INHERIT", "NO")
            || cursor.acceptAny("ENABLE", "DISABLE", "CHECK", "NOCHECK", "EXCHANGE", "OPTIMIZE")
            || cursor.acceptAny("ANALYZE", "REPAIR")
        return isHarmless || cursor.accept(words: "CONVERT PARTITION") ? [.other("ALTER TABLE")] : []
    }

    private static let changes = [
        "CONVERT TO", "FORCE", "COMMENT", "AUTO_INCREMENT", "ROW_FORMAT", "KEY_BLOCK_SIZE", "PAGE_COMPRESSED",
        "STATS_PERSISTENT", "STATS_AUTO_RECALC", "STATS_SAMPLE_PAGES", "ORDER BY", "PARTITION BY",
        "REMOVE PARTITIONING", "COALESCE PARTITION", "REORGANIZE PARTITION", "REBUILD PARTITION", "ENABLE KEYS",
        "DISABLE KEYS",
    ]

    /// The partitions that follow, whose rows are removed.
    private mutating func partitions() -> [SchemaOperation.Action] {
        _ = cursor.accept("IF", "EXISTS")
        var names: [String] = []
        repeat { names += [cursor.name()].compactMap(\.self) } while cursor.accept(symbol: ",")
        return names.isEmpty ? [] : [.dropPartitions(table, names)]
    }

    /// MySQL's `MODIFY` and `CHANGE`, which repeat the whole column.
    private mutating func changed(_ name: String) -> [SchemaOperation.Action] {
        for word: StaticString in ["AS", "GENERATED", "CHECK", "SERIAL"] where cursor.hasHere(word) {
            return [.other("MODIFY")]
        }
        if cursor.hasHere("COMPRESSED") { return [.changeType(table, column: name, to: nil)] }
        let type = cursor.dataType()
        var actions: [SchemaOperation.Action] = []
        if let type, !["null", "not"].contains(type.name) {
            actions.append(.changeType(table, column: name, to: type))
        }
        let counts = cursor.hasHere("AUTO_INCREMENT")
        let isRequired = counts || cursor.hasHere("NOT", "NULL")
        actions.append(isRequired ? .setNotNull(table, column: name) : .dropNotNull(table, column: name))
        if counts { actions.append(.alter(table, "ADD AUTO_INCREMENT")) }
        if cursor.hasHere("UNIQUE") { actions.append(.addUnique(table, columns: [name], usesIndex: false)) }
        if cursor.hasHere("PRIMARY") { actions.append(.addPrimaryKey(table, columns: [name], usesIndex: false)) }
        return actions
    }

    private mutating func acceptColumn() {
        _ = cursor.accept("COLUMN")
        _ = cursor.accept("IF", "EXISTS")
    }

    private mutating func readAdd() -> [SchemaOperation.Action] {
        var name: String?
        if cursor.accept("CONSTRAINT") {
            _ = cursor.accept("IF", "NOT", "EXISTS")
            if !isAtConstraint { name = cursor.name() }
        }
        let named: [SchemaOperation.Action] = name.map { [.createObject($0)] } ?? []
        if cursor.accept("SYSTEM", "VERSIONING") { return [.alter(table, "ADD SYSTEM VERSIONING")] }
        if cursor.accept("PERIOD") { return [.other("ADD PERIOD")] }
        if cursor.accept("PARTITION") {
            return [cursor.isAt("PARTITIONS") ? .alter(table, "ADD PARTITION PARTITIONS") : .other("ADD PARTITION")]
        }
        _ = cursor.accept("IF", "NOT", "EXISTS")
        if cursor.accept("PRIMARY", "KEY") {
            let usesIndex = cursor.accept("USING", "INDEX")
            return [.addPrimaryKey(table, columns: cursor.names(), usesIndex: usesIndex)] + named
        }
        if cursor.accept("UNIQUE") {
            let usesIndex = cursor.accept("USING", "INDEX")
            _ = cursor.acceptAny("KEY", "INDEX")
            if cursor.hasHere("HASH") { return [.other("ADD UNIQUE USING HASH")] }
            if !usesIndex, !cursor.isAtSymbol("(") { _ = cursor.name() }
            return [.addUnique(table, columns: cursor.names(), usesIndex: usesIndex)] + named
        }
        if cursor.accept("FOREIGN", "KEY") {
            if !cursor.isAtSymbol("(") { _ = cursor.name() }
            var key = ForeignKey(name: name, columns: cursor.names())
            key.target = cursor.accept("REFERENCES") ? cursor.tableName() : nil
            key.isValidated = !cursor.hasHere("NOT", "VALID")
            return [.addForeignKey(table, key)] + named
        }
        if cursor.accept("CHECK") {
            let notNull = notNullColumn
            if cursor.isAtSymbol("(") { cursor.skipParentheses() }
            return [.addCheck(table, notNull: notNull, isValidated: !cursor.hasHere("NOT", "VALID"))] + named
        }
        let isSpecial = cursor.acceptAny("FULLTEXT", "SPATIAL")
        if cursor.acceptAny("INDEX", "KEY") || isSpecial {
            var index = NewIndex()
            index.isSpecial = isSpecial
            if !cursor.isAtSymbol("(") { index.name = cursor.name() }
            index.columns = cursor.names()
            return [.createIndex(table, index)]
        }
        if cursor.accept("EXCLUDE") { return [.alter(table, "ADD EXCLUDE")] }
        _ = cursor.accept("COLUMN")
        _ = cursor.accept("IF", "NOT", "EXISTS")
        guard cursor.accept(symbol: "(") else { return cursor.column().map { [.addColumn(table, $0)] } ?? [] }
        var actions: [SchemaOperation.Action] = []
        repeat {
            let read = readAdd()
            if read.isEmpty { return [] }
            actions += read
            cursor.skipToComma()
        } while cursor.accept(symbol: ",")
        _ = cursor.accept(symbol: ")")
        return actions
    }

    private var isAtConstraint: Bool {
        var rest = cursor
        return rest.acceptAny("PRIMARY", "UNIQUE", "FOREIGN", "CHECK")
    }

    /// The column of a check that is only `(column IS NOT NULL)`.
    private var notNullColumn: String? {
        var rest = cursor
        guard rest.accept(symbol: "("), let name = rest.name(), rest.accept("IS", "NOT", "NULL"),
            rest.accept(symbol: ")")
        else { return nil }
        return name
    }

    private mutating func readDrop() -> [SchemaOperation.Action] {
        if cursor.accept("PRIMARY") { return [.alter(table, "DROP PRIMARY KEY")] }
        if cursor.accept("SYSTEM", "VERSIONING") { return [.alter(table, "DROP SYSTEM VERSIONING")] }
        if cursor.accept("PARTITION") { return partitions() }
        if cursor.accept("PERIOD") { return [.other("DROP PERIOD")] }
        if cursor.acceptAny("CONSTRAINT", "CHECK") || cursor.accept("FOREIGN", "KEY") {
            _ = cursor.accept("IF", "EXISTS")
            return [.dropConstraint(table, cursor.name() ?? "")]
        }
        if cursor.acceptAny("INDEX", "KEY") {
            _ = cursor.accept("IF", "EXISTS")
            return [.dropIndex(cursor.name() ?? "", on: table, isConcurrent: false)]
        }
        acceptColumn()
        if cursor.isAtSymbol("(") { return [.dropColumns(table, cursor.names())] }
        guard let name = cursor.name() else { return [] }
        _ = cursor.acceptAny("CASCADE", "RESTRICT")
        // Two names are a syntax error, as in `DROP COLUM y`.
        var rest = cursor
        if !cursor.isAtEnd, rest.name() != nil, !cursor.isAt("CONSTRAINTS") { return [] }
        return [.dropColumns(table, [name])]
    }

    private mutating func readRename() -> [SchemaOperation.Action] {
        if cursor.acceptAny("INDEX", "KEY") { return [.alter(table, "RENAME INDEX")] }
        if cursor.accept("CONSTRAINT") { return [.alter(table, "RENAME CONSTRAINT")] }
        if cursor.accept("TO") || cursor.accept("AS") {
            return cursor.tableName().map { [.renameTable(table, to: $0.name)] } ?? []
        }
        // In MySQL, the keyword before the new name is optional.
        var rest = cursor
        if let name = rest.tableName(), rest.isAtEnd || rest.isAtSymbol(",") {
            cursor = rest
            return [.renameTable(table, to: name.name)]
        }
        acceptColumn()
        guard let old = cursor.name(), cursor.accept("TO"), let new = cursor.name() else { return [] }
        return [.renameColumn(table, old, to: new)]
    }

    private mutating func readColumn() -> [SchemaOperation.Action] {
        if cursor.accept("INDEX") || cursor.hasHere("IGNORED") { return [.alter(table, "ALTER INDEX")] }
        if cursor.acceptAny("CONSTRAINT", "CHECK") { return [.other("ALTER")] }
        acceptColumn()
        guard let name = cursor.name() else { return [] }
        if cursor.accept("SET", "NOT", "NULL") { return [.setNotNull(table, column: name)] }
        if cursor.accept("DROP", "NOT", "NULL") || cursor.accept("SET", "NULL") {
            return [.dropNotNull(table, column: name)]
        }
        if cursor.accept("TYPE") || cursor.accept("SET", "DATA", "TYPE") {
            return [.changeType(table, column: name, to: cursor.dataType())]
        }
        if cursor.accept("SET", "DEFAULT") || cursor.accept("DROP", "DEFAULT") { return [.alter(table, "SET DEFAULT")] }
        if cursor.acceptAny("SET", "DROP", "ADD", "RESTART", "RESET", "RENAME") { return [.other("ALTER COLUMN")] }
        // In SQL Server and H2, the type follows directly.
        return changed(name)
    }
}
