/// Puts icon links in the order in which a browser's tab would take them: a pure function of what
/// the page declares.
package enum IconChoice {
    /// The size of a tab's icon, in pixels.
    package static let tabSize = 16

    /// The links that can serve, the best first.
    ///
    /// Plain icons in `head` come first, then those in the body, which Firefox takes and Chromium
    /// does not. Apple's pictures serve where there are none, and links in `noscript` come after
    /// all others, because a browser with scripting does not see them. A silhouette is never taken.
    package static func ordered(_ links: [IconLink]) -> [IconLink] {
        let seen = links.filter { !$0.isInNoscript }
        let hidden = links.filter(\.isInNoscript)
        return [seen, hidden].flatMap { links in
            icons(links.filter(\.isInHead)) + icons(links.filter { !$0.isInHead })
                + touchIcons(links)
        }
    }

    /// The links of kind `icon` as Chromium orders them: by score, and of equal ones the last
    /// declared, then the others from last to first.
    private static func icons(_ links: [IconLink]) -> [IconLink] {
        let candidates = links.filter {
            $0.chromiumKind == .icon && MediaQuery.matchesLightScreen($0.media)
        }
        // The sort is stable, so that candidates of equal score keep the order they come in.
        return candidates.reversed()
            .map { ($0, score($0)) }
            .sorted { $0.1 > $1.1 }
            .map(\.0)
    }

    private static func touchIcons(_ links: [IconLink]) -> [IconLink] {
        links.reversed().filter {
            let isTouchIcon =
                $0.chromiumKind == .appleTouchIcon
                || $0.chromiumKind == .appleTouchIconPrecomposed
            return isTouchIcon && MediaQuery.matchesLightScreen($0.media)
        }
    }

    /// How well a link fits a tab, from 0 to 1: as well as the best of its sizes.
    ///
    /// A link without sizes is taken for made to measure.
    private static func score(_ link: IconLink) -> Double {
        link.sizes.map { score($0, desired: Double(tabSize)) }.max() ?? 1
    }

    /// Chromium's measure: exact is best, then larger, then smaller; far too large is worst.
    static func score(_ size: DeclaredSize, desired: Double) -> Double {
        let (width, height) =
            switch size {
            case .any: (0.0, 0.0)
            case .pixels(let width, let height): (Double(width), Double(height))
            }
        let average = (width + height) / 2
        if width == desired, height == desired { return 1 }
        if width >= 8 * desired || height >= 8 * desired {
            return 0.01 * min(1, desired / average)
        }
        if width >= desired, height >= desired { return 0.15 + 0.01 * desired / average }
        return 0.1 + 0.01 * min(1, average / desired)
    }
}

extension IconLink {
    /// The one kind that Chromium takes a link for: the last token of `rel` that it knows.
    var chromiumKind: Kind? {
        kinds.last { [.icon, .appleTouchIcon, .appleTouchIconPrecomposed].contains($0) }
    }
}
