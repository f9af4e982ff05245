import URLs

/// Scores how well an icon fits its intended use, by its declared and its real sizes, and explains the score.
///
/// For a tab this is Chromium's score: the mean for 16 and 32 pixels, which matter on every screen, or the score for
/// the requested size. For a home screen only the declared sizes matter; a scalable icon, or a touch icon without
/// sizes, ranks right after an exact match. For the largest icon the score is the shorter side.
struct IconFit: Sendable {
    struct Score: Sendable {
        let value: Double
        let words: String
    }

    /// The sizes that Chromium requests for a tab's icon on any screen.
    private static let tabSizes = [16, 32]
    private static let touchSize = 180
    /// The side that Chromium requests for a large icon.
    private static let chromiumLargeSize = 192

    private let preference: IconPreference
    private let wanted: [SizeScore]
    init(_ preference: IconPreference) {
        self.preference = preference
        let usual =
            switch preference.use {
            case .tab: Self.tabSizes
            case .touch: [Self.touchSize]
            case .largest: [Self.chromiumLargeSize]
            }
        wanted = (preference.size.map { [$0] } ?? usual).map { SizeScore(desired: $0) }
    }

    /// The score that decides the order in which icons are loaded.
    func declared(by icon: IconLink) -> Score {
        if preference.isForLargest { return icon.isScalable ? ofAnySize : largest(of: icon.sizes, declaredBy: icon) }
        if preference.use == .touch, preference.browser == nil { return touch(icon) }
        if icon.sizes.contains(.any) {
            return Score(value: 1, words: "declares 'sizes=any', assumed to fit\(scoresOne)")
        }
        if !icon.sizes.isEmpty { return score(of: icon.sizes, "declared") }
        return preference.use == .largest
            ? Score(value: 0, words: "no sizes declared, assumed to be small")
            : Score(value: 1, words: "no sizes declared, assumed to fit\(scoresOne)")
    }

    private var scoresOne: String { wanted.count > 1 ? ", scores 1" : "" }

    func real(_ image: IconImage, declaredBy icon: IconLink) -> Score {
        if preference.use == .touch, preference.browser == nil { return touch(icon) }
        if preference.isForLargest, image.isScalable { return ofAnySize }
        // The size that an SVG declares does not matter.
        let side = preference.size ?? Self.tabSizes.max() ?? 0
        let sizes = image.isScalable ? [.pixels(width: side, height: side)] : image.declaredSizes
        let isAsDeclared = icon.sizes.isEmpty || !Set(icon.sizes).isDisjoint(with: sizes)
        let declared = icon.sizes.prefix(3).map(\.description).joined(separator: " ")
        let correction = isAsDeclared || image.isScalable ? "" : ", though declared as \(declared)"
        if preference.isForLargest { return largest(of: sizes, declaredBy: icon, correction) }
        let score = score(of: sizes, image.isScalable ? "an SVG, counted as" : "actually")
        return Score(value: score.value, words: score.words + (wanted.count > 1 ? "" : correction))
    }

    func words(_ declared: Score, _ real: Score?) -> String {
        guard let real, wanted.count > 1 else { return (real ?? declared).words }
        return [declared.words, real.words].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// Chromium's score: the mean over all requested sizes of the best size's score.
    private func score(of sizes: [DeclaredSize], _ verb: String) -> Score {
        let best = wanted.compactMap { $0.best(of: sizes) }
        guard let only = best.first else { return Score(value: 0, words: "no size") }
        let value = best.reduce(0) { $0 + $1.score } / Double(best.count)
        guard best.count > 1 else { return Score(value: value, words: wanted[0].words(for: only.size)) }
        let parts = zip(wanted, best).map { "\($1.score.fourDecimals) for \($0.desired)" }
        return Score(
            value: value,
            words: "\(verb) \(sizes.prefix(3).map(\.description).joined(separator: " ")), scores "
                + "\(value.fourDecimals) (\(parts.joined(separator: ", ")))")
    }

    private func touch(_ icon: IconLink) -> Score {
        let best = wanted[0].best(of: icon.sizes.filter { $0 != .any })
        if let best, best.score == 1 { return Score(value: 1, words: wanted[0].words(for: best.size)) }
        // Between an exact match and the rest.
        if icon.isScalable { return Score(value: 0.5, words: "any size, ranked after an exact match") }
        if let best { return Score(value: best.score, words: wanted[0].words(for: best.size)) }
        if icon.kinds.contains(where: \.isTouch) {
            return Score(value: 0.5, words: "no sizes declared, assumed to fit, ranked after an exact match")
        }
        let size = icon.usualSize
        return Score(value: wanted[0](size), words: "no sizes declared, assumed to be \(size)")
    }

    private var ofAnySize: Score {
        Score(value: preference.size.map(Double.init) ?? .infinity, words: "any size, larger than any fixed size")
    }

    private func largest(of sizes: [DeclaredSize], declaredBy icon: IconLink, _ correction: String = "") -> Score {
        let scores = (sizes.isEmpty ? [icon.usualSize] : sizes).map { (size: $0, score: scoreUpToLimit($0)) }
        guard let best = scores.max(by: { $0.score < $1.score }) else { return Score(value: 0, words: "no size") }
        if let limit = preference.size, best.score < 0 {
            return Score(
                value: best.score,
                words: "\(best.size) is larger than \(limit), ranked after icons within the limit\(correction)")
        }
        return Score(
            value: best.score,
            words: (sizes.isEmpty ? "no sizes declared, assumed to be \(best.size)" : "\(best.size)")
                + " (largest first)\(correction)")
    }

    /// The shorter side if the icon is within the limit; otherwise a negative score, the larger the lower.
    private func scoreUpToLimit(_ declared: DeclaredSize) -> Double {
        guard case .pixels(let width, let height) = declared else { return .infinity }
        if let size = preference.size, max(width, height) > size { return -Double(max(width, height)) }
        return Double(min(width, height))
    }
}

extension IconLink {
    /// Whether it can be drawn in any size: it declares so, or it is an SVG without sizes.
    fileprivate var isScalable: Bool {
        if !sizes.isEmpty { return sizes.contains(.any) }
        if let type, !type.isEmpty { return type.asciiTokens.elementsEqual(["image/svg+xml"]) }
        guard case .web(let url) = target else { return false }
        return url.path.asciiLowercased.hasSuffix(".svg")
    }

    /// The size assumed for a link without sizes: that documented by Fluid or Apple, or that of a tab.
    fileprivate var usualSize: DeclaredSize {
        let side = kinds.contains(.fluidIcon) ? 512 : kinds.contains(where: \.isTouch) ? 60 : 16
        return .pixels(width: side, height: side)
    }
}

/// Scores how well an icon fits one size, as Chromium does, and explains the score.
struct SizeScore: Sendable {
    let desired: Int

    /// The score of a size from 0 to 1: an exact match is best, then larger, then smaller, and far too large is worst.
    func callAsFunction(_ size: DeclaredSize) -> Double {
        guard case .pixels(let columns, let rows) = size else { return 1 }
        let (desired, width, height) = (Double(desired), Double(columns), Double(rows))
        let average = (width + height) / 2
        if width == desired, height == desired { return 1 }
        if width >= 8 * desired || height >= 8 * desired { return 0.01 * min(1, desired / average) }
        if width >= desired, height >= desired { return 0.15 + 0.01 * desired / average }
        return 0.1 + 0.01 * min(1, average / desired)
    }

    /// The best size and its score; among equal ones, the first.
    func best(of sizes: [DeclaredSize]) -> (size: DeclaredSize, score: Double)? {
        sizes.map { (size: $0, score: self($0)) }.reduce(nil) { best, next in
            if let best, best.score >= next.score { best } else { next }
        }
    }

    func words(for size: DeclaredSize) -> String {
        guard case .pixels(let width, let height) = size else { return "any size" }
        if width == desired, height == desired { return "\(size) is an exact match" }
        if width / 8 >= desired || height / 8 >= desired {
            return "\(size) is at least 8 times \(desired), ranked after all closer sizes"
        }
        if width >= desired, height >= desired {
            return "\(size) is larger than \(desired), ranked after an exact match"
        }
        return "\(size) is smaller than \(desired), ranked after larger sizes"
    }
}

extension Double {
    /// The number with at most four decimals; it must be small and not negative.
    var fourDecimals: String {
        let units = Int((self * 10_000).rounded())
        let decimals = String(units % 10_000 + 10_000).dropFirst()
        let last = decimals.lastIndex { $0 != "0" }
        return "\(units / 10_000)" + (last.map { ".\(decimals[...$0])" } ?? "")
    }
}
