/// Reads the first chunk of a WebP (RFC 9649, 2.5 to 2.7): lossy, lossless or extended.
struct WebPReader: HeaderReader {
    var format: ImageFormat? { .webp }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= 30 else { return .needs(30) }
        return .known(try Self.image(window))
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        // A lossless picture tells its size sooner than the others, and may be shorter.
        guard window.count >= 25, window.has("VP8L", at: 12) else { throw .truncated(.webp) }
        return .known(try Self.image(window))
    }

    private static func image(_ window: [UInt8]) throws(IconRejection) -> IconImage {
        if window.has("VP8 ", at: 12) {
            // The picture begins with a key frame, and that with a start code (RFC 6386, 9.1).
            guard window[20] & 1 == 0, window[23...].starts(with: [0x9D, 0x01, 0x2A])
            else { throw .damaged(.webp) }
            return try IconImage(
                .webp, width: window.littleEndian(26..<28) & 0x3FFF,
                height: window.littleEndian(28..<30) & 0x3FFF)
        }
        if window.has("VP8L", at: 12) {
            guard window[20] == 0x2F else { throw .damaged(.webp) }
            let bits = window.littleEndian(21..<25)
            return try IconImage(
                .webp, width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        }
        guard window.has("VP8X", at: 12) else { throw .damaged(.webp) }
        return try IconImage(
            .webp, width: window.littleEndian(24..<27) + 1,
            height: window.littleEndian(27..<30) + 1)
    }
}
