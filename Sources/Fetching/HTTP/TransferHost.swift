/// The server of a URL, as the limit for each counts it: libcurl shares connections to the same port
/// only.
enum TransferHost {
    /// The server's name and port; the URL itself if it is none.
    static func name(of url: String) -> String {
        if let name = plainName(of: url) { return name }
        return WebURL(url).map { "\($0.host):\($0.port ?? $0.scheme.defaultPort)" } ?? url
    }

    /// The same without parsing the URL, which takes a while, if it is written as most are; nil if
    /// the host or the port may have another spelling.
    private static func plainName(of url: String) -> String? {
        var rest = url.utf8[...]
        guard let port = removeScheme(&rest) else { return nil }
        let end = rest.firstIndex { $0 == slash || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
        let authority = rest[..<end]
        let hostEnd = authority.firstIndex(of: colon) ?? end
        let host = authority[..<hostEnd]
        guard isPlain(host) else { return nil }
        guard hostEnd < end else { return "\(Substring(host)):\(port)" }
        let digits = authority[authority.index(after: hostEnd)...]
        let isPort = (1...5).contains(digits.count) && digits.first != zero
        guard isPort, digits.allSatisfy(isDigit) else { return nil }
        return String(Substring(authority))
    }

    /// Leaves what follows the scheme, and tells its port.
    private static func removeScheme(_ text: inout Substring.UTF8View) -> UInt16? {
        for scheme in [WebURL.Scheme.http, .https] {
            let start = scheme == .http ? "http://" : "https://"
            if text.starts(with: start.utf8) {
                text = text.dropFirst(start.utf8.count)
                return scheme.defaultPort
            }
        }
        return nil
    }

    /// Whether a host is spelled as ``WebURL`` would spell it: in ASCII without capitals, and if its
    /// last part begins with a digit, as an address does, that is one of four decimal numbers.
    private static func isPlain(_ host: Substring.UTF8View) -> Bool {
        guard host.allSatisfy({ isDigit($0) || (97...122).contains($0) || $0 == dot || $0 == dash })
        else { return false }
        let start = host.lastIndex(of: dot).map { host.index(after: $0) } ?? host.startIndex
        guard let first = host[start...].first else { return false }
        return !isDigit(first) || IPAddress(String(Substring(host))) != nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static let slash = UInt8(ascii: "/")
    private static let colon = UInt8(ascii: ":")
    private static let dot = UInt8(ascii: ".")
    private static let dash = UInt8(ascii: "-")
    private static let zero = UInt8(ascii: "0")
}
