import URLs

/// How well an icon fits its intended use, as it is declared and as it is: a score to compare, and its explanation.
///
/// For a tab it is Chromium's score: the mean over 16 and 32 pixels, which count on every screen, or the score for the
/// size that is wanted. For a home screen only what is declared counts, and what is scalable, or a touch icon without
/// sizes, comes right after an exact match. For the largest icon it is the length of the shorter side.
struct IconFit: Sendable {
    /// A score and the words for it.
    struct Score: Sendable {
        let value: Double
        let words: String
    }

    /// The sizes in which Chromium looks for a tab's icon, whatever the screen.
    private static let tabSizes = [16, 32]
    /// The size of a picture on a phone's home screen.
    private static let touchSize = 180
    /// The size that Chromium asks for where it wants a large picture.
    private static let chromiumLargeSize = 192

    private let wish: IconPreference
    private let wanted: [SizeScore]

    /// Measures icons for a use.
    init(_ wish: IconPreference) {
        self.wish = wish
        let usual =
            switch wish.use {
            case .tab: Self.tabSizes
            case .touch: [Self.touchSize]
            case .largest: [Self.chromiumLargeSize]
            }
        wanted = (wish.size.map { [$0] } ?? usual).map { SizeScore(desired: $0) }
    }

    /// Whether the largest side counts, not the distance from a size.
    private var isForLargest: Bool { wish.use == .largest && wish.browser == nil }

    /// The score by which an icon is loaded.
    func declared(by icon: IconLink) -> Score {
        if isForLargest {
            return icon.isScalable ? ofAnySize : largest(of: icon.sizes, declaredBy: icon)
        }
        if wish.use == .touch, wish.browser == nil { return touch(icon) }
        if icon.sizes.contains(.any) {
            return Score(value: 1, words: "any size declared, assumed to fit\(scoresOne)")
        }
        if !icon.sizes.isEmpty { return score(of: icon.sizes, "declared") }
        return wish.use == .largest
            ? Score(value: 0, words: "no sizes declared, assumed to be small")
            : Score(value: 1, words: "no sizes declared, assumed to fit\(scoresOne)")
    }

    /// The score of what fits any size, where scores are told.
    private var scoresOne: String { wanted.count > 1 ? ", scores 1" : "" }

    /// The score of an icon that was loaded.
    func real(_ image: IconImage, declaredBy icon: IconLink) -> Score {
        if wish.use == .touch, wish.browser == nil { return touch(icon) }
        if isForLargest, image.isScalable { return ofAnySize }
        // Whatever an SVG says of its size.
        let side = wish.size ?? Self.tabSizes.max() ?? 0
        let sizes =
            image.isScalable
            ? [.pixels(width: side, height: side)]
            : image.declaredSizes
        let isAsDeclared = icon.sizes.isEmpty || !Set(icon.sizes).isDisjoint(with: sizes)
        let declared = icon.sizes.prefix(3).map(\.description).joined(separator: " ")
        let correction = isAsDeclared || image.isScalable ? "" : ", though declared as \(declared)"
        if isForLargest { return largest(of: sizes, declaredBy: icon, correction) }
        let score = score(of: sizes, image.isScalable ? "an SVG, counts as" : "really")
        return Score(value: score.value, words: score.words + (wanted.count > 1 ? "" : correction))
    }

    /// What is told of both scores.
    func words(_ declared: Score, _ real: Score?) -> String {
        guard let real, wanted.count > 1 else { return (real ?? declared).words }
        return [declared.words, real.words].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// Chromium's score: the mean of what the best sizes score for each one that is wanted.
    private func score(of sizes: [DeclaredSize], _ verb: String) -> Score {
        let best = wanted.compactMap { $0.best(of: sizes) }
        guard let only = best.first else { return Score(value: 0, words: "no size") }
        let value = best.reduce(0) { $0 + $1.score } / Double(best.count)
        guard best.count > 1 else {
            return Score(value: value, words: wanted[0].words(for: only.size))
        }
        let parts = zip(wanted, best).map { "\($1.score.fourDecimals) for \($0.desired)" }
        return Score(
            value: value,
            words: "\(verb) \(sizes.prefix(3).map(\.description).joined(separator: " ")), scores "
                + "\(value.fourDecimals) (\(parts.joined(separator: ", ")))")
    }

    private func touch(_ icon: IconLink) -> Score {
        let best = wanted[0].best(of: icon.sizes.filter { $0 != .any })
        if let best, best.score == 1 {
            return Score(value: 1, words: wanted[0].words(for: best.size))
        }
        // Between an exact match and the rest.
        if icon.isScalable {
            return Score(value: 0.5, words: "any size, ranked after an exact match")
        }
        if let best { return Score(value: best.score, words: wanted[0].words(for: best.size)) }
        if icon.kinds.contains(where: \.isTouch) {
            return Score(
                value: 0.5, words: "no sizes declared, assumed to fit, ranked after an exact match")
        }
        let size = icon.usualSize
        return Score(value: wanted[0](size), words: "no sizes declared, assumed to be \(size)")
    }

    private var ofAnySize: Score {
        Score(
            value: wish.size.map(Double.init) ?? .infinity,
            words: "any size, larger than any fixed size")
    }

    private func largest(
        of sizes: [DeclaredSize], declaredBy icon: IconLink, _ correction: String = ""
    ) -> Score {
        let scores = (sizes.isEmpty ? [icon.usualSize] : sizes).map {
            (size: $0, score: scoreUpToLimit($0))
        }
        guard let best = scores.max(by: { $0.score < $1.score }) else {
            return Score(value: 0, words: "no size")
        }
        if let limit = wish.size, best.score < 0 {
            return Score(
                value: best.score,
                words:
                    "\(best.size) is larger than \(limit), ranked after icons that are not\(correction)"
            )
        }
        return Score(
            value: best.score,
            words: (sizes.isEmpty
                ? "no sizes declared, assumed to be \(best.size)" : "\(best.size)")
                + " (largest first)\(correction)")
    }

    /// The shorter side, if it is not longer than wanted; else the less the better.
    private func scoreUpToLimit(_ declared: DeclaredSize) -> Double {
        guard case .pixels(let width, let height) = declared else { return .infinity }
        if let size = wish.size, max(width, height) > size { return -Double(max(width, height)) }
        return Double(min(width, height))
    }
}

extension IconLink {
    /// Whether it can be drawn in any size: it says so, or it is an SVG without sizes.
    fileprivate var isScalable: Bool {
        if !sizes.isEmpty { return sizes.contains(.any) }
        if let type, !type.isEmpty { return type.asciiTokens.elementsEqual(["image/svg+xml"]) }
        guard case .web(let url) = target else { return false }
        return url.path.asciiLowercased.hasSuffix(".svg")
    }

    /// The size that its kind stands for where it declares none: what Fluid and Apple document, or
    /// that of a tab.
    fileprivate var usualSize: DeclaredSize {
        let side = kinds.contains(.fluidIcon) ? 512 : kinds.contains(where: \.isTouch) ? 60 : 16
        return .pixels(width: side, height: side)
    }
}

/// How well an icon fits a size: Chromium's score, and its explanation.
struct SizeScore: Sendable {
    /// The width and height that are wanted, in pixels.
    let desired: Int

    /// How well a size fits, from 0 to 1: exact is best, then larger, then smaller; far too large is
    /// worst.
    func callAsFunction(_ size: DeclaredSize) -> Double {
        guard case .pixels(let columns, let rows) = size else { return 1 }
        let (desired, width, height) = (Double(desired), Double(columns), Double(rows))
        let average = (width + height) / 2
        if width == desired, height == desired { return 1 }
        if width >= 8 * desired || height >= 8 * desired { return 0.01 * min(1, desired / average) }
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
        guard case .pixels(let width, let height) = size else { return "any size" }
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

extension Double {
    /// The number with at most four decimals, for a message; it is at least 0 and small.
    var fourDecimals: String {
        let units = Int((self * 10_000).rounded())
        let decimals = String(units % 10_000 + 10_000).dropFirst()
        let last = decimals.lastIndex { $0 != "0" }
        return "\(units / 10_000)" + (last.map { ".\(decimals[...$0])" } ?? "")
    }
}
