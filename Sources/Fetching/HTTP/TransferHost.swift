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
        let (scheme, start): (WebURL.Scheme, Int)
        if url.utf8.starts(with: "http://".utf8) {
            (scheme, start) = (.http, 7)
        } else if url.utf8.starts(with: "https://".utf8) {
            (scheme, start) = (.https, 8)
        } else {
            return nil
        }
        let bytes = url.utf8.span
        var end = start
        var colon: Int?
        var label = start
        while end < bytes.count {
            switch bytes[end] {
            case 0x30...0x39: break
            case 0x61...0x7A where colon == nil: break
            case UInt8(ascii: "-") where colon == nil: break
            case UInt8(ascii: ".") where colon == nil: label = end + 1
            case UInt8(ascii: ":") where colon == nil: colon = end
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                return name(in: url, start..<end, label: label, colon: colon, scheme)
            default: return nil
            }
            end += 1
        }
        return name(in: url, start..<end, label: label, colon: colon, scheme)
    }

    /// The name of a host that has no capitals, unless it is an address but not in four decimal
    /// numbers; the last label of those begins with a digit.
    private static func name(
        in url: String, _ range: Range<Int>, label: Int, colon: Int?, _ scheme: WebURL.Scheme
    ) -> String? {
        let bytes = url.utf8.span
        let hostEnd = colon ?? range.upperBound
        guard label < hostEnd else { return nil }
        if bytes[label] <= 0x39, IPAddress(text(in: url, range.lowerBound..<hostEnd)) == nil {
            return nil
        }
        guard let colon else { return "\(text(in: url, range)):\(scheme.defaultPort)" }
        let digits = range.upperBound - colon - 1
        guard (1...5).contains(digits), bytes[colon + 1] != UInt8(ascii: "0") else { return nil }
        return text(in: url, range)
    }

    private static func text(in url: String, _ range: Range<Int>) -> String {
        let start = url.utf8.index(url.startIndex, offsetBy: range.lowerBound)
        let end = url.utf8.index(start, offsetBy: range.count)
        return String(url[start..<end])
    }
}
