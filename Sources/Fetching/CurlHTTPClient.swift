import CCurl
import Synchronization
import URLs

/// The HTTP client based on libcurl, which supports proxies, certificates, compression and HTTP/2.
///
/// All transfers of a client run on one thread, which starts with the first and ends with the
/// client, or on several: then all for a host are on the same. Those of a thread share connections, the
/// addresses of names and the sessions of TLS, so whoever fetches much keeps the client.
package final class CurlHTTPClient: HTTPClient {
    private let limits: ConnectionLimits
    private let threads: Int
    private let loops: Mutex<[CurlLoop?]>

    /// Creates a client.
    ///
    /// libcurl is opened when the first request needs it.
    ///
    /// - Parameters:
    ///   - limits: how many transfers each thread runs.
    ///   - threads: how many threads there are at most.
    package init(limits: ConnectionLimits = ConnectionLimits(), threads: Int = 1) {
        self.limits = limits
        self.threads = max(1, threads)
        loops = Mutex(Array(repeating: nil, count: self.threads))
    }

    deinit { close() }

    package func close() {
        let ended = loops.withLock { loops in
            defer { loops = Array(repeating: nil, count: threads) }
            return loops
        }
        for loop in ended { loop?.end() }
    }

    package func spread(overThreads count: Int) -> any HTTPClient {
        CurlHTTPClient(limits: limits, threads: count)
    }

    /// Why nothing can be fetched at all: libcurl cannot be opened.
    package static var libraryError: FetchError? {
        // Safety: the string is a constant once libcurl was tried.
        ccurl_load().map { .libraryUnusable(reason: String(cString: $0)) }
    }

    /// The versions of libcurl and of its libraries, such as the one for TLS.
    package static func libraryVersion() throws(FetchError) -> String {
        if let libraryError { throw libraryError }
        // Safety: the string is a constant of libcurl.
        return String(cString: ccurl_version())
    }

    /// The error if a text is not a URL only because libcurl, which reads international hosts, is
    /// unusable.
    package static func libraryError(reading text: String) -> FetchError? {
        let namesHost = ["http", "https"].contains(WebURL.scheme(of: text)) || text.hasPrefix("//")
        let isInternational = text.utf8.contains { $0 > 0x7F || $0 == UInt8(ascii: "%") }
        return namesHost && isInternational && WebURL(text) == nil ? libraryError : nil
    }

    package func fetch<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body
    ) async throws -> (response: HTTPResponse, body: Body) {
        let loop = try runningLoop(for: request)
        let number = loop.number()
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                loop.submit(
                    Submission(number, request, into: body, cancellation) {
                        continuation.resume(with: $0)
                    })
            }
        } onCancel: {
            cancellation.request()
            loop.cancel(number)
        }
    }

    package func start<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body, end: @escaping FetchEnd<Body>
    ) -> (@Sendable () -> Void)? {
        // Whoever fetches then is told why there is none.
        guard let loop = try? runningLoop(for: request) else { return nil }
        let number = loop.number()
        loop.submit(Submission(number, request, into: body, Cancellation(), end: end))
        return { loop.cancel(number) }
    }

    /// The loops of the threads that run; none before the first request.
    var currentLoops: [CurlLoop] { loops.withLock { $0.compactMap(\.self) } }

    private func runningLoop(for request: HTTPRequest) throws(FetchError) -> CurlLoop {
        // The limit per host holds, and connections are used again, as long as a host stays where it is.
        let hash = threads > 1 ? request.location?.host.hashValue ?? 0 : 0
        let place = Int(hash.magnitude % UInt(threads))
        return try loops.withLock { (loops) throws(FetchError) in
            if let loop = loops[place] { return loop }
            let started = try CurlLoop.start(limits)
            loops[place] = started
            return started
        }
    }
}

/// How many transfers a client runs concurrently.
package struct ConnectionLimits: Sendable {
    /// The most transfers at once.
    package var total: Int
    /// The most of them with one host and port.
    package var host: Int

    /// Sets limits, each at least one.
    package init(total: Int = 64, host: Int = 4) {
        self.total = max(1, total)
        self.host = max(1, host)
    }
}
