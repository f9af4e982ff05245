package import Fetching
import Scanning

/// Finds the icon links of a page in its bytes, as they come.
///
/// ```swift
/// var finder = IconFinder()
/// finder.read(bytes)
/// let page = finder.page(at: WebURL("https://example.com/"))
/// ```
package struct IconFinder: Sendable {
    private var scanner = HTMLScanner(reporting: [.base, .link])
    private var base: String?
    private var links: [HTMLTag] = []

    /// Starts at the beginning of a page.
    package init() {}

    /// Reads the next bytes of the page, which are taken for UTF-8.
    package mutating func read(_ bytes: [UInt8]) {
        for tag in scanner.scan(bytes) {
            if tag.element == .link {
                links.append(tag)
            } else if base == nil, tag.placement == .document {
                base = tag.text(.href)
            }
        }
    }

    /// What was found, for a document at the URL; `nil` if the URL is not known.
    ///
    /// The first `base` counts for all links, those before it, too (HTML 4.2.3).
    package func page(at document: WebURL?) -> Page {
        let base = baseURL(document)
        var page = Page(document: document, base: base)
        for tag in links { page.add(tag) }
        return page
    }

    /// The URL that references are relative to (HTML 4.2.3, "frozen base URL").
    private func baseURL(_ document: WebURL?) -> WebURL? {
        guard let base else { return document }
        return document?.resolving(base) ?? WebURL(base) ?? document
    }
}

/// What a page says about its icons.
package struct Page: Sendable, Equatable {
    /// Where the page is.
    package let document: WebURL?
    /// What its references are relative to.
    package let base: WebURL?
    /// The icon links, in the order of the page.
    package private(set) var links: [IconLink] = []
    /// The references of icon links that mean nothing without the URL of the page.
    package private(set) var unresolved: [String] = []

    fileprivate init(document: WebURL?, base: WebURL?) {
        self.document = document
        self.base = base
    }

    fileprivate mutating func add(_ tag: HTMLTag) {
        let kinds = (tag.text(.rel) ?? "").asciiTokens.compactMap(IconLink.Kind.init)
        guard tag.placement == .document || tag.placement == .noscript, !kinds.isEmpty,
            let href = tag.text(.href), !href.isEmpty
        else { return }
        guard let target = target(of: href) else {
            if base == nil, WebURL.scheme(of: href) == nil { unresolved.append(href) }
            return
        }
        links.append(
            IconLink(
                kinds: kinds, target: target, sizes: DeclaredSize.parse(tag.text(.sizes) ?? ""),
                type: tag.text(.type), media: tag.text(.media), offset: tag.offset,
                isInHead: tag.isInHead,
                isInNoscript: tag.placement == .noscript))
    }

    /// The icon that a reference names: http, https and `data:` only, whatever else it says.
    private func target(of href: String) -> IconTarget? {
        if let data = DataURL(href) { return .data(data) }
        return (base?.resolving(href) ?? WebURL(href)).map(IconTarget.web)
    }
}
