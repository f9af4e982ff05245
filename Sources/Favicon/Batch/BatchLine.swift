import URLs

/// A line of a batch's list: a page to process, or the reason why it is not one.
struct BatchLine: Sendable, Equatable {
    /// Why a line is not a page.
    enum Problem: String, Error, Sendable {
        /// It has more than ``BatchLine/lengthLimit`` bytes.
        case tooLong = "the line is longer than 64 KiB"
        /// It is in another encoding.
        case notUTF8 = "the line is not UTF-8"
        /// It is neither a URL nor a host.
        case notURL = "not an http or https URL"
    }

    /// The address of a page.
    struct Place: Sendable, Equatable {
        /// The URL to try first.
        var url: WebURL
        /// The URL to try if nobody answers there, as for a host without a scheme.
        var other: WebURL?
    }

    /// The most bytes of a line, its end not counted.
    static let lengthLimit = 1 << 16

    /// The most characters that are shown of a line that is too long.
    private static let shownLength = 200

    /// The number of the line in its list, from 1.
    let number: Int
    /// The line as it was given, without white space around; the beginning of one that is too long, and
    /// U+FFFD for what is not UTF-8.
    let text: String
    /// The page.
    let place: Result<Place, Problem>
    /// The host, and the port where that is not the scheme's own; the text where there is no host.
    ///
    /// `example.com`, `http://example.com/` and `https://Example.com/a` have the same.
    let host: String

    /// Reads a line without its end; nil for one that is blank, or a comment with `#`.
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
        host =
            switch place {
            case .success(let place): place.url.host + (place.url.port.map { ":\($0)" } ?? "")
            case .failure: text
            }
    }

    /// ASCII's blank, and tab to carriage return.
    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}

extension BatchLine.Place {
    /// Reads a URL, or a host without a scheme, to which https is tried first, then http.
    fileprivate init?(_ text: String) {
        if let url = WebURL(text) {
            self.init(url: url, other: nil)
        } else if Self.mayBeginWithHost(text), let url = WebURL("https://\(text)") {
            self.init(url: url, other: WebURL("http://\(text)"))
        } else {
            return nil
        }
    }

    /// Whether what stands before the first slash may be a host: it may not in `ftp://a`, `mailto:a@b`
    /// and `/a`.
    private static func mayBeginWithHost(_ text: String) -> Bool {
        let host = text.prefix { !"/\\?#".contains($0) }
        return !host.isEmpty && !host.contains("@") && !text.contains("://")
    }
}
