import Fetching
import URLs

/// Makes the requests for one page, which have a deadline; credentials go only to the requested host.
struct SearchRequests: Sendable {
    /// When the time for all requests is over.
    let deadline: ContinuousClock.Instant
    private let options: SearchOptions
    private let host: WebURL?
    /// How long a request may take by itself; `nil` for all that is left.
    private let ownTime: Duration?

    /// Begins to let the time run.
    ///
    /// - Parameters:
    ///   - options: how the search is done.
    ///   - host: the URL that was asked for, to whose server the fields, the cookies, and the name
    ///     and password in it go.
    ///   - times: for how many of the requests the time would be enough one after the other. With more than one, none
    ///     takes more than its own time, so that one that hangs does not keep others from being answered.
    init(_ options: SearchOptions, for host: WebURL?, times: Int = 1) {
        self.options = options
        self.host = host
        ownTime = times > 1 ? options.timeout : nil
        deadline = .now + options.timeout * times
    }

    /// Whether the time for all requests is over.
    var areOver: Bool { deadline <= .now }

    /// What a server learns about the client, on which its response may depend.
    struct Asker: Hashable {
        /// Whether it gets the fields and cookies, which are the same for all pages.
        var hasFields = false
        /// The name and password that it gets.
        var credentials: HTTPCredentials?
    }

    /// What the server of a URL is told: nothing, unless it is the one that was asked for.
    func asker(of url: WebURL) -> Asker {
        guard let host, url.hasOrigin(of: host) else { return Asker() }
        return Asker(
            hasFields: !options.headers.isEmpty || options.cookie != nil,
            credentials: host.credentials)
    }

    /// Asks for a page.
    func page(_ url: WebURL) -> HTTPRequest {
        var request = request(
            url, accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
        request.byteLimit = IconFinder.pageLimit
        return request
    }

    /// Asks for an icon, or for its beginning.
    func image(_ url: WebURL, range: Int? = nil) -> HTTPRequest {
        var request = request(url, accept: "image/avif,image/webp,image/*,*/*;q=0.8")
        // One more than may be tells what is too long.
        request.byteLimit = SearchOptions.imageLimit + 1
        request.range = range
        return request
    }

    /// Asks for a file that names icons, for a page of an origin, which another server may want to know.
    func file(_ url: WebURL, limit: Int, from document: WebURL? = nil) -> HTTPRequest {
        var request = request(url, accept: "application/manifest+json,application/xml,*/*;q=0.8")
        if let document, !url.hasOrigin(of: document) {
            request.headers.append(("Origin", document.origin))
        }
        request.byteLimit = limit + 1
        return request
    }

    private func request(_ url: WebURL, accept: String) -> HTTPRequest {
        var request = HTTPRequest(
            url, headers: [("Accept", accept), ("User-Agent", options.userAgent)],
            deadline: ownTime.map { min(.now + $0, deadline) } ?? deadline)
        let asker = asker(of: url)
        if asker.hasFields {
            request.originHeaders = options.headers
            request.cookie = options.cookie
        }
        request.credentials = asker.credentials
        // Some servers send in circles whoever does not bring their cookie back.
        request.keepsCookies = true
        // A page may name any host: the password for it is not to be sent for all to read.
        request.usesNetrc = url.scheme == .https || host.map(url.hasOrigin) ?? false
        request.isPublicOnly = options.isPublicOnly
        return request
    }
}
