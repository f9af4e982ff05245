package import Fetching

/// A `link` element that names an icon, as the page declares it.
package struct IconLink: Sendable, Equatable {
    /// What the tokens of `rel` make of a link.
    package enum Kind: String, Sendable, CaseIterable {
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

    /// The kinds that `rel` names, in its order; never none.
    package let kinds: [Kind]
    /// The icon.
    package let target: IconTarget
    /// The sizes that are declared; empty if there are none.
    package let sizes: [DeclaredSize]
    /// The media type that is declared.
    package let type: String?
    /// The media query that is declared.
    package let media: String?
    /// The number of bytes of the page before the link.
    package let offset: Int
    /// Whether the link is a child of `head`; Chromium knows no other.
    package let isInHead: Bool
    /// Whether the link is in `noscript`.
    package let isInNoscript: Bool
}

/// What an icon link points to.
package enum IconTarget: Sendable, Equatable, CustomStringConvertible {
    /// A resource to fetch.
    case web(WebURL)
    /// The icon itself, in a `data:` URL.
    case data(DataURL)

    /// The URL.
    package var description: String {
        switch self {
        case .web(let url): url.description
        case .data(let url): url.description
        }
    }
}
