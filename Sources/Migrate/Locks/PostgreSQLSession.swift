import CPQ
import DevtoolKit
import Glibc

/// A short connection to a PostgreSQL database, to inspect and repair what a run has left.
///
/// Everything in it blocks, for a few seconds at most as long as the server's host answers.
struct PostgreSQLSession: ~Copyable {
    private let connection: OpaquePointer

    /// Whether there is libpq: `psql` is made of it, so where it is missing, that is mostly missing, too.
    ///
    /// The password is handed to it in memory. `psql` would want it in a file, or in a variable that every
    /// process of the same user can read.
    ///
    /// It is not used where a variable leads it to another database than the JDBC driver, which reads none.
    static var isPossible: Bool {
        misleading.allSatisfy { getenv($0).map { $0.pointee == 0 } ?? true } && cpq_load() == 0
    }

    /// The version of libpq, as in `15.18`; nil where it is not installed.
    static var libraryVersion: String? {
        guard cpq_load() == 0 else { return nil }
        let version = cpq_version()
        return "\(version / 10_000).\(version % 10_000)"
    }

    private static let misleading = ["PGHOSTADDR", "PGOPTIONS", "PGSERVICE"]

    /// Connects and logs in; nil where libpq is missing or the server refuses.
    init?(_ parameters: [String: String], password: Secret?) {
        guard Self.isPossible else { return nil }
        var all = parameters
        all["password"] = password?.revealed
        all["connect_timeout"] = "3"
        all["application_name"] = "devtool"
        // Safety: the copies live until libpq, which keeps none of them, has returned.
        let words = all.map { (strdup($0.key), strdup($0.value)) }
        defer {
            for (name, value) in words {
                free(name)
                // The password does not stay in memory that is free.
                if let value { explicit_bzero(value, strlen(value)) }
                free(value)
            }
        }
        let names = words.map { $0.0.map { UnsafePointer($0) } } + [nil]
        let values = words.map { $0.1.map { UnsafePointer($0) } } + [nil]
        guard let connection = cpq_connect(names, values) else { return nil }
        guard cpq_status(connection) == CONNECTION_OK else {
            cpq_finish(connection)
            return nil
        }
        // Notices are not for the user's terminal.
        cpq_silence(connection)
        self.connection = connection
    }

    deinit {
        cpq_finish(connection)
    }

    /// Runs a statement, whose `$1` and so on are the parameters.
    ///
    /// It is a transaction of its own, as is its time limit: behind a pool of connections, a setting of the
    /// session would be others', too.
    ///
    /// - Returns: the rows, a null as nil; no rows for a statement that has none; nil when it failed.
    func rows(_ statement: String, _ parameters: [String] = []) -> [[String?]]? {
        begin(within: .seconds(3))
        let rows = execute(statement, parameters)
        let isDone = execute(rows == nil ? "ROLLBACK" : "COMMIT") != nil
        return isDone ? rows : nil
    }

    /// Does work while locks are held that a statement takes, whatever becomes of that.
    func holding(_ statement: String, within limit: Duration, _ work: () -> Void) {
        begin(within: limit)
        _ = execute(statement)
        work()
        _ = execute("ROLLBACK")
    }

    private func begin(within limit: Duration) {
        _ = execute("BEGIN")
        _ = execute("SET LOCAL statement_timeout = \(Int(limit / .milliseconds(1)))")
    }

    private func execute(_ statement: String, _ parameters: [String] = []) -> [[String?]]? {
        let words = parameters.map { strdup($0) }
        defer { words.forEach { free($0) } }
        // Safety: as above; the text of a value lives until its result is cleared.
        let result = cpq_execute(
            connection, statement, CInt(words.count), words.map { $0.map { UnsafePointer($0) } })
        guard let result else { return nil }
        defer { cpq_clear(result) }
        switch cpq_result_status(result) {
        case PGRES_COMMAND_OK: return []
        case PGRES_TUPLES_OK: break
        default: return nil
        }
        return (0..<cpq_row_count(result)).map { row in
            (0..<cpq_column_count(result)).map { column in
                cpq_value(result, row, column).map { String(cString: $0) }
            }
        }
    }
}
