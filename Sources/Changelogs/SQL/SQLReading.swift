import Reporting
import Scanning

/// How the SQL of a changeset is read: with PostgreSQL's parser where it may be for PostgreSQL and the parser is
/// installed, by its words otherwise.
struct SQLReading {
    /// The engines that it may be for; none where they are not known.
    let engines: [DatabaseEngineName]
    /// What ends a statement, where the changeset says it.
    let endDelimiter: String?
    /// Whether comments reach the database.
    let keepsComments: Bool
    /// What looks at a text before its statements are read.
    var check: (String, (_ line: Int, _ column: Int) -> SourceLocation) -> Void = { _, _ in }

    private var engine: DatabaseEngineName? {
        engines.contains(.postgresql) ? .postgresql : engines.first
    }

    /// What the statements of a text do.
    ///
    /// - Parameters:
    ///   - sql: the text.
    ///   - place: the place of a line and a column of the text, both from 1.
    /// - Returns: the operations, in their order.
    func operations(
        of sql: String, place: (_ line: Int, _ column: Int) -> SourceLocation
    ) -> [SchemaOperation] {
        check(sql, place)
        var lines = LineCounter(Array(sql.utf8))
        let dialect = SQLDialect(of: engine, keepsComments: keepsComments)
        return parts(of: sql).flatMap { offset, bytes in
            SQLStatement.statements(of: bytes, dialect: dialect).flatMap { statement in
                let (line, column) = lines.place(of: offset + statement.start)
                let location = place(line, column)
                var operations =
                    parsed(statement, at: location)
                    ?? TokenOperations.operations(of: statement, at: location)
                if engine == .postgresql, operations.contains(where: \.isDefinition) {
                    operations += statement.longNames.map {
                        SchemaOperation(.longName($0), at: location, isDefinition: false)
                    }
                }
                return operations.asOneStatement
            }
        }
    }

    /// What PostgreSQL's parser makes of a statement; nil where it is not asked, or may not know better.
    private func parsed(
        _ statement: SQLStatement, at location: SourceLocation
    ) -> [SchemaOperation]? {
        guard engine == .postgresql, statement.isWorthParsing else { return nil }
        do throws(PostgreSQLParser.NotSQL) {
            return try PostgreSQLOperations.operations(of: statement.text, at: location)
        } catch {
            // It may be for another engine, or wait for a value.
            guard engines == [.postgresql], !statement.text.contains("${") else { return nil }
            let words = statement.text.split(whereSeparator: \.isWhitespace).prefix(2)
            return [
                SchemaOperation(
                    .unread(words.joined(separator: " "), reason: error.reason), at: location)
            ]
        }
    }

    /// The text cut at the delimiter of the changeset, each part with where it begins.
    private func parts(of sql: String) -> [(offset: Int, bytes: [UInt8])] {
        let bytes = Array(sql.utf8)
        // It is a regular expression; those in use stand for themselves.
        let delimiter = (endDelimiter ?? "").replacing("\\n", with: "\n").filter { $0 != "\\" }
        let literal = Array(delimiter.utf8)
        guard !literal.isEmpty, delimiter != ";", bytes.count > literal.count else {
            return [(0, bytes)]
        }
        var parts: [(offset: Int, bytes: [UInt8])] = []
        var start = 0
        var index = 0
        while index + literal.count <= bytes.count {
            if bytes[index] == literal[0],
                bytes[index..<(index + literal.count)].elementsEqual(literal)
            {
                parts.append((start, Array(bytes[start..<index])))
                index += literal.count
                start = index
            } else {
                index += 1
            }
        }
        parts.append((start, Array(bytes[start...])))
        return parts
    }
}

/// Counts the lines of a text up to places that come one after the other.
struct LineCounter {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The line and the column, both from 1, of what begins at an offset, which is not before the last one.
    mutating func place(of target: Int) -> (line: Int, column: Int) {
        while offset < min(target, bytes.count) {
            if bytes[offset] == UInt8(ascii: "\n") {
                line += 1
                lineStart = offset + 1
            }
            offset += 1
        }
        let column = bytes[lineStart..<offset].count { $0 & 0xC0 != 0x80 } + 1
        return (line, column)
    }
}

extension SQLStatement {
    /// The names that PostgreSQL cuts at 63 bytes, each once.
    fileprivate var longNames: [String] {
        tokens.compactMap { token in
            let isQuoted = token.kind == .quotedName
            guard isQuoted || token.kind == .word else { return nil }
            let name = bytes[token.range].dropFirst(isQuoted ? 1 : 0).dropLast(isQuoted ? 1 : 0)
            return name.count > 63 ? String(decoding: name, as: UTF8.self) : nil
        }.distinct
    }

    /// Whether the parser may tell more of it than its first word does: not of data and rights.
    fileprivate var isWorthParsing: Bool {
        var cursor = SQLCursor(self)
        return !cursor.acceptAny(
            "INSERT", "SELECT", "GRANT", "REVOKE", "SET", "VALUES", "DO", "CALL")
    }
}

extension ChangelogOptions {
    /// The engines that something with a `dbms` may be for.
    func engines(for list: String?) -> [DatabaseEngineName] {
        let list = DatabaseList(list)
        let engines = databases.filter { $0.isIn(list) }.map(\.engine)
        if !engines.isEmpty || !databases.isEmpty { return engines }
        guard case .only(let names) = list else { return [] }
        return names.sorted().compactMap(DatabaseEngineName.init(rawValue:))
    }
}
