package import Reporting
import Scanning

/// How Liquibase splits the SQL of a change.
struct SQLSite {
    var isCut = true
    var endDelimiter: String?
    /// The attribute whose value Liquibase also uses for another one.
    var misread: (name: String, of: String)?
    /// The suggested line for an attribute and its value.
    var correction: (_ name: String, _ value: String) -> String = FileFormat.xml.attribute
}

extension ChangelogReader {
    /// Reports SQL that Liquibase splits differently than written; `place` converts a place in it.
    func checkSQL(
        _ sql: String, in site: SQLSite, for engines: [DatabaseEngineName], place: (TextPlace) -> SourceLocation
    ) {
        let bytes = Array(sql.utf8)
        guard site.misread != nil || !strayingSchemas.isEmpty || SQLCuts.mayMatter(in: bytes) else { return }
        func location(_ offset: Int) -> SourceLocation {
            var lines = LineCounter(bytes)
            return place(lines.place(of: offset))
        }
        let engine = engines.contains(.postgresql) ? .postgresql : engines.first
        let statements = SQLStatement.statements(of: bytes, dialect: SQLDialect(of: engine))
        if let offset = statements.lazy.compactMap(\.delimiterLine).first {
            report(
                .clientCommand, "DELIMITER is a command of the mysql client, but Liquibase sends it to the server",
                at: location(offset),
                hint: "remove the DELIMITER lines, end each statement with '/' on its own line, and write "
                    + site.correction("endDelimiter", "/"))
            return
        }
        if let misread = site.misread, statements.count > 1 {
            report(
                .misreadAttribute,
                "Liquibase also reads '\(misread.name)' as '\(misread.of)', so it sends the "
                    + "\(statements.count) statements as a single one", at: location(statements[0].start),
                hint: "put the other attribute after it: "
                    + (misread.of == "endDelimiter"
                        ? site.correction(misread.of, ";") : site.correction(misread.of, "true")))
        }
        checkSchemas(of: statements, at: location)
        guard site.isCut, site.endDelimiter == nil || site.endDelimiter == ";" else { return }
        var rest = SQLCuts(keepsBlocks: options.release.has(.keptBlocks)).offsets(in: bytes)[...]
        var lines = LineCounter(bytes)
        for statement in statements {
            rest = rest.drop { $0 <= statement.start }
            // A `;` that is the last byte ends the statement; the last token may be a whole body in dollar quotes.
            guard let last = statement.tokens.last, let cut = rest.first, cut < last.range.upperBound - 1 else {
                continue
            }
            let start = place(lines.place(of: statement.start))
            let end = place(lines.place(of: cut))
            report(
                .splitStatement, "Liquibase splits this statement at the ';' on line \(end.line)", at: start,
                hint: statements.count == 1
                    ? "write \(site.correction("splitStatements", "false"))"
                    : "end each statement with '/' on its own line, and write " + site.correction("endDelimiter", "/"))
        }
    }

    /// Reports the first statement of a file that misses its intended schema.
    private func checkSchemas(of statements: [SQLStatement], at location: (Int) -> SourceLocation) {
        for straying in strayingSchemas {
            guard let statement = statements.first(where: \.hasTableWithoutSchema),
                case let place = location(statement.start),
                strayingFiles.insert("\(place.file) \(straying.target)").inserted
            else { continue }
            report(
                .sqlOutsideSchema,
                "SQL that does not name a schema runs in '\(straying.schema)' on the target '\(straying.target)', not "
                    + "in its default-schema '\(straying.defaultSchema)'", at: place, hint: straying.correction)
        }
    }

    /// The targets whose default schema does not apply to SQL in the Liquibase that will run it.
    private var strayingSchemas: [StrayingSchema] {
        options.strayingSchemas.filter { !$0.isSetByLiquibase || !options.release.has(.searchPath) }
    }
}

/// A target whose default schema differs from that of its connection, with the suggested line.
///
/// `isSetByLiquibase` means that later versions of Liquibase set the schema of the connection.
package typealias StrayingSchema = (
    target: String, defaultSchema: String, schema: String, isSetByLiquibase: Bool, correction: String
)

/// Liquibase's splitting of SQL into statements (`StringUtil.processMultiLineSQL`): it recognizes strings and comments,
/// but not dollar quotes, and at most the BEGIN and END of a routine's body.
private struct SQLCuts {
    let keepsBlocks: Bool

    /// The byte offsets of the semicolons at which it splits.
    func offsets(in bytes: [UInt8]) -> [Int] {
        var tokenizer = SQLTokenizer(bytes, dialect: .ofLiquibase)
        var tokens: [SQLToken] = []
        while let token = tokenizer.next() { tokens.append(token) }
        func word(_ index: Int) -> String {
            guard tokens.indices.contains(index), tokens[index].kind == .word else { return "" }
            return String(decoding: bytes[tokens[index].range], as: UTF8.self).lowercased()
        }
        var offsets: [Int] = []
        var depth = 0
        for (index, token) in tokens.enumerated() {
            let start = token.range.lowerBound
            if token.kind == .symbol, bytes[start] == UInt8(ascii: ";"), depth == 0 {
                offsets.append(start)
            } else if keepsBlocks, token.kind == .word, token.range.count <= 5 {
                let next = word(index + 1)
                switch word(index) {
                // For Liquibase, `$$begin` is one word.
                case "begin" where start == 0 || bytes[start - 1] != UInt8(ascii: "$"):
                    if !Self.ofTransactions.contains(next), !Self.ofMessages.contains(next) { depth += 1 }
                case "end" where depth > 0 && !Self.ofTransactions.contains(next): depth -= 1
                default: break
                }
            }
        }
        return offsets
    }

    private static let ofTransactions: Set = ["transaction", "trans", "tran"]
    private static let ofMessages: Set = ["dialog", "conversation", "distributed"]

    /// Whether the text has a word that may affect splitting.
    static func mayMatter(in bytes: [UInt8]) -> Bool {
        bytes.indices.contains { index in
            switch bytes[index] | 0x20 {
            case UInt8(ascii: "$") | 0x20: bytes[index] == UInt8(ascii: "$")
            case UInt8(ascii: "b"), UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "f"), UInt8(ascii: "p"),
                UInt8(ascii: "r"), UInt8(ascii: "t"):
                words.contains { word in
                    let end = index + word.count
                    return end <= bytes.count && word.indices.allSatisfy { bytes[index + $0] | 0x20 == word[$0] }
                        && (end == bytes.count || !Self.isInWord(bytes[end]))
                }
            default: false
            }
        }
    }

    private static let words = [
        "begin", "declare", "delimiter", "event", "function", "package", "proc", "procedure", "rule", "trigger",
    ].map { Array($0.utf8) }

    private static func isInWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte.isASCIIDigit || byte.isASCIILetter
    }
}

extension SQLStatement {
    fileprivate var delimiterLine: Int? {
        tokens.first { token in
            guard token.kind == .word, token.range.count == 9,
                String(decoding: bytes[token.range], as: UTF8.self).lowercased() == "delimiter",
                bytes[token.range.upperBound...].first == 0x20
            else { return false }
            return bytes[..<token.range.lowerBound].last { $0 != 0x20 && $0 != 0x09 }.map { $0 == 0x0A } ?? true
        }?.range.lowerBound
    }

    /// Whether it creates or changes a table without naming its schema.
    fileprivate var hasTableWithoutSchema: Bool {
        var cursor = SQLCursor(self)
        if cursor.accept("CREATE") {
            _ = cursor.accept("OR", "REPLACE") || cursor.accept("UNLOGGED")
            guard cursor.acceptAny("TABLE", "VIEW", "SEQUENCE") else { return false }
            _ = cursor.accept("IF", "NOT", "EXISTS")
        } else if cursor.accept("ALTER", "TABLE") || cursor.accept("DROP", "TABLE") {
            _ = cursor.accept("IF", "EXISTS") || cursor.accept("ONLY")
        } else if !cursor.accept("INSERT", "INTO"), !cursor.accept("DELETE", "FROM"), !cursor.accept("UPDATE") {
            return false
        }
        return cursor.tableName().map { $0.schema == nil } ?? false
    }
}

extension Rule {
    private static let sqlPage = "https://docs.liquibase.com/change-types/sql.html"

    static let splitStatement = Rule(
        "split-statement", in: .format, level: .error, "StatementCut",
        "Liquibase splits a statement, such as a procedure, at a semicolon inside it.",
        because: "The database receives the first part and rejects it.",
        help: "For one statement, set 'splitStatements:false'. Otherwise, set 'endDelimiter:/' and end each "
            + "statement with '/' on its own line.", source: sqlPage)
    static let clientCommand = Rule(
        "delimiter-line", in: .format, level: .error, "DelimiterLine",
        "SQL contains DELIMITER, a client command that Liquibase does not know.",
        because: "Liquibase sends the line to the server, which rejects it.",
        help: "Remove the DELIMITER lines, set 'endDelimiter:/' for the changeset, and end each statement with "
            + "'/' on its own line.", source: sqlPage)
    static let misreadAttribute = Rule(
        "rollback-delimiter", in: .format, level: .warning, "DelimiterOfRollback",
        "Liquibase also applies 'rollbackEndDelimiter' or 'rollbackSplitStatements' to the changeset itself.",
        because: "Liquibase sends the changeset's statements as a single one; the database rejects it or runs only "
            + "the first.",
        help: "Put 'endDelimiter:' or 'splitStatements:' after the other attribute; the last one takes effect.",
        source: "https://github.com/liquibase/liquibase/issues/5872")
    package static let sqlOutsideSchema = Rule(
        "sql-outside-schema", in: .format, level: .warning, "SQLOutsideDefaultSchema",
        "SQL does not name a schema, and the connection's schema differs from 'default-schema'.",
        because: "Tables created by SQL and those created by typed changes end up in different schemas.",
        help: "Also set the schema in the URL, such as '?currentSchema=NAME', or name it in the SQL.",
        source: "https://github.com/liquibase/liquibase/issues/2234")
}
