import DevtoolKit
import Glibc

/// The lock of a PostgreSQL database, through libpq: within milliseconds.
struct PostgreSQLLocks: LockRecords, StatementCancelling {
    /// The database.
    let address: PostgreSQLAddress
    let password: Secret?
    let table: LockTable

    /// How long an answer is waited for.
    private static let limit = Duration.seconds(5)

    func state() async -> LockState {
        await BlockingWork.run(within: Self.limit, else: .unknown) { [self] in
            guard let session = PostgreSQLSession(address.parameters, password: password),
                let rows = session.rows(
                    """
                    SELECT lockedby, to_char(lockgranted, 'YYYY-MM-DD HH24:MI:SS') FROM \(table.sql)
                    WHERE locked ORDER BY id LIMIT 1
                    """)
            else { return .unknown }
            guard let row = rows.first else { return .free }
            var lock = HeldLock(holder: row[0] ?? "somebody", since: row[1] ?? "an unknown time")
            if let owner = lock.owner { lock.session = Self.session(of: owner, in: session) }
            return .held(lock)
        }
    }

    /// While the database has a session of the run, its lock is left: where the run's client was killed,
    /// the server goes on with the statement until it notices.
    func free(_ owner: LockOwner, isOurs: Bool) async -> LockRelease {
        await BlockingWork.run(within: Self.limit, else: .unknown) { [self] in
            guard let session = PostgreSQLSession(address.parameters, password: password)
            else { return .unknown }
            if isOurs { Self.end(owner, in: session) }
            _ = session.rows(
                """
                UPDATE \(table.sql) SET locked = FALSE, lockedby = NULL, lockgranted = NULL
                WHERE locked AND lockedby LIKE $1 AND NOT EXISTS (
                    SELECT FROM pg_stat_activity WHERE application_name = $2)
                """, [owner.pattern, owner.applicationName])
            let left = session.rows(
                "SELECT FROM \(table.sql) WHERE locked AND lockedby LIKE $1", [owner.pattern])
            guard let left else { return .unknown }
            if left.isEmpty { return .freed }
            return Self.session(of: owner, in: session).map { .working($0) } ?? .unknown
        }
    }

    func rows(_ question: String) async -> [[String?]]? {
        await BlockingWork.run(within: Self.limit, else: nil) { [self] in
            PostgreSQLSession(address.parameters, password: password)?.rows(question)
        }
    }

    /// Each look has a connection of its own.
    func close() async {}

    func cancelling(_ owner: LockOwner, _ body: (_ cancel: () -> Int?) -> Bool) -> Bool {
        guard let session = PostgreSQLSession(address.parameters, password: password)
        else { return false }
        return body {
            session.rows(PostgreSQLActivity.cancellation(of: "$1"), [owner.applicationName])?.count
        }
    }

    private static func session(
        of owner: LockOwner, in session: borrowing PostgreSQLSession
    ) -> ServerSession? {
        session.rows(PostgreSQLActivity.sessions(of: "$1"), [owner.applicationName])?.first?[0].map
        { ServerSession(kind: .process, number: $0) }
    }

    private static func end(_ owner: LockOwner, in session: borrowing PostgreSQLSession) {
        let end = ContinuousClock.now + .seconds(2)
        while .now < end {
            let sessions = session.rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
                [owner.applicationName])
            if sessions?.isEmpty ?? true { return }
            usleep(20_000)
        }
    }
}
