package import URLs

/// Fetches over HTTP; a protocol, so that tests can respond without a network.
package protocol HTTPClient: Sendable {
    /// Fetches a resource and gives its body to a consumer as it arrives.
    ///
    /// A status of 400 or more is a response like any other. The deadline covers everything:
    /// names, connections, redirects and the body.
    ///
    /// - Returns: the response, and the consumer with what it has made of the body.
    /// - Throws: ``FetchError``, `CancellationError`, or what the consumer throws.
    func fetch<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body
    ) async throws -> (response: HTTPResponse, body: Body)

    /// Begins to fetch as ``fetch(_:into:)`` does, for who fetches so much that a task for each would cost more
    /// than the rest.
    ///
    /// - Parameters:
    ///   - request: what is fetched.
    ///   - body: gets the body.
    ///   - end: is called once, later, on the thread of all transfers, which it must not hold up.
    /// - Returns: what ends the transfer at once; `nil` if this is only to be had with ``fetch(_:into:)``, and then
    ///   nothing has begun.
    func start<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body, end: @escaping FetchEnd<Body>
    ) -> (@Sendable () -> Void)?

    /// A client like this one for who fetches from many hosts at once, which may use so many threads.
    func spread(overThreads count: Int) -> any HTTPClient

    /// Ends the client's threads, when nothing is under way.
    func close()
}

/// Takes what has come of a fetch.
package typealias FetchEnd<Body> =
    @Sendable (Result<(response: HTTPResponse, body: Body), any Error>) -> Void

extension HTTPClient {
    /// Nothing is begun.
    package func start<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body, end: @escaping FetchEnd<Body>
    ) -> (@Sendable () -> Void)? { nil }

    /// The client itself.
    package func spread(overThreads count: Int) -> any HTTPClient { self }

    /// There are none.
    package func close() {}
}

/// Consumes a response's body piece by piece: a scanner, a file, a digest.
///
/// It is called on the thread of all transfers of a client, which wait for it meanwhile, so it must
/// be fast and must not wait for a transfer itself.
package protocol BodyConsumer: Sendable {
    /// Takes note of what the server says before a body that is not empty.
    mutating func begin(_ response: HTTPResponse)

    /// Takes the next piece, which is only lent.
    ///
    /// - Returns: whether more is wanted.
    /// - Throws: what shall end the transfer as an error, such as a full disk.
    mutating func receive(_ bytes: RawSpan) throws -> BodyDemand
}

extension BodyConsumer {
    /// Takes no note of it.
    package mutating func begin(_ response: HTTPResponse) {}
}

/// Whether a consumer wants more of a body.
package enum BodyDemand: Sendable {
    /// The next piece, too.
    case more
    /// Nothing more: the transfer ends here, which is no error.
    case enough
}

/// A request and its limits.
package struct HTTPRequest: Sendable {
    /// The resource.
    package var url: String { didSet { location = WebURL(url) } }
    /// The resource's URL, read once for all who ask for its parts; `nil` if it is none.
    private(set) var location: WebURL?
    /// The header fields that are sent, beside those that HTTP needs.
    package var headers: [(name: String, value: String)]
    /// The header fields that are sent beside those, or in their place, but to the URL's own origin
    /// only, wherever redirects lead.
    package var originHeaders: [(name: String, value: String)] = []
    /// When the whole job has to be done; `nil` for no limit.
    package var deadline: ContinuousClock.Instant?
    /// The most bytes of the body, after decompression, that the consumer gets; `nil` for all.
    package var byteLimit: Int?
    /// How many redirects are followed.
    package var redirectLimit = 10
    /// The most bytes of an answer's header.
    package var headerLimit = 1 << 18
    /// Whether the body may come compressed; it is given to the consumer decompressed.
    package var acceptsCompression = true
    /// How many bytes from the body's beginning are asked for; `nil` for all.
    ///
    /// A server may send more all the same, so a limit goes with it. What comes is not compressed.
    package var range: Int?
    /// The name and password for the URL's origin, in the place of those in the URL; they are sent to no
    /// other.
    package var credentials: HTTPCredentials?
    /// The cookies for the URL's own origin, as the field `Cookie` has them: `a=1; b=2`.
    ///
    /// Where a redirect gives one of them another value, that one counts. With cookies,
    /// ``keepsCookies`` is on.
    package var cookie: String?
    /// Whether cookies that a redirect sets are sent with what it leads to, where they belong; they
    /// are forgotten with the transfer.
    package var keepsCookies = false
    /// Whether hosts are given the name and password that the file `.netrc` in the home folder has for
    /// them; not with ``isPublicOnly``.
    ///
    /// Unlike curl, without encryption they are for the URL's own origin only, wherever redirects lead. A
    /// name in the URL, or a field `Authorization`, comes first.
    package var usesNetrc = false
    /// Whether connections are made to public addresses only (``IPAddress/isPublic``), whatever names
    /// and redirects lead to.
    ///
    /// The address is checked that is really connected to. Proxies are not used, for only they would
    /// know it.
    package var isPublicOnly = false
    /// The file, in PEM, with the authorities that are trusted; `nil` for those of the environment's
    /// `CURL_CA_BUNDLE`, or `SSL_CERT_FILE` and `SSL_CERT_DIR`, or else the system's.
    package var authorityFile: String?

    /// Creates a request.
    package init(
        _ url: String,
        headers: [(name: String, value: String)] = [],
        deadline: ContinuousClock.Instant? = nil,
        byteLimit: Int? = nil
    ) {
        self.url = url
        location = WebURL(url)
        self.headers = headers
        self.deadline = deadline
        self.byteLimit = byteLimit
    }

    /// Creates a request for a URL that has been read already.
    package init(
        _ url: WebURL, headers: [(name: String, value: String)],
        deadline: ContinuousClock.Instant?
    ) {
        self.url = url.description
        location = url
        self.headers = headers
        self.deadline = deadline
    }
}

/// A server's final response, without the body.
package struct HTTPResponse: Sendable, Equatable {
    /// The status, such as 200 or 404.
    package var status: Int
    /// The URL after all redirects.
    package var url: String
    /// What it said of the body, and of itself.
    package var headers: HTTPHeaders
    /// How long it asks to wait before the next request, from now on; `nil` if it does not say.
    package var retryAfter: Duration?
    /// Whether the consumer got the whole body.
    package var isComplete: Bool

    /// Creates a response.
    package init(
        status: Int, url: String, headers: HTTPHeaders = HTTPHeaders([]),
        retryAfter: Duration? = nil, isComplete: Bool = true
    ) {
        self.status = status
        self.url = url
        self.headers = headers
        self.retryAfter = retryAfter
        self.isComplete = isComplete
    }

    /// Whether the server gave what was asked for: the status is 2xx.
    package var isSuccess: Bool { (200...299).contains(status) }
}
