import Scanning

/// Detects lines that later versions of Liquibase repeat in their log after printing them.
struct LogEcho {
    /// The lines since the last entry of the log.
    private var told: [String] = []
    /// What an entry is expected to go on with.
    private var expected: ArraySlice<String> = []

    /// The most lines that are kept.
    private static let limit = 1000

    /// Takes the next line, and tells whether it only repeats another.
    mutating func isRepeated(by line: String) -> Bool {
        if let next = expected.first {
            if next == line {
                expected.removeFirst()
                return true
            }
            expected = []
        }
        if let entry = LogEntry(line) {
            if entry.logger.hasSuffix(".ui"),
                let start = told.firstIndex(where: { $0.trimmed == String(entry.message).trimmed })
            {
                expected = told[(start + 1)...]
            }
            told = []
        } else if told.count < Self.limit {
            told.append(line)
        }
        return false
    }
}

/// The first line of an entry in Liquibase's log, as in `[2026-11-21 18:21:28] INFO
/// [liquibase.changelog] Table customer created`.
struct LogEntry: Hashable {
    /// How much it matters, as `INFO`.
    let level: Substring
    /// Who says it, as `liquibase.changelog`.
    let logger: Substring
    /// What is said.
    let message: Substring

    /// Reads a line; nil where it is none of the log.
    init?(_ line: String) {
        guard line.hasPrefix("["), line.dropFirst().first?.isNumber == true,
            let date = line.firstIndex(of: "]")
        else { return nil }
        let rest = line[line.index(after: date)...].drop { $0 == " " }
        level = rest.prefix { $0.isUppercase }
        let name = rest[level.endIndex...].drop { $0 == " " }
        guard !level.isEmpty, name.hasPrefix("["), let end = name.firstIndex(of: "]") else {
            return nil
        }
        logger = name.dropFirst()[..<end]
        message = name[name.index(after: end)...].drop { $0 == " " }
    }
}
