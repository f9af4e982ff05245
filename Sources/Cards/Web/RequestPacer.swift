import DevtoolKit
import Fetching
import Synchronization

/// Keeps the requests of a run below Trello's limit for a token, 100 in 10 seconds, and within one deadline.
final class RequestPacer: Sendable {
    static let rateLimit = (requests: 100, time: Duration.seconds(10))

    private let times = Mutex<[ContinuousClock.Instant]>([])
    private let end = Mutex<ContinuousClock.Instant?>(nil)

    /// The deadline of all requests; the timeout starts with the first call.
    func deadline(_ timeout: Duration, from now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        end.withLock { end in
            let deadline = end ?? now + timeout
            end = deadline
            return deadline
        }
    }

    /// Waits until the request may be sent.
    ///
    /// - Throws: ``FetchError`` if that is after the request's deadline; `CancellationError`.
    func wait(for request: HTTPRequest, on clock: TimeSource) async throws {
        while let pause = pause(at: clock.now) {
            if let deadline = request.deadline, clock.now + pause >= deadline {
                throw FetchError.timedOut(url: request.url, during: .queueing)
            }
            try await clock.sleep(for: pause)
        }
    }

    /// The pause before a request may be sent; if `nil`, the request is counted as sent.
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
