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
        var defaultPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    /// How the resource is reached.
    package internal(set) var scheme: Scheme
    /// The user name and password before the host, encoded; empty if there are none.
    var userInfo = ""
    /// The host's name in ASCII, or its address.
    package internal(set) var host: String
    /// The port, unless it is the scheme's own.
    package internal(set) var port: UInt16?
    /// The path's segments, encoded; never none.
    var segments: [String] = [""]
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
        url.segments = [percentEncoded(name.utf8, .path)]
        return url
    }
}

extension WebURL: CustomStringConvertible {
    /// The URL as text (WHATWG URL 4.5, "URL serializing").
    package var description: String {
        var text = "\(scheme.rawValue)://"
        if !userInfo.isEmpty { text += "\(userInfo)@" }
        text += host
        if let port { text += ":\(port)" }
        for segment in segments { text += "/\(segment)" }
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }
}
