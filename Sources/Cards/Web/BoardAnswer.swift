import DevtoolKit
import Fetching
import URLs

/// A response that is not a board.
struct BoardAnswer: Sendable, Equatable {
    let status: Int
    let words: String?
    /// `Retry-After`; `nil` if absent.
    let pause: Duration?

    init(_ response: HTTPResponse, words: String? = nil) {
        status = response.status
        pause = response.retryAfter
        self.words = words
    }

    /// Whether the server limits the rate of requests, or says when to retry.
    var asksToWait: Bool { status == 429 || status == 503 && pause != nil }

    /// Sends a request until it succeeds, and returns the body.
    ///
    /// After a failure, `failure` throws, unless the connection was cut off and the time allows a retry. After any
    /// other status, `refusal` returns the pause before the next attempt, or throws.
    static func body<Body>(
        of request: HTTPRequest, on clock: TimeSource, attempt: (_ tries: Int) async throws -> (HTTPResponse, Body),
        failure: (FetchError) -> Problem, refusal: (HTTPResponse, Body, _ tries: Int) throws -> Duration
    ) async throws -> Body {
        var tries = 0
        while true {
            tries += 1
            let pause: Duration
            do {
                let (response, body) = try await attempt(tries)
                if response.isSuccess { return body }
                pause = try refusal(response, body, tries)
            } catch let error as FetchError {
                guard case .cutOff = error, let next = Self.pause(afterTries: tries, of: request, at: clock.now) else {
                    throw failure(error)
                }
                pause = next
            }
            try await clock.sleep(for: pause)
        }
    }

    /// The pauses before retries of temporary failures.
    private static let pauses = [Duration.seconds(1), .seconds(4)]

    /// The pause after a temporary failure; `nil` after the last retry, or if the deadline is too close.
    private static func pause(afterTries tries: Int, of request: HTTPRequest, at now: ContinuousClock.Instant)
        -> Duration?
    {
        guard tries <= pauses.count else { return nil }
        let pause = pauses[tries - 1]
        return request.deadline.map { now + pause < $0 } ?? true ? pause : nil
    }

    private var isTransient: Bool { [500, 502, 503, 504].contains(status) }

    /// The pause before the next attempt; `nil` if the status does not suggest one.
    ///
    /// - Throws: ``Problem`` if the attempts or the time are exhausted.
    func pause(afterTries tries: Int, of request: HTTPRequest, for name: String, at now: ContinuousClock.Instant)
        throws(Problem) -> Duration?
    {
        guard asksToWait else { return isTransient ? Self.pause(afterTries: tries, of: request, at: now) : nil }
        guard tries < BoardFetch.triesLimit else {
            throw Problem(.unavailable, "\(name): \(sentence) (\(tries) attempts)", hint: "try again later")
        }
        let pause = pause ?? BoardFetch.defaultPause
        if let deadline = request.deadline, now + pause >= deadline {
            throw Problem(
                .timedOut,
                "\(name): \(sentence), and asked devtool to wait \(pause.components.seconds) s, "
                    + "which exceeds the timeout", hint: FetchError.timeoutHint)
        }
        return pause
    }

    var sentence: String { "the server responded with status \(status)" + (words.map { ": \($0)" } ?? "") }

    var exitStatus: ExitStatus {
        switch status {
        case 401, 403, 407: .permissionDenied
        case 404, 410: .noInput
        default: .unavailable
        }
    }
}

extension FetchError {
    /// The message, without secrets in URLs.
    var shown: String { description { WebURL($0)?.withoutDetails.description ?? WebURL.shown($0) } }

    var exitStatus: ExitStatus {
        switch self {
        case .timedOut: .timedOut
        case .cutOff, .transferFailed: .inputOutputError
        case .libraryUnusable, .invalidURL, .unsupportedScheme, .invalidRedirect, .invalidHeader, .unknownHost,
            .noConnection, .notPublic, .noProxy, .tls, .tooManyRedirects:
            .unavailable
        }
    }

    fileprivate static let timeoutHint = "try again later, or set a longer 'timeout' under 'cards' in devtool.yml"
}

extension Problem {
    static func notFetched(_ error: FetchError) -> Problem {
        let hint = if case .timedOut = error { FetchError.timeoutHint } else { error.hint }
        return Problem(error.exitStatus, error.shown, hint: hint)
    }
}
