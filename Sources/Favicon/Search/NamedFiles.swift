import Fetching
import URLs

/// Fetches the files in which a page declares more icons: its manifest and its `browserconfig.xml`.
struct NamedFiles: Sendable {
    let client: any HTTPClient
    let requests: SearchRequests
    struct Result: Sendable {
        var icons: [IconLink] = []
        var warnings: [String] = []
    }

    static func areNamed(by page: Page) -> Bool { page.manifest != nil || page.browserConfig != nil }

    func result(of page: Page) async throws -> Result {
        async let manifest = icons(in: page.manifest, limit: WebManifest.byteLimit) {
            try WebManifest($0, at: $1).icons
        }
        async let tiles = icons(in: page.browserConfig, limit: BrowserConfig.byteLimit) {
            try BrowserConfig($0, at: $1).icons
        }
        let results = await [manifest, tiles]
        try Task.checkCancellation()
        return results.reduce(into: Result()) { all, result in
            all.icons += result.icons
            all.warnings += result.warnings
        }
    }

    private func icons(in file: WebURL?, limit: Int, reading: @Sendable ([UInt8], WebURL) throws -> [IconLink]) async
        -> Result
    {
        guard let file else { return Result() }
        let name = file.withoutCredentials
        do {
            let (response, body) = try await client.fetch(requests.file(file, limit: limit), into: WholeBody())
            guard response.isSuccess else {
                let status = "\(name): the server responded with status \(response.status)"
                return Result(warnings: [status])
            }
            return try Result(icons: reading(body.bytes, WebURL(response.url) ?? file))
        } catch let error as FetchError { return Result(warnings: ["\(error)"]) } catch {
            return Result(warnings: ["\(name): \(error)"])
        }
    }
}
