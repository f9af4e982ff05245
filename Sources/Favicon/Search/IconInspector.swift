import Fetching
import URLs
import Synchronization

/// The result of inspecting an icon.
enum IconVerdict: Sendable, Equatable {
    /// It is one; with its bytes, if they are kept.
    case icon(IconImage, bytes: [UInt8]?)
    /// It cannot be had.
    case refused(IconRejection)

    /// Whether it is one.
    var isIcon: Bool {
        if case .icon = self { true } else { false }
    }
}

/// Loads an icon as a browser does, fetching only as much of it as is needed to judge it.
struct IconInspector: Sendable {
    let client: any HTTPClient
    let requests: SearchRequests
    /// Whether icons are fetched whole and kept.
    let keepsImages: Bool
    /// What the page lets the browser load; `nil` for all.
    var gate: LoadingGate?
    /// The browser by whose rules an icon loads.
    var browser = IconPreference.Browser.chromium
    /// What is known from other pages; `nil` to ask always.
    let known: KnownVerdicts?

    /// What an icon is.
    func verdict(on target: IconTarget) async -> IconVerdict {
        switch target {
        case .nothing: return .refused(.nothing)
        case .data(let url):
            // Chromium shows these whatever a policy says.
            if browser == .firefox, gate?.allowsData == false { return .refused(.policy) }
            guard let loaded = LoadedIcon(url) else { return .refused(.damagedURL) }
            return verdict(loaded.image(for: browser), bytes: loaded.bytes)
        case .web(let url): return await verdict(on: url)
        }
    }

    private func verdict(_ image: Result<IconImage, IconRejection>, bytes: [UInt8]?) -> IconVerdict
    {
        switch image {
        case .success(let image): .icon(image, bytes: keepsImages ? bytes : nil)
        case .failure(let rejection): .refused(rejection)
        }
    }

    private func verdict(on url: WebURL) async -> IconVerdict {
        if gate?.allows(url) == false { return .refused(.policy) }
        let asker = requests.asker(of: url)
        if let verdict = known?[url, asker] { return verdict }
        do {
            let (verdict, isOfPage) = try await fetchedVerdict(on: url)
            if !isOfPage { known?[url, asker] = verdict }
            return verdict
        } catch let error as FetchError {
            return .refused(error.isOfAnswer ? .noAnswer(error) : .unreachable(error))
        } catch {
            // Cancelled: nobody wants to know any more.
            return .refused(.missing)
        }
    }

    /// The verdict, and whether it depends on the page.
    private func fetchedVerdict(on url: WebURL) async throws -> (IconVerdict, isOfPage: Bool) {
        var image = try await fetch(
            requests.image(url, range: keepsImages ? nil : SearchOptions.imageRange))
        if !keepsImages, image.mayHideMore { image = try await fetch(requests.image(url)) }
        if let gate, let final = WebURL(image.response.url),
            !gate.admits(image.response.headers, from: final, for: url)
        {
            return (.refused(.policy), true)
        }
        return (
            verdict(image.image(for: browser), bytes: image.body.bytes),
            image.response.headers["Cross-Origin-Resource-Policy"] != nil
                || image.response.url != url.description
        )
    }

    private func fetch(_ request: HTTPRequest) async throws -> FetchedImage {
        let (response, body) = try await client.fetch(request, into: ImageBody(isKept: keepsImages))
        return FetchedImage(response: response, body: body, isPart: request.range != nil)
    }
}

/// What a page lets a browser load, and what servers give to the page.
struct LoadingGate: Sendable {
    private let document: WebURL
    private let policies: [ImagePolicy]

    /// Reads what a page says; `nil` if it is not known where the page is.
    init?(_ page: Page) {
        guard let document = page.document else { return nil }
        self.document = document
        policies = page.policies.filter { $0.use == .image }
    }

    /// Whether the page's policies allow a URL.
    func allows(_ url: WebURL) -> Bool { policy(against: url) == nil }

    /// The policy of the page that forbids a URL, or where it redirects to; `nil` if all allow them.
    func policy(against url: WebURL, redirectingTo final: WebURL? = nil) -> ImagePolicy? {
        policies.first { policy in
            !policy.allows(url, on: document)
                || final.map {
                    $0 != url.withoutCredentials
                        && !policy.allows($0, on: document, isRedirected: true)
                } ?? false
        }
    }

    /// Whether the page may show what a server has sent for a URL, from where that redirects to.
    func admits(_ headers: HTTPHeaders, from final: WebURL, for url: WebURL) -> Bool {
        policy(against: url, redirectingTo: final) == nil && isShared(final, headers)
    }

    /// Whether the page's policies allow `data:` URLs.
    var allowsData: Bool { policies.allSatisfy(\.allowsData) }

    /// Whether a server gives an icon to the page (Fetch, "cross-origin resource policy check").
    func isShared(_ url: WebURL, _ headers: HTTPHeaders) -> Bool {
        switch headers.values(of: "Cross-Origin-Resource-Policy").joined(separator: ", ") {
        case "same-origin": url.hasOrigin(of: document)
        case "same-site": url.scheme == document.scheme && url.site == document.site
        default: true
        }
    }
}

extension WebURL {
    /// The domain that a registry has given out, as far as its name tells.
    fileprivate var site: String { parentDomains.last?.host ?? host }
}

/// A server's response for an icon.
private struct FetchedImage {
    let response: HTTPResponse
    let body: ImageBody
    /// Whether only a part was asked for.
    let isPart: Bool

    /// Whether the server may have more, or something else, if it is not asked for a part.
    var mayHideMore: Bool {
        switch response.status {
        // Parts are not to its liking, among them the first of nothing.
        case 400, 416, 501: true
        case 206 where response.headers.tellsThatPartIsWhole: false
        case 206: body.probe.verdict == nil
        // Servers that compress what was not to be compressed say so, and undo it if they may.
        default: body.probe.verdict == .failure(.compressed)
        }
    }

    func image(for browser: IconPreference.Browser) -> Result<IconImage, IconRejection> {
        // Of who asks for no part, as browsers do, a part is an error.
        let isAskedPart =
            response.status == 206 && isPart && response.headers["Content-Range"] != nil
        let isWhole =
            response.isComplete && (response.status != 206 || response.headers.tellsThatPartIsWhole)
        var probe = body.probe
        let loaded = LoadedIcon(
            bytes: body.start, isWhole: isWhole && body.start.count == body.count,
            type: response.headers["Content-Type"].flatMap(MediaTypeName.essence) ?? "",
            status: isAskedPart ? 200 : response.status)
        return response.isSuccess && body.count > SearchOptions.imageLimit
            ? .failure(.tooLarge(limit: SearchOptions.imageLimit))
            : loaded.image(for: browser, probe.finish())
    }
}

/// As much of a body as identifies the image and tells whether it is whole, if it is small; or all of it.
private struct ImageBody: BodyConsumer {
    private(set) var probe = ImageProbe()
    /// The first bytes.
    private(set) var start: [UInt8] = []
    private(set) var count = 0
    private let isKept: Bool

    init(isKept: Bool) {
        self.isKept = isKept
    }

    /// All bytes, if they are kept.
    var bytes: [UInt8]? { isKept ? start : nil }

    mutating func receive(_ piece: RawSpan) -> BodyDemand {
        // Safety: the bytes are copied before the call that lends them returns.
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
    /// Whether the part that came is all there is (RFC 9110, section 14.4).
    fileprivate var tellsThatPartIsWhole: Bool {
        guard let range = self["Content-Range"]?.split(separator: " ").last?.split(separator: "/"),
            range.count == 2, let size = UInt(range[1]),
            let last = range[0].split(separator: "-").last.flatMap({ UInt($0) })
        else { return false }
        // Counted from 0; a server may as well write the largest number that there is.
        return last < size && size - last == 1
    }
}

extension FetchError {
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

/// The results of inspecting icons, shared by the pages of a site.
///
/// Whoever tells the server something else of himself asks it anew.
///
/// It remembers some thousand, and of more the ones that were asked about last.
final class KnownVerdicts: Sendable {
    private struct Question: Hashable {
        let url: WebURL
        let asker: SearchRequests.Asker
    }

    private let recent: Mutex<RecentValues<Question, IconVerdict>>

    init(limit: Int = 4096) {
        recent = Mutex(RecentValues(limit: limit))
    }

    /// What is known of an icon to who asks so.
    subscript(url: WebURL, asker: SearchRequests.Asker) -> IconVerdict? {
        get { recent.withLock { $0[Question(url: url, asker: asker)] } }
        set { recent.withLock { $0[Question(url: url, asker: asker)] = newValue } }
    }
}
