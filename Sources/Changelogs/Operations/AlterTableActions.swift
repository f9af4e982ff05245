/// One action of an `ALTER TABLE`, read by its words.
struct AlterTableActions {
    private(set) var cursor: SQLCursor
    private let table: TableName

    init(_ cursor: SQLCursor, of table: TableName) {
        self.cursor = cursor
        self.table = table
    }

    /// What the next action does; empty where it is not understood.
    mutating func read() -> [SchemaOperation.Action] {
        if cursor.accept("ADD") { return readAdd() }
        if cursor.accept("DROP") { return readDrop() }
        if cursor.accept("RENAME") { return readRename() }
        if cursor.accept("ALTER") { return readColumn() }
        if cursor.accept("MODIFY") {
            _ = cursor.accept("COLUMN")
            if cursor.isAtSymbol("(") { _ = cursor.accept(symbol: "(") }
            guard let name = cursor.name() else { return [] }
            return changed(name)
        }
        if cursor.accept("CHANGE") {
            _ = cursor.accept("COLUMN")
            guard let old = cursor.name(), let new = cursor.name() else { return [] }
            let renames: [SchemaOperation.Action] =
                old.lowercased() == new.lowercased() ? [] : [.renameColumn(table, old, to: new)]
            return renames + changed(old)
        }
        if cursor.accept("VALIDATE", "CONSTRAINT") { return [.validateConstraint(table)] }
        if cursor.accept("CONVERT", "TO") { return [.rewriteTable(table, "CONVERT TO")] }
        if cursor.accept("SET") {
            for words: StaticString in ["TABLESPACE", "LOGGED", "UNLOGGED"]
            where cursor.acceptAny(words) {
                return [.rewriteTable(table, "SET \(words)")]
            }
            return [.other("SET")]
        }
        if cursor.accept("ENGINE") || cursor.accept("FORCE") {
            return [.rewriteTable(table, "ENGINE")]
        }
        let harmless = cursor.acceptAny(
            "OWNER", "ENABLE", "DISABLE", "COMMENT", "REPLICA", "RESET", "ATTACH", "DETACH")
        return harmless
            || cursor.acceptAny("AUTO_INCREMENT", "INHERIT", "NO", "DEFAULT", "CHECK", "NOCHECK")
            ? [.other("ALTER TABLE")] : []
    }

    /// `MODIFY` and `CHANGE` of MySQL, which repeat the whole column.
    private mutating func changed(_ name: String) -> [SchemaOperation.Action] {
        let type = cursor.dataType()
        var actions: [SchemaOperation.Action] = []
        if let type, !["null", "not"].contains(type.name) {
            actions.append(.changeType(table, column: name, to: type))
        }
        if cursor.has("NULL"), hasNotNull {
            actions.append(.setNotNull(table, column: name, fillsNulls: false))
        }
        return actions.isEmpty ? [.other("MODIFY")] : actions
    }

    private var hasNotNull: Bool {
        var rest = cursor
        while !rest.isAtEnd, !rest.isAtSymbol(",") {
            if rest.accept("NOT", "NULL") { return true }
            rest.skip()
        }
        return false
    }

    private mutating func readAdd() -> [SchemaOperation.Action] {
        if cursor.accept("CONSTRAINT"), !isAtConstraint { _ = cursor.name() }
        _ = cursor.accept("IF", "NOT", "EXISTS")
        if cursor.accept("PRIMARY", "KEY") {
            let usesIndex = cursor.accept("USING", "INDEX")
            return [.addPrimaryKey(table, columns: cursor.names(), usesIndex: usesIndex)]
        }
        if cursor.accept("UNIQUE") {
            let usesIndex = cursor.accept("USING", "INDEX")
            _ = cursor.acceptAny("KEY", "INDEX")
            if !usesIndex, !cursor.isAtSymbol("(") { _ = cursor.name() }
            return [.addUnique(table, columns: cursor.names(), usesIndex: usesIndex)]
        }
        if cursor.accept("FOREIGN", "KEY") {
            if !cursor.isAtSymbol("(") { _ = cursor.name() }
            let columns = cursor.names()
            let target = cursor.accept("REFERENCES") ? cursor.tableName() : nil
            let isValidated = !cursor.hasWords("NOT", "VALID")
            return [
                .addForeignKey(table, columns: columns, to: target, isValidated: isValidated)
            ]
        }
        if cursor.accept("CHECK") {
            let notNull = notNullColumn
            if cursor.isAtSymbol("(") { cursor.skipParentheses() }
            return [
                .addCheck(table, notNull: notNull, isValidated: !cursor.hasWords("NOT", "VALID"))
            ]
        }
        let isSpecial = cursor.acceptAny("FULLTEXT", "SPATIAL")
        if cursor.acceptAny("INDEX", "KEY") || isSpecial {
            var index = NewIndex()
            index.isSpecial = isSpecial
            if !cursor.isAtSymbol("(") { index.name = cursor.name() }
            index.columns = cursor.names()
            return [.createIndex(table, index)]
        }
        if cursor.acceptAny("PARTITION", "PERIOD", "EXCLUDE") { return [.other("ADD")] }
        _ = cursor.accept("COLUMN")
        _ = cursor.accept("IF", "NOT", "EXISTS")
        guard cursor.accept(symbol: "(") else {
            return cursor.column().map { [.addColumn(table, $0)] } ?? []
        }
        var actions: [SchemaOperation.Action] = []
        repeat {
            if let column = cursor.column() { actions.append(.addColumn(table, column)) }
        } while cursor.accept(symbol: ",")
        _ = cursor.accept(symbol: ")")
        return actions
    }

    private var isAtConstraint: Bool {
        var rest = cursor
        return rest.acceptAny("PRIMARY", "UNIQUE", "FOREIGN", "CHECK")
    }

    /// The column of `(column IS NOT NULL)`, where that is all that is checked.
    private var notNullColumn: String? {
        var rest = cursor
        guard rest.accept(symbol: "("), let name = rest.name(), rest.accept("IS", "NOT", "NULL"),
            rest.accept(symbol: ")")
        else { return nil }
        return name
    }

    private mutating func readDrop() -> [SchemaOperation.Action] {
        if cursor.accept("PRIMARY") { return [.dropPrimaryKey(table)] }
        if cursor.acceptAny("CONSTRAINT", "FOREIGN", "CHECK", "PARTITION", "PERIOD") {
            return [.alterTable(table)]
        }
        if cursor.acceptAny("INDEX", "KEY") {
            return [.dropIndex(cursor.name() ?? "", on: table, isConcurrent: false)]
        }
        _ = cursor.accept("COLUMN")
        _ = cursor.accept("IF", "EXISTS")
        if cursor.isAtSymbol("(") { return [.dropColumns(table, cursor.names())] }
        guard let name = cursor.name() else { return [] }
        _ = cursor.acceptAny("CASCADE", "RESTRICT")
        // Two names are none, as in `DROP COLUM y`.
        var rest = cursor
        if !cursor.isAtEnd, rest.name() != nil, !cursor.isAt("CONSTRAINTS") { return [] }
        return [.dropColumns(table, [name])]
    }

    private mutating func readRename() -> [SchemaOperation.Action] {
        if cursor.acceptAny("CONSTRAINT", "INDEX", "KEY") { return [.other("RENAME")] }
        if cursor.accept("TO") || cursor.accept("AS") {
            return cursor.tableName().map { [.renameTable(table, to: $0.name)] } ?? []
        }
        // MySQL needs no word before the new name.
        var rest = cursor
        if let name = rest.tableName(), rest.isAtEnd || rest.isAtSymbol(",") {
            cursor = rest
            return [.renameTable(table, to: name.name)]
        }
        _ = cursor.accept("COLUMN")
        guard let old = cursor.name(), cursor.accept("TO"), let new = cursor.name() else {
            return []
        }
        return [.renameColumn(table, old, to: new)]
    }

    /// What follows `ALTER`: a column, and what is changed of it.
    private mutating func readColumn() -> [SchemaOperation.Action] {
        if cursor.acceptAny("INDEX", "CONSTRAINT", "CHECK") { return [.other("ALTER")] }
        _ = cursor.accept("COLUMN")
        guard let name = cursor.name() else { return [] }
        if cursor.accept("SET", "NOT", "NULL") {
            return [.setNotNull(table, column: name, fillsNulls: false)]
        }
        if cursor.accept("DROP", "NOT", "NULL") || cursor.accept("SET", "NULL") {
            return [.dropNotNull(table, column: name)]
        }
        if cursor.accept("TYPE") || cursor.accept("SET", "DATA", "TYPE") {
            return [.changeType(table, column: name, to: cursor.dataType())]
        }
        if cursor.accept("SET", "DEFAULT") || cursor.accept("DROP", "DEFAULT") {
            return [.alterTable(table)]
        }
        if cursor.acceptAny("SET", "DROP", "ADD", "RESTART", "RESET", "RENAME") {
            return [.other("ALTER COLUMN")]
        }
        // SQL Server and H2 write the type at once.
        return changed(name)
    }
}
