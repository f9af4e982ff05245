import Fetching
import URLs

extension Page {
    /// Whether it names files in which it may declare more icons: its manifest and its `browserconfig.xml`.
    var namesFiles: Bool { manifest != nil || browserConfig != nil }

    /// Fetches the icons in these files; a file that cannot be read yields a warning.
    func iconsOfFiles(by client: any HTTPClient, _ requests: SearchRequests) async throws -> (
        icons: [IconLink], warnings: [String]
    ) {
        @Sendable func icons(in file: WebURL?, limit: Int, reading: @Sendable ([UInt8], WebURL) throws -> [IconLink])
            async -> (icons: [IconLink], warnings: [String])
        {
            guard let file else { return ([], []) }
            let name = file.withoutCredentials
            do {
                let (response, body) = try await client.fetch(requests.file(file, limit: limit), into: BodyBytes())
                guard response.isSuccess else {
                    return ([], ["\(name): the server responded with status \(response.status)"])
                }
                return (try reading(body.bytes, WebURL(response.url) ?? file), [])
            } catch { return ([], [error is FetchError ? "\(error)" : "\(name): \(error)"]) }
        }
        async let manifest = icons(in: self.manifest, limit: WebManifest.byteLimit) {
            try WebManifest($0, at: $1).icons
        }
        async let tiles = icons(in: browserConfig, limit: BrowserConfig.byteLimit) {
            try BrowserConfig($0, at: $1).icons
        }
        let found = await [manifest, tiles]
        try Task.checkCancellation()
        return (found.flatMap(\.icons), found.flatMap(\.warnings))
    }
}
