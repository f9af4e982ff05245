import DevtoolKit

enum LockState: Equatable {
    case free
    case held(HeldLock)
    /// The database does not respond, or has no lock table yet.
    case unknown
}

struct HeldLock: Hashable, CustomStringConvertible {
    let holder: String
    /// LOCKGRANTED, in the holder's local time.
    let since: String
    var session: ServerSession?

    /// The devtool run that holds the lock, if there is one.
    var owner: LockOwner? { LockOwner(lockedBy: holder) }

    var description: String {
        let place = holder.wholeMatch(of: /([^#]*)(?:#.*)? \((.*)\)/)
        let host =
            switch place?.output {
            case (_, let host, let address)? where host == address: String(host)
            case (_, let host, let address)?: "\(host) (\(address))"
            case nil: holder
            }
        let process = owner.map { ", devtool process \($0.process)," } ?? ""
        return "\(host)\(process) since \(since)"
    }
}

enum LockRelease: Equatable {
    case freed
    /// The run still holds the lock, because a session still works for it.
    case working(ServerSession)
    case unknown
}

/// The state of a run's lock according to Liquibase's log.
enum LockPhase {
    case none
    case waiting
    case held
    case released

    /// Parses an output line or a report of the log; fails if it does not concern the lock.
    init?(toldBy line: OutputLine) {
        let report = JavaReport(line)
        if let report, report.name != "log" { return nil }
        let line = report.map { $0.fields.dropFirst().prefix(2).joined(separator: "] ") } ?? line.text
        if line.contains("Could not release lock") {
            // Follows a message that the lock was released, which was wrong.
            self = .held
        } else if line.hasPrefix("All objects dropped from ") {
            // Including the lock table.
            self = .released
        } else if !line.contains("liquibase.lockservice] ") {
            return nil
        } else if line.contains(String.lockWait) {
            self = .waiting
        } else if line.contains("Successfully acquired change log lock") {
            self = .held
        } else if line.contains("Successfully released change log lock") {
            self = .released
        } else {
            return nil
        }
    }
}

/// A table of Liquibase's own: the lock or the history.
struct LockTable: Hashable {
    let name: String
    let schema: String?
    private let quote: String

    init(_ options: LiquibaseOptions, schema: String? = nil, isHistory: Bool = false) {
        name =
            isHistory
            ? options["database-changelog-table-name"] ?? "DATABASECHANGELOG"
            : options["database-changelog-lock-table-name"] ?? "DATABASECHANGELOGLOCK"
        // MySQL and MariaDB have catalogs instead of schemas, and double quotes delimit strings.
        let isMySQL = ["mariadb", "mysql"].contains((options["url"] ?? "").engine)
        quote = isMySQL ? "`" : "\""
        let catalog = isMySQL ? options["liquibase-catalog-name"] ?? options["default-catalog-name"] : nil
        self.schema = options["liquibase-schema-name"] ?? options["default-schema-name"] ?? catalog ?? schema
    }

    var sql: String { [schema, name].compactMap(\.self).map(quoted).joined(separator: ".") }

    /// Leaves plain names unquoted, as Liquibase does, because databases differ in their case folding.
    private func quoted(_ name: String) -> String {
        name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil ? name : name.quoted(by: quote)
    }
}

extension String {
    /// The text as a delimited name in SQL.
    func quoted(by quote: String = "\"") -> String { quote + replacing(quote, with: quote + quote) + quote }
}
