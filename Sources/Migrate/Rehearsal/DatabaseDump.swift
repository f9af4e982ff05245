/// What is in a database, as lines that can be compared; without Liquibase's own tables.
struct DatabaseDump {
    private let lines: [String]

    /// Takes a dump, and leaves out what differs without a difference.
    ///
    /// - Parameters:
    ///   - text: the dump.
    ///   - hasStatements: whether it is SQL, whose statements may go over several lines.
    init(_ text: String, hasStatements: Bool = true) {
        var lines: [String] = []
        // Whether the statement that a line is of is about one of Liquibase's tables.
        var isOwn = false
        var begins = true
        for line in text.split(separator: "\n") where !Self.isNoise(line) {
            // H2 fills lines with blanks.
            let end = line.lastIndex { !$0.isWhitespace } ?? line.startIndex
            let line = line[...end]
            if begins { isOwn = line.lowercased().contains("databasechangelog") }
            begins = !hasStatements || line.hasSuffix(";")
            if isOwn { continue }
            lines.append(
                String(line).replacing(#/ AUTO_INCREMENT=\d+/#, with: "")
                    // When an event was made.
                    .replacing(#/ STARTS '[^']*'/#, with: "")
                    .replacing(#/( START WITH| RESTART WITH) \d+/#, with: ""))
        }
        self.lines = lines
    }

    /// Whether a line differs each time, or tells of the dump only; the values of sequences go on.
    private static func isNoise(_ line: Substring) -> Bool {
        line.hasPrefix("--") || line.hasPrefix("\\restrict") || line.hasPrefix("\\unrestrict")
            || line.hasPrefix("SET ") || line.contains("pg_catalog.setval(")
    }

    /// The lines that only one of two has, `+` before those of this one and `-` before those of the other.
    func difference(from other: DatabaseDump) -> [String] {
        var counts: [String: Int] = [:]
        for line in other.lines { counts[line, default: 0] -= 1 }
        for line in lines { counts[line, default: 0] += 1 }
        var left = counts
        return lines.compactMap { line -> String? in
            guard left[line, default: 0] > 0 else { return nil }
            left[line, default: 0] -= 1
            return "+" + line
        }
            + other.lines.compactMap { line -> String? in
                guard left[line, default: 0] < 0 else { return nil }
                left[line, default: 0] += 1
                return "-" + line
            }
    }
}
