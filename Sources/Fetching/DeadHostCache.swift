import Synchronization
import URLs

/// A client that does not contact an unreachable server again, so that a dead server with many pages costs only one
/// timeout.
///
/// An origin (scheme, host and port) is dead if no request has had a response from it, and one request could not
/// resolve it, could not connect, could not establish trust, or timed out. All running and later requests to a dead
/// origin fail with the same error immediately.
package final class DeadHostCache: HTTPClient {
    private let client: any HTTPClient
    private let patience: Duration
    private let memory: Mutex<OriginMemory>

    /// Wraps a client.
    ///
    /// - Parameters:
    ///   - client: the client that fetches.
    ///   - patience: the minimum duration of a request that timed out to count against the server, because a request
    ///     late in a job has little time left.
    ///   - capacity: the minimum number of origins to remember; the least recently used ones are forgotten.
    package init(_ client: any HTTPClient, patience: Duration = .zero, capacity: Int = 4_096) {
        self.client = client
        self.patience = patience
        memory = Mutex(OriginMemory(capacity: capacity))
    }

    package func fetch<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body) async throws -> (
        response: HTTPResponse, body: Body
    ) {
        guard let url = request.location else { return try await client.fetch(request, into: body) }
        let origin = Origin(url)
        let knowledge = memory.withLock { $0.knowledge(of: origin) }
        if case .isDead(let verdict) = knowledge { throw verdict.about(request.url) }
        let begin = ContinuousClock.now
        do {
            // An origin that has responded is never dead, so only the caller can cancel these requests.
            let answer =
                knowledge == nil
                ? try await endableFetch(request, into: body, from: origin)
                : try await client.fetch(request, into: body)
            if knowledge == nil || answer.response.url != request.url {
                learn(from: .success(answer.response), of: origin, since: begin)
            }
            return answer
        } catch {
            learn(from: .failure(error), of: origin, since: begin)
            if error is CancellationError, !Task.isCancelled, let verdict = verdict(on: origin) {
                throw verdict.about(request.url)
            }
            throw error
        }
    }

    /// Supports only origins that have responded, because others may turn out to be dead.
    package func start<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body, end: @escaping FetchEnd<Body>) -> (
        @Sendable () -> Void
    )? {
        guard let origin = request.location.map(Origin.init),
            case .answers = memory.withLock({ $0.knowledge(of: origin) })
        else { return nil }
        let begin = ContinuousClock.now
        return client.start(request, into: body) { [self] result in
            switch result {
            case .success(let answer) where answer.response.url == request.url: break
            case .success, .failure: learn(from: result.map(\.response), of: origin, since: begin)
            }
            end(result)
        }
    }

    /// Fetches so that another request's verdict can cancel the fetch.
    private func endableFetch<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body, from origin: Origin)
        async throws -> (response: HTTPResponse, body: Body)
    {
        let client = self.client
        let task = Task { try await client.fetch(request, into: body) }
        let number = memory.withLock { $0.begin(origin) { task.cancel() } }
        defer { memory.withLock { $0.end(number, origin) } }
        // The verdict may have arrived in the meantime.
        if verdict(on: origin) != nil { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func learn(
        from result: Result<HTTPResponse, any Error>, of origin: Origin, since begin: ContinuousClock.Instant
    ) {
        let losers = memory.withLock { $0.note(result, of: origin, hadTime: .now - begin >= patience) }
        losers.forEach { $0() }
    }

    private func verdict(on origin: Origin) -> FetchError? {
        guard case .isDead(let error) = memory.withLock({ $0.knowledge(of: origin) }) else { return nil }
        return error
    }
}

private struct Origin: Hashable, Sendable {
    let scheme: WebURL.Scheme
    let host: String
    let port: UInt16?

    init(_ url: WebURL) { (scheme, host, port) = (url.scheme, url.host, url.port) }
}

private enum Knowledge {
    case answers
    case isDead(FetchError)
}

/// The last few thousand origins, and those with requests in progress.
private struct OriginMemory {
    private var known: RecentValues<Origin, Knowledge>
    private var underWay: [Origin: [Int: @Sendable () -> Void]] = [:]
    private var lastNumber = 0

    init(capacity: Int) { known = RecentValues(limit: capacity) }
    mutating func knowledge(of origin: Origin) -> Knowledge? { known[origin] }

    mutating func begin(_ origin: Origin, cancel: @escaping @Sendable () -> Void) -> Int {
        lastNumber += 1
        underWay[origin, default: [:]][lastNumber] = cancel
        return lastNumber
    }

    mutating func end(_ number: Int, _ origin: Origin) {
        underWay[origin]?[number] = nil
        if underWay[origin]?.isEmpty == true { underWay[origin] = nil }
    }

    /// Records the result of a request, and returns the cancellations of others that cannot succeed.
    mutating func note(_ result: Result<HTTPResponse, any Error>, of origin: Origin, hadTime: Bool)
        -> [@Sendable () -> Void]
    {
        switch result {
        case .success(let response):
            known[origin] = .answers
            if let last = WebURL(response.url) { known[Origin(last)] = .answers }
        case .failure(let error as FetchError):
            // The URL of the error may be the target of a redirect.
            guard let url = error.unreachableURL.flatMap({ WebURL($0) }) else { break }
            let dead = Origin(url)
            if dead != origin { known[origin] = .answers }
            // It is unknown how much time was left after the redirect.
            if case .timedOut = error, !hadTime || dead != origin { break }
            guard known[dead] == nil else { break }
            known[dead] = .isDead(error)
            return underWay[dead].map { Array($0.values) } ?? []
        case .failure: break
        }
        return []
    }
}

extension FetchError {
    /// The URL whose server cannot be reached; `nil` for other errors.
    fileprivate var unreachableURL: String? {
        switch self {
        // The server was not contacted.
        case .timedOut(_, during: nil), .timedOut(_, during: .queueing): nil
        case .unknownHost(let url), .noConnection(let url, _), .tls(let url, _), .timedOut(let url, _): url
        case .libraryUnusable, .invalidURL, .unsupportedScheme, .invalidRedirect, .invalidHeader, .notPublic, .noProxy,
            .tooManyRedirects, .cutOff, .transferFailed:
            nil
        }
    }

    fileprivate func about(_ url: String) -> FetchError {
        switch self {
        case .unknownHost: .unknownHost(url: url)
        case .noConnection(_, let reason): .noConnection(url: url, reason: reason)
        case .tls(_, let reason): .tls(url: url, reason: reason)
        case .timedOut(_, let step): .timedOut(url: url, during: step)
        case .libraryUnusable, .invalidURL, .unsupportedScheme, .invalidRedirect, .invalidHeader, .notPublic, .noProxy,
            .tooManyRedirects, .cutOff, .transferFailed:
            self
        }
    }
}
