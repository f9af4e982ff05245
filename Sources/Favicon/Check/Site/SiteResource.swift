import Fetching
import URLs

/// What the server of a site answers for a URL, or why nobody asked it.
enum SiteResource: Sendable {
    /// The server answered, whatever with.
    case served(ServedFile)
    /// The server cannot be asked, or did not answer.
    case failed(FetchError)
    /// It is on another host, and there is no network.
    case elsewhere
    /// The time for all of the site was over before the server answered, or before it was asked.
    case late

    /// Whether nothing is known of it, neither good nor bad.
    var isUnknown: Bool {
        switch self {
        case .served, .failed: false
        case .elsewhere, .late: true
        }
    }

    /// The answer, if it is a success.
    var file: ServedFile? {
        guard case .served(let file) = self, (200...299).contains(file.status) else { return nil }
        return file
    }

    /// The same without the bytes of the answer.
    var withoutBody: SiteResource {
        guard case .served(var file) = self else { return self }
        file.bytes = []
        return .served(file)
    }
}

/// A server's answer, whole.
struct ServedFile: Sendable {
    /// The status, such as 404.
    var status: Int
    /// Where it is after all redirects.
    var url: WebURL
    /// What the server says of it.
    var headers: HTTPHeaders
    /// The body, or the beginning of one that exceeds its limit.
    var bytes: [UInt8]
    /// Whether the body is longer than that.
    var isCut: Bool
    /// How many bytes came, also where they are not kept.
    var byteCount: Int

    /// The media type that the server names, without parameters and in small letters; `nil` if it names none.
    var mediaType: String? {
        headers["Content-Type"].flatMap { MediaTypeName.essence(of: $0) }
    }
}

/// Loads the files of a site, each once.
struct SiteLoader: Sendable {
    let client: any HTTPClient
    let requests: SearchRequests

    /// How many files are loaded at once.
    private static let width = 4

    /// The kind of a file, which decides how it is asked for.
    enum Kind: Sendable {
        case page, icon, robots
        /// The manifest of a page at a URL.
        case manifest(of: WebURL?)
    }

    /// What is at a URL.
    ///
    /// - Throws: `CancellationError`.
    func resource(at url: WebURL, as kind: Kind) async throws -> SiteResource {
        do {
            let (response, body) = try await client.fetch(
                request(for: url, kind), into: WholeBody())
            return .served(
                ServedFile(
                    status: response.status, url: WebURL(response.url) ?? url,
                    headers: response.headers, bytes: body.bytes, isCut: !response.isComplete,
                    byteCount: body.bytes.count))
        } catch FetchError.timedOut where requests.areOver {
            return .late
        } catch let error as FetchError {
            return .failed(error)
        } catch is SiteFolder.Outside {
            return .elsewhere
        }
    }

    /// What is at several URLs.
    ///
    /// - Throws: `CancellationError`.
    func resources(at urls: [WebURL], as kind: Kind) async throws -> [WebURL: SiteResource] {
        try await each(of: urls, as: kind) { $1 }
    }

    /// Loads what is at several URLs, and keeps what is made of each.
    ///
    /// - Throws: `CancellationError`.
    func each<Value: Sendable>(
        of urls: [WebURL], as kind: Kind,
        _ make: @escaping @Sendable (WebURL, SiteResource) -> Value
    ) async throws -> [WebURL: Value] {
        try await withThrowingTaskGroup(of: (WebURL, Value).self) { group in
            var rest = urls[...]
            var values: [WebURL: Value] = [:]
            func start() {
                guard let url = rest.popFirst() else { return }
                group.addTask {
                    let resource = try await resource(at: url, as: kind)
                    try Task.checkCancellation()
                    return (url, make(url, resource))
                }
            }
            for _ in 0..<Self.width { start() }
            while let (url, value) = try await group.next() {
                values[url] = value
                start()
            }
            return values
        }
    }

    private func request(for url: WebURL, _ kind: Kind) -> HTTPRequest {
        switch kind {
        case .page: requests.page(url)
        case .icon: requests.image(url)
        case .manifest(let document):
            requests.file(url, limit: WebManifest.byteLimit, from: document)
        case .robots: requests.file(url, limit: RobotsRules.byteLimit)
        }
    }
}

/// A body that is kept completely.
struct WholeBody: BodyConsumer {
    private(set) var bytes: [UInt8] = []

    mutating func receive(_ piece: RawSpan) -> BodyDemand {
        // Safety: the bytes are copied before the call that lends them returns.
        piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
        return .more
    }
}
