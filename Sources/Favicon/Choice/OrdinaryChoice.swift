/// devtool's own choice: what a browser shows, with every other icon of the page in reserve.
///
/// For a tab it begins as Chromium does: icons in `head` by their score, of equal ones the last
/// declared. Then come icons in the body, which Firefox takes; those that are silhouettes, too; the
/// pictures for phones; those for applications; and all of the same in `noscript`. What is named
/// elsewhere comes after the links: manifests, the tiles of Windows, and at last `/favicon.ico`.
///
/// For a home screen the pictures for phones come first. For the largest icon the links are all alike:
/// the largest wins, and one that is scalable is as large as any; with a size, the largest up to it.
///
/// Only silhouettes, and what has a `media` that does not match, are never taken.
struct OrdinaryChoice {
    private let use: IconWish.Use
    private let groups: [[Standing]]
    private let environment: MediaEnvironment
    private let fit: IconFit

    /// Looks for an icon for a use.
    init(_ wish: IconWish) {
        use = wish.use
        groups = Standing.groups(for: wish.use)
        environment = MediaEnvironment(scheme: wish.scheme)
        fit = IconFit(wish)
    }

    /// The order of icons that are given in the order of their declaration.
    func order(_ icons: [IconLink]) -> IconOrder {
        let (taken, others) = icons.divided(by: rejection)
        return IconOrder(ranked: RankedIcon.entries(taken.map(rank)), others: others)
    }

    private func rejection(of icon: IconLink) -> IconRejection? {
        if icon.kinds == [.maskIcon] {
            return .silhouette(named: "mask-icon")
        }
        if icon.purposes == [.monochrome] {
            return .silhouette(named: "monochrome icon")
        }
        if !MediaQuery.matches(icon.media, in: environment) {
            return .media(icon.media)
        }
        return nil
    }

    private func rank(_ icon: IconLink) -> RankedIcon {
        let standing = Standing(icon, for: use)
        let index = groups.firstIndex { $0.contains(standing) } ?? groups.count
        // The links in noscript come after those outside, in the same groups.
        let isHidden = icon.isInNoscript && icon.source == .link
        let group = index + (isHidden || !standing.isOfLink && index > 0 ? groups.count : 0)
        var words = index == 0 ? [] : [standing.words]
        if isHidden { words = ["in noscript, which scripting switches off, so after other links"] }
        if icon.isOfServer {
            let score = -Double(icon.fallback?.place ?? 0)
            return RankedIcon(icon: icon, group: group, score: score, words: words)
        }
        let (score, reason) = fit.score(of: icon)
        return RankedIcon(icon: icon, group: group, score: score, words: words + [reason])
    }
}
