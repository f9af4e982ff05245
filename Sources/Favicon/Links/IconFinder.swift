package import Fetching
import Scanning

/// Finds what a page says about its icons in its bytes, as they come.
///
/// ```swift
/// var finder = IconFinder()
/// finder.read(bytes)
/// let page = finder.page(at: WebURL("https://example.com/"))
/// ```
package struct IconFinder: Sendable {
    /// The most bytes of a page that are read; real pages name their icons within 400 KB.
    package static let pageLimit = 16 << 20

    private var scanner = HTMLScanner(reporting: [.base, .link, .meta])
    private var tags = PageTags()

    /// Starts at the beginning of a page.
    package init() {}

    /// Reads the next bytes of the page, which are taken for UTF-8.
    package mutating func read(_ bytes: [UInt8]) {
        for tag in scanner.scan(bytes) { tags.add(tag) }
    }

    /// What was found, for a document at the URL; `nil` if the URL is not known.
    ///
    /// The first `base` counts for all links, those before it, too (HTML 4.2.3).
    package func page(at document: WebURL?) -> Page {
        Page(tags, at: document)
    }
}
