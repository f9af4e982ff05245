import Glibc
import Synchronization

/// The lock of any database that Liquibase supports, through its JDBC driver.
///
/// Liquibase's own commands are of no use: `list-locks` fails on SQLite, `release-locks` frees whatever lock
/// there is, and from 4.23 on `execute-sql` waits for the lock itself.
final class JDBCLocks: Sendable {
    private let url: String
    private let table: LockTable
    private let sessions: ServerSessions?
    private let connect: @Sendable () throws(JDBCSession.Failure) -> JDBCSession
    private let session = Mutex<JDBCSession?>(nil)
    /// Whether the session of the run that is attended has been seen, and so would be again.
    private let hasSeenSession = Atomic(false)

    /// How long an answer is waited for, a start and the end of a session among it.
    private static let limit = Duration.seconds(35)

    /// Prepares the way to a lock.
    ///
    /// - Parameters:
    ///   - url: the database.
    ///   - table: the table of the lock.
    ///   - connect: connects to the database.
    init(
        url: String, table: LockTable,
        connect: @escaping @Sendable () throws(JDBCSession.Failure) -> JDBCSession
    ) {
        self.url = url
        self.table = table
        sessions = ServerSessions(url: url)
        self.connect = connect
    }

    /// Looks who has the lock.
    func state() async -> LockState {
        // What is in memory went with its process.
        if url.isInMemory { return .free }
        return await ask(else: .unknown) { [self] session throws(JDBCSession.Failure) in
            let rows = try session.rows("SELECT LOCKED, LOCKEDBY, LOCKGRANTED FROM \(table.sql)")
            guard var lock = Self.lock(in: rows) else { return .free }
            if let owner = lock.owner, let sessions {
                lock.session = try sessions.session(of: owner, in: session)
                if lock.session == nil, owner.isDead() {
                    lock.session = try sessions.suspect(in: session)
                }
            }
            return .held(lock)
        }
    }

    /// Frees the lock if this very run has it; in one step, so that no other's lock can be freed.
    ///
    /// - Parameters:
    ///   - owner: the run.
    ///   - isOurs: whether it is the caller's own, whose Liquibase has ended: what the database still does
    ///     for it is stopped.
    /// - Returns: whether the lock is no longer the run's.
    func free(_ owner: LockOwner, isOurs: Bool) async -> LockRelease {
        await ask(else: .unknown) { [self] session throws(JDBCSession.Failure) in
            if let working = try working(for: owner, isOurs: isOurs, in: session) {
                return .working(working)
            }
            let ours = JDBCSession.Parameter.text(owner.pattern)
            try session.rows(
                """
                UPDATE \(table.sql) SET LOCKED = ?, LOCKEDBY = NULL, LOCKGRANTED = NULL
                WHERE LOCKEDBY LIKE ?
                """, [.boolean(false), ours])
            // It writes some time later else, if it still runs then.
            if url.engine == "hsqldb" { try session.rows("CHECKPOINT") }
            let left = try session.rows(
                "SELECT LOCKEDBY FROM \(table.sql) WHERE LOCKEDBY LIKE ?", [ours])
            return left.isEmpty ? .freed : .unknown
        }
    }

    /// The rows of a question; nil where it has none, as there is no such table.
    func rows(_ question: String, _ parameters: [String] = []) async -> [[String?]]? {
        if url.isInMemory { return nil }
        return await ask(else: nil) { session throws(JDBCSession.Failure) in
            try session.rows(question, parameters.map { .text($0) })
        }
    }

    /// Lets `body` cancel what a run has at work, and blocks.
    ///
    /// Statements on Liquibase's own tables are left: one of them frees the lock.
    ///
    /// - Parameters:
    ///   - owner: the run.
    ///   - body: gets what cancels the statements at work, and tells how many those are; nil when the database
    ///     does not answer.
    /// - Returns: what `body` returns; false where the database cannot be reached.
    func cancelling(_ owner: LockOwner, _ body: (_ cancel: () -> Int?) -> Bool) -> Bool {
        guard let sessions else { return false }
        return session.withLock { session in
            guard let session = try? connected(&session) else { return false }
            return body {
                if (try? sessions.session(of: owner, in: session)) != nil {
                    hasSeenSession.store(true, ordering: .relaxed)
                }
                return try? sessions.cancelStatement(of: owner, in: session)
            }
        }
    }

    /// Ends what is kept open from one question to the next.
    func close() async {
        await BlockingWork.run(within: Self.limit, else: ()) { [self] in
            session.withLock { session in
                session?.end()
                session = nil
            }
        }
    }

    /// What the server still does for a run; if that is ours, which has ended, it is stopped.
    ///
    /// Where the run's session never had a name, as in a cluster or where only Liquibase's launcher knows how
    /// it is started, all that is done for the same user counts.
    private func working(
        for owner: LockOwner, isOurs: Bool, in session: JDBCSession
    ) throws(JDBCSession.Failure) -> ServerSession? {
        guard let sessions else { return nil }
        if let found = try sessions.session(of: owner, in: session) {
            return isOurs ? try sessions.end(owner, in: session) : found
        }
        if isOurs, hasSeenSession.load(ordering: .relaxed) { return nil }
        return try sessions.suspect(in: session)
    }

    private func ask<Answer: Sendable>(
        else fallback: Answer,
        _ question: @escaping @Sendable (JDBCSession) throws(JDBCSession.Failure) -> Answer
    ) async -> Answer {
        await BlockingWork.run(within: Self.limit, else: fallback) { [self] in
            session.withLock { session in
                do {
                    return try question(try connected(&session))
                } catch {
                    return fallback
                }
            }
        }
    }

    private func connected(
        _ session: inout JDBCSession?
    ) throws(JDBCSession.Failure) -> JDBCSession {
        if let session, !session.isOver { return session }
        let new = try connect()
        session = new
        return new
    }

    /// The lock in the rows of its table: LOCKED, LOCKEDBY, LOCKGRANTED.
    static func lock(in rows: [[String?]]) -> HeldLock? {
        for row in rows where row.count == 3 {
            guard let locked = row[0], !["0", "false"].contains(locked.lowercased()) else {
                continue
            }
            return HeldLock(
                holder: row[1] ?? "somebody", since: row[2].map(time) ?? "an unknown time")
        }
        return nil
    }

    /// Without the fraction of a second.
    private static func time(_ text: String) -> String {
        // SQLite has no type for time: the driver writes the milliseconds since 1970.
        if let milliseconds = Int(text), milliseconds > 0 { return localTime(milliseconds / 1000) }
        return String(text.firstMatch(of: /^[0-9-]+[ T][0-9:]+/)?.output ?? text[...])
            .replacing("T", with: " ")
    }

    private static func localTime(_ seconds: Int) -> String {
        var seconds = time_t(seconds)
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
}

extension String {
    /// Whether a JDBC URL is that of a database which ends with the process that has it.
    fileprivate var isInMemory: Bool {
        lowercased().contains(/^jdbc:(h2:mem:|hsqldb:mem:|derby:memory:|sqlite::memory:|sqlite:$)/)
    }
}
