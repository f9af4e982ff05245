package import URLs

/// Fetches over HTTP; tests use implementations that respond without a network.
package protocol HTTPClient: Sendable {
    /// Fetches a resource and passes its body to a consumer as it arrives.
    ///
    /// A status of 400 or more is not an error. The deadline applies to everything: name resolution, connections,
    /// redirects and the body.
    ///
    /// - Returns: the response, and the consumer in its final state.
    /// - Throws: ``FetchError``, `CancellationError`, or an error thrown by the consumer.
    func fetch<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body) async throws -> (
        response: HTTPResponse, body: Body
    )

    /// Starts a fetch without a task, for callers with so many fetches that tasks would dominate their cost.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - body: the consumer of the body.
    ///   - end: called later, once, on the thread of all transfers, which it must not block.
    /// - Returns: a closure that cancels the transfer; `nil` if only ``fetch(_:into:)`` is supported, and nothing was
    ///   started.
    func start<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body, end: @escaping FetchEnd<Body>) -> (
        @Sendable () -> Void
    )?

    /// A similar client for fetches from many hosts, which may use this many threads.
    func spread(overThreads count: Int) -> any HTTPClient

    /// Ends the client's threads; no transfer may be running.
    func close()
}

package typealias FetchEnd<Body> = @Sendable (Result<(response: HTTPResponse, body: Body), any Error>) -> Void

extension HTTPClient {
    package func start<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body, end: @escaping FetchEnd<Body>) -> (
        @Sendable () -> Void
    )? { nil }

    package func spread(overThreads count: Int) -> any HTTPClient { self }

    package func close() {}
}

/// Consumes a response's body piece by piece, for example a scanner or a file.
///
/// It is called on the thread of all transfers of a client, so it must be fast and must not wait for a transfer.
package protocol BodyConsumer: Sendable {
    /// Receives the response before the first piece of the body.
    mutating func begin(_ response: HTTPResponse)

    /// Receives the next piece, which is only valid during the call, and returns whether to continue.
    ///
    /// A thrown error, such as that of a full disk, ends the transfer.
    mutating func receive(_ bytes: RawSpan) throws -> BodyDemand
}

extension BodyConsumer { package mutating func begin(_ response: HTTPResponse) {} }

/// A body in memory, for a request with a limit.
package struct BodyBytes: BodyConsumer {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func receive(_ piece: RawSpan) -> BodyDemand {
        // Safety: the closure copies the bytes.
        piece.withUnsafeBytes { bytes += $0 }
        return .more
    }
}

package enum BodyDemand: Sendable {
    case more
    /// Ends the transfer without an error.
    case enough
}

package struct HTTPRequest: Sendable {
    package var url: String { didSet { location = WebURL(url) } }
    /// The parsed ``url``; `nil` if it is invalid.
    private(set) var location: WebURL?
    /// The header fields in addition to those that HTTP requires.
    package var headers: [(name: String, value: String)]
    /// Header fields that are added to or replace ``headers``, but only for the URL's own origin, even after redirects.
    package var originHeaders: [(name: String, value: String)] = []
    package var deadline: ContinuousClock.Instant?
    /// The maximum number of bytes of the decompressed body that the consumer gets; `nil` for all.
    package var byteLimit: Int?
    package var redirectLimit = 10
    /// In bytes, for each response.
    package var headerLimit = 1 << 18
    /// Whether the body may be compressed; the consumer gets it decompressed.
    package var acceptsCompression = true
    /// The number of bytes to request from the start of the body; `nil` for all.
    ///
    /// A server may send more, so set a limit as well. The response is not compressed.
    package var range: Int?
    /// The credentials for the URL's own origin, which replace those in the URL.
    package var credentials: HTTPCredentials?
    /// The cookies for the URL's own origin, in the syntax of `Cookie`: `a=1; b=2`.
    ///
    /// A redirect may replace their values. Cookies enable ``keepsCookies``.
    package var cookie: String?
    /// Whether cookies set by a redirect are sent with later requests of the same transfer.
    package var keepsCookies = false
    /// Whether servers get credentials from the file `.netrc` in the home folder; has no effect with ``isPublicOnly``.
    ///
    /// Unlike in curl, they are sent without encryption to the URL's own origin only, even after redirects. A user name
    /// in the URL or a field `Authorization` takes precedence.
    package var usesNetrc = false
    /// Whether only public addresses (``IPAddress/isPublic``) are contacted, including those of redirects.
    ///
    /// The address of the actual connection is checked. Proxies are disabled, because only they would know that
    /// address.
    package var isPublicOnly = false
    /// A file to send with PUT, from its beginning, instead of GET; it must stay open during the transfer.
    package var upload: (descriptor: Int32, size: Int)?
    /// A PEM file with trusted authorities; `nil` for `CURL_CA_BUNDLE`, or `SSL_CERT_FILE` and `SSL_CERT_DIR`, or the
    /// system's.
    package var authorityFile: String?
    package init(
        _ url: String, headers: [(name: String, value: String)] = [], deadline: ContinuousClock.Instant? = nil,
        byteLimit: Int? = nil
    ) {
        self.url = url
        location = WebURL(url)
        self.headers = headers
        self.deadline = deadline
        self.byteLimit = byteLimit
    }

    package init(_ url: WebURL, headers: [(name: String, value: String)], deadline: ContinuousClock.Instant?) {
        self.url = url.description
        location = url
        self.headers = headers
        self.deadline = deadline
    }

    /// The server for the limit per host, or the URL if it is invalid.
    ///
    /// It includes the port, because libcurl only shares connections with the same one.
    var server: String { location.map { "\($0.host):\($0.port ?? $0.scheme.defaultPort)" } ?? url }
}

package struct HTTPResponse: Sendable, Equatable {
    package var status: Int
    /// After redirects.
    package var url: String
    package var headers: HTTPHeaders
    /// The delay before the next request, counted from now; `nil` if the server demands none.
    package var retryAfter: Duration?
    package var isComplete: Bool
    package init(
        status: Int, url: String, headers: HTTPHeaders = HTTPHeaders([]), retryAfter: Duration? = nil,
        isComplete: Bool = true
    ) {
        self.status = status
        self.url = url
        self.headers = headers
        self.retryAfter = retryAfter
        self.isComplete = isComplete
    }
    package var isSuccess: Bool { (200...299).contains(status) }
}
