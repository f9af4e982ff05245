import CCurl
import Synchronization
import URLs

/// The HTTP client based on libcurl, which supports proxies, certificates, compression and HTTP/2.
///
/// Transfers run on one thread, which starts with the first one and ends with the client, or on several threads. All
/// transfers with one host run on the same thread. A thread's transfers share connections, resolved addresses and TLS
/// sessions, so keep a client for many fetches.
package final class CurlHTTPClient: HTTPClient {
    private let limits: ConnectionLimits
    private let threads: Int
    private let loops: Mutex<[CurlLoop?]>

    /// Creates a client with at most this many threads, and with limits for each thread.
    ///
    /// libcurl is loaded on the first request.
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

    package func spread(overThreads count: Int) -> any HTTPClient { CurlHTTPClient(limits: limits, threads: count) }

    /// The error if libcurl cannot be loaded.
    package static var libraryError: FetchError? {
        // Safety: the string is constant once libcurl has been loaded.
        ccurl_load().map { .libraryUnusable(reason: String(cString: $0)) }
    }

    /// The versions of libcurl and of its libraries, such as the TLS library.
    package static func libraryVersion() throws(FetchError) -> String {
        if let libraryError { throw libraryError }
        // Safety: the string is a constant of libcurl.
        return String(cString: ccurl_version())
    }

    /// The error if a string is a URL with an international host that cannot be parsed without libcurl.
    package static func libraryError(reading text: String) -> FetchError? {
        let namesHost = ["http", "https"].contains(WebURL.scheme(of: text)) || text.hasPrefix("//")
        let isInternational = text.utf8.contains { $0 > 0x7F || $0 == UInt8(ascii: "%") }
        return namesHost && isInternational && WebURL(text) == nil ? libraryError : nil
    }

    package func fetch<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body) async throws -> (
        response: HTTPResponse, body: Body
    ) {
        let loop = try runningLoop(for: request)
        let number = loop.number()
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                loop.submit(Submission(number, request, into: body, cancellation) { continuation.resume(with: $0) })
            }
        } onCancel: {
            cancellation.request()
            loop.cancel(number)
        }
    }

    package func start<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body, end: @escaping FetchEnd<Body>) -> (
        @Sendable () -> Void
    )? {
        // `fetch(_:into:)` then throws the error.
        guard let loop = try? runningLoop(for: request) else { return nil }
        let number = loop.number()
        loop.submit(Submission(number, request, into: body, Cancellation(), end: end))
        return { loop.cancel(number) }
    }

    var currentLoops: [CurlLoop] { loops.withLock { $0.compactMap(\.self) } }

    private func runningLoop(for request: HTTPRequest) throws(FetchError) -> CurlLoop {
        // A host must keep its thread, so that its limit holds and connections are reused.
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

package struct ConnectionLimits: Sendable {
    package var total: Int
    /// The limit per host and port, in addition to the total.
    package var host: Int

    package init(total: Int = 64, host: Int = 4) {
        self.total = max(1, total)
        self.host = max(1, host)
    }
}
