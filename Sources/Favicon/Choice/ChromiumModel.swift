/// Chromium's choice of an icon, based only on what the page declares.
///
/// Icons take part whose link is a child of `head`, whose kind, the last one in `rel`, is `icon`, and
/// whose `media` does not speak against them. The score of a link is that of its best size; without
/// sizes it counts as made to measure for a tab, and as too small where a large picture is wanted. The
/// highest score wins, of equal ones the last declared.
struct ChromiumModel {
    private let wish: IconPreference
    private let score: SizeScore

    /// Follows Chromium in looking for an icon for a tab, or for a large one.
    init(_ wish: IconPreference) {
        self.wish = wish
        let size = wish.use == .tab ? IconChoice.tabSize : IconChoice.chromiumLargeSize
        score = SizeScore(desired: wish.size ?? size)
    }

    /// The order of icons that are given in the order of their declaration.
    func order(_ icons: [IconLink]) -> IconOrder {
        let (taken, others) = icons.divided(by: rejection)
        return IconOrder(
            ranked: RankedIcon.entries(taken.map(rank)), others: others, takesEmpty: true)
    }

    private func rank(_ icon: IconLink) -> RankedIcon {
        if icon.isFaviconOfServer {
            let words = "used if the page has no icon that Chromium supports"
            return RankedIcon(icon: icon, group: 1, score: 0, words: [words])
        }
        if let (size, score) = score.best(of: icon.sizes) {
            return RankedIcon(
                icon: icon, group: 0, score: score, words: [self.score.words(for: size)])
        }
        return wish.use == .tab
            ? RankedIcon(
                icon: icon, group: 0, score: 1, words: ["no sizes declared, assumed to fit"])
            : RankedIcon(
                icon: icon, group: 0, score: 0, words: ["no sizes declared, assumed to be small"])
    }

    private func rejection(of icon: IconLink) -> IconRejection? {
        if icon.isFaviconOfServer { return nil }
        if icon.source != .link { return .source(icon.source, .chromium) }
        if icon.isInNoscript { return .noscript }
        if icon.chromiumKind != .icon {
            return .kind(icon.kinds.last, .chromium)
        }
        if !icon.isInHead { return .body(.chromium) }
        if !SchemeRule.matches(icon.media, wish.scheme) {
            return .media(icon.media)
        }
        return nil
    }
}

extension IconLink {
    /// The one kind that Chromium takes a link for: the last token of `rel` that it knows.
    var chromiumKind: Kind? {
        rel?.asciiTokens.compactMap(Kind.init).last {
            [.icon, .appleTouchIcon, .appleTouchIconPrecomposed].contains($0)
        }
    }
}
