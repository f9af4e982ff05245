import URLs

/// The default locations of undeclared icons: on the page's server, and on those of its parent domains.
///
/// ```swift
/// Fallbacks.icons(of: page, for: .tab)   // of https://www.example.com/:
/// // /favicon.ico, /apple-touch-icon.png, … and then https://example.com/favicon.ico, …
/// ```
enum Fallbacks {
    /// The files that Apple's phones request, starting with the most common.
    private static let touchFiles: [(name: String, kind: IconLink.Kind, sizes: [DeclaredSize])] = [
        ("apple-touch-icon.png", .appleTouchIcon, []),
        ("apple-touch-icon-precomposed.png", .appleTouchIconPrecomposed, []),
        ("apple-touch-icon-180x180.png", .appleTouchIcon, [.pixels(width: 180, height: 180)]),
    ]

    /// The icons to try for a document, the best for the use first, and those of parent domains last.
    static func icons(of document: WebURL, for use: IconPreference.Use) -> [IconLink] {
        let own = icons(of: document, for: use, touchFiles: touchFiles[...], isOwn: true)
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
        touchFiles: ArraySlice<(name: String, kind: IconLink.Kind, sizes: [DeclaredSize])>, isOwn: Bool
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

struct Fallback: Sendable, Equatable {
    enum Kind: Sendable {
        /// `/favicon.ico` on the page's own server.
        case favicon
        /// A touch icon on the page's own server.
        case touch
        /// Either of them on the server of a parent domain.
        case parent
    }
    let kind: Kind
    /// The number of fallbacks that are tried before this one.
    fileprivate(set) var place = 0

    init(_ kind: Kind) { self.kind = kind }
}

extension WebURL {
    /// The maximum number of parent domains to try, each of which costs a connection.
    private static let parentLimit = 3

    /// The origins of the host's parent domains, the nearest first: `b.example.com` and `example.com` for
    /// `a.b.example.com`.
    ///
    /// Public suffixes belong to no site. Their list changes weekly, so a simple rule replaces it: a domain has at
    /// least two labels. It has at least three if the last one has two letters, as country codes do, and the second to
    /// last has at most three, as in `co.uk` and `com.au`. The rule misses sites with short names, such as `gmx.de` for
    /// `www.gmx.de`, and does not recognize longer suffixes such as `gouv.fr` and `github.io`.
    var parentDomains: [WebURL] {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // IP addresses have no parent domains, and a host with a trailing dot is fully qualified.
        guard labels.count > 2, !labels.contains(""), let last = labels.last, !host.hasPrefix("["),
            !last.allSatisfy(\.isNumber)
        else { return [] }
        let isOfCountry = last.utf8.count == 2 && labels[labels.count - 2].utf8.count <= 3
        let least = isOfCountry ? 3 : 2
        let port = port.map { ":\($0)" } ?? ""
        return labels.indices.dropFirst().dropLast(least - 1).prefix(Self.parentLimit).compactMap { start in
            WebURL("\(scheme.rawValue)://\(labels[start...].joined(separator: "."))\(port)")
        }
    }
}
