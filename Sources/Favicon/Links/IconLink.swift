import Scanning
import URLs

/// An icon that a page declares or that its server may have, with everything declared about it.
struct IconLink: Sendable, Equatable {
    enum Source: String, Sendable, CaseIterable {
        case link
        case manifest
        /// The file that describes Windows tiles.
        case browserconfig
        /// A `meta` element for a Windows tile.
        case tile
        /// Undeclared: a default path such as `/favicon.ico` on the server of the page.
        case `default`
    }

    enum Kind: String, Sendable, CaseIterable {
        /// An icon of the page (HTML 4.6.7.10).
        case icon
        case appleTouchIcon = "apple-touch-icon"
        /// The same, but phones must not decorate it.
        case appleTouchIconPrecomposed = "apple-touch-icon-precomposed"
        /// A silhouette for pinned tabs.
        case maskIcon = "mask-icon"
        /// An icon for desktop applications made from a site.
        case fluidIcon = "fluid-icon"
    }

    /// The purpose of a manifest's icon (W3C Web Application Manifest, "purpose member").
    enum Purpose: String, Sendable, CaseIterable {
        case any
        /// The icon may be cropped to any shape.
        case maskable
        /// Only the icon's silhouette is used.
        case monochrome
    }
    let source: Source
    let target: IconTarget
    /// The distinct kinds in the order of `rel`; empty unless the source is `link`.
    var kinds: [Kind] = []
    var rel: String?
    var sizesText: String?
    var sizes: [DeclaredSize] = []
    var type: String?
    var media: String?
    var color: String?
    var purposes: [Purpose] = []
    /// The offset of the tag in the page, in bytes; `nil` for an icon declared elsewhere.
    ///
    /// If the encoding is not ASCII-compatible, it is an offset in the decoded text as UTF-8.
    var offset: Int?
    /// Whether the element is a child of `head`; Chromium ignores all others.
    var isInHead = false
    var isInNoscript = false

    /// The role of an undeclared icon; `nil` if a page or one of its files declares it.
    var fallback: Fallback?

    static func kinds(in rel: String) -> [Kind] { rel.asciiTokens.compactMap(Kind.init).distinct }

    /// The file that browsers request if a page declares no icon.
    static func ofServer(of document: WebURL) -> IconLink {
        IconLink(source: .default, target: .web(document.atOrigin("favicon.ico")))
    }
}

/// The target of an icon link.
///
/// It is copied in every step of the ranking. An indirect enum makes that one reference count instead of five.
indirect enum IconTarget: Sendable, Hashable, CustomStringConvertible {
    case web(WebURL)
    case data(DataURL)
    /// A reference that does not lead to an icon: `about:blank`, `javascript:void(0)`, or an invalid URL.
    case nothing(String)

    /// The URL without user name and password.
    var description: String {
        switch self {
        case .web(let url): url.withoutCredentials.description
        case .data(let url): url.description
        case .nothing(let reference): reference
        }
    }
    var isInPage: Bool { if case .data = self { true } else { false } }

    private static let shownLength = 64

    /// The URL, truncated unless it is on the web.
    var shortened: String {
        let text = description
        if case .web = self { return text }
        return text.utf8.count > Self.shownLength ? text.prefix(Self.shownLength) + "…" : text
    }

    /// Whether it is one of the usual ways to declare that a page has no icon.
    var declaresNoIcon: Bool {
        switch self {
        case .web: return false
        case .nothing(let reference): return ["about", "javascript"].contains(WebURL.scheme(of: reference))
        case .data(let url):
            // A longer URL contains data.
            guard url.description.utf8.count < 64, let comma = url.description.firstIndex(of: ",") else { return false }
            return url.description[comma...].dropFirst().allSatisfy { $0 == "=" } || url.body == PNGReader.signature
        }
    }
}
