import Reporting
import Scanning

/// Analyzes the SQL of a changeset: with PostgreSQL's parser if it is installed and the SQL may be for PostgreSQL,
/// otherwise by keywords.
struct SQLReading {
    /// The possible engines; empty if unknown.
    let engines: [DatabaseEngineName]
    let endDelimiter: String?
    /// Whether Liquibase sends comments to the database.
    let keepsComments: Bool
    var check: (String, (TextPlace) -> SourceLocation) -> Void = { _, _ in }

    private var engine: DatabaseEngineName? { engines.contains(.postgresql) ? .postgresql : engines.first }

    /// The operations of the statements in some SQL; `place` converts a place in it.
    func operations(of sql: String, place: (TextPlace) -> SourceLocation) -> [SchemaOperation] {
        check(sql, place)
        var lines = LineCounter(Array(sql.utf8))
        let dialect = SQLDialect(of: engine, keepsComments: keepsComments)
        return parts(of: sql).flatMap { offset, bytes in
            SQLStatement.statements(of: bytes, dialect: dialect).flatMap { statement in
                let location = place(lines.place(of: offset + statement.start))
                var operations =
                    parsed(statement, at: location) ?? TokenOperations.operations(of: statement, at: location)
                if engine == .postgresql, operations.contains(where: \.isDefinition) {
                    operations += statement.longNames.map {
                        SchemaOperation(.longName($0), at: location, isDefinition: false)
                    }
                }
                return operations.asOneStatement
            }
        }
    }

    /// The result of PostgreSQL's parser; `nil` if it is not used or an error may be due to another engine.
    private func parsed(_ statement: SQLStatement, at location: SourceLocation) -> [SchemaOperation]? {
        guard engine == .postgresql, statement.isWorthParsing else { return nil }
        do throws(PostgreSQLParser.NotSQL) {
            return try PostgreSQLOperations.operations(of: statement.text, at: location)
        } catch {
            // The SQL may be for another engine, or have an unknown parameter.
            guard engines == [.postgresql], !statement.text.contains("${") else { return nil }
            let words = statement.text.split(whereSeparator: \.isWhitespace).prefix(2)
            return [SchemaOperation(.unread(words.joined(separator: " "), reason: error.reason), at: location)]
        }
    }

    /// The parts between the end delimiters, which Liquibase does not look for in strings, comments and words, and a
    /// slash only at the start of a line (`StringUtil.isDelimiter`).
    fileprivate func parts(of sql: String) -> [(offset: Int, bytes: [UInt8])] {
        let bytes = Array(sql.utf8)
        // The delimiter is a regular expression, but those in use have only literal characters.
        let delimiter = (endDelimiter ?? "").replacing("\\n", with: "\n").filter { $0 != "\\" }
        let literal = Array(delimiter.drop(while: \.isWhitespace).utf8)
        guard !literal.isEmpty, delimiter != ";" else { return [(0, bytes)] }
        let beginsLine = delimiter.first == "\n" || delimiter == "/"
        var tokenizer = SQLTokenizer(bytes, dialect: .ofLiquibase)
        var parts: [(offset: Int, bytes: [UInt8])] = []
        var start = 0
        while let token = tokenizer.next() {
            let index = token.range.lowerBound
            guard index >= start, token.kind != .string, token.kind != .quotedName, token.range.count <= literal.count,
                bytes[index...].starts(with: literal),
                !beginsLine || index == 0 || bytes[index - 1] == UInt8(ascii: "\n")
            else { continue }
            parts.append((start, Array(bytes[start..<index])))
            start = index + literal.count
        }
        parts.append((start, Array(bytes[start...])))
        return parts
    }
}

extension ChangeSet {
    /// The statements of the SQL that Liquibase prints for the changeset.
    package func statements(of sql: String, on engine: DatabaseEngineName?) -> [String] {
        let reading = SQLReading(
            engines: [engine].compactMap(\.self), endDelimiter: conduct.endDelimiter, keepsComments: true)
        let dialect = SQLDialect(of: engine, keepsComments: true)
        let parts = reading.parts(of: sql).map { SQLStatement.statements(of: $0.bytes, dialect: dialect) }
        // Between delimiters of their own, a `;` ends no statement.
        if parts.count > 1 { return parts.compactMap { $0.isEmpty ? nil : $0.map(\.text).joined(separator: ";\n") } }
        return parts.joined().map(\.text)
    }
}

/// Counts lines for ascending offsets.
struct LineCounter {
    private let bytes: [UInt8]
    private var offset = 0
    private var place = TextPlace()

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The place of a byte; `target` must not be before the previous one.
    mutating func place(of target: Int) -> TextPlace {
        while offset < min(target, bytes.count) {
            place.pass(bytes[offset])
            offset += 1
        }
        return place
    }
}

extension SQLStatement {
    /// The distinct names that PostgreSQL truncates to 63 bytes.
    fileprivate var longNames: [String] {
        tokens.compactMap { token in
            let isQuoted = token.kind == .quotedName
            guard isQuoted || token.kind == .word else { return nil }
            let name = bytes[token.range].dropFirst(isQuoted ? 1 : 0).dropLast(isQuoted ? 1 : 0)
            return name.count > 63 ? String(decoding: name, as: UTF8.self) : nil
        }.distinct
    }

    /// Whether parsing reveals more than the first keyword, unlike for data and privileges.
    fileprivate var isWorthParsing: Bool {
        var cursor = SQLCursor(self)
        return !cursor.acceptAny("INSERT", "SELECT", "GRANT", "REVOKE", "SET", "VALUES", "DO", "CALL")
    }
}

extension ChangelogOptions {
    func engines(for list: String?) -> [DatabaseEngineName] {
        let list = DatabaseList(list)
        let engines = databases.filter { $0.isIn(list) }.map(\.engine)
        if !engines.isEmpty || !databases.isEmpty { return engines }
        guard case .only(let names) = list else { return [] }
        return names.sorted().compactMap(DatabaseEngineName.init(rawValue:))
    }
}
