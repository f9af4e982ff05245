import DevtoolKit

struct PictureFacts: Sendable, Equatable {
    let hasTransparency: Bool
    let hasContentBeyondSafeZone: Bool
    /// The bytes that the picture takes as a PNG; `nil` for other formats, or without libpng.
    let sizeAsPNG: Int?
    let visible: VisibleColors

    /// Decodes a picture; `nil` for a format whose pixels devtool does not read.
    init?(of bytes: [UInt8], _ format: ImageFormat, within budget: LookBudget) throws(PixelProblem) {
        let found: Pixels?
        if format == .ico || format == .cur {
            guard WholePicture(bytes).hasAllPictures else { throw .cutOff }
            found = try PictureDecoder.pixels(ofICO: bytes, within: budget)
        } else if let library = PictureDecoder.library(for: format), format != .svg || SimpleSVG.matches(bytes) {
            found = try PictureDecoder.pixels(of: bytes, by: library, within: budget)
        } else {
            return nil
        }
        guard let pixels = found else { return nil }
        hasTransparency = pixels.hasTransparency
        hasContentBeyondSafeZone = pixels.hasContentBeyondSafeZone
        sizeAsPNG = format == .png ? PictureDecoder.sizeOfPNG(of: pixels) : nil
        // Drawings have premultiplied colors.
        visible = pixels.visibleColors(areMultiplied: format == .svg)
    }
}

extension Pixels {
    /// The first color whose alpha, its highest byte, hides the background.
    private static let opaque: UInt32 = 250 << 24
    /// The first color that is visible at all.
    private static let visible: UInt32 = 8 << 24
    /// The minimum difference between neighboring pixels, of 255, at the edge of a shape; a gradient has less.
    private static let edge = 40
    /// The safe zone's radius as a fraction of the width (W3C Web Application Manifest, "icon masks").
    private static let safeRadius = 0.4
    /// The tolerance for soft edges of a shape that fills the circle, as a fraction of the width.
    private static let softness = 1.0 / 64
    /// The tolerated share of edge pixels outside of the circle, for noise.
    private static let tolerance = 0.001
    /// The share of edge pixels in a corner from which the background counts as a pattern.
    private static let pattern = 0.1

    // Local constants, indices, and no generic functions such as '>>' and 'abs' make these loops fast in debug builds.
    var hasTransparency: Bool {
        let (colors, opaque) = (colors, Self.opaque)
        for index in colors.indices where colors[index] < opaque { return true }
        return false
    }

    /// Whether shapes have edges outside of the circle that every launcher shows.
    ///
    /// Plain backgrounds and gradients have no edges. A patterned background has them in all four corners.
    var hasContentBeyondSafeZone: Bool {
        guard width > 1, height > 1 else { return false }
        let (centreX, centreY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        let side = Double(min(width, height))
        // One more pixel for the edge of a shape that fills the circle.
        let radius = (Self.safeRadius + Self.softness) * side + 1
        let colors = colors
        var outside = EdgeCount()
        var corners = [EdgeCount](repeating: EdgeCount(), count: 4)
        for y in 0..<(height - 1) {
            let dy = Double(y) - centreY
            let reach = max(0, radius * radius - dy * dy).squareRoot()
            let cornerReach = max(0, side * side / 4 - dy * dy).squareRoot()
            for x in 0..<(width - 1) {
                let dx = Double(x) - centreX
                guard dx.magnitude > reach else { continue }
                let place = y * width + x
                let (color, right, below) = (colors[place], colors[place + 1], colors[place + width])
                let isEdge = color != right && differ(color, right) || color != below && differ(color, below)
                outside.add(isEdge)
                if dx.magnitude > cornerReach { corners[(dx < 0 ? 0 : 1) + (dy < 0 ? 0 : 2)].add(isEdge) }
            }
        }
        return outside.share > Self.tolerance && !corners.allSatisfy { $0.share > Self.pattern }
    }

    private struct EdgeCount {
        private var all = 0
        private var edges = 0

        var share: Double { all == 0 ? 0 : Double(edges) / Double(all) }

        mutating func add(_ isEdge: Bool) {
            all += 1
            if isEdge { edges += 1 }
        }
    }

    private func differ(_ one: UInt32, _ other: UInt32) -> Bool {
        // Transparent pixels have no color.
        if one < Self.visible, other < Self.visible { return false }
        func differ(_ shift: UInt32) -> Bool { abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)) > Self.edge }
        return differ(0) || differ(8) || differ(16) || differ(24)
    }
}

enum VisibleColors: Sendable, Equatable {
    case none
    case one(Tone)
    case several(areDark: Bool)

    enum Tone: Sendable { case white, dark, other }

    /// Whether it is barely visible on a dark tab.
    var areDark: Bool {
        switch self {
        case .none, .one(.white), .one(.other), .several(areDark: false): false
        case .one(.dark), .several(areDark: true): true
        }
    }
}

extension PictureFacts {
    /// Why an SVG is not one shape in one color on a transparent background, as words that follow its name.
    var silhouetteFault: String? {
        if !hasTransparency { return "fills its background" }
        return switch visible {
        case .none: "shows nothing"
        case .one: nil
        case .several: "has several colors"
        }
    }
}

extension Pixels {
    /// The first color that is recognizable: its alpha is at least 64.
    private static let telling: UInt32 = 64 << 24
    /// The maximum lightness of a dark color, and the minimum of white, of 255: light tabs are white, dark ones about
    /// 0x35.
    private static let dark = 0x60
    private static let white = 0xF4
    /// The minimum share of dark pixels among the visible ones in a dark picture.
    private static let darkShare = 0.9

    fileprivate func visibleColors(areMultiplied: Bool) -> VisibleColors {
        var first: [Int]?
        var isOne = true
        var (count, darkCount) = (0, 0)
        // Nothing that is visible is equal to it.
        var last: UInt32 = 0
        var isDark = false
        let (colors, telling) = (colors, Self.telling)
        for index in colors.indices where colors[index] >= telling {
            let color = colors[index]
            count += 1
            // Pictures have long runs of one color.
            if color != last {
                let opacity = areMultiplied ? Int(color >> 24) : 255
                let channels = [0, 8, 16].map { Int(color >> $0 & 0xFF) * 255 / opacity }
                isDark = (channels.max() ?? 0) < Self.dark
                if let first {
                    isOne = isOne && zip(first, channels).allSatisfy { abs($0 - $1) <= Self.edge }
                } else {
                    first = channels
                }
                last = color
            }
            if isDark { darkCount += 1 }
        }
        guard let first else { return .none }
        let areDark = Double(darkCount) > Self.darkShare * Double(count)
        if !isOne { return .several(areDark: areDark) }
        return .one(areDark ? .dark : (first.min() ?? 0) >= Self.white ? .white : .other)
    }
}

extension PixelProblem {
    func finding(on icon: IconDeclaration) -> [IconProblem] {
        let again = "save the image again as PNG, ICO or SVG"
        let (rule, reason, mend): (Rule, String, String) =
            switch self {
            case .missing(let library):
                (
                    .notLookedAt, "\(library.rawValue) is missing",
                    "install it (on Debian: apt install \(library.package))"
                )
            case .tooLarge:
                (.notLookedAt, "it has too many pixels or bytes", "make it smaller than 4096x4096 pixels and 2 MB")
            case .tooCostly:
                (
                    .notLookedAt, "drawing it takes too much time or memory",
                    "remove filters, patterns and repeated elements"
                )
            case .exhausted: (.notLookedAt, "the site's icons have too many pixels in total", "check the site in parts")
            case .refused(let library):
                (
                    .notLookedAt, "\(library.rawValue) does not support it, though browsers may",
                    "save it as a PNG without animation"
                )
            case .crashed(let library):
                (.notLookedAt, "\(library.rawValue) crashed on it or needed too much memory", again)
            case .partial(let library):
                (
                    .iconUnreadable,
                    "is truncated or damaged (\(library.rawValue) can decode only part of it), so "
                        + "browsers show a damaged picture", again
                )
            case .cutOff:
                (
                    .iconUnreadable, "contains a truncated or damaged picture, so browsers show another icon or none",
                    "save the image again as ICO"
                )
            case .damaged(let library):
                (
                    .iconUnreadable,
                    "is damaged (\(library.rawValue) cannot decode it), so browsers show another icon or none", again
                )
            }
        let words = rule == .notLookedAt ? "was not checked: " : ""
        return icon.problem(rule, "'\(icon.name)' \(words)\(reason)", mend: mend)
    }
}
