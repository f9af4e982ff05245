/// Finds the lines by which later versions of Liquibase repeat in their log what they have just told the user.
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
