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
            lines.append(Self.withoutCounters(String(line)))
        }
        self.lines = lines
    }

    /// A pattern is compiled each time, and a dump may have a line for each row, so only where it may match.
    private static func withoutCounters(_ line: String) -> String {
        var line = line
        if line.contains(" AUTO_INCREMENT=") { line.replace(#/ AUTO_INCREMENT=\d+/#, with: "") }
        // The time at which an event was created.
        if line.contains(" STARTS '") { line.replace(#/ STARTS '[^']*'/#, with: "") }
        if line.contains("START WITH ") { line.replace(#/( START WITH| RESTART WITH) \d+/#, with: "") }
        return line
    }

    /// A dump of `pg_dump`, without the order of the columns of tables, which PostgreSQL cannot restore.
    init(ofPostgreSQL text: String) {
        var isTable = false
        // The places of a row's values, sorted by the names of their columns.
        var places: [Int] = []
        let lines = text.split(separator: "\n").map { line -> String in
            if !places.isEmpty {
                let values = line.split(separator: "\t", omittingEmptySubsequences: false)
                if line == "\\." { places = [] }
                return values.count == places.count ? places.map { values[$0] }.joined(separator: "\t") : String(line)
            }
            if line.hasPrefix("COPY "), let match = line.wholeMatch(of: /(COPY .* \()(.*)(\) FROM stdin;)/) {
                let names = match.2.split(separator: ", ")
                places = names.indices.sorted { names[$0] < names[$1] }
                return match.1 + places.map { names[$0] }.joined(separator: ", ") + match.3
            }
            isTable = isTable || line.hasPrefix("CREATE") && line.contains(" TABLE ")
            defer { if line.hasSuffix(";") { isTable = false } }
            return String(isTable && line.hasSuffix(",") ? line.dropLast() : line)
        }
        self.init(lines.joined(separator: "\n"))
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
        func left(of lines: [String], _ mark: String, sign: Int) -> [String] {
            lines.compactMap { line in
                guard counts[line, default: 0] * sign > 0 else { return nil }
                counts[line, default: 0] -= sign
                return mark + line
            }
        }
        return left(of: lines, "+", sign: 1) + left(of: other.lines, "-", sign: -1)
    }
}
