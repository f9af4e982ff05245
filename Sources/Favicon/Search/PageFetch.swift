import Encodings
import Fetching
import URLs

/// Fetches a page, follows its refreshes, and scans it as it arrives.
struct PageFetch: Sendable {
    let client: any HTTPClient
    let requests: SearchRequests
    let readsWholePages: Bool

    struct Result: Sendable {
        var page: Page
        /// The HTTP status; an error page is scanned as well.
        var status: Int
        var warnings: [String] = []
    }

    /// Fetches the page at a URL, or at the other one if the connection fails, and follows its refreshes.
    func result(at url: WebURL, orElse other: WebURL? = nil, after first: Swift.Result<Result, any Error>? = nil)
        async throws -> Result
    {
        do {
            let result = if let first { try first.get() } else { try await scanned(url) }
            return try await refreshed(from: result, at: url)
        } catch let error as FetchError {
            // The first error is more helpful, because the user did not name the other URL.
            guard error.isOfConnection, let other, let result = try? await scanned(other) else { throw error }
            return try await refreshed(from: result, at: other)
        }
    }

    /// Follows refreshes, because browsers show their target after a moment.
    private func refreshed(from first: Result, at url: WebURL) async throws -> Result {
        var result = first
        var trail = RefreshTrail(from: url)
        while let next = trail.next(after: result.page) {
            do {
                let before = result.warnings
                result = try await scanned(next)
                result.warnings = before
            } catch let error as FetchError {
                result.warnings.append("refreshes to a page that cannot be fetched: \(error)")
                return result
            }
        }
        if let warning = trail.warning { result.warnings.append(warning) }
        return result
    }

    /// Starts fetching a page without a task; see the client's `start`.
    func start(at url: WebURL, end: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void) -> (
        @Sendable () -> Void
    )? {
        let request = requests.page(url)
        return client.start(request, into: PageBody(isWhole: readsWholePages)) { answer in
            end(answer.map { Result($0.response, $0.body, to: request, for: url) })
        }
    }

    private func scanned(_ url: WebURL) async throws -> Result {
        let request = requests.page(url)
        let (response, body) = try await client.fetch(request, into: PageBody(isWhole: readsWholePages))
        return Result(response, body, to: request, for: url)
    }
}

extension PageFetch.Result {
    fileprivate init(_ response: HTTPResponse, _ body: PageBody, to request: HTTPRequest, for url: WebURL) {
        page = body.page(at: response.url == request.url ? url : WebURL(response.url) ?? url)
        page.take(response.headers["Refresh"].flatMap { MetaRefresh($0) })
        page.take(policies: response.headers.values(of: "Content-Security-Policy"))
        status = response.status
    }
}

struct PageBody: BodyConsumer {
    /// The number of bytes to read between checks of whether enough of the page was read.
    private static let step = 1024

    /// `nil` until data arrives, because it is large and bodies are passed around.
    private var finder: IconFinder?
    let isWhole: Bool

    init(isWhole: Bool) { self.isWhole = isWhole }

    mutating func begin(_ response: HTTPResponse) {
        let type = response.headers["Content-Type"]
        finder = IconFinder(
            transport: type.flatMap { CharacterEncoding(contentType: $0) }, isXML: type.map(XHTMLPage.isXML) ?? false)
    }

    func page(at document: WebURL?) -> Page {
        if let finder { finder.page(at: document) } else { IconFinder().page(at: document) }
    }

    mutating func receive(_ bytes: RawSpan) -> BodyDemand {
        var finder = self.finder.take() ?? IconFinder()
        defer { self.finder = finder }
        var rest = bytes
        while !rest.isEmpty {
            // A piece may contain the whole page, but only its head is needed.
            let step = Self.step - finder.count % Self.step
            let part = rest.extracting(first: isWhole ? rest.byteCount : step)
            // Safety: a buffer of bytes is a buffer of `UInt8`, and it does not outlive the call.
            part.withUnsafeBytes { finder.read($0.assumingMemoryBound(to: UInt8.self).span) }
            if !isWhole, finder.hasIconOfHead { return .enough }
            rest = rest.extracting(droppingFirst: part.byteCount)
        }
        return .more
    }
}

extension FetchError {
    /// Whether no server responded, so that another URL of the same site may work.
    var isOfConnection: Bool {
        switch self {
        case .noConnection, .tls, .unknownHost: true
        case .libraryUnusable, .invalidURL, .unsupportedScheme, .invalidRedirect, .invalidHeader, .notPublic, .noProxy,
            .tooManyRedirects, .timedOut, .cutOff, .transferFailed:
            false
        }
    }
}
