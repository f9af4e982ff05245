/// An http or https URL, normalized as in browsers (WHATWG URL).
///
/// ```swift
/// let page = WebURL("HTTP://Example.com:80/a/b.html")
/// page?.description                          // "http://example.com/a/b.html"
/// page?.resolving("../icon.png")?.description   // "http://example.com/icon.png"
/// ```
package struct WebURL: Sendable, Hashable {
    package enum Scheme: String, Sendable {
        case http, https

        package var defaultPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    /// The maximum length in bytes.
    ///
    /// Servers accept about 8 KB. A page with a long `base` and thousands of short references must not exhaust the
    /// memory.
    package static let lengthLimit = 1 << 16
    package internal(set) var scheme: Scheme
    /// Percent-encoded; empty if there is none.
    package internal(set) var userInfo = ""
    /// The name in ASCII, or the address.
    package internal(set) var host: String
    /// `nil` for the scheme's default.
    package internal(set) var port: UInt16?
    /// Percent-encoded, with a leading slash.
    package internal(set) var path = "/"
    /// Percent-encoded, without `?`.
    var query: String?
    /// Percent-encoded, without `#`.
    var fragment: String?

    init(scheme: Scheme, host: String) {
        self.scheme = scheme
        self.host = host
    }

    /// The URL of a path on the same origin, such as `favicon.ico`.
    package func atOrigin(_ name: String) -> WebURL {
        var url = WebURL(scheme: scheme, host: host)
        url.port = port
        url.path = "/" + percentEncoded(Array(name.utf8)[...], .path)
        return url
    }

    /// The target of a request, which `robots.txt` applies to.
    package var pathAndQuery: String { path + (query.map { "?" + $0 } ?? "") }

    /// The serialized origin for header fields (RFC 6454, section 6.2).
    package var origin: String { String(atOrigin("").description.dropLast()) }

    /// Whether the other URL has the same scheme, host and port (RFC 6454, section 5).
    package func hasOrigin(of other: WebURL) -> Bool {
        (scheme, host, port ?? scheme.defaultPort) == (other.scheme, other.host, other.port ?? other.scheme.defaultPort)
    }

    /// Whether the host is this machine, so that requests cannot be intercepted.
    package var isLoopback: Bool {
        host == "localhost" || host == "[::1]"
            || host.hasPrefix("127.") && host.allSatisfy { "0123456789.".contains($0) }
    }

    package var withoutCredentials: WebURL {
        var url = self
        url.userInfo = ""
        return url
    }

    /// The URL without user name, password, query and fragment, which may be secret or long.
    package var withoutDetails: WebURL {
        var url = withoutCredentials
        url.query = nil
        url.fragment = nil
        return url
    }

    /// Formats a URL for errors: without its user, and with `***` for passwords and tokens in its query.
    package static func shown(_ text: String) -> String { withoutUserInfo(text).hidingURLPassword }

    /// Formats a URL for results without user name and password; accepts any string.
    ///
    /// If a password makes the URL invalid, such as one with `#`, everything that may belong to it becomes `***`.
    package static func withoutUserInfo(_ text: String) -> String {
        // This rules out most strings quickly.
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        // `//user:password@host` has no scheme.
        if text.hasPrefix("//") { return String(withoutUserInfo("http:" + text).dropFirst(5)) }
        if let hidden = hidingUserInfo(ofNoURL: text) { return hidden }
        guard let colon = text.firstIndex(of: ":") else { return text }
        let rest = text[text.index(after: colon)...]
        let start = rest.drop { "/\\".contains($0) }
        guard let at = start.prefix(while: { !"/\\?#".contains($0) }).lastIndex(of: "@") else { return text }
        let end = text[text.index(after: at)...]
        if start.startIndex > rest.startIndex { return String(text[..<start.startIndex] + end) }
        // Without slashes, the text before the colon is a name, as in `user:password@host`.
        let name = text[..<colon]
        if name.contains(where: { "/\\?#".contains($0) }) { return text }
        guard ["data", "mailto"].contains(name.lowercased()) else { return String(end) }
        // A mailbox address has no password.
        return start[..<at].contains(":") ? String(name + ":" + end) : text
    }

    /// Replaces everything before the last `@` of an invalid URL with `***`, if a password may have ended the authority
    /// too early; `nil` if that is impossible.
    private static func hidingUserInfo(ofNoURL text: String) -> String? {
        let scheme = text.prefixMatch(of: /((?i)view-source:)?[A-Za-z][A-Za-z0-9+.\-]*:[\/\\]+/)
        let start = scheme?.range.upperBound ?? text.startIndex
        guard let at = text.lastIndex(of: "@"), start < at, let colon = text[start..<at].firstIndex(of: ":"),
            // Unless one of these characters follows the colon, or there is a `view-source:`, the authority is
            // unambiguous.
            text[colon..<at].contains(where: { "/\\?#".contains($0) }) || scheme?.1 != nil,
            scheme != nil || !["data", "mailto"].contains(text[..<colon].lowercased()),
            // A host needs no scheme.
            WebURL(scheme == nil ? "https://" + text : text) == nil
        else { return nil }
        return text[..<start] + "***" + text[at...]
    }
}

extension WebURL: CustomStringConvertible {
    /// The serialized URL (WHATWG URL 4.5, "URL serializing").
    package var description: String {
        String(unsafeUninitializedCapacity: length) { buffer in
            var count = 0
            func append(_ part: String) {
                // Safety: `length` is the total of all parts, so there is room for them.
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

    var length: Int {
        scheme.rawValue.utf8.count + 3 + (userInfo.isEmpty ? 0 : userInfo.utf8.count + 1) + host.utf8.count
            + (port.map { String($0).utf8.count + 1 } ?? 0) + path.utf8.count + (query.map { $0.utf8.count + 1 } ?? 0)
            + (fragment.map { $0.utf8.count + 1 } ?? 0)
    }
}
