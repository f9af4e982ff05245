extension WebURL {
    /// The fast path for a URL that is already normalized, as most are: it is scanned once, and its parts are kept.
    ///
    /// `nil` for any other string, which needs ``init(parsing:relativeTo:queryIn:)``.
    init?(plain text: String, relativeTo base: WebURL?) {
        if let (scheme, start) = Self.plainScheme(of: text) {
            guard let authority = PlainAuthority(text.utf8.span, from: start, scheme),
                let tail = PlainTail(text.utf8.span, from: authority.end)
            else { return nil }
            self.init(scheme: scheme, host: text.utf8Text(in: start..<authority.hostEnd))
            port = authority.port
            take(tail, of: text, from: authority.end)
        } else if let base, let tail = PlainTail(text.utf8.span, from: 0), tail.isAbsolute {
            self = base
            take(tail, of: text, from: 0)
        } else {
            return nil
        }
    }

    private mutating func take(_ tail: PlainTail, of text: String, from start: Int) {
        path = start == tail.pathEnd ? "/" : text.utf8Text(in: start..<tail.pathEnd)
        query = tail.query.map { text.utf8Text(in: $0) }
        fragment = tail.fragment.map { text.utf8Text(in: $0) }
    }

    private static func plainScheme(of text: String) -> (Scheme, length: Int)? {
        guard text.utf8.starts(with: "http".utf8) else { return nil }
        if text.utf8.dropFirst(4).starts(with: "://".utf8) { return (.http, 7) }
        return text.utf8.dropFirst(4).starts(with: "s://".utf8) ? (.https, 8) : nil
    }
}

/// A normalized host name or IPv4 address, with an optional port.
private struct PlainAuthority {
    let hostEnd: Int
    /// `nil` for the scheme's default.
    private(set) var port: UInt16?
    private(set) var end: Int

    init?(_ bytes: Span<UInt8>, from start: Int, _ scheme: WebURL.Scheme) {
        var end = start
        var labelStart = start
        loop: while end < bytes.count {
            switch bytes[end] {
            case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "_"): break
            case UInt8(ascii: "."): labelStart = end + 1
            case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break loop
            default: return nil
            }
            end += 1
        }
        // A host whose last label starts with a digit is an IPv4 address, or invalid.
        guard labelStart < end, bytes[labelStart] > 0x39 || Self.isAddress(bytes, start..<end) else { return nil }
        hostEnd = end
        self.end = end
        if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
            guard let (port, portEnd) = Self.number(bytes, from: end + 1, limit: 65_535) else { return nil }
            self.port = port == scheme.defaultPort ? nil : UInt16(port)
            self.end = portEnd
        }
    }

    private static func isAddress(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        for part in 1...4 {
            guard let (_, end) = number(bytes, from: position, limit: 255) else { return false }
            if part == 4 { return end == range.upperBound }
            guard end < range.upperBound, bytes[end] == UInt8(ascii: ".") else { return false }
            position = end + 1
        }
        return false
    }

    /// Parses a number without leading zeros, and returns its end.
    private static func number(_ bytes: Span<UInt8>, from start: Int, limit: Int) -> (value: Int, end: Int)? {
        var (value, end) = (0, start)
        while end < bytes.count, (0x30...0x39).contains(bytes[end]) {
            value = value * 10 + Int(bytes[end] - 0x30)
            guard value <= limit, end == start || bytes[start] != 0x30 else { return nil }
            end += 1
        }
        return end == start ? nil : (value, end)
    }
}

/// A path, query and fragment that are already normalized.
private struct PlainTail {
    let pathEnd: Int
    private(set) var query: Range<Int>?
    private(set) var fragment: Range<Int>?
    /// Whether it starts with a single slash, so that the host does not change.
    let isAbsolute: Bool

    init?(_ bytes: Span<UInt8>, from start: Int) {
        var position = start
        // A segment of dots starts with a dot or with its escape.
        while position < bytes.count, bytes[position] == UInt8(ascii: "/") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: ".") || bytes[position] == UInt8(ascii: "%") {
                return nil
            }
            while position < bytes.count, Self.isPlain(bytes[position], .path), bytes[position] != UInt8(ascii: "/") {
                position += 1
            }
        }
        pathEnd = position
        isAbsolute = pathEnd > start && !(start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/"))
        if position < bytes.count, bytes[position] == UInt8(ascii: "?") {
            let begin = position + 1
            position = Self.end(bytes, from: begin, .query)
            query = begin..<position
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: "#") {
            let begin = position + 1
            position = Self.end(bytes, from: begin, .fragment)
            fragment = begin..<position
        }
        guard position == bytes.count else { return nil }
    }

    private static func end(_ bytes: Span<UInt8>, from start: Int, _ excluded: PercentEncodeSet) -> Int {
        var end = start
        while end < bytes.count, isPlain(bytes[end], excluded) { end += 1 }
        return end
    }

    /// Whether a byte is already normalized; backslashes are slashes, and blanks and controls may be removed.
    private static func isPlain(_ byte: UInt8, _ excluded: PercentEncodeSet) -> Bool {
        byte > 0x20 && byte != UInt8(ascii: "\\") && !excluded.contains(byte)
    }
}

extension String {
    fileprivate func utf8Text(in range: Range<Int>) -> String {
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        return String(self[start..<utf8.index(start, offsetBy: range.count)])
    }
}
