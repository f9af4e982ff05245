import DevtoolKit

/// What is known about a changelog lock.
enum LockState: Equatable {
    /// Nobody has it.
    case free
    /// Somebody has it.
    case held(HeldLock)
    /// The database does not tell: it does not answer, or there is no such table yet.
    case unknown
}

/// A lock that is held.
struct HeldLock: Hashable, CustomStringConvertible {
    /// Who, in the words of LOCKEDBY.
    let holder: String
    /// Since when, in those of LOCKGRANTED: the holder's local time.
    let since: String
    /// The server's session that still works for the holder, where the database tells.
    var session: ServerSession?

    /// The run of devtool that has it, if one has.
    var owner: LockOwner? { LockOwner(lockedBy: holder) }

    /// As in `ci-7 (10.0.0.7), process 4711 of devtool, since 2026-01-31 12:00:00`.
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

/// The result of releasing a lock.
enum LockRelease: Equatable {
    /// It is no longer the run's.
    case freed
    /// It is: the database still works under it.
    case working(ServerSession)
    /// The database does not tell.
    case unknown
}

/// The state of the lock according to Liquibase's log.
enum LockPhase {
    /// Nothing yet.
    case none
    /// Another has it.
    case waiting
    /// It has it.
    case held
    /// It has it no more.
    case released

    /// Reads a line, or a report of the log; nil for one that tells nothing of the lock.
    init?(toldBy line: OutputLine) {
        let report = JavaReport(line)
        if let report, report.name != "log" { return nil }
        let line =
            report.map { $0.fields.dropFirst().prefix(2).joined(separator: "] ") } ?? line.text
        if line.contains("Could not release lock") {
            // It has said before that it has.
            self = .held
        } else if line.hasPrefix("All objects dropped from ") {
            // That of the lock among them.
            self = .released
        } else if !line.contains("liquibase.lockservice] ") {
            return nil
        } else if line.contains("Waiting for changelog lock") {
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

/// A table of Liquibase's own: that of its lock, or of its history.
struct LockTable: Hashable {
    let name: String
    /// The schema it lies in; nil for that of the connection.
    let schema: String?
    private let quote: String

    /// Finds out the names.
    ///
    /// - Parameters:
    ///   - options: the options of the run.
    ///   - schema: the schema that the connection begins with, where the URL tells.
    ///   - isHistory: whether it is the table of the history, not that of the lock.
    init(_ options: LiquibaseOptions, schema: String? = nil, isHistory: Bool = false) {
        name =
            isHistory
            ? options["database-changelog-table-name"] ?? "DATABASECHANGELOG"
            : options["database-changelog-lock-table-name"] ?? "DATABASECHANGELOGLOCK"
        // MySQL and MariaDB have catalogs in the place of schemas, and double quotes for texts.
        let isMySQL = ["mariadb", "mysql"].contains((options["url"] ?? "").engine)
        quote = isMySQL ? "`" : "\""
        let catalog =
            isMySQL ? options["liquibase-catalog-name"] ?? options["default-catalog-name"] : nil
        self.schema =
            options["liquibase-schema-name"] ?? options["default-schema-name"] ?? catalog
            ?? schema
    }

    /// The table as SQL names it.
    var sql: String {
        [schema, name].compactMap(\.self).map(quoted).joined(separator: ".")
    }

    /// Plain names are not quoted, as Liquibase does it: databases differ in the case they give them.
    private func quoted(_ name: String) -> String {
        name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
            ? name : quote + name.replacing(quote, with: quote + quote) + quote
    }
}
