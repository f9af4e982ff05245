import Fetching
import URLs

/// Finds the icon of a page: fetches the page, ranks its icons, and inspects the best until one is
/// usable.
///
/// ```swift
/// let search = IconSearch(client: context.httpClient, options: SearchOptions(userAgent: "me"))
/// let finding = try await search.finding(at: url)
/// print(finding.chosen?.icon.target ?? "no icon")
/// ```
///
/// One search may be used for many pages at once; they share what is known of icons.
final class IconSearch: Sendable {
    private let client: any HTTPClient
    private let options: SearchOptions
    private let known: KnownVerdicts?

    /// Makes a search over a client.
    init(client: any HTTPClient, options: SearchOptions) {
        self.client = client
        self.options = options
        // Images that are kept are too large to be remembered.
        known = options.keepsImages ? nil : KnownVerdicts()
    }

    /// A search that has begun: its page was asked for.
    struct Beginning: Sendable {
        fileprivate let requests: SearchRequests
        fileprivate let first: Result<PageFetch.Result, any Error>
    }

    /// Begins the search for a page, as `start` of the client does.
    func start(
        at url: WebURL, end: @escaping @Sendable (Beginning) -> Void
    ) -> (@Sendable () -> Void)? {
        let requests = SearchRequests(options, for: url)
        return fetch(for: requests).start(at: url.withoutCredentials) { first in
            end(Beginning(requests: requests, first: first))
        }
    }

    /// What is found for a page if nothing more is to be fetched for it; `nil` if that is for
    /// ``finding(at:orElse:after:)`` to find out.
    func finding(after beginning: Beginning) -> IconFinding? {
        guard case .success(let result) = beginning.first, !result.page.isLeft,
            result.page.libraryError == nil, !readsFiles(of: result.page)
        else { return nil }
        let order = order(of: result.page, unnamed)
        guard order.next() == nil else { return nil }
        return IconFinding(
            page: result.page, status: result.status, order: order, warnings: result.warnings)
    }

    /// What is found for the page at a URL, or at another one if nobody answers there.
    ///
    /// - Throws: ``FaviconError`` if the page cannot be fetched, or `CancellationError`.
    func finding(
        at url: WebURL, orElse other: WebURL? = nil, after beginning: Beginning? = nil
    ) async throws -> IconFinding {
        let requests = beginning?.requests ?? SearchRequests(options, for: url)
        do {
            // They would be in every URL that is relative to the page's, and be shown.
            let result = try await fetch(for: requests).result(
                at: url.withoutCredentials, orElse: other?.withoutCredentials,
                after: beginning?.first)
            return try await finding(
                in: result.page, status: result.status, result.warnings, requests)
        } catch let error as FetchError {
            throw FaviconError.unreachable(error)
        }
    }

    private func fetch(for requests: SearchRequests) -> PageFetch {
        PageFetch(
            client: client, requests: requests,
            readsWholePages: options.readsWholePages || options.wish.browser == .firefox)
    }

    /// What is found for a page that is there already.
    ///
    /// The time begins to run now: it is that of the servers, not of whoever writes the page to
    /// standard input.
    ///
    /// - Throws: ``FaviconError`` if a library is missing, or `CancellationError`.
    func finding(in page: Page) async throws -> IconFinding {
        try await finding(in: page, status: nil, [], SearchRequests(options, for: page.document))
    }

    private func finding(
        in page: Page, status: Int?, _ warnings: [String], _ requests: SearchRequests
    ) async throws -> IconFinding {
        if let error = page.libraryError { throw FaviconError.unreachable(error) }
        let verification = IconVerification(
            inspector: IconInspector(
                client: client, requests: requests, keepsImages: options.keepsImages,
                gate: options.wish.use == .tab ? LoadingGate(page) : nil,
                browser: options.wish.loader,
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
                let result = try await NamedFiles(client: client, requests: requests).result(
                    of: page)
                warnings += result.warnings
                files = result.icons
            }
            order = self.order(of: page, unnamed, and: files).with(verdictsOf: order)
            try await verification.settle(&order, all: all)
        }
        return IconFinding(page: page, status: status, order: order, warnings: warnings)
    }

    private var unnamed: IconChoice.Unnamed { options.triesFallbacks ? .fallbacks : .favicon }

    private func order(
        of page: Page, _ unnamed: IconChoice.Unnamed, and others: [IconLink] = []
    ) -> IconOrder {
        IconChoice.order(
            page, and: others, unnamed: unnamed, for: options.wish, verifying: options.verification)
    }

    /// Whether more icons are in files that the page names; browsers take none of them for a tab.
    private func readsFiles(of page: Page) -> Bool {
        options.verification != .offline && options.wish.browser == nil
            && NamedFiles.areNamed(by: page)
    }

    /// Whether icons count that come after the best link, or may be better.
    private var comparesAll: Bool {
        options.wish.use == .largest || options.verification == .all
    }
}

/// The result for a page.
struct IconFinding: Sendable {
    /// What the page says.
    let page: Page
    /// What its server said of it, such as 404; `nil` for a page that was not fetched.
    let status: Int?
    /// All its icons, with what is known of them.
    var order: IconOrder
    /// What a user should know of the way to it, in sentences.
    let warnings: [String]

    /// The icon that is taken; `nil` if there is none.
    var chosen: IconOrder.Entry? { order.entries.first(where: \.isChosen) }

    /// What is told of an icon that the browser itself would not show; `nil` if it would, or if nobody asked for a tab.
    var note: String? {
        order.isFallback ? order.conclusion : nil
    }
}
