import Scanning

/// Reads the first chunk of a PNG (PNG 11.2.1), animated or not.
struct PNGReader: HeaderReader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The number of bytes up to the end of the size.
    static let length = 24

    var format: ImageFormat? { .png }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= Self.length else { return .needs(Self.length) }
        guard let size = Self.size(in: window) else { throw .damaged(.png) }
        return .known(try IconImage(.png, width: size.width, height: size.height))
    }

    static func size(in bytes: [UInt8]) -> PixelSize? {
        guard bytes.count >= length, bytes.starts(with: signature), bytes.bigEndian(8..<12) == 13,
            bytes.has("IHDR", at: 12)
        else { return nil }
        let size = PixelSize(width: bytes.bigEndian(16..<20), height: bytes.bigEndian(20..<24))
        return max(size.width, size.height) <= Int(Int32.max) ? size : nil
    }
}

/// Reads the logical screen of a GIF (GIF89a 18).
struct GIFReader: HeaderReader {
    var format: ImageFormat? { .gif }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= 10 else { return .needs(10) }
        return .known(try IconImage(.gif, width: window.littleEndian(6..<8), height: window.littleEndian(8..<10)))
    }
}

/// Reads the segments of a JPEG up to the frame header (ITU-T T.81, B.2.2).
struct JPEGReader: HeaderReader {
    private var isStarted = false

    var format: ImageFormat? { .jpeg }

    mutating func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard isStarted else {
            isStarted = true
            return .skip(2)
        }
        guard window.count >= 4 else { return .needs(4) }
        // Fill bytes may precede a marker, and in practice any other bytes do.
        guard window[0] == 0xFF else { return .skip(window.prefix { $0 != 0xFF }.count) }
        switch window[1] {
        case 0xFF: return .skip(1)
        case 0x00, 0x01, 0xD0...0xD8: return .skip(2)
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            guard window.count >= 9 else { return .needs(9) }
            return .known(try IconImage(.jpeg, width: window.bigEndian(7..<9), height: window.bigEndian(5..<7)))
        case 0xD9, 0xDA: throw .damaged(.jpeg)
        default:
            let length = window.bigEndian(2..<4)
            guard length >= 2 else { throw .damaged(.jpeg) }
            return .skip(2 + length)
        }
    }
}

/// Reads the first chunk of a WebP (RFC 9649, 2.5 to 2.7): lossy, lossless or extended.
struct WebPReader: HeaderReader {
    var format: ImageFormat? { .webp }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= 30 else { return .needs(30) }
        return .known(try Self.image(window))
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        // A lossless picture has its size earlier than the others, and may be shorter.
        guard window.count >= 25, window.has("VP8L", at: 12) else { throw .truncated(.webp) }
        return .known(try Self.image(window))
    }

    private static func image(_ window: [UInt8]) throws(IconRejection) -> IconImage {
        if window.has("VP8 ", at: 12) {
            // The picture starts with a key frame, which starts with a start code (RFC 6386, 9.1).
            guard window[20] & 1 == 0, window[23...].starts(with: [0x9D, 0x01, 0x2A]) else { throw .damaged(.webp) }
            return try IconImage(
                .webp, width: window.littleEndian(26..<28) & 0x3FFF, height: window.littleEndian(28..<30) & 0x3FFF)
        }
        if window.has("VP8L", at: 12) {
            guard window[20] == 0x2F else { throw .damaged(.webp) }
            let bits = window.littleEndian(21..<25)
            return try IconImage(.webp, width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        }
        guard window.has("VP8X", at: 12) else { throw .damaged(.webp) }
        return try IconImage(.webp, width: window.littleEndian(24..<27) + 1, height: window.littleEndian(27..<30) + 1)
    }
}

/// Reads the header of a BMP: a `BITMAPCOREHEADER`, the oldest kind, or one that starts like a `BITMAPINFOHEADER`.
struct BMPReader: HeaderReader {
    /// The number of bytes up to the end of the size in the picture's own header.
    static let length = 12
    private static let fileHeaderLength = 14

    var format: ImageFormat? { .bmp }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        let length = Self.fileHeaderLength + Self.length
        guard window.count >= length else { return .needs(length) }
        guard let size = Self.size(in: Array(window[Self.fileHeaderLength...])) else {
            // Two letters are not enough: this may be text, or an unknown format.
            guard !window.contains(where: ByteSet.binaryData.contains) else { throw .unrecognized }
            return .handOver(TextReader())
        }
        return .known(try IconImage(.bmp, width: size.width, height: size.height))
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.contains(where: ByteSet.binaryData.contains) else { return .handOver(TextReader()) }
        throw .truncated(.bmp)
    }

    /// The minimum number of bytes of a picture in an ICO without its mask, which browsers do not need.
    static func byteCount(ofPictureIn bytes: [UInt8]) -> Int? {
        guard bytes.count >= 40, let size = size(in: bytes), bytes.littleEndian(0..<4) >= 40,
            [0, 3].contains(bytes.littleEndian(16..<20))
        else { return nil }
        let bits = bytes.littleEndian(14..<16)
        let used = bytes.littleEndian(32..<36)
        let colors = bits > 8 ? 0 : used == 0 ? 1 << bits : used
        let row = (size.width * bits + 31) / 32 * 4
        let (pixels, overflows) = row.multipliedReportingOverflow(by: size.height / 2)
        return overflows ? .max : bytes.littleEndian(0..<4) + 4 * colors + pixels
    }

    /// The size in a header at the start of the bytes, which may be 0; `nil` if there is none.
    ///
    /// A negative height means that the top row comes first.
    static func size(in bytes: [UInt8]) -> PixelSize? {
        guard bytes.count >= length else { return nil }
        switch bytes.littleEndian(0..<4) {
        case 12: return PixelSize(width: bytes.littleEndian(4..<6), height: bytes.littleEndian(6..<8))
        case 16, 40, 52, 56, 64, 108, 124:
            let width = Int32(truncatingIfNeeded: bytes.littleEndian(4..<8))
            let height = Int32(truncatingIfNeeded: bytes.littleEndian(8..<12))
            guard width >= 0 else { return nil }
            return PixelSize(width: Int(width), height: Int(height.magnitude))
        default: return nil
        }
    }
}
