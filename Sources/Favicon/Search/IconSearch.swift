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
struct IconSearch: Sendable {
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

    /// What is found for the page at a URL, or at another one if nobody answers there.
    ///
    /// - Throws: ``FaviconError`` if the page cannot be fetched, or `CancellationError`.
    func finding(at url: WebURL, orElse other: WebURL? = nil) async throws -> IconFinding {
        let requests = SearchRequests(options, for: url)
        let fetch = PageFetch(
            client: client, requests: requests, readsWholePages: options.readsWholePages)
        do {
            // They would be in every URL that is relative to the page's, and be shown.
            let result = try await fetch.result(
                at: url.withoutCredentials, orElse: other?.withoutCredentials)
            return try await finding(
                in: result.page, status: result.status, result.warnings, requests)
        } catch let error as FetchError {
            throw FaviconError.unreachable(error)
        }
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
                client: client, requests: requests, keepsImages: options.keepsImages, known: known))
        let level = options.verification
        var order = order(of: page)
        var warnings = warnings
        if readsFiles(of: page) {
            // What they name comes after the links, which mostly do.
            if !comparesAll {
                try await verification.settle(&order) { $0.source == .link && level.doubts($0) }
            }
            if comparesAll || order.chosen.map({ $0.source != .link }) ?? !order.isDeclined {
                let files = try await NamedFiles(client: client, requests: requests).result(
                    of: page)
                warnings += files.warnings
                let before = order
                order = self.order(of: page, and: files.icons)
                order.takeVerdicts(of: before)
            }
        }
        try await verification.settle(&order, all: level == .all) { level.doubts($0) }
        return IconFinding(page: page, status: status, order: order, warnings: warnings)
    }

    private func order(of page: Page, and others: [IconLink] = []) -> IconOrder {
        IconChoice.order(
            page, and: others, tryingFallbacks: options.triesFallbacks, for: options.wish)
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

extension SearchOptions.Verification {
    /// Whether an icon is not believed without a look.
    func doubts(_ icon: IconLink) -> Bool {
        switch self {
        case .offline: false
        case .unnamed: icon.isOfServer
        case .chosen, .all: true
        }
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
    var chosen: IconOrder.Entry? { order.best }
}
