/// The clock of a command, for waiting and for measuring; tests replace it.
///
/// Deadlines of requests, child processes and server sessions always use real time.
package struct TimeSource: Sendable {
    private let read: @Sendable () -> ContinuousClock.Instant
    private let wait: @Sendable (Duration) async throws -> Void

    package static let system = TimeSource(now: { .now }, sleep: { try await Task.sleep(for: $0) })

    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        read = now
        wait = sleep
    }

    package var now: ContinuousClock.Instant { read() }

    package func sleep(for duration: Duration) async throws { try await wait(duration) }
}
