import DevtoolKit
import Synchronization

/// Keeps requests below the rate that Trello allows a token: 100 in 10 seconds.
final class RequestPacer: Sendable {
    /// How many requests are sent in how much time.
    static let rateLimit = (requests: 100, time: Duration.seconds(10))

    private let times = Mutex<[ContinuousClock.Instant]>([])

    /// Waits for the turn of a request.
    func wait(on clock: TimeSource) async throws {
        while let pause = pause(at: clock.now) { try await clock.sleep(for: pause) }
    }

    /// How long a request has to wait that would be sent now; nil for one that is counted as sent.
    func pause(at now: ContinuousClock.Instant) -> Duration? {
        times.withLock { times in
            times.removeAll { $0 + Self.rateLimit.time <= now }
            guard let first = times.first, times.count >= Self.rateLimit.requests else {
                times.append(now)
                return nil
            }
            return first + Self.rateLimit.time - now
        }
    }
}
