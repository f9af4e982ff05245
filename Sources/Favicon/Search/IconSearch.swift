import Fetching
import URLs

/// Finds the icon of a page: fetches the page, ranks its icons, and inspects them until a usable one is found.
///
/// ```swift
/// let search = IconSearch(client: context.httpClient, options: SearchOptions(userAgent: "me"))
/// let finding = try await search.finding(at: url)
/// print(finding.chosen?.icon.target ?? "no icon")
/// ```
///
/// One search can process many pages concurrently; they share the results of inspecting icons.
final class IconSearch: Sendable {
    private let client: any HTTPClient
    private let options: SearchOptions
    private let known: KnownVerdicts?

    init(client: any HTTPClient, options: SearchOptions) {
        self.client = client
        self.options = options
        // Kept images are too large to cache.
        known = options.keepsImages ? nil : KnownVerdicts()
    }

    struct Beginning: Sendable {
        fileprivate let requests: SearchRequests
        fileprivate let first: Result<PageFetch.Result, any Error>
    }

    /// Starts fetching a page without a task; see the client's `start`.
    func start(at url: WebURL, end: @escaping @Sendable (Beginning) -> Void) -> (@Sendable () -> Void)? {
        let requests = SearchRequests(options, for: url)
        return fetch(for: requests).start(at: url.withoutCredentials) { first in
            end(Beginning(requests: requests, first: first))
        }
    }

    /// The finding if nothing more has to be fetched; `nil` if ``finding(at:orElse:after:)`` must continue.
    func finding(after beginning: Beginning) -> IconFinding? {
        guard case .success(let result) = beginning.first, !result.page.isLeft, result.page.libraryError == nil,
            !readsFiles(of: result.page)
        else { return nil }
        let order = order(of: result.page, unnamed)
        guard order.next() == nil else { return nil }
        return IconFinding(page: result.page, status: result.status, order: order, warnings: result.warnings)
    }

    /// Finds the icon of the page at a URL, or at the other URL if the connection fails.
    func finding(at url: WebURL, orElse other: WebURL? = nil, after beginning: Beginning? = nil) async throws
        -> IconFinding
    {
        let requests = beginning?.requests ?? SearchRequests(options, for: url)
        do {
            // Credentials would become part of every relative URL, and be shown.
            let result = try await fetch(for: requests).result(
                at: url.withoutCredentials, orElse: other?.withoutCredentials, after: beginning?.first)
            return try await finding(in: result.page, status: result.status, result.warnings, requests)
        } catch let error as FetchError { throw FaviconError.unreachable(error) }
    }

    /// A page that cannot be fetched yields a report with the error.
    func report(on url: WebURL, orElse other: WebURL?, requested: String, after beginning: Beginning? = nil)
        async throws -> IconReport
    {
        do {
            return try await IconReport(of: finding(at: url, orElse: other, after: beginning), requested: requested)
        } catch let error as FaviconError { return IconReport(failed: error, requested: requested) }
    }

    private func fetch(for requests: SearchRequests) -> PageFetch {
        PageFetch(
            client: client, requests: requests,
            readsWholePages: options.readsWholePages || options.preference.browser == .firefox)
    }

    /// Finds the icon of a page that was read from a file or standard input.
    ///
    /// The time limit starts now, because it applies to servers, not to the program that writes the page.
    func finding(in page: Page) async throws -> IconFinding {
        try await finding(in: page, status: nil, [], SearchRequests(options, for: page.document))
    }

    private func finding(in page: Page, status: Int?, _ warnings: [String], _ requests: SearchRequests) async throws
        -> IconFinding
    {
        if let error = page.libraryError { throw FaviconError.unreachable(error) }
        let verification = IconVerification(
            inspector: IconInspector(
                client: client, requests: requests, keepsImages: options.keepsImages,
                gate: options.preference.use == .tab ? LoadingGate(page) : nil, browser: options.preference.loader,
                known: known))
        let all = options.verification == .all
        let readsFiles = readsFiles(of: page)
        var warnings = warnings
        // Icons of the files rank after the links, which usually suffice, and before undeclared ones.
        var order = order(of: page, readsFiles ? .ifAlone : unnamed)
        if !readsFiles || !comparesAll { try await verification.settle(&order, all: all) }
        if readsFiles {
            var files: [IconLink] = []
            if comparesAll || order.chosen == nil && !order.isDeclined {
                let result = try await page.iconsOfFiles(by: client, requests)
                warnings += result.warnings
                files = result.icons
            }
            order = self.order(of: page, unnamed, and: files).with(verdictsOf: order)
            try await verification.settle(&order, all: all)
        }
        return IconFinding(page: page, status: status, order: order, warnings: warnings)
    }

    private var unnamed: IconOrder.Unnamed { options.triesFallbacks ? .fallbacks : .favicon }

    private func order(of page: Page, _ unnamed: IconOrder.Unnamed, and others: [IconLink] = []) -> IconOrder {
        IconOrder(page, and: others, unnamed: unnamed, for: options.preference, verifying: options.verification)
    }

    /// Whether files named by the page may contain more icons; browsers ignore these for tabs.
    private func readsFiles(of page: Page) -> Bool {
        options.verification != .offline && options.preference.browser == nil && page.namesFiles
    }

    private var comparesAll: Bool { options.preference.use == .largest || options.verification == .all }
}

struct IconFinding: Sendable {
    let page: Page
    /// The HTTP status, such as 404; `nil` for a page that was not fetched.
    let status: Int?
    var order: IconOrder
    let warnings: [String]

    var chosen: IconOrder.Entry? { order.entries.first(where: \.isChosen) }

    /// A note if the browser itself would not show the chosen icon; `nil` if it would, or if the icon is not for a tab.
    var note: String? { order.isFallback ? order.conclusion : nil }
}
