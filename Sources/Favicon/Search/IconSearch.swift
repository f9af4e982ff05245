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
        let order = order(of: result.page)
        guard !ranksByRealSizes || !order.hasUnknownTargets(where: { $0.isInPage }),
            IconVerification.isSettled(order, options.verification == .all, doubts)
        else { return nil }
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
        PageFetch(client: client, requests: requests, readsWholePages: options.readsWholePages)
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
        var order = order(of: page)
        var others: [IconLink] = []
        var warnings = warnings
        if readsFiles(of: page) {
            // What they name comes after the links, which mostly do.
            if !comparesAll {
                try await verification.settle(&order) { $0.source == .link && doubts($0) }
            }
            if comparesAll || order.chosen.map({ $0.source != .link }) ?? !order.isDeclined {
                let files = try await NamedFiles(client: client, requests: requests).result(
                    of: page)
                warnings += files.warnings
                others = files.icons
                order = reordered(order, of: page, and: others)
            }
        }
        try await settle(&order, of: page, and: others, by: verification)
        return IconFinding(page: page, status: status, order: order, warnings: warnings)
    }

    private func order(
        of page: Page, and others: [IconLink] = [], realSizes: [IconTarget: [PixelSize]] = [:]
    ) -> IconOrder {
        IconChoice.order(
            page, and: others, realSizes: realSizes, tryingFallbacks: options.triesFallbacks,
            for: options.wish)
    }

    /// Looks at icons, and ranks them anew as long as the sizes of pictures say otherwise than the page.
    ///
    /// So do browsers: Chromium goes on to the next icon where the first is not of the size that it wants.
    private func settle(
        _ order: inout IconOrder, of page: Page, and others: [IconLink],
        by verification: IconVerification
    ) async throws {
        if ranksByRealSizes {
            // The best may be one that the page holds itself, whatever it declares: a look costs nothing.
            try await verification.settle(&order, all: true, where: \.isInPage)
        }
        var ranked: [IconTarget: [PixelSize]] = [:]
        repeat {
            if order.realSizes != ranked {
                ranked = order.realSizes
                order = reordered(order, of: page, and: others)
            }
            try await verification.settle(
                &order, all: options.verification == .all, where: doubts)
        } while ranksByRealSizes && order.realSizes != ranked
    }

    /// The icons in a new order, with what is known of them.
    private func reordered(
        _ order: IconOrder, of page: Page, and others: [IconLink]
    ) -> IconOrder {
        var new = self.order(
            of: page, and: others, realSizes: ranksByRealSizes ? order.realSizes : [:])
        new.takeVerdicts(of: order)
        return new
    }

    /// Whether real sizes count: the models of browsers, and phones, go by what is declared.
    private var ranksByRealSizes: Bool {
        options.wish.browser == nil && options.wish.use != .touch
    }

    /// Whether an icon is not believed without a look.
    private func doubts(_ icon: IconLink) -> Bool {
        // What the page holds itself needs no network, but browsers' models take it as declared.
        if icon.isInPage, options.wish.browser == nil { return true }
        return switch options.verification {
        case .offline: false
        case .unnamed: icon.isOfServer
        case .chosen, .all: true
        }
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

extension IconLink {
    /// Whether the page holds the icon itself.
    fileprivate var isInPage: Bool {
        if case .data = target { true } else { false }
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
