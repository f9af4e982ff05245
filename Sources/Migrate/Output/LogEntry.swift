/// The first line of an entry of Liquibase's log, as in
/// `[2026-11-21 18:21:28] INFO [liquibase.changelog] Table customer created`.
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
