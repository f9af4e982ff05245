import DevtoolKit

/// What the rules want to know of a picture's pixels.
struct PictureFacts: Sendable, Equatable {
    /// Whether something behind the picture can be seen.
    let hasTransparency: Bool
    /// Whether it has content where launchers cut a maskable icon.
    let hasContentBeyondSafeZone: Bool
    /// How many bytes it would have as a PNG.
    let sizeAsPNG: Int?
    /// The colours that can be seen of it.
    let visible: VisibleColors

    /// Looks at a picture; `nil` for those of which only the header is looked at.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - format: its format.
    ///   - budget: what pixels are taken from.
    /// - Throws: ``PixelProblem``.
    init?(
        of bytes: [UInt8], _ format: ImageFormat, within budget: LookBudget
    ) throws(PixelProblem) {
        let found: Pixels?
        if format == .ico || format == .cur {
            guard WholePicture(bytes).hasAllPictures else { throw .cutOff }
            found = try PictureDecoder.pixels(ofICO: bytes, within: budget)
        } else if let library = PictureDecoder.library(for: format),
            format != .svg || SimpleSVG.matches(bytes)
        {
            found = try PictureDecoder.pixels(of: bytes, by: library, within: budget)
        } else {
            return nil
        }
        guard let pixels = found else { return nil }
        hasTransparency = pixels.hasTransparency
        hasContentBeyondSafeZone = pixels.hasContentBeyondSafeZone
        sizeAsPNG = format == .png ? PictureDecoder.sizeOfPNG(of: pixels) : nil
        // Drawings have their colours multiplied by their opacity.
        visible = pixels.visibleColors(areMultiplied: format == .svg)
    }
}

extension Pixels {
    /// The least opacity that nobody sees through.
    private static let opaque: UInt32 = 250
    /// How much neighbouring pixels differ at the edge of a shape, of 255; less is the slope of a background.
    private static let edge = 40
    /// The safe zone's radius: 40 percent of the width (W3C Web Application Manifest, "icon masks").
    private static let safeRadius = 0.4
    /// By how much of the width soft edges of a shape that fills the circle may lie outside.
    private static let softness = 1.0 / 64
    /// How many of the pixels outside may be edges, as a tolerance for noise.
    private static let tolerance = 0.001
    /// How many of a corner's pixels are edges where the background has a pattern.
    private static let pattern = 0.1

    /// Whether something behind the picture can be seen.
    var hasTransparency: Bool { colors.contains { $0 >> 24 < Self.opaque } }

    /// Whether shapes have edges outside of the circle that every launcher shows.
    ///
    /// A background, be it even or a slope of colours, has none, and one with a pattern has them in all four corners.
    var hasContentBeyondSafeZone: Bool {
        guard width > 1, height > 1 else { return false }
        let (centreX, centreY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        let side = Double(min(width, height))
        // A pixel more, for the edge of a shape that fills the circle.
        let radius = (Self.safeRadius + Self.softness) * side + 1
        var outside = EdgeCount()
        var corners = [EdgeCount](repeating: EdgeCount(), count: 4)
        for y in 0..<(height - 1) {
            let dy = Double(y) - centreY
            let reach = max(0, radius * radius - dy * dy).squareRoot()
            let cornerReach = max(0, side * side / 4 - dy * dy).squareRoot()
            for x in 0..<(width - 1) {
                let dx = Double(x) - centreX
                guard abs(dx) > reach else { continue }
                let place = y * width + x
                let isEdge =
                    differs(place, from: place + 1) || differs(place, from: place + width)
                outside.add(isEdge)
                if abs(dx) > cornerReach {
                    corners[(dx < 0 ? 0 : 1) + (dy < 0 ? 0 : 2)].add(isEdge)
                }
            }
        }
        return outside.share > Self.tolerance && !corners.allSatisfy { $0.share > Self.pattern }
    }

    /// How many of some pixels are edges.
    private struct EdgeCount {
        private var all = 0
        private var edges = 0

        var share: Double { all == 0 ? 0 : Double(edges) / Double(all) }

        mutating func add(_ isEdge: Bool) {
            all += 1
            if isEdge { edges += 1 }
        }
    }

    private func differs(_ place: Int, from other: Int) -> Bool {
        let (one, other) = (colors[place], colors[other])
        if one == other { return false }
        // What cannot be seen has no colour.
        if one >> 24 < 8, other >> 24 < 8 { return false }
        return stride(from: UInt32(0), to: 32, by: 8).contains { shift in
            abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)) > Self.edge
        }
    }
}

/// The colours that can be seen of a picture.
enum VisibleColors: Sendable, Equatable {
    /// Nothing can be seen.
    case none
    case one(Tone)
    /// Several colours, which may all be dark.
    case several(areDark: Bool)

    /// How a colour stands out from tabs.
    enum Tone: Sendable {
        case white, dark, other
    }

    /// Whether it can hardly be seen on a dark tab.
    var areDark: Bool {
        switch self {
        case .none, .one(.white), .one(.other), .several(areDark: false): false
        case .one(.dark), .several(areDark: true): true
        }
    }
}

extension PictureFacts {
    /// Why an SVG is not one shape of one colour on a transparent background, in words after its name.
    var silhouetteFault: String? {
        if !hasTransparency { return "fills its background" }
        return switch visible {
        case .none: "shows nothing"
        case .one: nil
        case .several: "has several colours"
        }
    }
}

extension Pixels {
    /// The least opacity of a pixel that can be seen, and whose colour can be told.
    private static let telling: UInt32 = 64
    /// The most light of a dark colour, and the least of white, of 255: light tabs are white, dark ones about 0x35.
    private static let dark = 0x60
    private static let white = 0xF4
    /// How many of the pixels that are seen are dark in a picture that is.
    private static let darkShare = 0.9

    fileprivate func visibleColors(areMultiplied: Bool) -> VisibleColors {
        var first: [Int]?
        var isOne = true
        var (count, darkCount) = (0, 0)
        var last: UInt32?
        var isDark = false
        for color in colors where color >> 24 >= Self.telling {
            count += 1
            // Pictures have long runs of one colour.
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
    /// What is told of an icon whose pixels nobody has looked at.
    func finding(on icon: IconDeclaration) -> [IconProblem] {
        let again = "save the image again, as PNG, ICO or SVG"
        let (rule, reason, mend): (Rule, String, String) =
            switch self {
            case .missing(let library):
                (
                    .notLookedAt, "\(library.rawValue) is missing",
                    "install it (on Debian: apt install \(library.package))"
                )
            case .tooLarge:
                (
                    .notLookedAt, "it has too many pixels or bytes",
                    "make it smaller than 4096x4096 pixels and 2 MB"
                )
            case .tooCostly:
                (
                    .notLookedAt, "drawing it takes too long, or too much memory",
                    "leave out filters, patterns and repetitions"
                )
            case .exhausted:
                (
                    .notLookedAt, "the site's icons have too many pixels together",
                    "check parts of the site"
                )
            case .refused(let library):
                (
                    .notLookedAt, "\(library.rawValue) does not support it, though browsers may",
                    "save it as a plain PNG, without animation"
                )
            case .crashed(let library):
                (
                    .notLookedAt,
                    "\(library.rawValue) crashed on it, or wanted too much memory",
                    again
                )
            case .partial(let library):
                (
                    .iconUnreadable,
                    "is cut off or damaged (\(library.rawValue) can decode a part of it), so browsers "
                        + "show it spoiled", again
                )
            case .cutOff:
                (
                    .iconUnreadable,
                    "has a picture that is cut off or damaged, so browsers show another or none",
                    "save the image again, as ICO"
                )
            case .damaged(let library):
                (
                    .iconUnreadable,
                    "is damaged (\(library.rawValue) cannot decode it), so browsers show another icon "
                        + "or none", again
                )
            }
        let words = rule == .notLookedAt ? "was not looked at: " : ""
        return icon.problem(rule, "'\(icon.name)' \(words)\(reason)", mend: mend)
    }
}
