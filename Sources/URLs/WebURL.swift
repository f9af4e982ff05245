/// An http or https URL, in the form into which browsers bring it (WHATWG URL).
///
/// ```swift
/// let page = WebURL("HTTP://Example.com:80/a/b.html")
/// page?.description                          // "http://example.com/a/b.html"
/// page?.resolving("../icon.png")?.description   // "http://example.com/icon.png"
/// ```
package struct WebURL: Sendable, Hashable {
    /// How the resource is reached.
    package enum Scheme: String, Sendable {
        case http, https

        /// The port that a URL need not name.
        package var defaultPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    /// The longest URL, in bytes.
    ///
    /// Servers take 8 KB or so; a page with one long `base` and thousands of short references to it
    /// must not exhaust the memory.
    package static let lengthLimit = 1 << 16

    /// How the resource is reached.
    package internal(set) var scheme: Scheme
    /// The user name and password before the host, encoded; empty if there are none.
    package internal(set) var userInfo = ""
    /// The host's name in ASCII, or its address.
    package internal(set) var host: String
    /// The port, unless it is the scheme's own.
    package internal(set) var port: UInt16?
    /// The path, encoded; it begins with a slash.
    package internal(set) var path = "/"
    /// What follows `?`, encoded.
    var query: String?
    /// What follows `#`, encoded.
    var fragment: String?

    init(scheme: Scheme, host: String) {
        self.scheme = scheme
        self.host = host
    }

    /// The URL of a path on the same scheme, host and port: `WebURL.atOrigin("favicon.ico")`.
    package func atOrigin(_ name: String) -> WebURL {
        var url = WebURL(scheme: scheme, host: host)
        url.port = port
        url.path = "/" + percentEncoded(Array(name.utf8)[...], .path)
        return url
    }

    /// The path with the query, which a request names and `robots.txt` allows or not.
    package var pathAndQuery: String { path + (query.map { "?" + $0 } ?? "") }

    /// The origin, as the header fields about it have it: scheme, host and port (RFC 6454, section 6.2).
    package var origin: String { String(atOrigin("").description.dropLast()) }

    /// Whether the other URL has the same scheme, host and port (RFC 6454, section 5).
    package func hasOrigin(of other: WebURL) -> Bool {
        (scheme, host, port ?? scheme.defaultPort)
            == (other.scheme, other.host, other.port ?? other.scheme.defaultPort)
    }

    /// Whether the host is this machine, which nobody listens to on the way.
    package var isLoopback: Bool {
        host == "localhost" || host == "[::1]"
            || host.hasPrefix("127.") && host.allSatisfy { "0123456789.".contains($0) }
    }

    /// The URL without user name and password.
    package var withoutCredentials: WebURL {
        var url = self
        url.userInfo = ""
        return url
    }

    /// The URL without what may be secret or long: user name, password, query and fragment.
    package var withoutDetails: WebURL {
        var url = withoutCredentials
        url.query = nil
        url.fragment = nil
        return url
    }

    /// The text of a URL as errors show it: without its user, and with `***` for passwords and tokens in its query.
    package static func shown(_ text: String) -> String { withoutUserInfo(text).hidingURLPassword }

    /// The text of a URL without user name and password, for results; any text, be it a URL or not.
    ///
    /// Where a password makes a URL none, as one with `#`, all that may belong to it is shown as `***`.
    package static func withoutUserInfo(_ text: String) -> String {
        // Most texts have none, which is found out soon.
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        // `//user:password@host` has no scheme.
        if text.hasPrefix("//") { return String(withoutUserInfo("http:" + text).dropFirst(5)) }
        if let hidden = hidingUserInfo(ofNoURL: text) { return hidden }
        guard let colon = text.firstIndex(of: ":") else { return text }
        let rest = text[text.index(after: colon)...]
        let start = rest.drop { "/\\".contains($0) }
        guard let at = start.prefix(while: { !"/\\?#".contains($0) }).lastIndex(of: "@")
        else { return text }
        let end = text[text.index(after: at)...]
        if start.startIndex > rest.startIndex { return String(text[..<start.startIndex] + end) }
        // Without slashes it is a name that stands before the colon, as in `user:password@host`.
        let name = text[..<colon]
        if name.contains(where: { "/\\?#".contains($0) }) { return text }
        guard ["data", "mailto"].contains(name.lowercased()) else { return String(end) }
        // An address of a mailbox has no password.
        return start[..<at].contains(":") ? String(name + ":" + end) : text
    }

    /// The text of what is no URL, with `***` for all before the last `@` if a password may be in it that ends the
    /// authority too early; `nil` if none can be.
    private static func hidingUserInfo(ofNoURL text: String) -> String? {
        let scheme = text.prefixMatch(of: /((?i)view-source:)?[A-Za-z][A-Za-z0-9+.\-]*:[\/\\]+/)
        let start = scheme?.range.upperBound ?? text.startIndex
        guard let at = text.lastIndex(of: "@"), start < at,
            let colon = text[start..<at].firstIndex(of: ":"),
            // Without one of these, or with one before, it is clear what the authority is.
            text[colon..<at].contains(where: { "/\\?#".contains($0) }) || scheme?.1 != nil,
            scheme != nil || !["data", "mailto"].contains(text[..<colon].lowercased()),
            // A host needs no scheme.
            WebURL(scheme == nil ? "https://" + text : text) == nil
        else { return nil }
        return text[..<start] + "***" + text[at...]
    }
}

extension WebURL: CustomStringConvertible {
    /// The URL as text (WHATWG URL 4.5, "URL serializing").
    package var description: String {
        String(unsafeUninitializedCapacity: length) { buffer in
            var count = 0
            func append(_ part: String) {
                // Safety: there is room for all parts, as `length` is that of all of them.
                part.utf8.span.withUnsafeBufferPointer { part in
                    _ = buffer[count...].initialize(fromContentsOf: part)
                    count += part.count
                }
            }
            append(scheme == .http ? "http://" : "https://")
            if !userInfo.isEmpty {
                append(userInfo)
                append("@")
            }
            append(host)
            if let port {
                append(":")
                append(String(port))
            }
            append(path)
            if let query {
                append("?")
                append(query)
            }
            if let fragment {
                append("#")
                append(fragment)
            }
            return count
        }
    }

    /// How many bytes the text has.
    var length: Int {
        scheme.rawValue.utf8.count + 3
            + (userInfo.isEmpty ? 0 : userInfo.utf8.count + 1)
            + host.utf8.count + (port.map { String($0).utf8.count + 1 } ?? 0)
            + path.utf8.count + (query.map { $0.utf8.count + 1 } ?? 0)
            + (fragment.map { $0.utf8.count + 1 } ?? 0)
    }
}
