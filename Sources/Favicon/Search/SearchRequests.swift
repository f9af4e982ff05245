import Fetching
import URLs

/// Creates the requests for one page, which share a deadline; credentials are only sent to the requested host.
struct SearchRequests: Sendable {
    let deadline: ContinuousClock.Instant
    private let options: SearchOptions
    private let host: WebURL?
    /// The time limit of each request; `nil` if only ``deadline`` applies.
    private let ownTime: Duration?

    /// Starts the time limit, which is multiplied by `times`.
    ///
    /// If `times` is greater than 1, the original limit applies to each request, so that one that hangs cannot use up
    /// the time of all others.
    init(_ options: SearchOptions, for host: WebURL?, times: Int = 1) {
        self.options = options
        self.host = host
        ownTime = times > 1 ? options.timeout : nil
        deadline = .now + options.timeout * times
    }

    var areOver: Bool { deadline <= .now }

    /// A URL and the data about the client that its server receives, which its response may depend on.
    struct Question: Hashable {
        let url: WebURL
        var hasFields = false
        var credentials: HTTPCredentials?
    }

    /// The data that the server of a URL receives: none, unless it is the requested one.
    func question(about url: WebURL) -> Question {
        guard let host, url.hasOrigin(of: host) else { return Question(url: url) }
        let hasFields = !options.headers.isEmpty || options.cookie != nil
        return Question(url: url, hasFields: hasFields, credentials: host.credentials)
    }

    func page(_ url: WebURL) -> HTTPRequest {
        var request = request(url, accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
        request.byteLimit = IconFinder.pageLimit
        return request
    }

    func image(_ url: WebURL, range: Int? = nil) -> HTTPRequest {
        var request = request(url, accept: "image/avif,image/webp,image/*,*/*;q=0.8")
        // One byte more than the limit reveals that a file exceeds it.
        request.byteLimit = SearchOptions.imageLimit + 1
        request.range = range
        return request
    }

    /// Requests a file that declares icons, with the origin of the page, which a foreign server may require.
    func file(_ url: WebURL, limit: Int, from document: WebURL? = nil) -> HTTPRequest {
        var request = request(url, accept: "application/manifest+json,application/xml,*/*;q=0.8")
        if let document, !url.hasOrigin(of: document) { request.headers.append(("Origin", document.origin)) }
        request.byteLimit = limit + 1
        return request
    }

    private func request(_ url: WebURL, accept: String) -> HTTPRequest {
        var request = HTTPRequest(
            url, headers: [("Accept", accept), ("User-Agent", options.userAgent)],
            deadline: ownTime.map { min(.now + $0, deadline) } ?? deadline)
        let question = question(about: url)
        if question.hasFields {
            request.originHeaders = options.headers
            request.cookie = options.cookie
        }
        request.credentials = question.credentials
        // Some servers redirect endlessly unless their cookie is returned.
        request.keepsCookies = true
        // A page may name any host, and its password must not be sent unencrypted.
        request.usesNetrc = url.scheme == .https || host.map(url.hasOrigin) ?? false
        request.isPublicOnly = options.isPublicOnly
        return request
    }
}
