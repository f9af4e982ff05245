import Synchronization

/// A time that passes only while somebody waits, who then does not wait.
package final class StoppedClock: Sendable {
    private struct State {
        var now = ContinuousClock.now
        var pauses: [Duration] = []
    }

    private let state = Mutex(State())

    /// A time that stands still.
    package init() {}

    /// What time it is.
    package var now: ContinuousClock.Instant { state.withLock(\.now) }
    /// How long was waited each time.
    package var pauses: [Duration] { state.withLock(\.pauses) }

    /// Lets time pass.
    package func sleep(for duration: Duration) {
        state.withLock { state in
            state.now += duration
            state.pauses.append(duration)
        }
    }
}
