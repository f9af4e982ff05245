import Glibc
import Synchronization

/// Reads and releases the lock of any database that Liquibase supports, through its JDBC driver.
///
/// Liquibase's own commands do not work here: `list-locks` fails on SQLite, `release-locks` releases anybody's lock,
/// and Since 4.23 `execute-sql` waits for the lock itself.
final class JDBCLocks: Sendable {
    private let url: String
    private let table: LockTable
    private let sessions: ServerSessions?
    private let connect: @Sendable () throws(JDBCSession.Failure) -> JDBCSession
    private let session = Mutex<JDBCSession?>(nil)
    /// Whether the run's session has ever been found by its name.
    private let hasSeenSession = Atomic(false)

    private static let limit = Duration.seconds(35)
    /// How long to look for a statement to cancel; work without a visible statement by then cannot be cancelled.
    private static let patience = Duration.seconds(1)
    private static let cancellationLimit = Duration.seconds(4)
    /// The overall limit, because connecting from a busy machine is slow.
    private static let wholeLimit = Duration.seconds(10)

    init(url: String, table: LockTable, connect: @escaping @Sendable () throws(JDBCSession.Failure) -> JDBCSession) {
        self.url = url
        self.table = table
        sessions = ServerSessions(url: url)
        self.connect = connect
    }

    func state() async -> LockState {
        // The lock of an in-memory database ended with its process.
        if url.isInMemory { return .free }
        return await ask(else: .unknown) { [self] session throws(JDBCSession.Failure) in
            let rows = try session.rows("SELECT LOCKED, LOCKEDBY, LOCKGRANTED FROM \(table.sql)")
            guard var lock = Self.lock(in: rows) else { return .free }
            if let owner = lock.owner, let sessions {
                lock.session = try sessions.session(of: owner, in: session)
                if lock.session == nil, owner.isDead() { lock.session = try sessions.suspect(in: session) }
            }
            return .held(lock)
        }
    }

    /// Releases the lock if this run holds it, in one statement, so that no other run's lock is released.
    ///
    /// If the run is the caller's own, and Liquibase has exited, its session on the server is ended first.
    func free(_ owner: LockOwner, isOurs: Bool) async -> LockRelease {
        await ask(else: .unknown) { [self] session throws(JDBCSession.Failure) in
            if let working = try working(for: owner, isOurs: isOurs, in: session) { return .working(working) }
            let ours = JDBCSession.Parameter.text(owner.pattern)
            try session.rows(
                """
                UPDATE \(table.sql) SET LOCKED = ?, LOCKEDBY = NULL, LOCKGRANTED = NULL
                WHERE LOCKEDBY LIKE ?
                """, [.boolean(false), ours])
            // Without a checkpoint, HSQLDB writes the change with a delay, if at all.
            if url.engine == "hsqldb" { try session.rows("CHECKPOINT") }
            let left = try session.rows("SELECT LOCKEDBY FROM \(table.sql) WHERE LOCKEDBY LIKE ?", [ours])
            return left.isEmpty ? .freed : .unknown
        }
    }

    func rows(_ question: String, _ parameters: [String] = []) async -> [[String?]]? {
        if url.isInMemory { return nil }
        return await ask(else: nil) { session throws(JDBCSession.Failure) in
            try session.rows(question, parameters.map { .text($0) })
        }
    }

    /// Cancels each of a run's statements until the task is cancelled or the time is up; returns whether there was one.
    ///
    /// Liquibase then rolls back the changeset, releases the lock and exits. PostgreSQL, MariaDB and MySQL allow this
    /// for the owner of the sessions, which are named after the run. Repeating covers a series of short statements, and
    /// changesets with `failOnError: false`.
    func cancelStatements(of owner: LockOwner) async -> Bool {
        let isOver = Atomic(false)
        return await withTaskCancellationHandler {
            await runBlocking(within: Self.wholeLimit, else: false) { [self] in
                cancelStatements(of: owner) { isOver.load(ordering: .relaxed) }
            }
        } onCancel: {
            isOver.store(true, ordering: .relaxed)
        }
    }

    private func cancelStatements(of owner: LockOwner, until isOver: () -> Bool) -> Bool {
        guard let sessions else { return false }
        return session.withLock { session in
            guard let session = try? connected(&session) else { return false }
            let begin = ContinuousClock.now
            var hasCancelled = false
            while !isOver(), .now - begin < (hasCancelled ? Self.cancellationLimit : Self.patience) {
                if (try? sessions.session(of: owner, in: session)) != nil {
                    hasSeenSession.store(true, ordering: .relaxed)
                }
                guard let count = try? sessions.cancelStatement(of: owner, in: session) else { break }
                hasCancelled = hasCancelled || count > 0
                usleep(20_000)
            }
            return hasCancelled
        }
    }

    func close() async {
        await runBlocking(within: Self.limit, else: ()) { [self] in
            session.withLock { session in
                session?.end()
                session = nil
            }
        }
    }

    /// The session that still works for a run; that of the caller's own run is ended.
    ///
    /// Some sessions never get a name: in a cluster, or if only Liquibase's launcher knows how to start Liquibase. Then
    /// any active session of the same user is assumed to work for the run.
    private func working(for owner: LockOwner, isOurs: Bool, in session: JDBCSession) throws(JDBCSession.Failure)
        -> ServerSession?
    {
        guard let sessions else { return nil }
        if let found = try sessions.session(of: owner, in: session) {
            return isOurs ? try sessions.end(owner, in: session) : found
        }
        if isOurs, hasSeenSession.load(ordering: .relaxed) { return nil }
        return try sessions.suspect(in: session)
    }

    private func ask<Answer: Sendable>(
        else fallback: Answer, _ question: @escaping @Sendable (JDBCSession) throws(JDBCSession.Failure) -> Answer
    ) async -> Answer {
        await runBlocking(within: Self.limit, else: fallback) { [self] in
            session.withLock { session in do { return try question(try connected(&session)) } catch { return fallback }
            }
        }
    }

    private func connected(_ session: inout JDBCSession?) throws(JDBCSession.Failure) -> JDBCSession {
        if let session, !session.isOver { return session }
        let new = try connect()
        session = new
        return new
    }

    static func lock(in rows: [[String?]]) -> HeldLock? {
        for row in rows where row.count == 3 {
            guard let locked = row[0], !["0", "false"].contains(locked.lowercased()) else { continue }
            return HeldLock(holder: row[1] ?? "somebody", since: row[2].map(time) ?? "an unknown time")
        }
        return nil
    }

    static func time(_ text: String) -> String {
        // SQLite has no type for time: its driver writes milliseconds since 1970.
        if let milliseconds = Int(text), milliseconds > 0 { return localTime(milliseconds / 1000) }
        return String(text.firstMatch(of: /^[0-9-]+[ T][0-9:]+/)?.output ?? text[...]).replacing("T", with: " ")
    }

    private static func localTime(_ seconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = bytes.withUnsafeMutableBytes { buffer in
            // Safety: strftime writes at most `buffer.count` bytes and returns their number.
            strftime(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

extension String {
    fileprivate var isInMemory: Bool {
        lowercased().contains(/^jdbc:(h2:mem:|hsqldb:mem:|derby:memory:|sqlite::memory:|sqlite:$)/)
    }
}
