/// Why bytes are not taken for an icon.
package enum ImageRejection: Error, Sendable, Hashable, CustomStringConvertible {
    /// There are no bytes.
    case empty
    /// An HTML page, as servers send where nothing is.
    case page
    /// JSON, as servers of programs send where nothing is.
    case json
    /// An XML document that is not an SVG.
    case xml
    /// Text of some other kind.
    case text
    /// Compressed with gzip, which browsers only undo where the server says so.
    case compressed
    /// No format of ``ImageFormat``.
    case unrecognized
    /// The bytes end before the picture's size.
    case truncated(ImageFormat)
    /// The bytes begin like the format and then contradict it.
    case damaged(ImageFormat)
    /// The size does not come where any usual picture has it.
    case farHeader(ImageFormat)
    /// The width or the height is 0.
    case zeroSize(ImageFormat)
    /// The picture is a single pixel, which counts visitors or fills a gap.
    case singlePixel(ImageFormat)
    /// What would read the SVG is not installed; in the loader's words.
    case noLibrary(String)

    /// The reason in words.
    package var description: String {
        switch self {
        case .empty: "the body is empty"
        case .page: "an HTML page instead of an image"
        case .json: "JSON instead of an image"
        case .xml: "an XML document that is not an SVG"
        case .text: "text instead of an image"
        case .compressed: "compressed with gzip"
        case .unrecognized: "not an image of a known format"
        case .truncated(let format): "the \(format) ends before its size"
        case .damaged(let format): "the \(format) is damaged"
        case .farHeader(let format): "the \(format) has no size in its first bytes"
        case .zeroSize(let format): "the \(format) has a width or height of 0"
        case .singlePixel(let format): "the \(format) is a single pixel"
        case .noLibrary(let reason): "SVG cannot be read: \(reason)"
        }
    }
}
