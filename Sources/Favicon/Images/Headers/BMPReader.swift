import Scanning

/// Reads the header of a BMP: the oldest kind, `BITMAPCOREHEADER`, or one of those that begin like
/// `BITMAPINFOHEADER`.
struct BMPReader: HeaderReader {
    /// How many bytes of the picture's own header the size takes.
    static let length = 12
    private static let fileHeaderLength = 14

    var format: ImageFormat? { .bmp }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        let length = Self.fileHeaderLength + Self.length
        guard window.count >= length else { return .needs(length) }
        guard let size = Self.size(in: Array(window[Self.fileHeaderLength...])) else {
            // Two letters are no proof: this is a text, or nothing known.
            guard !window.contains(where: ByteSet.binaryData.contains) else { throw .unrecognized }
            return .handOver(TextReader())
        }
        return .known(try IconImage(.bmp, width: size.width, height: size.height))
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.contains(where: ByteSet.binaryData.contains) else {
            return .handOver(TextReader())
        }
        throw .truncated(.bmp)
    }

    /// The size in the header that begins the bytes, 0 included; `nil` if they are not one.
    ///
    /// The rows of a picture whose height is negative come from the top.
    static func size(in bytes: [UInt8]) -> PixelSize? {
        guard bytes.count >= length else { return nil }
        switch bytes.littleEndian(0..<4) {
        case 12:
            return PixelSize(width: bytes.littleEndian(4..<6), height: bytes.littleEndian(6..<8))
        case 16, 40, 52, 56, 64, 108, 124:
            let width = Int32(truncatingIfNeeded: bytes.littleEndian(4..<8))
            let height = Int32(truncatingIfNeeded: bytes.littleEndian(8..<12))
            guard width >= 0 else { return nil }
            return PixelSize(width: Int(width), height: Int(height.magnitude))
        default: return nil
        }
    }
}
