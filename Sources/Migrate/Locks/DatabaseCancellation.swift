import DevtoolKit
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Ends a run by way of its database: the statement at work is cancelled, after which Liquibase itself
/// rolls the changeset back, frees the lock and exits.
///
/// PostgreSQL allows that to the user who has the sessions; they are known by the name that the run's URL
/// gives them.
struct DatabaseCancellation: Sendable {
    /// The database.
    let address: PostgreSQLAddress
    /// The password to log in with.
    let password: Secret?
    /// The run to cancel.
    let owner: LockOwner

    /// How long a statement is looked for: what does not come by in that time is not the database's to
    /// cancel.
    private static let patience = Duration.seconds(1)
    private static let limit = Duration.seconds(4)

    /// Cancels each of the run's statements, until the task is cancelled or time is up.
    ///
    /// Many small ones are met as well as one that is long, and what is done with `failOnError: false`
    /// after another. Those on Liquibase's own tables are spared: one of them frees the lock.
    ///
    /// - Returns: whether a statement has been cancelled.
    func run() async -> Bool {
        let isOver = Over()
        return await withTaskCancellationHandler {
            await BlockingWork.run(within: Self.limit, else: false) { [self] in
                cancel(until: { isOver.mark.load(ordering: .relaxed) })
            }
        } onCancel: {
            isOver.mark.store(true, ordering: .relaxed)
        }
    }

    private func cancel(until isOver: () -> Bool) -> Bool {
        guard let session = PostgreSQLSession(address.parameters, password: password)
        else { return false }
        let begin = ContinuousClock.now
        var hasCancelled = false
        while !isOver(), .now - begin < (hasCancelled ? Self.limit : Self.patience) {
            let cancelled = session.rows(
                """
                SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                WHERE application_name = $1 AND state = 'active'
                AND query NOT ILIKE '%databasechangelog%'
                """, [owner.applicationName])
            guard let cancelled else { break }
            hasCancelled = hasCancelled || !cancelled.isEmpty
            usleep(20_000)
        }
        return hasCancelled
    }

    private final class Over: Sendable {
        let mark = Atomic(false)
    }
}
