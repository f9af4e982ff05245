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

    /// The sizes of the picture itself, where it was looked at and has pixels; browsers prefer them to those that are
    /// declared once they have loaded it.
    var realSizes: [PixelSize]?

    /// The sizes that the icon is ranked by: the real ones, or else those that are declared.
    var rankedSizes: [DeclaredSize] {
        realSizes?.map { .pixels(width: $0.width, height: $0.height) } ?? sizes
    }

    /// The icon as if nobody had looked at it.
    var asDeclared: IconLink {
        var icon = self
        icon.realSizes = nil
        return icon
    }

    /// Which of the fallbacks the icon is, if it is one that nobody names.
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

    /// The URL, without a name and password in it.
    var description: String {
        switch self {
        case .web(let url): url.withoutCredentials.description
        case .data(let url): url.description
        }
    }

    /// Whether it is `data:,`, with which pages say that they have no icon.
    var isEmpty: Bool {
        if case .data(let url) = self { url.isEmpty } else { false }
    }
}
