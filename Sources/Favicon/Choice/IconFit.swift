import URLs

/// How well an icon fits its intended use: a score to compare, and its explanation.
///
/// For a tab it is Chromium's score, for which a link without sizes is made to measure. For a home
/// screen it is the same score, but what is scalable, and a picture without sizes, come right after
/// an exact match. For the largest icon it is the length of the shorter side.
struct IconFit {
    private let use: IconPreference.Use
    private let size: Int?
    private let sizeScore: SizeScore

    /// Measures icons for a use.
    init(_ wish: IconPreference) {
        use = wish.use
        size = wish.size
        let usual = use == .tab ? IconChoice.tabSize : IconChoice.touchSize
        sizeScore = SizeScore(desired: wish.size ?? usual)
    }

    /// The score of an icon, and the words for it.
    func score(of icon: IconLink) -> (Double, String) {
        switch use {
        case .tab: scoreForTab(icon)
        case .touch: scoreForTouch(icon)
        case .largest: scoreForLargest(icon)
        }
    }

    private func scoreForTab(_ icon: IconLink) -> (Double, String) {
        guard let (size, score) = sizeScore.best(of: icon.rankedSizes) else {
            return (1, "no sizes declared, assumed to fit")
        }
        return (score, sizeScore.words(for: size) + icon.correction)
    }

    private func scoreForTouch(_ icon: IconLink) -> (Double, String) {
        let best = sizeScore.best(of: icon.sizes)
        if let best, best.score == 1 { return (1, sizeScore.words(for: best.size)) }
        // Between an exact match and the rest.
        if icon.isScalable { return (0.5, "any size, ranked after an exact match") }
        if let best { return (best.score, sizeScore.words(for: best.size)) }
        if icon.kinds.contains(where: \.isTouch) {
            return (0.5, "no sizes declared, assumed to fit, ranked after an exact match")
        }
        let size = icon.usualSize
        return (sizeScore(size), "no sizes declared, assumed to be \(size)")
    }

    private func scoreForLargest(_ icon: IconLink) -> (Double, String) {
        if icon.isScalable {
            return (size.map(Double.init) ?? .infinity, "any size, larger than any fixed size")
        }
        let sizes = icon.rankedSizes.isEmpty ? [icon.usualSize] : icon.rankedSizes
        let scores = sizes.map { (size: $0, score: scoreUpToLimit($0)) }
        guard let best = scores.max(by: { $0.score < $1.score }) else { return (0, "no size") }
        if let size, best.score < 0 {
            return (
                best.score,
                "\(best.size) is larger than \(size), ranked after icons that are not"
                    + icon.correction
            )
        }
        let words =
            icon.rankedSizes.isEmpty
            ? "no sizes declared, assumed to be \(best.size)" : "\(best.size)"
        return (best.score, "\(words) (largest first)\(icon.correction)")
    }

    /// The shorter side, if it is not longer than wanted; else the less the better.
    private func scoreUpToLimit(_ declared: DeclaredSize) -> Double {
        guard case .pixels(let width, let height) = declared else { return .infinity }
        let side = min(width, height)
        if let size, max(width, height) > size { return -Double(max(width, height)) }
        return Double(side)
    }
}

extension IconLink {
    /// Whether it can be drawn in any size: it says so, or it is an SVG without sizes.
    fileprivate var isScalable: Bool {
        if realSizes != nil { return false }
        if !sizes.isEmpty { return sizes.contains(.any) }
        if let type, !type.isEmpty { return type.asciiTokens.elementsEqual(["image/svg+xml"]) }
        guard case .web(let url) = target else { return false }
        return url.path.asciiLowercased.hasSuffix(".svg")
    }

    /// What is declared, where the picture has none of the sizes declared; words to append.
    fileprivate var correction: String {
        guard realSizes != nil, !sizes.isEmpty, Set(sizes).isDisjoint(with: rankedSizes)
        else { return "" }
        return ", though declared as \(sizes.prefix(3).map(\.description).joined(separator: " "))"
    }

    /// The size that its kind stands for where it declares none: what Fluid and Apple document, or
    /// that of a tab.
    fileprivate var usualSize: DeclaredSize {
        let side = kinds.contains(.fluidIcon) ? 512 : kinds.contains(where: \.isTouch) ? 60 : 16
        return .pixels(width: side, height: side)
    }
}

/// How well an icon fits a size: Chromium's score, and its explanation.
struct SizeScore {
    /// The width and height that are wanted, in pixels.
    let desired: Int

    /// How well a size fits, from 0 to 1: exact is best, then larger, then smaller; far too large is
    /// worst.
    func callAsFunction(_ size: DeclaredSize) -> Double {
        let desired = Double(desired)
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

    /// The size that fits best, and how well; of equal ones the first.
    func best(of sizes: [DeclaredSize]) -> (size: DeclaredSize, score: Double)? {
        sizes.map { (size: $0, score: self($0)) }.reduce(nil) { best, next in
            if let best, best.score >= next.score { best } else { next }
        }
    }

    /// What the score makes of a size, in words.
    func words(for size: DeclaredSize) -> String {
        guard case .pixels(let width, let height) = size else {
            return "any size, which counts as small"
        }
        if width == desired, height == desired { return "\(size) is an exact match" }
        if width / 8 >= desired || height / 8 >= desired {
            return "\(size) is at least 8 times \(desired), ranked after all closer sizes"
        }
        if width >= desired, height >= desired {
            return "\(size) is larger than \(desired), ranked after an exact match"
        }
        return "\(size) is smaller than \(desired), ranked after larger ones"
    }
}
