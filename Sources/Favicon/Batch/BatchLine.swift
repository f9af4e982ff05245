import URLs

/// A line of a batch's list: a page to process, or the reason why it is not a page.
struct BatchLine: Sendable, Equatable {
    enum Problem: String, Error, Sendable {
        case tooLong = "the line is longer than 64 KiB"
        case notUTF8 = "the line is not UTF-8"
        case notURL = "not an http or https URL"
    }

    struct Place: Sendable, Equatable {
        var url: WebURL
        /// The URL to try if the connection fails: `http` for a host without a scheme.
        var other: WebURL?
    }

    /// In bytes, without the line feed.
    static let lengthLimit = 1 << 16

    private static let shownLength = 200

    /// Counted from 1.
    let number: Int
    /// The line without surrounding white space, truncated if it is too long, with U+FFFD for invalid UTF-8.
    let text: String
    let place: Result<Place, Problem>
    /// The key for the limit per host: the host, plus a port that is not the scheme's default, or else the text.
    ///
    /// `example.com`, `http://example.com/` and `https://Example.com/a` share one key.
    let host: String

    /// Parses a line without its line feed; `nil` if it is blank, or a comment that starts with `#`.
    init?(_ bytes: ArraySlice<UInt8>, number: Int) {
        let isTooLong = bytes.count > Self.lengthLimit
        var bytes = bytes.drop(while: Self.isWhiteSpace)
        while let last = bytes.last, Self.isWhiteSpace(last) { bytes.removeLast() }
        guard let first = bytes.first, first != UInt8(ascii: "#") else { return nil }
        self.number = number
        if isTooLong {
            text = String(String(decoding: bytes, as: UTF8.self).prefix(Self.shownLength)) + "…"
            place = .failure(.tooLong)
        } else if let text = String(validating: bytes, as: UTF8.self) {
            self.text = text
            place = Place(text).map { .success($0) } ?? .failure(.notURL)
        } else {
            text = String(decoding: bytes, as: UTF8.self)
            place = .failure(.notUTF8)
        }
        host = if case .success(let place) = place { place.url.hostAndPort } else { text }
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension BatchLine.Place {
    fileprivate init?(_ text: String) {
        if let url = WebURL(text) {
            self.init(url: url, other: nil)
        } else if Self.mayBeginWithHost(text), let url = WebURL("https://\(text)") {
            self.init(url: url, other: WebURL("http://\(text)"))
        } else {
            return nil
        }
    }

    /// Whether the text before the first slash may be a host; `false` for `ftp://a`, `mailto:a@b` and `/a`.
    private static func mayBeginWithHost(_ text: String) -> Bool {
        let host = text.prefix { !"/\\?#".contains($0) }
        return !host.isEmpty && !host.contains("@") && !text.contains("://")
    }
}
