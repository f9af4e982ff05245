/// What the rules want to know of a picture's pixels.
struct PictureFacts: Sendable, Equatable {
    /// Whether something behind the picture can be seen.
    let hasTransparency: Bool
    /// Whether it has content where launchers cut a maskable icon.
    let hasContentBeyondSafeZone: Bool
    /// How many bytes it would have as a PNG.
    let sizeAsPNG: Int?

    /// Looks at a picture; `nil` for formats of which only the header is looked at.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - format: its format.
    /// - Throws: ``PixelProblem``.
    init?(of bytes: [UInt8], _ format: ImageFormat) throws(PixelProblem) {
        guard let library = PictureDecoder.library(for: format) else { return nil }
        let pixels = try PictureDecoder.pixels(of: bytes, by: library)
        hasTransparency = pixels.hasTransparency
        hasContentBeyondSafeZone = pixels.hasContentBeyondSafeZone
        sizeAsPNG = format == .png ? PictureDecoder.sizeOfPNG(of: pixels) : nil
    }
}

extension Pixels {
    /// The least opacity that nobody sees through.
    private static let opaque: UInt32 = 250
    /// How much neighbouring pixels differ at the edge of a shape, of 255; less is the slope of a background.
    private static let edge = 40
    /// The safe zone's radius: 40 percent of the width (W3C Web Application Manifest, "icon masks").
    private static let safeRadius = 0.4
    /// How many of the pixels outside may be edges, as a tolerance for noise.
    private static let tolerance = 0.001

    /// Whether something behind the picture can be seen.
    var hasTransparency: Bool { colors.contains { $0 >> 24 < Self.opaque } }

    /// Whether shapes have edges outside of the circle that every launcher shows.
    ///
    /// A background, be it even or a slope of colours, has none.
    var hasContentBeyondSafeZone: Bool {
        guard width > 1, height > 1 else { return false }
        let (centreX, centreY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        // A pixel more, for the edge of a shape that fills the circle.
        let radius = Self.safeRadius * Double(min(width, height)) + 1
        var edges = 0
        var outside = 0
        for y in 0..<(height - 1) {
            let dy = Double(y) - centreY
            let reach = max(0, radius * radius - dy * dy).squareRoot()
            for x in 0..<(width - 1) where abs(Double(x) - centreX) > reach {
                outside += 1
                let place = y * width + x
                if differs(place, from: place + 1) || differs(place, from: place + width) {
                    edges += 1
                }
            }
        }
        return Double(edges) > Self.tolerance * Double(outside)
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

extension PixelProblem {
    /// What is told of an icon whose pixels nobody has looked at.
    func finding(on icon: IconDeclaration) -> IconProblem {
        let name = icon.link.target.shown(on: icon.page)
        let (rule, message, mend): (IconRule, String, String) =
            switch self {
            case .missing(let library):
                (
                    .notLookedAt, "'\(name)' was not looked at: \(library.rawValue) is missing",
                    "install it (on Debian: apt install \(library.package))"
                )
            case .tooLarge:
                (
                    .notLookedAt, "'\(name)' was not looked at: it has too many pixels or bytes",
                    "make it smaller than 4096x4096 pixels and 2 MB"
                )
            case .tooCostly:
                (
                    .notLookedAt,
                    "'\(name)' was not looked at: it has filters or entities, which may take any time",
                    "leave them out"
                )
            case .damaged(let library):
                (
                    .iconUnreadable,
                    "'\(name)' is damaged (\(library.rawValue) cannot decode it), so browsers show "
                        + "another icon or none",
                    "save the image again, as PNG, ICO or SVG"
                )
            }
        return IconProblem(rule, message, mend: mend, at: icon.place, of: icon.link.target)
    }
}
