import Scanning

/// Recognises an HTML page by its first bytes, whatever its server calls it
/// (WHATWG MIME Sniffing 7.1).
enum HTMLSignature {
    /// How many bytes are enough to tell.
    static let length = 512

    /// Whether the bytes begin a page.
    static func matches(_ bytes: [UInt8]) -> Bool {
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

    /// The standard's, and three more with which error pages begin.
    private static let tags = [
        "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table",
        "<a", "<style", "<title", "<b", "<body", "<br", "<p",
        "<meta", "<link", "<center",
    ]
}
