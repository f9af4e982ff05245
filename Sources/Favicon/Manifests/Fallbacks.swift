package import Fetching

/// The places where an icon may be though nobody names it: on the server of a page, and on those of
/// the domains above.
///
/// ```swift
/// Fallbacks.icons(of: page, for: .tab)   // of https://www.example.com/:
/// // /favicon.ico, /apple-touch-icon.png, … and then https://example.com/favicon.ico, …
/// ```
package enum Fallbacks {
    /// The files that Apple's phones ask a server for, those first that most servers have.
    private static let touchFiles: [(name: String, kind: IconLink.Kind, sizes: [DeclaredSize])] = [
        ("apple-touch-icon.png", .appleTouchIcon, []),
        ("apple-touch-icon-precomposed.png", .appleTouchIconPrecomposed, []),
        ("apple-touch-icon-180x180.png", .appleTouchIcon, [.pixels(width: 180, height: 180)]),
    ]

    /// The icons to try for a document, the best first for the use: those of its own server with
    /// `/favicon.ico` among them, then those of the domains above, the nearest first.
    package static func icons(of document: WebURL, for use: IconWish.Use) -> [IconLink] {
        let own = icons(
            of: document, for: use, touchFiles: touchFiles[...], isOwn: true)
        let inherited = document.parentDomains.flatMap { parent in
            icons(of: parent, for: use, touchFiles: touchFiles.prefix(1), isOwn: false)
        }
        return (own + inherited).enumerated().map { place, icon in
            var icon = icon
            icon.fallback?.place = place
            return icon
        }
    }

    private static func icons(
        of server: WebURL, for use: IconWish.Use,
        touchFiles: ArraySlice<(name: String, kind: IconLink.Kind, sizes: [DeclaredSize])>,
        isOwn: Bool
    ) -> [IconLink] {
        var favicon = IconLink.ofServer(of: server)
        favicon.fallback = Fallback(isOwn ? .favicon : .parent)
        let pictures = touchFiles.map { file in
            let target = IconTarget.web(server.atOrigin(file.name))
            var picture = IconLink(source: .default, target: target)
            picture.kinds = [file.kind]
            picture.sizes = file.sizes
            picture.fallback = Fallback(isOwn ? .touch : .parent)
            return picture
        }
        return use == .tab ? [favicon] + pictures : pictures + [favicon]
    }
}

/// What an icon that nobody names is among those of its document.
package struct Fallback: Sendable, Equatable {
    /// What is asked for, and of whom.
    package enum Kind: Sendable {
        /// `/favicon.ico` of the page's own server.
        case favicon
        /// A picture of the page's own server, where Apple's phones ask for it.
        case touch
        /// Either of a domain above.
        case parent
    }

    /// What is asked for, and of whom.
    package let kind: Kind
    /// How many fallbacks of the same document are tried before it.
    package fileprivate(set) var place = 0

    init(_ kind: Kind) {
        self.kind = kind
    }
}
