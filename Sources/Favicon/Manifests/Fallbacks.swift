import URLs

/// The default locations of undeclared icons: on the page's server, and on those of its parent domains.
///
/// ```swift
/// Fallbacks.icons(of: page, for: .tab)   // of https://www.example.com/:
/// // /favicon.ico, /apple-touch-icon.png, … and then https://example.com/favicon.ico, …
/// ```
enum Fallbacks {
    /// The files that Apple's phones ask a server for, those first that most servers have.
    private static let touchFiles: [(name: String, kind: IconLink.Kind, sizes: [DeclaredSize])] = [
        ("apple-touch-icon.png", .appleTouchIcon, []),
        ("apple-touch-icon-precomposed.png", .appleTouchIconPrecomposed, []),
        ("apple-touch-icon-180x180.png", .appleTouchIcon, [.pixels(width: 180, height: 180)]),
    ]

    /// The icons to try for a document, the best first for the use: those of its own server with
    /// `/favicon.ico` among them, then those of the domains above, the nearest first.
    static func icons(of document: WebURL, for use: IconPreference.Use) -> [IconLink] {
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
        of server: WebURL, for use: IconPreference.Use,
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

/// The role of an undeclared icon among those of its document.
struct Fallback: Sendable, Equatable {
    /// What kind of default location it is.
    enum Kind: Sendable {
        /// `/favicon.ico` of the page's own server.
        case favicon
        /// A picture of the page's own server, where Apple's phones ask for it.
        case touch
        /// Either of a domain above.
        case parent
    }

    /// What is asked for, and of whom.
    let kind: Kind
    /// How many fallbacks of the same document are tried before it.
    fileprivate(set) var place = 0

    init(_ kind: Kind) {
        self.kind = kind
    }
}

extension WebURL {
    /// The most domains above a host that are asked; every one costs a connection.
    private static let parentLimit = 3

    /// The origins of the domains above the host's, the nearest first: of `a.b.example.com`
    /// `b.example.com` and `example.com`.
    ///
    /// Those under which registries give out names belong to nobody's site. Their list changes by the
    /// week, so a rule stands for it: a domain has at least two labels, and three where the last is
    /// that of a country, of two letters, and the one before it has no more than three, as in `co.uk`
    /// and `com.au`. Of short names under countries it leaves out the site itself, `gmx.de` for
    /// `www.gmx.de`; of longer registries, such as `gouv.fr` and `github.io`, it does not know.
    var parentDomains: [WebURL] {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // Addresses are no names, and one that ends in a dot means what it says.
        guard labels.count > 2, !labels.contains(""), let last = labels.last,
            !host.hasPrefix("["), !last.allSatisfy(\.isNumber)
        else { return [] }
        let isOfCountry = last.utf8.count == 2 && labels[labels.count - 2].utf8.count <= 3
        let least = isOfCountry ? 3 : 2
        let port = port.map { ":\($0)" } ?? ""
        return labels.indices.dropFirst().dropLast(least - 1).prefix(Self.parentLimit)
            .compactMap { start in
                WebURL("\(scheme.rawValue)://\(labels[start...].joined(separator: "."))\(port)")
            }
    }
}
