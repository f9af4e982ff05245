import Glibc

/// A session that may still work for an ended run: a server notices a lost connection only after the statement.
struct ServerSession: Hashable {
    /// Such as `process 12`.
    let name: String
    /// The statement that ends it.
    let end: String
    /// Whether the session is proven to be the run's.
    var isCertain = true

    var reason: String {
        "the database \(isCertain ? "is still" : "may still be") executing its statement (server \(name))"
    }
}

/// Finds and ends the sessions of runs on a server, through JDBC.
enum ServerSessions {
    /// Sessions hold a user lock named after the run; see `Java/Devtool.java`.
    case mariaDB
    /// Sessions carry the run's name.
    case postgreSQL

    /// The limit for ending a session, which may have much to roll back.
    private static let patience = Duration.seconds(3)

    /// Fails for databases that stop working for a run when it ends, or that do not list sessions.
    init?(url: String) {
        switch url.engine {
        case "mariadb", "mysql": self = .mariaDB
        case "postgresql": self = .postgreSQL
        default: return nil
        }
    }

    func session(of owner: LockOwner, in session: JDBCSession) throws(JDBCSession.Failure) -> ServerSession? {
        let name = JDBCSession.Parameter.text(owner.applicationName)
        switch self {
        case .mariaDB:
            do {
                return try session.rows("SELECT IS_USED_LOCK(?)", [name]).first?.first?.map { Self.thread($0) }
            } catch .refused {
                // For example in a cluster without user locks.
                return nil
            }
        case .postgreSQL:
            return try session.rows("SELECT pid FROM pg_stat_activity WHERE application_name = ?", [name]).first?.first?
                .map { ServerSession(name: "process \($0)", end: "SELECT pg_terminate_backend(\($0))") }
        }
    }

    /// Any active session of the same user in the same database, which may belong to a run without a session name.
    func suspect(in session: JDBCSession) throws(JDBCSession.Failure) -> ServerSession? {
        guard self == .mariaDB else { return nil }
        return try session.rows(
            """
            SELECT ID FROM information_schema.PROCESSLIST
            WHERE ID <> CONNECTION_ID() AND USER = SUBSTRING_INDEX(USER(), '@', 1)
            AND DB = DATABASE() AND COMMAND <> 'Sleep'
            AND (INFO IS NULL OR INFO NOT LIKE '%DATABASECHANGELOGLOCK%'
                AND INFO NOT LIKE '%IS_USED_LOCK%' AND INFO NOT LIKE '%PROCESSLIST%')
            ORDER BY TIME DESC LIMIT 1
            """
        ).first?.first?.map { Self.thread($0, isCertain: false) }
    }

    private static func thread(_ number: String, isCertain: Bool = true) -> ServerSession {
        ServerSession(name: "thread \(number)", end: "KILL \(number)", isCertain: isCertain)
    }

    /// Cancels a run's active statements; returns their number.
    ///
    /// Statements on Liquibase's own tables continue, because one of them releases the lock.
    func cancelStatement(of owner: LockOwner, in session: JDBCSession) throws(JDBCSession.Failure) -> Int {
        let name = JDBCSession.Parameter.text(owner.applicationName)
        switch self {
        case .mariaDB:
            let isMariaDB = try session.rows("SELECT VERSION() LIKE '%MariaDB%'").first?.first != "0"
            // The query's own number cannot hit the session's next statement, which may record this one as done.
            let number = isMariaDB ? "QUERY_ID" : "ID"
            let statements = try session.rows(
                """
                SELECT \(number) FROM information_schema.PROCESSLIST
                WHERE ID = IS_USED_LOCK(?) AND COMMAND IN ('Query', 'Execute')
                AND INFO NOT LIKE '%DATABASECHANGELOG%'
                """, [name])
            for statement in statements.compactMap(\.first).compactMap(\.self) {
                // The statement may have ended in the meantime.
                _ = try? session.rows("KILL QUERY \(isMariaDB ? "ID " : "")\(statement)")
            }
            return statements.count
        case .postgreSQL:
            return try session.rows(
                """
                SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                WHERE application_name = ? AND state = 'active'
                AND query NOT ILIKE '%databasechangelog%'
                """, [name]
            ).count
        }
    }

    func end(_ owner: LockOwner, in session: JDBCSession) throws(JDBCSession.Failure) -> ServerSession? {
        let end = ContinuousClock.now + Self.patience
        while let found = try self.session(of: owner, in: session) {
            if .now >= end { return found }
            // The session may have ended in the meantime.
            _ = try? session.rows(found.end)
            usleep(20_000)
        }
        return nil
    }
}
