/// What Liquibase's messages have in common.
extension String {
    /// The text without white space around it.
    var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// The text on one line.
    var oneLine: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The text without the names of exceptions before it, which say nothing to a user.
    ///
    /// `java.lang.RuntimeException: no driver` is `no driver`.
    var withoutClasses: String {
        var text = self[...]
        while let colon = text.firstRange(of: ": "),
            Self.isException(text[..<colon.lowerBound])
        {
            text = text[colon.upperBound...]
        }
        return String(text)
    }

    /// Whether the line begins a stack trace: the name of an exception, and its message if it has one.
    var beginsStackTrace: Bool {
        let end = firstIndex(of: ":") ?? endIndex
        return Self.isException(self[..<end])
    }

    /// The changeset that the text says has failed.
    var failedChangeSet: ChangeSetIdentity? {
        guard contains("Migration failed for change"),
            let match = firstMatch(of: #/Migration failed for change ?set ([^\n]+?):(\n|$)/#)
        else { return nil }
        return ChangeSetIdentity(match.1)
    }

    /// The database's message, and the statement that it is about.
    var splitAtStatement: (message: String, sql: String?) {
        // Later versions say so of their own tables.
        if hasPrefix("Error executing SQL "), let reason = firstRange(of: ": ERROR: ") {
            let sql = self[..<reason.lowerBound].dropFirst("Error executing SQL ".count)
            return (String(self[reason.lowerBound...].dropFirst(2)), String(sql))
        }
        guard let begin = firstRange(of: "[Failed SQL: ") else {
            return (withoutEchoedStatement.withoutClasses.withoutConnection, nil)
        }
        var sql = self[begin.upperBound...]
        if sql.last == "]" { sql.removeLast() }
        // The vendor's code: 0 for PostgreSQL.
        if let code = sql.prefixMatch(of: #/\(-?\d+\) /#) { sql = sql[code.range.upperBound...] }
        let message = String(self[..<begin.lowerBound]).trimmed
        return (
            message.withoutEchoedStatement.withoutClasses.withoutConnection, String(sql).trimmed
        )
    }

    /// The message without the numbers that MariaDB's driver puts before it.
    private var withoutConnection: String {
        guard let numbers = prefixMatch(of: #/(\(conn=\d+\) )+/#) else { return self }
        return String(self[numbers.range.upperBound...])
    }

    /// The message without the statement that H2 repeats in it.
    private var withoutEchoedStatement: String {
        guard let echo = firstRange(of: "; SQL statement:") else { return self }
        return String(self[..<echo.lowerBound])
    }

    private static func isException(_ name: Substring) -> Bool {
        guard name.hasSuffix("Exception") || name.hasSuffix("Error"), name.contains(".") else {
            return false
        }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".$_".contains($0)) }
    }
}

extension StringProtocol {
    /// The first line.
    var firstLine: String { String(prefix { $0 != "\n" }) }
}
