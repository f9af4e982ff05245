#if canImport(Glibc)
    import Glibc
#endif

/// The lock of any database that Liquibase can work on, by its command `execute-sql`.
///
/// Its own `list-locks` fails on SQLite, and `release-locks` frees whatever lock there is: one that a
/// third run has taken between the look and the release would be lost. So the lock is freed by one
/// statement, which names the run. It costs the start of a Java.
struct LiquibaseLocks: LockRecords {
    /// The database.
    let url: String
    /// The table of the lock.
    let table: LockTable
    /// Runs Liquibase on that database with these arguments, and returns all that it has printed; nil when
    /// it failed.
    let liquibase: @Sendable (_ arguments: [String]) async -> String?

    let period = Duration.seconds(20)
    let isQuick = false

    func state() async -> LockState {
        let output = await liquibase([
            "execute-sql", "--sql=SELECT LOCKED, LOCKEDBY, LOCKGRANTED FROM \(table.sql)",
        ])
        return output.map(Self.state) ?? .unknown
    }

    /// What the run's Java had begun is the database's to end: it notices by itself that the connection
    /// is closed, at the end of a statement.
    func free(_ owner: LockOwner, isOurs: Bool) async -> Bool {
        await liquibase([
            "execute-sql",
            "--sql=UPDATE \(table.sql) SET LOCKED = \(falsehood), LOCKEDBY = NULL, LOCKGRANTED = NULL "
                + "WHERE LOCKEDBY LIKE '\(owner.pattern)'",
        ]) != nil
    }

    /// Reads the table of `execute-sql`: the names of the columns, then a line for each row, each value
    /// with ` |` after it, and no end of the last line.
    static func state(in output: String) -> LockState {
        let lines = output.split(whereSeparator: \.isNewline)
        guard
            let header = lines.firstIndex(where: {
                $0.lowercased() == "locked | lockedby | lockgranted |"
            })
        else { return .unknown }
        for line in lines[(header + 1)...] {
            let values = line.split(separator: " |", maxSplits: 3, omittingEmptySubsequences: false)
                .map { $0.trimmingPrefix(" ") }
            // A message on standard error may have come in between.
            guard values.count == 4 else { continue }
            if ["0", "false", "null"].contains(values[0].lowercased()) { continue }
            return .held(HeldLock(holder: String(values[1]), since: time(values[2])))
        }
        return .free
    }

    /// Databases without a type for truth have a number in its place.
    private var falsehood: String {
        let engine = url.dropFirst("jdbc:".count).prefix { $0 != ":" }
        return ["db2", "derby", "informix", "jtds", "oracle", "sqlserver", "sybase"]
            .contains(engine.lowercased()) ? "0" : "FALSE"
    }

    private static func time(_ text: Substring) -> String {
        // SQLite has no type for time: the driver writes the milliseconds since 1970.
        if let milliseconds = Int(text), milliseconds > 0 {
            var seconds = time_t(milliseconds / 1000)
            var parts = tm()
            localtime_r(&seconds, &parts)
            var bytes = [UInt8](repeating: 0, count: 32)
            let count = bytes.withUnsafeMutableBytes { buffer in
                // Safety: the text is within the buffer, as long as it is told.
                strftime(
                    buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count,
                    "%Y-%m-%d %H:%M:%S", &parts)
            }
            return String(decoding: bytes[..<count], as: UTF8.self)
        }
        // Without the fraction of a second.
        return String(text.firstMatch(of: /^[0-9-]+[ T][0-9:]+/)?.output ?? text)
            .replacing("T", with: " ")
    }
}
