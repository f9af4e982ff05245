/// The time by which a command waits, and measures how long its work takes; tests give it another.
///
/// Deadlines of requests, of children and of sessions with servers are those of the real time.
package struct TimeSource: Sendable {
    private let read: @Sendable () -> ContinuousClock.Instant
    private let wait: @Sendable (Duration) async throws -> Void

    /// The real time.
    package static let system = TimeSource(
        now: { .now }, sleep: { try await Task.sleep(for: $0) })

    /// A time that closures tell and let pass.
    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        read = now
        wait = sleep
    }

    /// What time it is.
    package var now: ContinuousClock.Instant { read() }

    /// Waits.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    package func sleep(for duration: Duration) async throws { try await wait(duration) }
}
