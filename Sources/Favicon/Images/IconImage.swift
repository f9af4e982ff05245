/// The format and sizes read from an icon's bytes, whatever its server and its page declare.
struct IconImage: Sendable, Hashable {
    let format: ImageFormat
    /// The sizes of its pictures in the order of the file; empty for an SVG without a size.
    let sizes: [PixelSize]
    var declaredSizes: [DeclaredSize] { sizes.map { .pixels(width: $0.width, height: $0.height) } }
    var isScalable: Bool { format == .svg }

    init(_ format: ImageFormat, _ sizes: [PixelSize]) {
        self.format = format
        self.sizes = sizes
    }

    /// Creates an image from the size in a header, which must be more than one pixel.
    init(_ format: ImageFormat, width: Int, height: Int) throws(IconRejection) {
        guard width > 0, height > 0 else { throw .zeroSize(format) }
        guard width > 1 || height > 1 else { throw .singlePixel(format) }
        self.init(format, [PixelSize(width: width, height: height)])
    }

    init(reading bytes: [UInt8]) throws(IconRejection) { self = try ImageProbe.verdict(on: bytes).get() }
}

enum ImageFormat: String, Sendable, CaseIterable, CustomStringConvertible {
    case png, ico, cur, gif, jpeg, webp, bmp, svg, avif

    var mediaType: String {
        switch self {
        case .ico, .cur: "image/vnd.microsoft.icon"
        case .svg: "image/svg+xml"
        case .png, .gif, .jpeg, .webp, .bmp, .avif: "image/\(rawValue)"
        }
    }

    /// Whether a media type names the format, including common misnomers.
    func isNamed(by type: String) -> Bool {
        switch self {
        case .ico, .cur: ["image/x-icon", "image/vnd.microsoft.icon", "image/ico", "image/icon"].contains(type)
        case .jpeg: ["image/jpeg", "image/jpg"].contains(type)
        case .bmp: ["image/bmp", "image/x-ms-bmp"].contains(type)
        case .png, .gif, .webp, .svg, .avif: type == mediaType
        }
    }

    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    var description: String { self == .webp ? "WebP" : rawValue.uppercased() }
}

/// Width and height of an image in pixels, both at least 1.
struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    let width: Int
    let height: Int

    var description: String { "\(width)x\(height)" }
}
