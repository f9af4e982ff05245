import CCurl
import Synchronization
import URLs

/// The HTTP client based on libcurl, which supports proxies, certificates, compression and HTTP/2.
///
/// All transfers of a client run on one thread, which starts with the first and ends with the
/// client. They share connections, the addresses of names and the sessions of TLS, so whoever
/// fetches much keeps the client.
package final class CurlHTTPClient: HTTPClient {
    private let limits: ConnectionLimits
    private let loop = Mutex<CurlLoop?>(nil)

    /// Creates a client.
    ///
    /// libcurl is opened when the first request needs it.
    package init(limits: ConnectionLimits = ConnectionLimits()) {
        self.limits = limits
    }

    deinit {
        currentLoop?.end()
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
        let loop = try runningLoop()
        let number = loop.number()
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                loop.submit(
                    Submission(
                        number: number, request: request, cancellation: cancellation,
                        start: { handle in
                            var body = body
                            return try CurlTransfer(
                                request, with: handle, begin: { body.begin($0) },
                                receive: { try body.receive($0) },
                                resume: { continuation.resume(with: $0.map { ($0, body) }) })
                        },
                        fail: { continuation.resume(throwing: $0) }))
            }
        } onCancel: {
            cancellation.request()
            loop.cancel(number)
        }
    }

    /// The thread's loop; nil before the first request.
    var currentLoop: CurlLoop? { loop.withLock { $0 } }

    private func runningLoop() throws(FetchError) -> CurlLoop {
        try loop.withLock { (loop) throws(FetchError) in
            if let loop { return loop }
            let started = try CurlLoop.start(limits)
            loop = started
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
