import Scanning

/// Identifies the format by its first bytes, as in MIME Sniffing 6.1, and distinguishes text from binary data.
struct SignatureReader: HeaderReader {
    static let length = 12

    var format: ImageFormat? { nil }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        if window.has("\u{1F}", at: 0), window.dropFirst().first == 0x8B { throw .compressed }
        if let reader = Self.reader(of: window) { return .handOver(reader) }
        guard !window.contains(where: ByteSet.binaryData.contains) else { throw .unrecognized }
        return .handOver(TextReader())
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep { try read(window) }

    private static func reader(of window: [UInt8]) -> (any HeaderReader)? {
        if window.starts(with: PNGReader.signature) { return PNGReader() }
        if window.starts(with: [0xFF, 0xD8, 0xFF]) { return JPEGReader() }
        if window.has("GIF87a", at: 0) || window.has("GIF89a", at: 0) { return GIFReader() }
        if window.has("RIFF", at: 0), window.has("WEBP", at: 8) { return WebPReader() }
        if window.has("ftyp", at: 4) { return AVIFReader() }
        if window.starts(with: [0, 0, 1, 0]) { return ICOReader(.ico) }
        if window.starts(with: [0, 0, 2, 0]) { return ICOReader(.cur) }
        // Text may start with these letters, so the next fields decide.
        if window.has("BM", at: 0) { return BMPReader() }
        return nil
    }
}

extension ByteSet {
    /// The bytes that do not occur in text (MIME Sniffing 3, "binary data byte").
    static let binaryData = ByteSet(0...0x08).union(ByteSet(0x0B...0x0B)).union(ByteSet(0x0E...0x1A)).union(
        ByteSet(0x1C...0x1F))
}

/// Distinguishes an SVG from other text that servers send instead of an icon.
struct TextReader: HeaderReader {
    var format: ImageFormat? { nil }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= Self.pageSignatureLength else { return .needs(Self.pageSignatureLength) }
        return try judge(window)
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep { try judge(window) }

    private func judge(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        var scanner = ByteScanner(window)
        scanner.scan("\u{FEFF}")
        scanner.scan(.asciiWhiteSpace)
        switch scanner.peek {
        case ASCII.lessThan:
            // Both an SVG and a page may start with a comment.
            guard Self.isPage(window), !scanner.scan("<!--") else { break }
            throw .page
        case UInt8(ascii: "{"), UInt8(ascii: "["): throw .json
        case nil: break
        default: throw .text
        }
        return .handOver(SVGReader())
    }

    /// The number of bytes that identify a page.
    static let pageSignatureLength = 512

    /// Recognizes an HTML page by its first bytes, whatever the declared type (WHATWG MIME Sniffing 7.1).
    static func isPage(_ bytes: [UInt8]) -> Bool {
        var scanner = ByteScanner(bytes)
        scanner.scan("\u{FEFF}")
        scanner.scan(.asciiWhiteSpace)
        let start = scanner.rest.map(\.asciiLowercased)
        return start.starts(with: "<!--".utf8)
            || tags.contains { tag in
                guard start.starts(with: tag.utf8) else { return false }
                return start.dropFirst(tag.utf8.count).first.map(tagNameEnd.contains) ?? false
            }
    }

    private static let tagNameEnd = ByteSet.asciiWhiteSpace.union(ByteSet("/>"))

    /// The standard's tags, and three more that error pages start with.
    private static let tags = [
        "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
        "<title", "<b", "<body", "<br", "<p", "<meta", "<link", "<center",
    ]
}
