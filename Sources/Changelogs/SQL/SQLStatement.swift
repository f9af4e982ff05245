struct SQLStatement {
    let bytes: [UInt8]
    let tokens: ArraySlice<SQLToken>

    var start: Int { tokens.first?.range.lowerBound ?? 0 }
    /// Without leading comments and the delimiter.
    var text: String { String(decoding: bytes[start..<(tokens.last?.range.upperBound ?? start)], as: UTF8.self) }

    /// Splits SQL as Liquibase does, at each `;` and at lines with only `GO` or `/`; empty statements are omitted.
    static func statements(of bytes: [UInt8], dialect: SQLDialect) -> [SQLStatement] {
        var tokenizer = SQLTokenizer(bytes, dialect: dialect)
        var tokens: [SQLToken] = []
        while let token = tokenizer.next() { tokens.append(token) }
        var statements: [SQLStatement] = []
        var start = 0
        func end(at index: Int) {
            if index > start { statements.append(SQLStatement(bytes: bytes, tokens: tokens[start..<index])) }
        }
        var isBody = false
        var depth = 0
        for (index, token) in tokens.enumerated() {
            if index == start {
                let statement = SQLStatement(bytes: bytes, tokens: tokens[start...])
                isBody = statement.beginsBody
                depth = 0
            }
            if token.kind == .symbol {
                let byte = bytes[token.range.lowerBound]
                depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
            }
            let isEnd =
                switch bytes[token.range.lowerBound] {
                case UInt8(ascii: ";"): token.kind == .symbol && !isBody && depth <= 0
                case UInt8(ascii: "/"): isAlone(token, in: bytes)
                case UInt8(ascii: "g"), UInt8(ascii: "G"):
                    token.range.count == 2 && bytes[token.range.lowerBound + 1] | 0x20 == 0x6F
                        && isAlone(token, in: bytes)
                default: false
                }
            guard isEnd else { continue }
            end(at: index)
            start = index + 1
        }
        end(at: tokens.count)
        return statements
    }

    private static func isAlone(_ token: SQLToken, in bytes: [UInt8]) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var before = token.range.lowerBound
        while before > 0, isBlank(bytes[before - 1]) { before -= 1 }
        var after = token.range.upperBound
        while after < bytes.count, isBlank(bytes[after]) { after += 1 }
        return (before == 0 || bytes[before - 1] == 0x0A) && (after == bytes.count || bytes[after] == 0x0A)
    }

    /// Whether it begins the body of a routine, in which `;` is not a delimiter.
    private var beginsBody: Bool {
        var cursor = SQLCursor(self)
        if cursor.accept("DECLARE") || cursor.accept("BEGIN") {
            // BEGIN alone, or before TRANSACTION or WORK, begins a transaction.
            return !cursor.isAtEnd && !cursor.isAtSymbol(";") && !cursor.accept("TRANSACTION") && !cursor.accept("WORK")
        }
        guard cursor.accept("CREATE") || cursor.accept("ALTER") else { return false }
        for _ in 0..<8 {
            if cursor.acceptAny("PROCEDURE", "PROC", "FUNCTION", "TRIGGER", "PACKAGE", "EVENT") {
                return cursor.isAtBlock
            }
            guard cursor.skip() else { return false }
        }
        return false
    }
}

struct SQLCursor {
    private let statement: SQLStatement
    private var index: Int

    init(_ statement: SQLStatement) {
        self.statement = statement
        index = statement.tokens.startIndex
    }

    var isAtEnd: Bool { index >= statement.tokens.endIndex }

    private var token: SQLToken? { isAtEnd ? nil : statement.tokens[index] }

    var offset: Int { token?.range.lowerBound ?? statement.tokens.last?.range.upperBound ?? 0 }

    @discardableResult mutating func skip() -> Bool {
        if isAtEnd { return false }
        index += 1
        return true
    }

    /// Skips a token, or all of a part in parentheses.
    mutating func skipPart() { if isAtSymbol("(") { skipParentheses() } else { skip() } }

    /// Consumes all words in this order, or none.
    mutating func accept(_ words: StaticString...) -> Bool { accept(all: words) }

    private mutating func accept(all words: [StaticString]) -> Bool {
        let start = index
        for word in words where !acceptOne(word) {
            index = start
            return false
        }
        return true
    }

    /// Consumes all words in a space-separated list, or none.
    mutating func accept(words: String) -> Bool {
        let start = index
        for word in words.split(separator: " ") {
            guard let token, token.kind == .word,
                statement.bytes[token.range].elementsEqual(word.utf8, by: { $0 | 0x20 == $1 | 0x20 })
            else {
                index = start
                return false
            }
            index += 1
        }
        return true
    }

    mutating func acceptAny(_ words: StaticString...) -> Bool { words.contains { acceptOne($0) } }

    func isAt(_ words: StaticString...) -> Bool {
        var rest = self
        return words.contains { rest.acceptOne($0) }
    }

    private mutating func acceptOne(_ word: StaticString) -> Bool {
        guard let token, token.kind == .word, isWord(word, at: token) else { return false }
        index += 1
        return true
    }

    private func isWord(_ word: StaticString, at token: SQLToken) -> Bool {
        guard token.range.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { expected in
            expected.indices.allSatisfy { offset in
                statement.bytes[token.range.lowerBound + offset] | 0x20 == expected[offset] | 0x20
            }
        }
    }

    /// Whether statements precede the next `;`, as between BEGIN and END in the body of a routine.
    ///
    /// PostgreSQL's bodies are strings, and its triggers only name a function. In MySQL and SQLite, a single statement
    /// can be a body.
    fileprivate var isAtBlock: Bool {
        var cursor = self
        var hasBody = false
        var isInStatement = false
        while !cursor.isAtEnd, !cursor.isAtSymbol(";") {
            if cursor.acceptAny("BEGIN", "DECLARE", "THEN", "LOOP", "REPEAT", "WHILE") { return true }
            if cursor.accept("EXECUTE", "FUNCTION") || cursor.accept("EXECUTE", "PROCEDURE") { return false }
            if cursor.acceptAny("SELECT", "SET") {
                isInStatement = true
            } else if !isInStatement, cursor.acceptAny("AS", "IS") {
                if cursor.token?.kind == .string { return false }
                hasBody = true
            } else {
                cursor.skip()
            }
        }
        return hasBody
    }

    /// Whether the next token belongs to a lock mode, and is not an alias.
    var isAtLockWord: Bool { isAtEnd || isAtSymbol(",") || isAt("READ", "WRITE", "IN", "LOW_PRIORITY", "NOWAIT") }

    var isAtString: Bool { token?.kind == .string }

    func isAtSymbol(_ symbol: Character) -> Bool {
        guard let token, token.kind == .symbol, let ascii = symbol.asciiValue else { return false }
        return statement.bytes[token.range.lowerBound] == ascii
    }

    mutating func accept(symbol: Character) -> Bool {
        guard isAtSymbol(symbol) else { return false }
        index += 1
        return true
    }

    /// Whether the word occurs in the rest outside parentheses.
    func has(_ word: StaticString) -> Bool {
        var copy = self
        while !copy.isAtEnd {
            if copy.acceptOne(word) { return true }
            copy.skipPart()
        }
        return false
    }

    /// Whether the words follow each other before the next comma outside parentheses.
    func hasHere(_ words: StaticString...) -> Bool {
        var rest = self
        while !rest.isAtEnd, !rest.isAtSymbol(",") {
            if rest.accept(all: words) { return true }
            rest.skipPart()
        }
        return false
    }

    mutating func skipParentheses() {
        var depth = 0
        repeat {
            if isAtSymbol("(") { depth += 1 }
            if isAtSymbol(")") { depth -= 1 }
            guard skip() else { return }
        } while depth > 0
    }

    /// Skips to the next comma outside parentheses, or to a closing one.
    mutating func skipToComma() { while !isAtEnd, !isAtSymbol(","), !isAtSymbol(")") { skipPart() } }

    mutating func name() -> String? {
        guard let token else { return nil }
        let text = String(decoding: statement.bytes[token.range], as: UTF8.self)
        switch token.kind {
        case .word:
            index += 1
            return text
        case .quotedName:
            index += 1
            return String(text.dropFirst().dropLast())
        case .string, .number, .symbol: return nil
        }
    }

    mutating func tableName() -> TableName? {
        guard var last = name() else { return nil }
        var schema: String?
        while isAtSymbol(".") {
            skip()
            guard let next = name() else { break }
            schema = last
            last = next
        }
        return TableName(last, in: schema)
    }

    /// Whether an always-true condition follows, such as `WHERE 1 = 1`, possibly as an operand of `OR`.
    func isAtTruth() -> Bool {
        var rest = self
        var part: [String] = []
        var isTrue = false
        func isLiteral(_ text: String) -> Bool { text.first?.isNumber == true || text.first == "'" }
        func note() {
            isTrue =
                isTrue || part == ["TRUE"] || part.count == 1 && Int(part[0]) ?? 0 != 0
                || part.count == 3 && part[1] == "=" && part[0] == part[2] && isLiteral(part[0])
            part = []
        }
        while let token = rest.token, !rest.isAt("AND", "ORDER", "LIMIT", "RETURNING") {
            let word = String(decoding: statement.bytes[token.range], as: UTF8.self).uppercased()
            if word == "OR" { note() } else if !["(", ")", ";"].contains(word) { part.append(word) }
            rest.skip()
        }
        if rest.isAt("AND", "LIMIT") { return false }
        note()
        return isTrue
    }

    /// Takes the first name of each element in a parenthesized list.
    mutating func names() -> [String] {
        guard accept(symbol: "(") else { return [] }
        var names: [String] = []
        while !isAtEnd, !isAtSymbol(")") {
            if let name = name() { names.append(name) }
            skipToComma()
            _ = accept(symbol: ",")
        }
        _ = accept(symbol: ")")
        return names
    }

    mutating func strings() -> [String] {
        guard accept(symbol: "(") else { return [] }
        var strings: [String] = []
        while let token, !isAtSymbol(")") {
            if token.kind == .string {
                let text = String(decoding: statement.bytes[token.range], as: UTF8.self)
                strings.append(String(text.dropFirst().dropLast()))
            }
            index += 1
        }
        _ = accept(symbol: ")")
        return strings
    }

    /// Takes a type's name, its other words, and its parameters.
    mutating func dataType() -> DataType? {
        let start = offset
        var end = start
        func take(_ cursor: inout SQLCursor) {
            end = cursor.token?.range.upperBound ?? end
            cursor.skip()
        }
        guard token?.kind == .word || token?.kind == .quotedName else { return nil }
        take(&self)
        while !isAtEnd {
            if isAtSymbol(".") || isAtSymbol("[") || isAtSymbol("]") {
                take(&self)
                if token?.kind == .word { take(&self) }
            } else if isAtSymbol("(") {
                skipParentheses()
                end = previousEnd
            } else if acceptAny(
                "VARYING", "PRECISION", "UNSIGNED", "SIGNED", "ZEROFILL", "WITHOUT", "WITH", "TIME", "ZONE", "LOCAL",
                "LARGE", "OBJECT")
            {
                end = previousEnd
            } else if accept("CHARACTER", "SET") || acceptAny("CHARSET", "COLLATE") {
                skip()
                end = previousEnd
            } else {
                break
            }
        }
        return DataType(String(decoding: statement.bytes[start..<end], as: UTF8.self))
    }

    private var previousEnd: Int {
        index > statement.tokens.startIndex ? statement.tokens[index - 1].range.upperBound : 0
    }

    func text(from start: Int) -> String {
        String(decoding: statement.bytes[start..<max(start, previousEnd)], as: UTF8.self)
    }
}
