import URLs

/// What a tab of Chromium shows of the icons of a page that were looked at.
///
/// It loads the links by their declared scores, and stops as soon as the best real score is at least the next
/// declared one (recorded with Chromium 156).
struct ChromiumTab {
    /// The icon that is shown, if any is.
    private(set) var shown: AuditedIcon?
    /// The links that it chooses from, in the order of the page.
    let candidates: [IconLink]

    /// Chooses an icon.
    init(of page: SitePage, in site: AuditedSite, _ scheme: MediaEnvironment.Scheme = .light) {
        candidates = page.page.links.filter { link in
            link.isInHead && !link.isInNoscript
                && link.kinds.last { $0 == .icon || $0.isTouch } == .icon
                && MediaQuery.matches(link.media, in: MediaEnvironment(scheme: scheme))
        }
        // A link with a URL of no use keeps `/favicon.ico` away all the same.
        let isWithout = page.page.withoutURL.allSatisfy { $0.isTile || $0.reference ?? "" == "" }
        guard !candidates.isEmpty else {
            guard isWithout else { return }
            shown = page.page.document.flatMap {
                Self.loaded(IconLink.ofServer(of: $0), on: page, in: site)
            }
            return
        }
        let order = candidates.reversed().map { (link: $0, score: Self.declaredScore(of: $0)) }
            .enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
        var best = -1.0
        for (_, candidate) in order {
            if best >= candidate.score { break }
            guard let icon = Self.loaded(candidate.link, on: page, in: site),
                let image = icon.picture
            else { continue }
            let score = image.isScalable ? Self.scoreOfSVG : Self.score(of: image.sizes)
            if score > best { (best, shown) = (score, icon) }
        }
    }

    /// An icon that the browser has loaded; `nil` if it does not show it, or nobody knows.
    static func loaded(
        _ link: IconLink, on page: SitePage, in site: AuditedSite
    ) -> AuditedIcon? {
        guard let icon = site.icons[link.target], let image = icon.picture else { return nil }
        if case .failure(let problem) = icon.facts, problem.isOfFile { return nil }
        guard case .web(let url) = link.target else { return icon }
        guard case .served(let answer) = icon.resource, answer.status == 200,
            (image.format == .svg) == (answer.mediaType == ImageFormat.svg.mediaType),
            page.head.policy(blocking: url, on: page) == nil,
            page.page.document.map(answer.refuses) != true
        else { return nil }
        return icon
    }

    /// An SVG counts as a picture of this size.
    private static let scoreOfSVG = score(of: [PixelSize(width: 32, height: 32)])

    /// The score of what a link declares; 1 if it declares no size.
    static func declaredScore(of link: IconLink) -> Double {
        let sizes = link.sizes.compactMap { size -> PixelSize? in
            guard case .pixels(let width, let height) = size else { return nil }
            return PixelSize(width: width, height: height)
        }
        return sizes.count < link.sizes.count || sizes.isEmpty ? 1 : score(of: sizes)
    }

    /// The score of pictures: how well they fit the two sizes that a tab wants.
    static func score(of sizes: [PixelSize]) -> Double {
        let scores = [16.0, 32.0].map { wanted in
            sizes.map { size in
                let (width, height) = (Double(size.width), Double(size.height))
                let mean = (width + height) / 2
                if width == wanted, height == wanted { return 1 }
                if max(width, height) >= 8 * wanted { return min(1, wanted / mean) * 0.01 }
                if min(width, height) >= wanted { return wanted / mean * 0.01 + 0.15 }
                return min(1, mean / wanted) * 0.01 + 0.1
            }.max() ?? 0
        }
        return scores.reduce(0, +) / 2
    }
}
