import Scanning

/// Tells the format by the first bytes, as MIME Sniffing 6.1 does, and text from other bytes.
struct SignatureReader: HeaderReader {
    /// How many bytes tell.
    static let length = 12

    var format: ImageFormat? { nil }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        if window.has("\u{1F}", at: 0), window.dropFirst().first == 0x8B { throw .compressed }
        if let reader = Self.reader(of: window) { return .handOver(reader) }
        guard !window.contains(where: ByteSet.binaryData.contains) else { throw .unrecognized }
        return .handOver(TextReader())
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        try read(window)
    }

    private static func reader(of window: [UInt8]) -> (any HeaderReader)? {
        if window.starts(with: PNGReader.signature) { return PNGReader() }
        if window.starts(with: [0xFF, 0xD8, 0xFF]) { return JPEGReader() }
        if window.has("GIF87a", at: 0) || window.has("GIF89a", at: 0) { return GIFReader() }
        if window.has("RIFF", at: 0), window.has("WEBP", at: 8) { return WebPReader() }
        if window.has("ftyp", at: 4) { return AVIFReader() }
        if window.starts(with: [0, 0, 1, 0]) { return ICOReader(.ico) }
        if window.starts(with: [0, 0, 2, 0]) { return ICOReader(.cur) }
        // A text may begin with these letters; the next fields tell.
        if window.has("BM", at: 0) { return BMPReader() }
        return nil
    }
}

extension ByteSet {
    /// The bytes that no text has (MIME Sniffing 3, "binary data byte").
    static let binaryData = ByteSet(0...0x08).union(ByteSet(0x0B...0x0B))
        .union(ByteSet(0x0E...0x1A)).union(ByteSet(0x1C...0x1F))
}
