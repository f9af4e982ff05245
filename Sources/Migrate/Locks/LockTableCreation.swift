import DevtoolKit
import Dispatch
import Glibc
import SystemPackage

/// Serializes the start of runs on a database that may not have its lock table yet.
///
/// The first run makes the table of the lock and its row. Of two at once, the second may find the row
/// missing, and put it there anew when the first has already taken the lock: then both have it, and apply
/// the same changesets. So a run waits until the one before it has the lock, or has ended.
///
/// PostgreSQL keeps all runs apart, where the table is missing; on other databases, a file does it for
/// those of one user on one host.
final class LockTableCreation: Sendable {
    /// What serializes two runs.
    enum Guard {
        /// A lock of the database itself.
        case database(PostgreSQLLocks)
        /// A lock on a file in the user's cache.
        case file(FilePath)
    }

    /// How long the run before is waited for: it may hang.
    private static let patience = Duration.seconds(60)

    private let between: Guard
    private let over = DispatchSemaphore(value: 0)

    /// Prepares the turn of a run.
    init(_ between: Guard) {
        self.between = between
    }

    /// Waits for the run's turn, which lasts until ``end()``.
    func begin() async {
        await withCheckedContinuation { continuation in
            // A thread of its own holds the lock.
            DispatchQueue(label: "devtool.first-use").async { [self] in
                switch between {
                case .database(let locks): hold(locks) { continuation.resume() }
                case .file(let path): hold(path) { continuation.resume() }
                }
            }
        }
    }

    /// Lets the next run begin.
    func end() {
        over.signal()
    }

    private func hold(_ locks: PostgreSQLLocks, _ begin: () -> Void) {
        guard let session = PostgreSQLSession(locks.address.parameters, password: locks.password),
            session.rows("SELECT 1 FROM \(locks.table.sql) LIMIT 1")?.isEmpty ?? true
        else { return begin() }
        // It ends with the session at the latest, however devtool ends.
        let lock = "SELECT pg_advisory_xact_lock(hashtext('devtool migrate'))"
        session.holding(lock, within: Self.patience) {
            begin()
            over.wait()
        }
    }

    private func hold(_ path: FilePath, _ begin: () -> Void) {
        try? path.containingFolder.createDirectories()
        let file = try? FileDescriptor.open(
            path, .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        guard let file else { return begin() }
        defer { try? file.close() }
        let end = ContinuousClock.now + Self.patience
        while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK, .now < end {
            usleep(20_000)
        }
        begin()
        over.wait()
    }
}
