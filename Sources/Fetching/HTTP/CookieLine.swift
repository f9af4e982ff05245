/// A cookie as libcurl takes it: a line of the file in which Netscape kept cookies.
enum CookieLine {
    /// The lines for the cookies of a request.
    ///
    /// They are for its host alone, and sent without encryption only if the first URL is.
    static func all(of request: HTTPRequest) throws(FetchError) -> [String] {
        guard let cookie = request.cookie else { return [] }
        guard let url = WebURL(request.url) else { throw .invalidURL(request.url) }
        guard HTTPHeaders.areCookies(cookie) else { throw .invalidHeader(name: "Cookie") }
        let host = url.host.filter { $0 != "[" && $0 != "]" }
        let isSecure = url.scheme == .https ? "TRUE" : "FALSE"
        return cookie.split(separator: ";").compactMap { pair in
            let parts = pair.drop { $0 == " " }
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first, !name.isEmpty else { return nil }
            let value = parts.dropFirst().first ?? ""
            return [host, "FALSE", "/", isSecure, "0", String(name), String(value)]
                .joined(separator: "\t")
        }
    }
}

extension HTTPHeaders {
    /// Whether a text may be the value of a field `Cookie`; a tab would end a part of a line.
    package static func areCookies(_ text: String) -> Bool {
        isField("Cookie", text) && !text.utf8.contains(UInt8(ascii: "\t"))
    }
}
