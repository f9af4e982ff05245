import URLs

extension IconLink {
    /// The files that Apple's phones request, starting with the most common.
    private static let touchFiles: [(name: String, kind: Kind, sizes: [DeclaredSize])] = [
        ("apple-touch-icon.png", .appleTouchIcon, []),
        ("apple-touch-icon-precomposed.png", .appleTouchIconPrecomposed, []),
        ("apple-touch-icon-180x180.png", .appleTouchIcon, [.square(180)]),
    ]

    /// The default locations of undeclared icons: on the page's server, and on those of its parent domains.
    ///
    /// The best for the use is first, and those of parent domains are last. For the tab of `https://www.example.com/`:
    /// `/favicon.ico`, `/apple-touch-icon.png`, … and then `https://example.com/favicon.ico`, …
    static func fallbacks(of document: WebURL, for use: IconPreference.Use) -> [IconLink] {
        let inherited = document.parentDomains.flatMap { fallbacks(on: $0, for: use, isOwn: false) }
        return (fallbacks(on: document, for: use, isOwn: true) + inherited).enumerated().map { place, icon in
            var icon = icon
            icon.fallback?.place = place
            return icon
        }
    }

    private static func fallbacks(on server: WebURL, for use: IconPreference.Use, isOwn: Bool) -> [IconLink] {
        var favicon = ofServer(of: server)
        favicon.fallback = Fallback(kind: isOwn ? .favicon : .parent)
        let pictures = touchFiles.prefix(isOwn ? touchFiles.count : 1).map { file in
            IconLink(
                source: .default, target: .web(server.atOrigin(file.name)), kinds: [file.kind], sizes: file.sizes,
                fallback: Fallback(kind: isOwn ? .touch : .parent))
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
    var place = 0
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
