import Glibc
import Synchronization

/// Cancels a run through its database: cancels its statement, so that Liquibase rolls back the
/// changeset, releases the lock and exits.
///
/// PostgreSQL, MariaDB and MySQL allow that to the user who has the sessions; they are known by a name that
/// the run gives them.
struct DatabaseCancellation: Sendable {
    let database: JDBCLocks
    /// The run to cancel.
    let owner: LockOwner

    /// How long a statement is looked for: what does not come by in that time is not the database's to
    /// cancel.
    private static let patience = Duration.seconds(1)
    private static let limit = Duration.seconds(4)
    /// How long all may take: a busy machine takes its time to connect.
    private static let wholeLimit = Duration.seconds(10)

    /// Cancels each of the run's statements, until the task is cancelled or time is up.
    ///
    /// Many small ones are met as well as one that is long, and what is done with `failOnError: false`
    /// after another.
    ///
    /// - Returns: whether a statement has been cancelled.
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

    private final class Over: Sendable {
        let mark = Atomic(false)
    }
}
