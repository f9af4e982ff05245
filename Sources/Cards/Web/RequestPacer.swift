import DevtoolKit
import Fetching
import Synchronization

/// Keeps the requests of a run below the rate that Trello allows a token, 100 in 10 seconds, and within one deadline.
final class RequestPacer: Sendable {
    /// How many requests are sent in how much time.
    static let rateLimit = (requests: 100, time: Duration.seconds(10))

    private let times = Mutex<[ContinuousClock.Instant]>([])
    private let end = Mutex<ContinuousClock.Instant?>(nil)

    /// When all requests must have ended: some time after the first one asks.
    func deadline(_ timeout: Duration, from now: ContinuousClock.Instant) -> ContinuousClock.Instant
    {
        end.withLock { end in
            let deadline = end ?? now + timeout
            end = deadline
            return deadline
        }
    }

    /// Waits for the turn of a request.
    ///
    /// - Throws: ``FetchError`` if that comes after its deadline; `CancellationError`.
    func wait(for request: HTTPRequest, on clock: TimeSource) async throws {
        while let pause = pause(at: clock.now) {
            if let deadline = request.deadline, clock.now + pause >= deadline {
                throw FetchError.timedOut(url: request.url, during: .queueing)
            }
            try await clock.sleep(for: pause)
        }
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
