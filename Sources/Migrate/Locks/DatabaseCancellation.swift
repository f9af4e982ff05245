import Glibc
import Synchronization

/// Cancels a run's statement on the server, so that Liquibase rolls back the changeset, releases the lock and exits.
///
/// PostgreSQL, MariaDB and MySQL allow this for the owner of the sessions, which are named after the run.
struct DatabaseCancellation: Sendable {
    let database: JDBCLocks
    let owner: LockOwner

    /// How long to look for a statement; work without a visible statement by then cannot be cancelled.
    private static let patience = Duration.seconds(1)
    private static let limit = Duration.seconds(4)
    /// The overall limit, because connecting from a busy machine is slow.
    private static let wholeLimit = Duration.seconds(10)

    /// Cancels each of the run's statements until the task is cancelled or the time is up; returns whether there was
    /// one.
    ///
    /// Repeating covers a series of short statements, and changesets with `failOnError: false`.
    func run() async -> Bool {
        let isOver = Over()
        return await withTaskCancellationHandler {
            await BlockingWork.run(within: Self.wholeLimit, else: false) { [self] in
                cancel(until: { isOver.mark.load(ordering: .relaxed) })
            }
        } onCancel: {
            isOver.mark.store(true, ordering: .relaxed)
        }
    }

    private func cancel(until isOver: () -> Bool) -> Bool {
        database.cancelling(owner) { cancel in
            let begin = ContinuousClock.now
            var hasCancelled = false
            while !isOver(), .now - begin < (hasCancelled ? Self.limit : Self.patience) {
                guard let count = cancel() else { break }
                hasCancelled = hasCancelled || count > 0
                usleep(20_000)
            }
            return hasCancelled
        }
    }

    private final class Over: Sendable { let mark = Atomic(false) }
}
