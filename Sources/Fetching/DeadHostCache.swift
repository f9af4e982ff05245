import Synchronization
import URLs

/// A client that does not try an unreachable server again, so that a dead server with many pages costs
/// only one timeout.
///
/// An origin (scheme, host and port) is given up when a request finds that its name has no address, that it
/// refuses connections or offers none that can be trusted, or that it lets the deadline pass, and no request
/// has had an answer from it before. All further requests, and those that wait for it at the moment, fail
/// with the same error at once.
package final class DeadHostCache: HTTPClient {
    private let client: any HTTPClient
    private let patience: Duration
    private let memory: Mutex<OriginMemory>

    /// Wraps a client.
    ///
    /// - Parameters:
    ///   - client: what fetches.
    ///   - patience: how long a request must have taken at least before its deadline tells something of
    ///     the server; one that comes late in a job has little time left.
    ///   - capacity: how many origins are remembered at least; those not asked for longest are forgotten.
    package init(_ client: any HTTPClient, patience: Duration = .zero, capacity: Int = 4_096) {
        self.client = client
        self.patience = patience
        memory = Mutex(OriginMemory(capacity: capacity))
    }

    package func fetch<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body
    ) async throws -> (response: HTTPResponse, body: Body) {
        guard let url = request.location else {
            return try await client.fetch(request, into: body)
        }
        let origin = Origin(url)
        let knowledge = memory.withLock { $0.knowledge(of: origin) }
        if case .isDead(let verdict) = knowledge { throw verdict.about(request.url) }
        let begin = ContinuousClock.now
        do {
            // One that has answered is not given up, so nobody but the caller ends its requests.
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

    /// Only for an origin that has answered: others may be given up.
    package func start<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body, end: @escaping FetchEnd<Body>
    ) -> (@Sendable () -> Void)? {
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

    /// Fetches in a way that the verdict of another request can end.
    private func endableFetch<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body, from origin: Origin
    ) async throws -> (response: HTTPResponse, body: Body) {
        let client = self.client
        let task = Task { try await client.fetch(request, into: body) }
        let number = memory.withLock { $0.begin(origin) { task.cancel() } }
        defer { memory.withLock { $0.end(number, origin) } }
        // The verdict may have come in between.
        if verdict(on: origin) != nil { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func learn(
        from result: Result<HTTPResponse, any Error>, of origin: Origin,
        since begin: ContinuousClock.Instant
    ) {
        let losers = memory.withLock {
            $0.note(result, of: origin, hadTime: .now - begin >= patience)
        }
        losers.forEach { $0() }
    }

    private func verdict(on origin: Origin) -> FetchError? {
        guard case .isDead(let error) = memory.withLock({ $0.knowledge(of: origin) }) else {
            return nil
        }
        return error
    }
}

/// The origin of a URL: what shares a connection (RFC 6454, section 4).
private struct Origin: Hashable, Sendable {
    let scheme: WebURL.Scheme
    let host: String
    let port: UInt16?

    init(_ url: WebURL) {
        (scheme, host, port) = (url.scheme, url.host, url.port)
    }
}

/// What requests have learned about an origin.
private enum Knowledge {
    case answers
    case isDead(FetchError)
}

/// What is known about origins: the last few thousand, and those with requests in progress.
private struct OriginMemory {
    private var known: RecentValues<Origin, Knowledge>
    private var underWay: [Origin: [Int: @Sendable () -> Void]] = [:]
    private var lastNumber = 0

    init(capacity: Int) { known = RecentValues(limit: capacity) }

    /// What is known of an origin; nil if no request has found out anything.
    mutating func knowledge(of origin: Origin) -> Knowledge? { known[origin] }

    /// Notes a request, and how it is ended.
    mutating func begin(_ origin: Origin, cancel: @escaping @Sendable () -> Void) -> Int {
        lastNumber += 1
        underWay[origin, default: [:]][lastNumber] = cancel
        return lastNumber
    }

    /// Forgets a request.
    mutating func end(_ number: Int, _ origin: Origin) {
        underWay[origin]?[number] = nil
        if underWay[origin]?.isEmpty == true { underWay[origin] = nil }
    }

    /// Learns from what came of a request, and returns what ends the others that wait in vain.
    mutating func note(
        _ result: Result<HTTPResponse, any Error>, of origin: Origin, hadTime: Bool
    ) -> [@Sendable () -> Void] {
        switch result {
        case .success(let response):
            known[origin] = .answers
            if let last = WebURL(response.url) { known[Origin(last)] = .answers }
        case .failure(let error as FetchError):
            // A redirect may have led to it.
            guard let url = error.unreachableURL.flatMap({ WebURL($0) }) else { break }
            let dead = Origin(url)
            if dead != origin { known[origin] = .answers }
            // How much of the time was left after a redirect is not known.
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
    /// The URL whose server cannot be reached; nil for an error of another kind.
    fileprivate var unreachableURL: String? {
        switch self {
        // It was not asked.
        case .timedOut(_, during: nil), .timedOut(_, during: .queueing): nil
        case .unknownHost(let url), .noConnection(let url, _), .tls(let url, _),
            .timedOut(let url, _):
            url
        default: nil
        }
    }

    /// The error for another URL of the same server.
    fileprivate func about(_ url: String) -> FetchError {
        switch self {
        case .unknownHost: .unknownHost(url: url)
        case .noConnection(_, let reason): .noConnection(url: url, reason: reason)
        case .tls(_, let reason): .tls(url: url, reason: reason)
        case .timedOut(_, let step): .timedOut(url: url, during: step)
        default: self
        }
    }
}
