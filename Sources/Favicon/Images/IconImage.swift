/// The format and sizes found in an icon's bytes, whatever its server and its page declare.
///
/// ```swift
/// let image = try IconImage(reading: bytes)
/// print(image.format, image.sizes)    // ICO [16x16, 32x32]
/// ```
struct IconImage: Sendable, Hashable {
    let format: ImageFormat
    /// The sizes of its pictures in the order of the file; none for an SVG that names no size.
    let sizes: [PixelSize]

    /// The sizes as a link declares them.
    var declaredSizes: [DeclaredSize] {
        sizes.map { .pixels(width: $0.width, height: $0.height) }
    }

    /// Whether it can be drawn in any size.
    var isScalable: Bool { format == .svg }

    init(_ format: ImageFormat, _ sizes: [PixelSize]) {
        self.format = format
        self.sizes = sizes
    }

    /// Takes a picture whose header says how large it is.
    init(_ format: ImageFormat, width: Int, height: Int) throws(IconRejection) {
        guard width > 0, height > 0 else { throw .zeroSize(format) }
        guard width > 1 || height > 1 else { throw .singlePixel(format) }
        self.init(format, [PixelSize(width: width, height: height)])
    }

    /// Recognises an image that is there as a whole.
    init(reading bytes: [UInt8]) throws(IconRejection) {
        self = try ImageProbe.verdict(on: bytes).get()
    }
}

/// The image formats of icons.
enum ImageFormat: String, Sendable, CaseIterable, CustomStringConvertible {
    case png, ico, cur, gif, jpeg, webp, bmp, svg, avif

    /// The media type, as a `Content-Type` header has it.
    var mediaType: String {
        switch self {
        case .ico, .cur: "image/vnd.microsoft.icon"
        case .svg: "image/svg+xml"
        default: "image/\(rawValue)"
        }
    }

    /// What a file's name ends with, without the dot.
    var fileExtension: String {
        self == .jpeg ? "jpg" : rawValue
    }

    /// The name of the format in a sentence.
    var description: String {
        self == .webp ? "WebP" : rawValue.uppercased()
    }
}

/// The width and height of an image in pixels, both at least 1.
struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    let width: Int
    let height: Int

    /// The size as the attribute `sizes` has it.
    var description: String { "\(width)x\(height)" }
}
