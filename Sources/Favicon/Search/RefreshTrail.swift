import URLs

/// The way along pages that lead to another one by themselves, which a browser shows after a moment in their place.
struct RefreshTrail {
    private var seen: Set<WebURL>
    private var count = 0
    /// Why it ends at a page that leads on; `nil` if it does not.
    private(set) var warning: String?

    /// Begins with what was asked for: where that redirects to the page, the page may lead back to it.
    init(from url: WebURL) {
        seen = [url]
    }

    /// Where a page leads; `nil` if it stays, or the way ends there.
    mutating func next(after page: Page) -> WebURL? {
        guard page.isLeft, let next = page.refresh else { return nil }
        if let document = page.document { seen.insert(document) }
        guard seen.insert(next).inserted else {
            warning = "the refreshes form a loop"
            return nil
        }
        guard count < SearchOptions.refreshLimit else {
            warning = "stopped after \(SearchOptions.refreshLimit) refreshes"
            return nil
        }
        count += 1
        return next
    }
}

extension Page {
    /// Whether browsers show another page in its place before anybody sees its icon.
    var isLeft: Bool { refresh != nil && refreshDelay <= SearchOptions.refreshDelayLimit }
}
