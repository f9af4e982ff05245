import Glibc

/// A session on a server, which may still be working for a run that has ended: the server notices only
/// after the statement.
struct ServerSession: Hashable, CustomStringConvertible {
    /// What a session is on the server.
    enum Kind: String {
        /// PostgreSQL.
        case process
        /// MariaDB and MySQL.
        case thread
    }

    let kind: Kind
    let number: String
    /// Whether it is the run's; else it only may be, as nothing tells whose it is.
    var isCertain = true

    /// As in `server thread 57`.
    var description: String { "server \(kind.rawValue) \(number)" }

    var end: String {
        switch kind {
        case .process: "SELECT pg_terminate_backend(\(number))"
        case .thread: "KILL \(number)"
        }
    }

    /// What is to be told where it keeps a lock from being freed.
    var reason: String {
        "the database \(isCertain ? "is" : "may be") still working for it (\(self))"
    }
}

/// How to find and end the sessions of runs on a server, through JDBC.
enum ServerSessions {
    /// They hold a user lock by the name of the run; see `Java/Devtool.java`.
    case mariaDB
    /// They have the name of the run.
    case postgreSQL

    /// How long the end of a session is waited for: it may have much to roll back.
    private static let patience = Duration.seconds(3)

    /// Nil for databases that do nothing for a run that is gone, or do not tell.
    init?(url: String) {
        switch url.engine {
        case "mariadb", "mysql": self = .mariaDB
        case "postgresql": self = .postgreSQL
        default: return nil
        }
    }

    func session(
        of owner: LockOwner, in session: JDBCSession
    ) throws(JDBCSession.Failure) -> ServerSession? {
        let name = JDBCSession.Parameter.text(owner.applicationName)
        switch self {
        case .mariaDB:
            do {
                return try session.rows("SELECT IS_USED_LOCK(?)", [name]).first?.first?
                    .map { ServerSession(kind: .thread, number: $0) }
            } catch .refused {
                // As in a cluster that knows no user locks.
                return nil
            }
        case .postgreSQL:
            return try session.rows(
                "SELECT pid FROM pg_stat_activity WHERE application_name = ?", [name]
            ).first?.first?.map { ServerSession(kind: .process, number: $0) }
        }
    }

    /// Any session that works in the same database for the same user, and so may be that of a run that could
    /// not take a name.
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
        ).first?.first?.map { ServerSession(kind: .thread, number: $0, isCertain: false) }
    }

    /// Cancels the statement that a run has at work, unless it is one on Liquibase's own tables.
    ///
    /// - Returns: how many those are.
    func cancelStatement(
        of owner: LockOwner, in session: JDBCSession
    ) throws(JDBCSession.Failure) -> Int {
        let name = JDBCSession.Parameter.text(owner.applicationName)
        switch self {
        case .mariaDB:
            let isMariaDB =
                try session.rows("SELECT VERSION() LIKE '%MariaDB%'").first?.first != "0"
            // By its own number the next one of the session cannot be met, which may record that this has
            // been done.
            let number = isMariaDB ? "QUERY_ID" : "ID"
            let statements = try session.rows(
                """
                SELECT \(number) FROM information_schema.PROCESSLIST
                WHERE ID = IS_USED_LOCK(?) AND COMMAND IN ('Query', 'Execute')
                AND INFO NOT LIKE '%DATABASECHANGELOG%'
                """, [name])
            for statement in statements.compactMap(\.first).compactMap(\.self) {
                // It may have ended meanwhile.
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

    /// Ends the session of a run, and waits for its end.
    ///
    /// - Returns: the session, if it has not ended.
    func end(
        _ owner: LockOwner, in session: JDBCSession
    ) throws(JDBCSession.Failure) -> ServerSession? {
        let end = ContinuousClock.now + Self.patience
        while let found = try self.session(of: owner, in: session) {
            if .now >= end { return found }
            // It may have ended meanwhile.
            _ = try? session.rows(found.end)
            usleep(20_000)
        }
        return nil
    }
}
