struct LogEntry {
    let level: String
    let logger: String
    let message: String
    var causes: [Cause] = []

    init(_ report: JavaReport) {
        let fields = report.fields + Array(repeating: "", count: max(0, 3 - report.fields.count))
        (level, logger, message) = (fields[0], fields[1], fields[2])
        causes = Cause.all(in: Array(fields.dropFirst(3)))
    }

    /// Parses `[2026-11-21 18:21:28] INFO [liquibase.changelog] Table customer created`.
    init?(_ line: String) {
        guard line.hasPrefix("["), let match = line.firstMatch(of: #/^\[\d[^\]]*\] ([A-Z]+) \[([^\]]*)\] ?(.*)/#) else {
            return nil
        }
        (level, logger, message) = (String(match.1), String(match.2), String(match.3))
    }
}

/// An exception in a chain of causes.
struct Cause: Hashable {
    let name: String
    let state: String
    /// The vendor's error code, which depends on the driver; 0 if there is none.
    let code: Int
    let message: String

    /// Parses groups of four fields: class, SQLSTATE, vendor code and message.
    static func all(in fields: [String]) -> [Cause] {
        stride(from: 0, to: fields.count - 3, by: 4).map { (start: Int) -> Cause in
            let group = Array(fields[start..<(start + 4)])
            return Cause(name: group[0], state: group[1], code: Int(group[2]) ?? 0, message: group[3])
        }
    }

    /// The kind of failure according to the codes, which drivers pass on whatever the language of the messages.
    var kind: FailureKind? {
        if name.hasPrefix("org.sqlite.") { return Self.ofSQLite[code] }
        // The server required a password and got none.
        if state == "08004", code == 0 { return .loginRefused }
        return Self.ofMariaDB[code] ?? Self.states[state] ?? Self.classes[state.prefix(2).description]
    }

    /// The SQLSTATEs of PostgreSQL (Appendix A of its documentation) and H2 (`ErrorCode`).
    private static let states: [String: FailureKind] = [
        "3D000": .databaseMissing, "90013": .databaseMissing, "90146": .databaseMissing, "42501": .permissionDenied,
        "25006": .permissionDenied, "90040": .permissionDenied, "90096": .permissionDenied, "90097": .permissionDenied,
        "53100": .diskFull, "40P01": .databaseTimeout, "55P03": .databaseTimeout, "57014": .statementCanceled,
        "HYT00": .databaseTimeout, "57P01": .connectionLost, "57P02": .connectionLost, "57P03": .connectionLost,
        "90067": .connectionLost, "90098": .connectionLost, "90121": .connectionLost,
    ]

    /// The classes of the SQL standard.
    private static let classes: [String: FailureKind] = [
        "08": .connectionLost, "28": .loginRefused, "40": .databaseTimeout,
    ]

    /// The codes of MariaDB and MySQL, whose SQLSTATEs are less specific (`mysqld_error.h`, `errmsg.h`).
    private static let ofMariaDB: [Int: FailureKind] = [
        1044: .permissionDenied, 1142: .permissionDenied, 1143: .permissionDenied, 1227: .permissionDenied,
        1290: .permissionDenied, 1370: .permissionDenied, 1045: .loginRefused, 1130: .loginRefused, 1698: .loginRefused,
        1049: .databaseMissing, 1021: .diskFull, 1205: .databaseTimeout, 1213: .databaseTimeout,
        1317: .statementCanceled, 1969: .databaseTimeout, 3024: .databaseTimeout, 1053: .connectionLost,
        2006: .connectionLost, 2013: .connectionLost,
    ]

    private static let ofSQLite: [Int: FailureKind] = [
        3: .permissionDenied, 8: .permissionDenied, 5: .databaseTimeout, 6: .databaseTimeout, 13: .diskFull,
        14: .databaseMissing,
    ]
}
