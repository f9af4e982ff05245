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
    /// The most bytes of a page that are read; real pages name their icons within 400 KB.
    package static let pageLimit = 16 << 20
    /// The most links that are kept.
    ///
    /// They are the last ones of the page, because of equally good ones the last is chosen; real
    /// pages have fewer than a hundred.
    package static let linkLimit = 1000

    private var scanner = HTMLScanner(reporting: [.base, .link])
    private var base: String?
    private var links: [HTMLTag] = []

    /// Starts at the beginning of a page.
    package init() {}

    /// Reads the next bytes of the page, which are taken for UTF-8.
    package mutating func read(_ bytes: [UInt8]) {
        for tag in scanner.scan(bytes) {
            if tag.element == .link {
                keep(tag)
            } else if base == nil, tag.placement == .document {
                base = tag.text(.href)
            }
        }
    }

    private mutating func keep(_ link: HTMLTag) {
        guard link.placement == .document || link.placement == .noscript, !link.iconKinds.isEmpty
        else { return }
        // Many at a time, for each time moves all that stay.
        if links.count == 2 * Self.linkLimit { links.removeFirst(Self.linkLimit) }
        links.append(link)
    }

    /// What was found, for a document at the URL; `nil` if the URL is not known.
    ///
    /// The first `base` counts for all links, those before it, too (HTML 4.2.3).
    package func page(at document: WebURL?) -> Page {
        var page = Page(document: document, base: DocumentBase(base, of: document))
        page.libraryError = base.flatMap { CurlHTTPClient.libraryError(reading: $0) }
        for tag in links.suffix(Self.linkLimit) { page.add(tag) }
        return page
    }
}

extension HTMLTag {
    /// The kinds of icon that `rel` names, in its order.
    fileprivate var iconKinds: [IconLink.Kind] {
        (text(.rel) ?? "").asciiTokens.compactMap(IconLink.Kind.init)
    }
}

/// What a page says about its icons.
package struct Page: Sendable, Equatable {
    /// Where the page is.
    package let document: WebURL?
    /// What its references are relative to.
    package let base: DocumentBase
    /// The icon links, in the order of the page.
    package private(set) var links: [IconLink] = []
    /// The references of icon links that mean nothing without the URL of the page.
    package private(set) var unresolved: [String] = []
    /// What keeps a reference of the page from being read.
    package fileprivate(set) var libraryError: FetchError?
    /// Whether a link has an attribute too long to be kept.
    package private(set) var exceedsLimit = false

    fileprivate init(document: WebURL?, base: DocumentBase) {
        self.document = document
        self.base = base
    }

    fileprivate mutating func add(_ tag: HTMLTag) {
        if tag.exceedsLimit { exceedsLimit = true }
        guard let href = tag.text(.href), !href.isEmpty else { return }
        guard let target = target(of: href) else {
            libraryError = libraryError ?? CurlHTTPClient.libraryError(reading: href)
            if base == .unknown, WebURL.scheme(of: href) == nil { unresolved.append(href) }
            return
        }
        links.append(
            IconLink(
                kinds: tag.iconKinds, target: target,
                sizes: DeclaredSize.parse(tag.text(.sizes) ?? ""),
                type: tag.text(.type), media: tag.text(.media), offset: tag.offset,
                isInHead: tag.isInHead,
                isInNoscript: tag.placement == .noscript))
    }

    /// The icon that a reference names: http, https and `data:` only, whatever else it says.
    private func target(of href: String) -> IconTarget? {
        if let data = DataURL(href) { return .data(data) }
        return base.resolving(href).map(IconTarget.web)
    }
}
