/// The content of a database as comparable lines, without Liquibase's own tables.
struct DatabaseDump {
    private let lines: [String]

    /// Removes insignificant differences.
    init(_ text: String, hasStatements: Bool = true) {
        var lines: [String] = []
        // Whether the current statement concerns one of Liquibase's tables.
        var isOwn = false
        var begins = true
        for line in text.split(separator: "\n") where !Self.isNoise(line) {
            // H2 pads lines with spaces.
            let end = line.lastIndex { !$0.isWhitespace } ?? line.startIndex
            let line = line[...end]
            if begins { isOwn = line.lowercased().contains("databasechangelog") }
            begins = !hasStatements || line.hasSuffix(";")
            if isOwn { continue }
            // STARTS is the time at which an event was created.
            lines.append(
                String(line).replacing(#/ AUTO_INCREMENT=\d+/#, with: "").replacing(#/ STARTS '[^']*'/#, with: "")
                    .replacing(#/( START WITH| RESTART WITH) \d+/#, with: ""))
        }
        self.lines = lines
    }

    /// Whether a line varies or describes only the dump; sequences keep their values after a rollback.
    private static func isNoise(_ line: Substring) -> Bool {
        line.hasPrefix("--") || line.hasPrefix("\\restrict") || line.hasPrefix("\\unrestrict") || line.hasPrefix("SET ")
            || line.contains("pg_catalog.setval(")
    }

    /// The lines that occur in one dump only: `+` marks this dump and `-` the other.
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
