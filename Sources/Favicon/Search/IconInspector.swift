import Fetching
import URLs
import Synchronization

enum IconVerdict: Sendable, Equatable {
    /// The bytes are `nil` unless icons are kept.
    case icon(IconImage, bytes: [UInt8]?)
    case refused(IconRejection)

    var isIcon: Bool { if case .icon = self { true } else { false } }
}

/// Loads an icon as a browser does, and fetches no more bytes than it needs.
struct IconInspector: Sendable {
    let client: any HTTPClient
    let requests: SearchRequests
    let keepsImages: Bool
    /// The page's restrictions on loading; `nil` if there are none.
    var gate: LoadingGate?
    var browser = IconPreference.Browser.chromium
    /// Results shared with other pages; `nil` disables sharing.
    let known: KnownVerdicts?

    func verdict(on target: IconTarget) async -> IconVerdict {
        switch target {
        case .nothing: return .refused(.nothing)
        case .data(let url):
            // Chromium ignores policies for `data:` URLs.
            if browser == .firefox, gate?.allowsData == false { return .refused(.policy) }
            guard let loaded = LoadedIcon(url) else { return .refused(.damagedURL) }
            return verdict(loaded.image(for: browser), bytes: loaded.bytes)
        case .web(let url): return await verdict(on: url)
        }
    }

    private func verdict(_ image: Result<IconImage, IconRejection>, bytes: [UInt8]?) -> IconVerdict {
        switch image {
        case .success(let image): .icon(image, bytes: keepsImages ? bytes : nil)
        case .failure(let rejection): .refused(rejection)
        }
    }

    private func verdict(on url: WebURL) async -> IconVerdict {
        if gate?.allows(url) == false { return .refused(.policy) }
        let question = requests.question(about: url)
        if let verdict = known?[question] { return verdict }
        do {
            let (verdict, isOfPage) = try await fetchedVerdict(on: url)
            if !isOfPage { known?[question] = verdict }
            return verdict
        } catch let error as FetchError {
            return .refused(error.isOfAnswer ? .noAnswer(error) : .unreachable(error))
        } catch {
            // The task was cancelled, so the result does not matter.
            return .refused(.missing)
        }
    }

    /// The verdict, and whether it depends on the page.
    private func fetchedVerdict(on url: WebURL) async throws -> (IconVerdict, isOfPage: Bool) {
        var image = try await fetch(requests.image(url, range: keepsImages ? nil : SearchOptions.imageRange))
        if !keepsImages, image.mayHideMore { image = try await fetch(requests.image(url)) }
        if let gate, let final = WebURL(image.response.url), !gate.admits(image.response.headers, from: final, for: url)
        {
            return (.refused(.policy), true)
        }
        return (
            verdict(image.image(for: browser), bytes: image.body.bytes),
            image.response.headers["Cross-Origin-Resource-Policy"] != nil || image.response.url != url.description
        )
    }

    private func fetch(_ request: HTTPRequest) async throws -> FetchedImage {
        let (response, body) = try await client.fetch(request, into: ImageBody(isKept: keepsImages))
        return FetchedImage(response: response, body: body, isPart: request.range != nil)
    }
}

/// The restrictions of a page's policies, and of the servers that it loads icons from.
struct LoadingGate: Sendable {
    private let document: WebURL
    private let policies: [ImagePolicy]

    init?(_ page: Page) {
        guard let document = page.document else { return nil }
        self.document = document
        policies = page.policies.filter { $0.use == .image }
    }
    func allows(_ url: WebURL) -> Bool { policy(against: url) == nil }

    /// The page's first policy that forbids a URL or the target of its redirect; `nil` if there is none.
    func policy(against url: WebURL, redirectingTo final: WebURL? = nil) -> ImagePolicy? {
        policies.first { policy in
            !policy.allows(url, on: document)
                || final.map { $0 != url.withoutCredentials && !policy.allows($0, on: document, isRedirected: true) }
                    ?? false
        }
    }

    /// Whether the page may show the response for a URL, which may have redirected to `final`.
    func admits(_ headers: HTTPHeaders, from final: WebURL, for url: WebURL) -> Bool {
        policy(against: url, redirectingTo: final) == nil && isShared(final, headers)
    }

    var allowsData: Bool { policies.allSatisfy(\.allowsData) }

    /// Whether a server lets the page show a resource (Fetch, "cross-origin resource policy check").
    func isShared(_ url: WebURL, _ headers: HTTPHeaders) -> Bool {
        switch headers.values(of: "Cross-Origin-Resource-Policy").joined(separator: ", ") {
        case "same-origin": url.hasOrigin(of: document)
        case "same-site": url.scheme == document.scheme && url.site == document.site
        default: true
        }
    }
}

extension WebURL {
    /// The registrable domain, estimated by ``parentDomains``.
    fileprivate var site: String { parentDomains.last?.host ?? host }
}

private struct FetchedImage {
    let response: HTTPResponse
    let body: ImageBody
    let isPart: Bool

    /// Whether a request without a range may yield more bytes, or another response.
    var mayHideMore: Bool {
        switch response.status {
        // These servers reject ranges, such as one of an empty file.
        case 400, 416, 501: true
        case 206 where response.headers.tellsThatPartIsWhole: false
        case 206: body.probe.verdict == nil
        // Some servers compress even a range; without a range, libcurl decodes their response.
        default: body.probe.verdict == .failure(.compressed)
        }
    }

    func image(for browser: IconPreference.Browser) -> Result<IconImage, IconRejection> {
        // Browsers request no range, so they treat an unrequested 206 as an error.
        let isAskedPart = response.status == 206 && isPart && response.headers["Content-Range"] != nil
        let isWhole = response.isComplete && (response.status != 206 || response.headers.tellsThatPartIsWhole)
        var probe = body.probe
        let loaded = LoadedIcon(
            bytes: body.start, isWhole: isWhole && body.start.count == body.count,
            type: response.headers["Content-Type"]?.mediaTypeEssence ?? "", status: isAskedPart ? 200 : response.status)
        return response.isSuccess && body.count > SearchOptions.imageLimit
            ? .failure(.tooLarge(limit: SearchOptions.imageLimit)) : loaded.image(for: browser, probe.finish())
    }
}

/// The start of a body, which suffices to identify the image and to check whether a small one is complete; or the whole
/// body.
private struct ImageBody: BodyConsumer {
    private(set) var probe = ImageProbe()
    private(set) var start: [UInt8] = []
    private(set) var count = 0
    private let isKept: Bool

    init(isKept: Bool) { self.isKept = isKept }

    var bytes: [UInt8]? { isKept ? start : nil }

    mutating func receive(_ piece: RawSpan) -> BodyDemand {
        // Safety: the bytes are copied during the call.
        let piece = piece.withUnsafeBytes { Array($0) }
        count += piece.count
        if isKept || start.count <= SearchOptions.imageRange { start += piece }
        return switch probe.receive(piece) {
        case nil: .more
        case .success: isKept || count <= SearchOptions.imageRange ? .more : .enough
        case .failure: .enough
        }
    }
}

extension HTTPHeaders {
    /// Whether the range that was sent is the whole file (RFC 9110, section 14.4).
    fileprivate var tellsThatPartIsWhole: Bool {
        guard let range = self["Content-Range"]?.split(separator: " ").last?.split(separator: "/"), range.count == 2,
            let size = UInt(range[1]), let last = range[0].split(separator: "-").last.flatMap({ UInt($0) })
        else { return false }
        // Positions start at 0; a server may even send the largest number.
        return last < size && size - last == 1
    }
}

extension FetchError {
    /// Whether a server responded, but not with a usable response, as if there were no icon.
    fileprivate var isOfAnswer: Bool {
        switch self {
        case .tooManyRedirects, .unsupportedScheme, .invalidURL, .invalidRedirect, .cutOff, .transferFailed: true
        case .libraryUnusable, .invalidHeader, .unknownHost, .noConnection, .notPublic, .noProxy, .tls, .timedOut: false
        }
    }
}

/// The results of inspecting icons, shared by the pages of a search.
///
/// A request with other headers, cookies or credentials is a different key. Beyond the limit, the least recently used
/// results are removed.
final class KnownVerdicts: Sendable {
    private let recent: Mutex<RecentValues<SearchRequests.Question, IconVerdict>>

    init(limit: Int = 4096) { recent = Mutex(RecentValues(limit: limit)) }

    subscript(question: SearchRequests.Question) -> IconVerdict? {
        get { recent.withLock { $0[question] } }
        set { recent.withLock { $0[question] = newValue } }
    }
}
