import URLs

/// A cookie in libcurl's format: a line of a Netscape cookie file.
struct CookieLine {
    /// Host, whether subdomains are included, path, whether encryption is required, expiry in Unix seconds or 0, name,
    /// value.
    private var parts: [String]

    private init(parts: [String]) { self.parts = parts }

    init?(_ text: String) {
        parts = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7 else { return nil }
    }
    var text: String { parts.joined(separator: "\t") }

    /// The cookie with an expiry in the past, which deletes it.
    var expired: CookieLine {
        var cookie = self
        cookie.parts[4] = "1"
        return cookie
    }

    /// Whether one cookie replaces the other, because host, path and name are equal.
    func isSame(as other: CookieLine) -> Bool {
        [0, 2, 5].allSatisfy { index in
            let (own, others) = (parts[index], other.parts[index])
            return index == 0 ? own.withoutMark == others.withoutMark : own == others
        }
    }

    static func all(of request: HTTPRequest) throws(FetchError) -> [CookieLine] {
        guard let cookie = request.cookie else { return [] }
        guard let url = WebURL(request.url) else { throw .invalidURL(request.url) }
        guard HTTPHeaders.areCookies(cookie) else { throw .invalidHeader(name: "Cookie") }
        let host = url.host.filter { $0 != "[" && $0 != "]" }
        let isSecure = url.scheme == .https ? "TRUE" : "FALSE"
        return cookie.split(separator: ";").compactMap { pair in
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first, !name.isEmpty else { return nil }
            let value = parts.dropFirst().first ?? ""
            return CookieLine(parts: [host, "FALSE", "/", isSecure, "0", String(name), String(value)])
        }
    }
}

extension String {
    /// The host without the prefix of cookies that are hidden from scripts.
    fileprivate var withoutMark: Substring {
        let mark = "#HttpOnly_"
        return hasPrefix(mark) ? dropFirst(mark.count) : self[...]
    }
}

extension HTTPHeaders {
    /// Whether a string is a valid value of a `Cookie` field; a tab would end a column of the line.
    package static func areCookies(_ text: String) -> Bool {
        isField("Cookie", text) && !text.utf8.contains(UInt8(ascii: "\t"))
    }
}
