/// The formats of picture that an icon may have.
package enum ImageFormat: String, Sendable, CaseIterable, CustomStringConvertible {
    case png, ico, cur, gif, jpeg, webp, bmp, svg, avif

    /// The media type, as a `Content-Type` header has it.
    package var mediaType: String {
        switch self {
        case .ico, .cur: "image/vnd.microsoft.icon"
        case .svg: "image/svg+xml"
        default: "image/\(rawValue)"
        }
    }

    /// What a file's name ends with, without the dot.
    package var fileExtension: String {
        self == .jpeg ? "jpg" : rawValue
    }

    /// The name of the format in a sentence.
    package var description: String {
        self == .webp ? "WebP" : rawValue.uppercased()
    }
}
