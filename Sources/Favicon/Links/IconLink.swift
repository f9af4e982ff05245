import URLs

/// An icon that a page declares or that its server may have, with everything declared about it.
struct IconLink: Sendable, Equatable {
    /// Where an icon is declared.
    enum Source: String, Sendable, CaseIterable {
        /// A `link` element.
        case link
        /// The web application's manifest.
        case manifest
        /// The file that describes the tiles of Windows.
        case browserconfig
        /// A `meta` element with a tile of Windows.
        case tile
        /// Nowhere: `/favicon.ico` on the server of the page.
        case `default`
    }

    /// The kinds of icons that the tokens of `rel` declare.
    enum Kind: String, Sendable, CaseIterable {
        /// An icon of the page (HTML 4.6.7.10).
        case icon
        /// A picture for a phone's home screen.
        case appleTouchIcon = "apple-touch-icon"
        /// The same, which phones shall not decorate.
        case appleTouchIconPrecomposed = "apple-touch-icon-precomposed"
        /// A silhouette for pinned tabs.
        case maskIcon = "mask-icon"
        /// A picture for desktop applications made of a site.
        case fluidIcon = "fluid-icon"
    }

    /// The purpose of a manifest's icon (W3C Web Application Manifest, "purpose member").
    enum Purpose: String, Sendable, CaseIterable {
        /// Any place.
        case any
        /// Places that cut a shape of their own out of it.
        case maskable
        /// Places that take nothing of it but the silhouette.
        case monochrome
    }

    /// Where the icon is named.
    let source: Source
    let target: IconTarget
    /// The kinds that `rel` names, in its order and each once; none for what is not a `link`.
    var kinds: [Kind] = []
    /// The value of `rel`, as it is written.
    var rel: String?
    /// The value of `sizes`, as it is written.
    var sizesText: String?
    /// The sizes that are declared; empty if there are none.
    var sizes: [DeclaredSize] = []
    /// The media type that is declared.
    var type: String?
    /// The media query that is declared.
    var media: String?
    /// The colour that is declared, which only a silhouette has a use for.
    var color: String?
    /// What the icon is made for, in the order of the manifest; none for what is not in one.
    var purposes: [Purpose] = []
    /// The number of bytes of the page before the tag; `nil` for what is not in the page.
    ///
    /// Of a page that is decoded before it is scanned, it is the number of bytes of its UTF-8.
    var offset: Int?
    /// Whether the element is a child of `head`; Chromium knows no other.
    var isInHead = false
    /// Whether the element is in `noscript`.
    var isInNoscript = false

    /// Which of the fallbacks the icon is; `nil` if a page or one of its files declares it.
    var fallback: Fallback?

    /// Describes an icon of which nothing else is said yet.
    init(source: Source, target: IconTarget) {
        self.source = source
        self.target = target
    }

    /// The kinds that the tokens of a `rel` name, in its order and each once.
    static func kinds(in rel: String) -> [Kind] {
        rel.asciiTokens.compactMap(Kind.init).reduce(into: []) { kinds, kind in
            if !kinds.contains(kind) { kinds.append(kind) }
        }
    }

    /// The file that browsers ask a server for where a page names no icon.
    static func ofServer(of document: WebURL) -> IconLink {
        IconLink(source: .default, target: .web(document.atOrigin("favicon.ico")))
    }
}

/// The target of an icon link.
///
/// It is copied with every step of the ranking; indirect, a copy counts one reference instead of five texts.
indirect enum IconTarget: Sendable, Hashable, CustomStringConvertible {
    /// A resource to fetch.
    case web(WebURL)
    /// The icon itself, in a `data:` URL.
    case data(DataURL)
    /// A reference that leads to no icon: `about:blank`, `javascript:void(0)`, or no URL at all.
    case nothing(String)

    /// The URL, without a name and password in it.
    var description: String {
        switch self {
        case .web(let url): url.withoutCredentials.description
        case .data(let url): url.description
        case .nothing(let reference): reference
        }
    }

    /// Whether the page holds the icon itself.
    var isInPage: Bool { if case .data = self { true } else { false } }

    /// The longest `data:` URL that is shown whole in a sentence or a table, in bytes.
    private static let shownLength = 64

    /// The URL, of what is not on the web the beginning.
    var shortened: String {
        let text = description
        if case .web = self { return text }
        return text.utf8.count > Self.shownLength ? text.prefix(Self.shownLength) + "…" : text
    }

    /// Whether it is one of the usual ways in which pages say that they have no icon.
    var declaresNoIcon: Bool {
        switch self {
        case .web: return false
        case .nothing(let reference):
            return ["about", "javascript"].contains(WebURL.scheme(of: reference))
        case .data(let url):
            // A longer one has something in it.
            guard url.description.utf8.count < 64, let comma = url.description.firstIndex(of: ",")
            else { return false }
            return url.description[comma...].dropFirst().allSatisfy { $0 == "=" }
                || url.body == PNGReader.signature
        }
    }
}
