import Reporting

/// The operations of a statement, parsed by keywords, with the syntax that all engines have in common.
///
/// Statements that resemble those of a rule but are not understood become ``SchemaOperation/Action/unread(_:reason:)``.
struct TokenOperations {
    private let statement: SQLStatement
    private let location: SourceLocation
    private var cursor: SQLCursor
    private var operations: [SchemaOperation] = []

    init(_ statement: SQLStatement, at location: SourceLocation) {
        self.statement = statement
        self.location = location
        cursor = SQLCursor(statement)
    }

    static func operations(of statement: SQLStatement, at location: SourceLocation) -> [SchemaOperation] {
        var reader = TokenOperations(statement, at: location)
        reader.read()
        let text = statement.text.uppercased().filter { !$0.isWhitespace }
        let clauses = ["ALGORITHM=COPY", "LOCK=SHARED", "LOCK=EXCLUSIVE"].filter(text.contains)
        for clause in clauses where reader.isOfSchema { reader.add(.other(clause)) }
        return reader.operations
    }

    private mutating func add(
        _ action: SchemaOperation.Action, isDefinition: Bool = true, isRepeatable: Bool = false,
        refusedInTransaction: String? = nil
    ) {
        operations.append(
            SchemaOperation(
                action, at: location, isDefinition: isDefinition, isRepeatable: isRepeatable,
                refusedInTransaction: refusedInTransaction))
    }

    private mutating func unread(_ words: String) { add(.unread(words)) }

    private mutating func read() {
        if cursor.accept("WITH") {
            while !cursor.isAtEnd, !cursor.isAt("SELECT", "INSERT", "UPDATE", "DELETE") { cursor.skipPart() }
        }
        if cursor.accept("CREATE") { return readCreate() }
        if cursor.accept("ALTER") { return readAlter() }
        if cursor.accept("DROP") { return readDrop() }
        if cursor.accept("TRUNCATE") { return readTruncate() }
        if cursor.accept("DELETE") { return readDelete() }
        if cursor.accept("UPDATE") {
            while cursor.acceptAny("ONLY", "LOW_PRIORITY", "IGNORE") {}
            guard let table = cursor.tableName() else { return unread("UPDATE") }
            return add(.update(table, hasCondition: hasCondition("FROM")), isDefinition: false)
        }
        if cursor.accept("INSERT", "INTO") || cursor.accept("REPLACE", "INTO"), let table = cursor.tableName() {
            return add(.insert(table), isDefinition: false)
        }
        if cursor.accept("LOCK", "TABLES") || cursor.accept("LOCK") { return readLocks() }
        if cursor.accept("RENAME", "TABLE") || cursor.accept("RENAME", "TABLES") { return readRenames() }
        if cursor.accept("VACUUM") {
            let isFull = statement.text.uppercased().contains("FULL")
            let table = cursor.accept("FULL") ? cursor.tableName() : nil
            add(
                isFull ? .alter(table, "VACUUM FULL") : .other("VACUUM"), isDefinition: false, isRepeatable: true,
                refusedInTransaction: "VACUUM")
            return
        }
        if cursor.accept("REINDEX") {
            let isConcurrent = cursor.has("CONCURRENTLY")
            return add(
                isConcurrent ? .other("REINDEX") : .alter(nil, "REINDEX"), isRepeatable: true,
                refusedInTransaction: isConcurrent ? "REINDEX CONCURRENTLY" : nil)
        }
        for words in Self.remakings where cursor.accept(words: words) {
            return add(.alter(cursor.tableName(), words), isRepeatable: true)
        }
        // BEGIN followed by other text is a block.
        if cursor.isAt("COMMIT", "ROLLBACK") || cursor.accept("START", "TRANSACTION")
            || cursor.isAt("BEGIN") && beginsTransaction
        {
            let word = firstWord
            return add(
                .transaction(word == "START" ? "START TRANSACTION" : word), isDefinition: false, isRepeatable: true)
        }
        let isRepeatable =
            cursor.acceptAny("SELECT", "GRANT", "REVOKE", "SET", "COMMENT", "ANALYZE", "USE")
            || cursor.acceptAny("MERGE", "REPLACE", "PRINT")
        let isData = cursor.acceptAny("INSERT", "BEGIN", "DECLARE", "DO", "CALL", "EXEC")
        add(.other(firstWord), isDefinition: false, isRepeatable: isRepeatable && !isData)
    }

    /// Statements that rebuild an object, whose name follows.
    private static let remakings = [
        "CLUSTER", "OPTIMIZE TABLE", "OPTIMIZE", "REFRESH MATERIALIZED VIEW CONCURRENTLY", "REFRESH MATERIALIZED VIEW",
    ]

    private var beginsTransaction: Bool {
        var rest = cursor
        return rest.accept("BEGIN") && (rest.isAtEnd || rest.isAt("TRANSACTION", "WORK", "TRAN"))
    }

    /// `DELETE FROM t`, and MySQL's `DELETE a, b FROM a JOIN b` and `DELETE FROM a, b USING a JOIN b`.
    private mutating func readDelete() {
        while cursor.acceptAny("LOW_PRIORITY", "QUICK", "IGNORE") {}
        _ = cursor.accept("FROM")
        _ = cursor.accept("ONLY")
        var tables: [TableName] = []
        repeat {
            guard let table = cursor.tableName() else { return unread("DELETE") }
            tables.append(table)
            _ = cursor.accept(symbol: "*")
        } while cursor.accept(symbol: ",")
        let hasCondition = hasCondition()
        for table in tables { add(.delete(table, hasCondition: hasCondition), isDefinition: false) }
    }

    /// Whether the rest has a condition that is not always true, or joins tables by one.
    private func hasCondition(_ words: StaticString...) -> Bool {
        var rest = cursor
        while !rest.isAtEnd {
            if rest.accept("WHERE") { return !rest.isAtTruth() }
            if rest.acceptAny("LIMIT", "ON", "NATURAL") || words.contains(where: { rest.isAt($0) }) { return true }
            if rest.accept("USING"), rest.isAtSymbol("(") { return true }
            rest.skipPart()
        }
        return false
    }

    private var isOfSchema: Bool { ["ALTER", "CREATE", "DROP"].contains(firstWord) }

    private var firstWord: String {
        var start = SQLCursor(statement)
        return start.name()?.uppercased() ?? ""
    }

    private mutating func readRenames() {
        repeat {
            guard let table = cursor.tableName(), cursor.accept("TO"), let new = cursor.tableName() else {
                return unread("RENAME TABLE")
            }
            add(.renameTable(table, to: new.name))
        } while cursor.accept(symbol: ",")
    }

    /// `LOCK TABLE a, b IN mode MODE` has one mode; MySQL's `LOCK TABLES a AS x READ, b WRITE` has one per table.
    private mutating func readLocks() {
        _ = cursor.accept("TABLE")
        _ = cursor.accept("ONLY")
        repeat {
            guard let table = cursor.tableName() else { return unread("LOCK") }
            if cursor.accept("AS") || !cursor.isAtLockWord { _ = cursor.name() }
            add(.lockTables([table], mode: lockMode()), isDefinition: false)
            cursor.skipToComma()
        } while cursor.accept(symbol: ",")
    }

    private mutating func lockMode() -> TableLock {
        var rest = cursor
        while !rest.isAtEnd, !rest.accept("IN") { rest.skip() }
        let start = rest.offset
        while !rest.isAtEnd, !rest.accept("MODE") { rest.skip() }
        let words = rest.text(from: start).uppercased()
        let match = TableLock.allCases.first { words == "\($0.rawValue) MODE" }
        return match ?? (cursor.accept("READ") ? .share : .accessExclusive)
    }

    private mutating func readCreate() {
        let replaces = cursor.accept("OR", "REPLACE") || cursor.accept("OR", "ALTER")
        var isTemporary = false
        var index = NewIndex()
        while true {
            if cursor.acceptAny("TEMPORARY", "TEMP", "GLOBAL", "LOCAL", "PRIVATE") {
                isTemporary = true
            } else if cursor.accept("UNIQUE") {
                index.isUnique = true
            } else if cursor.acceptAny("FULLTEXT", "SPATIAL") {
                index.isSpecial = true
            } else if !cursor.acceptAny(
                "UNLOGGED", "BITMAP", "CLUSTERED", "NONCLUSTERED", "FOREIGN", "CACHED", "MEMORY")
            {
                break
            }
        }
        if cursor.accept("TABLE") {
            var rest = cursor
            if replaces, let name = rest.tableName() { add(.dropTables([name], cascades: false)) }
            return readTable(isTemporary: isTemporary)
        }
        if cursor.accept("INDEX") { return readIndex(index) }
        if cursor.accept("TYPE") {
            let name = cursor.tableName()
            if let name, cursor.accept("AS", "ENUM") { add(.createEnum(name.name, cursor.strings())) }
            return add(.createObject(name?.description ?? ""))
        }
        while cursor.acceptAny("DEFINER", "SQL", "ALGORITHM", "AGGREGATE", "EDITIONABLE") {
            if cursor.accept(symbol: "=") { _ = cursor.name() }
            if cursor.accept(symbol: "@") { _ = cursor.name() }
        }
        let isTrigger = cursor.accept("TRIGGER")
        let isObject =
            isTrigger || cursor.acceptAny("VIEW", "SEQUENCE", "FUNCTION", "PROCEDURE")
            || cursor.accept("MATERIALIZED", "VIEW")
        if isObject {
            let isRepeatable = cursor.accept("IF", "NOT", "EXISTS") || replaces
            add(.createObject(cursor.tableName()?.description ?? ""), isRepeatable: isRepeatable)
            guard isTrigger else { return }
            while !cursor.isAtEnd, !cursor.accept("ON") { cursor.skip() }
            return add(.alter(cursor.tableName(), "CREATE TRIGGER"), isRepeatable: isRepeatable)
        }
        let isDatabase = cursor.accept("DATABASE")
        let isRepeatable = replaces || cursor.has("EXISTS")
        add(.other("CREATE"), isRepeatable: isRepeatable, refusedInTransaction: isDatabase ? "CREATE DATABASE" : nil)
    }

    private mutating func readTable(isTemporary: Bool) {
        let isRepeatable = cursor.accept("IF", "NOT", "EXISTS")
        guard let name = cursor.tableName() else { return unread("CREATE TABLE") }
        var table = NewTable()
        table.isTemporary = isTemporary
        if cursor.accept(symbol: "(") {
            while !cursor.isAtEnd, !cursor.isAtSymbol(")") {
                readElement(into: &table)
                cursor.skipToComma()
                guard cursor.accept(symbol: ",") else { break }
            }
        } else {
            table.isPartlyKnown = true
        }
        table.isFilled = cursor.has("SELECT")
        add(.createTable(name, table), isRepeatable: isRepeatable)
    }

    private mutating func readElement(into table: inout NewTable) {
        let name = cursor.accept("CONSTRAINT") ? cursor.name() : nil
        if cursor.accept("PRIMARY", "KEY") {
            while !cursor.isAtEnd, !cursor.isAtSymbol("("), !cursor.isAtSymbol(",") { cursor.skip() }
            table.primaryKey = cursor.names()
        } else if cursor.accept("LIKE") {
            table.isPartlyKnown = true
        } else if cursor.accept("FOREIGN", "KEY") {
            var key = ForeignKey(name: name)
            while !cursor.isAtEnd, !cursor.isAtSymbol(","), !cursor.isAtSymbol(")") {
                if cursor.accept("REFERENCES") {
                    key.target = cursor.tableName()
                } else if key.columns.isEmpty, cursor.isAtSymbol("(") {
                    key.columns = cursor.names()
                } else {
                    cursor.skipPart()
                }
            }
            table.foreignKeys.append(key)
        } else if cursor.acceptAny("UNIQUE", "CHECK", "EXCLUDE", "KEY", "INDEX", "FULLTEXT", "SPATIAL") {
            return
        } else if let column = cursor.column() {
            table.columns.append(column)
            if column.isPrimaryKey { table.primaryKey.append(column.name) }
        }
    }

    private mutating func readIndex(_ index: NewIndex) {
        var index = index
        index.isConcurrent = cursor.accept("CONCURRENTLY")
        let isRepeatable = cursor.accept("IF", "NOT", "EXISTS")
        if !cursor.accept("ON") {
            index.name = cursor.tableName()?.name
            while !cursor.isAtEnd, !cursor.accept("ON") { cursor.skip() }
        }
        index.isOnly = cursor.accept("ONLY")
        guard let table = cursor.tableName() else { return unread("CREATE INDEX") }
        if cursor.accept("USING") { _ = cursor.name() }
        index.columns = cursor.names()
        if statement.text.uppercased().filter({ !$0.isWhitespace }).contains("ALGORITHM=COPY") {
            index.isSpecial = true
        }
        if index.isUnique, cursor.has("HASH") { return add(.other("CREATE UNIQUE INDEX USING HASH")) }
        // SQL Server and Oracle have a keyword for it too.
        let isOnline = statement.text.uppercased().contains("ONLINE")
        let isConcurrent = index.isConcurrent
        index.isConcurrent = isConcurrent || isOnline
        add(
            .createIndex(table, index), isRepeatable: isRepeatable,
            refusedInTransaction: isConcurrent ? "CREATE INDEX CONCURRENTLY" : nil)
    }

    private mutating func readDrop() {
        if cursor.accept("TABLE") { return dropEach { .dropTables([$0], cascades: $1) } }
        if cursor.accept("SCHEMA") { return dropEach { name, _ in .dropSchema(name.description) } }
        if cursor.accept("DATABASE") {
            return dropEach(refusedInTransaction: "DROP DATABASE") { name, _ in .dropSchema(name.description) }
        }
        if cursor.accept("VIEW") || cursor.accept("MATERIALIZED", "VIEW") {
            return dropEach { name, _ in .dropObject(.view, name) }
        }
        if cursor.accept("SEQUENCE") { return dropEach { name, _ in .dropObject(.sequence, name) } }
        if cursor.accept("TRIGGER") { return dropEach { name, _ in .dropObject(.trigger, name) } }
        if cursor.acceptAny("TYPE", "DOMAIN") { return dropEach { name, _ in .dropObject(.type, name) } }
        if cursor.acceptAny("FUNCTION", "PROCEDURE") { return dropEach { name, _ in .dropObject(.function, name) } }
        if cursor.accept("INDEX") {
            let isConcurrent = cursor.accept("CONCURRENTLY")
            let isRepeatable = cursor.accept("IF", "EXISTS")
            guard let name = cursor.tableName() else { return unread("DROP INDEX") }
            let table = cursor.accept("ON") ? cursor.tableName() : nil
            return add(
                .dropIndex(name.description, on: table, isConcurrent: isConcurrent), isRepeatable: isRepeatable,
                refusedInTransaction: isConcurrent ? "DROP INDEX CONCURRENTLY" : nil)
        }
        add(.other("DROP"), isRepeatable: cursor.has("EXISTS"))
    }

    private mutating func dropEach(
        refusedInTransaction: String? = nil, _ action: (TableName, Bool) -> SchemaOperation.Action
    ) {
        let isRepeatable = cursor.accept("IF", "EXISTS")
        let cascades = cursor.has("CASCADE")
        repeat {
            guard let name = cursor.tableName() else { return unread("DROP") }
            let dropping = action(name, cascades)
            add(dropping, isRepeatable: isRepeatable, refusedInTransaction: refusedInTransaction)
            if cascades, case .dropObject(let kind, _, _) = dropping, kind != .view { add(.dropDependents("\(name)")) }
        } while cursor.accept(symbol: ",")
    }

    private mutating func readTruncate() {
        _ = cursor.accept("TABLE")
        _ = cursor.accept("ONLY")
        var tables: [TableName] = []
        repeat {
            guard let name = cursor.tableName() else { return unread("TRUNCATE") }
            tables.append(name)
        } while cursor.accept(symbol: ",")
        add(.truncate(tables, cascades: cursor.has("CASCADE")), isDefinition: true)
    }

    private mutating func readAlter() {
        // MariaDB's `ALTER ONLINE IGNORE TABLE`
        var ignores = false
        while cursor.isAt("ONLINE", "IGNORE") {
            ignores = cursor.accept("IGNORE") || ignores
            _ = cursor.accept("ONLINE")
        }
        guard cursor.accept("TABLE") else {
            if cursor.accept("INDEX") || cursor.accept("VIEW") || cursor.accept("SEQUENCE") {
                return add(.other("ALTER"))
            }
            return add(.other("ALTER"), isRepeatable: cursor.has("EXISTS"))
        }
        _ = cursor.accept("IF", "EXISTS")
        _ = cursor.accept("ONLY")
        guard let table = cursor.tableName() else { return unread("ALTER TABLE") }
        if cursor.accept("WITH") { _ = cursor.acceptAny("CHECK", "NOCHECK") }
        if ignores { add(.alter(table, "ALTER IGNORE TABLE")) }
        var all: [SchemaOperation.Action] = []
        repeat {
            var actions = AlterTableActions(cursor, of: table)
            let read = actions.read()
            cursor = actions.cursor
            all += read.isEmpty ? [.unread("ALTER TABLE \(table)")] : read
            cursor.skipToComma()
        } while cursor.accept(symbol: ",")
        let isExchanged = all.contains { if case .addPrimaryKey = $0 { true } else { false } }
        for action in all {
            // Replacing a primary key is a single step.
            if isExchanged, case .alter(_, "DROP PRIMARY KEY") = action { continue }
            add(action)
        }
    }
}
