import URLs

/// A sequence of pages, each of which refreshes to the next, that browsers show within moments.
struct RefreshTrail {
    private var seen: Set<WebURL>
    private var count = 0
    /// Why the sequence ends at a page that refreshes; `nil` if it does not.
    private(set) var warning: String?

    /// Starts with the requested URL, because a page that it redirects to may refresh back to it.
    init(from url: WebURL) { seen = [url] }

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
    /// Whether browsers replace the page before users see its icon.
    var isLeft: Bool { refresh != nil && refreshDelay <= SearchOptions.refreshDelayLimit }
}
