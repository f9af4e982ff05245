extension WebURL {
    /// The URL that a text stands for that is written as most are, in the form that it would get: it is
    /// looked through once, and its parts are taken as they are.
    ///
    /// `nil` for any other text, be it a URL or not: that is for ``init(parsing:relativeTo:queryIn:)``.
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

/// A host in small letters, or an IPv4 address in four decimal numbers, and maybe a port.
private struct PlainAuthority {
    /// Where the host ends.
    let hostEnd: Int
    /// The port, unless it is the scheme's own.
    private(set) var port: UInt16?
    /// Where all of it ends.
    private(set) var end: Int

    init?(_ bytes: Span<UInt8>, from start: Int, _ scheme: WebURL.Scheme) {
        var end = start
        var labelStart = start
        loop: while end < bytes.count {
            switch bytes[end] {
            case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "_"): break
            case UInt8(ascii: "."): labelStart = end + 1
            case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                break loop
            default: return nil
            }
            end += 1
        }
        // A host whose last label begins with a digit is an address, or none.
        guard labelStart < end,
            bytes[labelStart] > 0x39 || Self.isAddress(bytes, start..<end)
        else { return nil }
        hostEnd = end
        self.end = end
        if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
            guard let (port, portEnd) = Self.number(bytes, from: end + 1, limit: 65_535)
            else { return nil }
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

    /// The number that begins at a position, without leading zeros, and where it ends.
    private static func number(
        _ bytes: Span<UInt8>, from start: Int, limit: Int
    ) -> (value: Int, end: Int)? {
        var (value, end) = (0, start)
        while end < bytes.count, (0x30...0x39).contains(bytes[end]) {
            value = value * 10 + Int(bytes[end] - 0x30)
            guard value <= limit, end == start || bytes[start] != 0x30 else { return nil }
            end += 1
        }
        return end == start ? nil : (value, end)
    }
}

/// A path, a query and a fragment in which nothing is to be encoded, nor to be taken out.
private struct PlainTail {
    /// Where the path ends.
    let pathEnd: Int
    /// Where the query is, which stands after `?`.
    private(set) var query: Range<Int>?
    /// Where the fragment is, which stands after `#`.
    private(set) var fragment: Range<Int>?
    /// Whether it begins with a slash, and stays on the host.
    let isAbsolute: Bool

    init?(_ bytes: Span<UInt8>, from start: Int) {
        var position = start
        // Segments of dots begin with one, or with its escape.
        while position < bytes.count, bytes[position] == UInt8(ascii: "/") {
            position += 1
            if position < bytes.count,
                bytes[position] == UInt8(ascii: ".") || bytes[position] == UInt8(ascii: "%")
            {
                return nil
            }
            while position < bytes.count, Self.isPlain(bytes[position], .path),
                bytes[position] != UInt8(ascii: "/")
            {
                position += 1
            }
        }
        pathEnd = position
        isAbsolute =
            pathEnd > start && !(start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/"))
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

    /// Where the bytes end that stay as they are.
    private static func end(
        _ bytes: Span<UInt8>, from start: Int, _ excluded: PercentEncodeSet
    ) -> Int {
        var end = start
        while end < bytes.count, isPlain(bytes[end], excluded) { end += 1 }
        return end
    }

    /// Whether a byte stays as it is: a backslash is a slash, and blanks and controls may be taken out.
    private static func isPlain(_ byte: UInt8, _ excluded: PercentEncodeSet) -> Bool {
        byte > 0x20 && byte != UInt8(ascii: "\\") && !excluded.contains(byte)
    }
}

extension String {
    /// The part of the text in a range of its UTF-8.
    fileprivate func utf8Text(in range: Range<Int>) -> String {
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        return String(self[start..<utf8.index(start, offsetBy: range.count)])
    }
}
