import Encodings
package import Fetching

/// Finds the icon of a page: fetches the page, chooses among its links, and asks the server for
/// `/favicon.ico` where the page names none.
package struct IconSearch<Client: HTTPClient>: Sendable {
    private let client: Client
    private let userAgent: String
    private let timeout: Duration
    private let isPublicOnly: Bool
    private var deadline: ContinuousClock.Instant?

    /// Makes a search.
    ///
    /// - Parameters:
    ///   - client: what fetches.
    ///   - userAgent: what the requests say that they come from.
    ///   - timeout: how long the requests may take together, whatever the servers do.
    ///   - isPublicOnly: whether only servers with public addresses are asked.
    package init(
        client: Client, userAgent: String, timeout: Duration, isPublicOnly: Bool = false
    ) {
        self.client = client
        self.userAgent = userAgent
        self.timeout = timeout
        self.isPublicOnly = isPublicOnly
    }

    /// The page at a URL, or at another one if nobody answers there, read and scanned.
    ///
    /// An error page is a page, too: it may have icons.
    package mutating func page(at url: WebURL, orElse other: WebURL? = nil) async throws -> Page {
        do {
            return try await scannedPage(at: url)
        } catch let error as FetchError {
            // The first error tells more: nobody asked for the other URL.
            guard error.isOfConnection, let other, let page = try? await scannedPage(at: other)
            else { throw FaviconError.unreachable(error) }
            return page
        }
    }

    /// The icons of a page in the order in which they would be taken.
    ///
    /// - Parameters:
    ///   - page: what was found in the page.
    ///   - wish: what an icon is wanted for.
    ///   - trustsDefault: whether `/favicon.ico` is taken for there without asking. Where the page
    ///     names an icon nobody asks for it.
    /// - Returns: the order; it may have no icon that can be taken.
    /// - Throws: ``FaviconError`` if the server cannot be asked.
    package mutating func order(
        of page: Page, for wish: IconWish = IconWish(), trustsDefault: Bool = false
    ) async throws -> IconOrder {
        if let error = page.libraryError { throw FaviconError.unreachable(error) }
        var order = IconChoice.order(page, for: wish)
        guard !trustsDefault, let icon = order.chosen, icon.isOfServer,
            case .web(let url) = icon.target
        else { return order }
        switch try await image(at: url) {
        case .success(let image): order.verify(icon, as: image)
        case .failure(let refusal): order.reject(icon, refusal)
        }
        return order
    }

    private mutating func scannedPage(at url: WebURL) async throws -> Page {
        let request = request(url, accept: "text/html,application/xhtml+xml,*/*;q=0.8")
        let (response, body) = try await client.fetch(request, into: PageBody())
        return body.finder.page(at: WebURL(response.url) ?? url)
    }

    /// What the server has at the URL of an icon, by its bytes: statuses and content types lie.
    private mutating func image(at icon: WebURL) async throws -> Result<IconImage, IconRefusal> {
        do {
            let request = request(icon, accept: "image/avif,image/webp,image/*,*/*;q=0.8")
            var (response, body) = try await client.fetch(request, into: ImageBody())
            guard response.isSuccess else { return .failure(.missing) }
            return body.probe.finish().mapError { .image($0) }
        } catch let error as FetchError {
            guard error.isOfAnswer else { throw FaviconError.unreachable(error) }
            return .failure(.missing)
        }
    }

    /// The time begins to run with the first request: it is the servers' time, not that of whoever
    /// writes the page to standard input.
    private mutating func request(_ url: WebURL, accept: String) -> HTTPRequest {
        let deadline = deadline ?? .now + timeout
        self.deadline = deadline
        var request = HTTPRequest(
            url.description, headers: [("Accept", accept), ("User-Agent", userAgent)],
            deadline: deadline, byteLimit: IconFinder.pageLimit)
        // Some servers send in circles whoever does not bring their cookie back.
        request.keepsCookies = true
        request.isPublicOnly = isPublicOnly
        return request
    }
}

/// A body that is scanned for icons as it comes.
private struct PageBody: BodyConsumer {
    private(set) var finder = IconFinder()

    mutating func begin(_ response: HTTPResponse) {
        let type = response.headers["Content-Type"]
        finder = IconFinder(transport: type.flatMap { CharacterEncoding(contentType: $0) })
    }

    mutating func receive(_ bytes: RawSpan) -> BodyDemand {
        // Safety: the bytes are copied before the call that lends them returns.
        finder.read(bytes.withUnsafeBytes { Array($0) })
        return .more
    }
}

/// As much of a body as tells what it is.
private struct ImageBody: BodyConsumer {
    var probe = ImageProbe()

    mutating func receive(_ piece: RawSpan) -> BodyDemand {
        // Safety: the bytes are copied before the call that lends them returns.
        probe.receive(piece.withUnsafeBytes { Array($0) }) == .more ? .more : .enough
    }
}

extension FetchError {
    /// Whether no server answered, so that another URL of the same site may do better.
    fileprivate var isOfConnection: Bool {
        switch self {
        case .noConnection, .tls, .unknownHost: true
        default: false
        }
    }

    /// Whether a server answered with something of no use, as where there is no icon.
    fileprivate var isOfAnswer: Bool {
        switch self {
        case .tooManyRedirects, .unsupportedScheme, .invalidURL, .invalidRedirect,
            .cutOff, .transferFailed:
            true
        default: false
        }
    }
}
