import Fetching
import URLs

/// The response of a site's server for a URL, or the reason why there is none.
enum SiteResource: Sendable {
    /// The server responded, with whatever status.
    case served(ServedFile)
    case failed(FetchError)
    /// The URL is on another host, and the network is not used.
    case elsewhere
    /// The time limit for the whole site was exceeded.
    case late

    var isUnknown: Bool {
        switch self {
        case .served, .failed: false
        case .elsewhere, .late: true
        }
    }

    /// The response, if its status is a success.
    var file: ServedFile? {
        guard case .served(let file) = self, (200...299).contains(file.status) else { return nil }
        return file
    }

    var withoutBody: SiteResource {
        guard case .served(var file) = self else { return self }
        file.bytes = []
        return .served(file)
    }
}

struct ServedFile: Sendable {
    var status: Int
    /// After redirects.
    var url: WebURL
    var headers: HTTPHeaders
    var bytes: [UInt8]
    var isCut: Bool
    /// The number of received bytes, even if they are not kept.
    var byteCount: Int

    /// The media type in lower case without parameters; `nil` if the server sends none.
    var mediaType: String? { headers["Content-Type"]?.mediaTypeEssence }
}

struct SiteLoader: Sendable {
    let client: any HTTPClient
    let requests: SearchRequests

    private static let width = 4

    enum Kind: Sendable {
        case page, icon, robots
        case manifest(of: WebURL?)
    }

    func resource(at url: WebURL, as kind: Kind) async throws -> SiteResource {
        do {
            let (response, body) = try await client.fetch(request(for: url, kind), into: BodyBytes())
            return .served(
                ServedFile(
                    status: response.status, url: WebURL(response.url) ?? url, headers: response.headers,
                    bytes: body.bytes, isCut: !response.isComplete, byteCount: body.bytes.count))
        } catch FetchError.timedOut where requests.areOver { return .late } catch let error as FetchError {
            return .failed(error)
        } catch is SiteFolder.Outside { return .elsewhere }
    }

    func resources(at urls: [WebURL], as kind: Kind) async throws -> [WebURL: SiteResource] {
        try await each(of: urls, as: kind) { $1 }
    }

    func each<Value: Sendable>(
        of urls: [WebURL], as kind: Kind, _ make: @escaping @Sendable (WebURL, SiteResource) -> Value
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
        case .manifest(let document): requests.file(url, limit: WebManifest.byteLimit, from: document)
        case .robots: requests.file(url, limit: RobotsRules.byteLimit)
        }
    }
}
