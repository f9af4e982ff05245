extension WebURL {
    /// Parses an absolute URL as browsers do; `nil` if it is invalid, not http or https (WHATWG URL 4.4), or longer
    /// than ``lengthLimit``.
    package init?(_ text: String, queryIn encoding: QueryEncoding = .utf8) {
        self.init(text, relativeTo: nil, queryIn: encoding)
    }

    /// Resolves a reference in a document at this URL; `nil` as for ``init(_:queryIn:)``.
    package func resolving(_ reference: String, queryIn encoding: QueryEncoding = .utf8) -> WebURL? {
        WebURL(reference, relativeTo: self, queryIn: encoding)
    }

    /// Parses a URL of another scheme with the syntax of http.
    package init?(_ text: String, as scheme: Scheme) {
        guard let (_, rest) = Self.splitScheme(Self.cleaned(text)) else { return nil }
        self.init("\(scheme.rawValue):\(String(decoding: rest, as: UTF8.self))")
    }

    /// The scheme in lower case; `nil` if there is none.
    package static func scheme(of text: String) -> String? {
        guard let (scheme, _) = splitScheme(cleaned(text)) else { return nil }
        return String(decoding: scheme, as: UTF8.self)
    }

    private init?(_ text: String, relativeTo base: WebURL?, queryIn encoding: QueryEncoding) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        if let url = WebURL(plain: text, relativeTo: base), url.isWithinLimit {
            self = url
        } else {
            self.init(parsing: text, relativeTo: base, queryIn: encoding)
        }
    }

    /// Parses a string as the standard requires, without the fast path.
    init?(parsing text: String, relativeTo base: WebURL?, queryIn encoding: QueryEncoding) {
        var rest = Self.cleaned(text)
        let fragment = Self.cutSuffix(after: UInt8(ascii: "#"), from: &rest)
        let query = Self.cutSuffix(after: UInt8(ascii: "?"), from: &rest)
        guard var url = WebURL(withoutQuery: rest, relativeTo: base) else { return nil }
        if let query { url.query = encoding.encoded(query) }
        url.fragment = fragment.map { percentEncoded($0, .fragment) }
        guard url.isWithinLimit else { return nil }
        self = url
    }

    private var isWithinLimit: Bool { length <= Self.lengthLimit }

    private init?(withoutQuery text: ArraySlice<UInt8>, relativeTo base: WebURL?) {
        guard let (name, rest) = Self.splitScheme(text) else {
            guard let base else { return nil }
            self.init(relative: text, to: base)
            return
        }
        guard let scheme = Scheme(rawValue: String(decoding: name, as: UTF8.self)) else { return nil }
        // `http:icon.png` in an http document is relative for historical reasons.
        if let base, base.scheme == scheme, !rest.starts(with: "//".utf8) {
            self.init(relative: rest, to: base)
        } else {
            self.init(scheme: scheme, authorityAndPath: rest)
        }
    }

    private init?(relative text: ArraySlice<UInt8>, to base: WebURL) {
        if text.prefix(2).count(where: Self.isSlash) == 2 {
            self.init(scheme: base.scheme, authorityAndPath: text)
            return
        }
        self = base
        guard let first = text.first else { return }
        query = nil
        if Self.isSlash(first) {
            path = Self.path(text.dropFirst(), after: "")
        } else {
            path = Self.path(text, after: path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        }
    }

    /// Any number of slashes, even none, may precede the host (WHATWG URL 4.4, "special authority ignore slashes
    /// state").
    private init?(scheme: Scheme, authorityAndPath text: ArraySlice<UInt8>) {
        let rest = text.drop(while: Self.isSlash)
        let authority = rest.prefix { !Self.isSlash($0) }
        self.init(scheme: scheme, authority: authority)
        path = Self.path(rest[authority.endIndex...].dropFirst(), after: "")
    }

    private init?(scheme: Scheme, authority: ArraySlice<UInt8>) {
        var hostAndPort = authority
        var userInfo = ""
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = Self.userInfo(authority[..<at])
            hostAndPort = authority[(at + 1)...]
        }
        let bracket = hostAndPort.lastIndex(of: UInt8(ascii: "]")) ?? hostAndPort.startIndex
        let colon = hostAndPort[bracket...].firstIndex(of: UInt8(ascii: ":"))
        guard let host = WebHost.normalized(hostAndPort[..<(colon ?? hostAndPort.endIndex)]) else { return nil }
        self.init(scheme: scheme, host: host)
        self.userInfo = userInfo
        guard let colon, colon + 1 < hostAndPort.endIndex else { return }
        let digits = hostAndPort[(colon + 1)...]
        guard digits.allSatisfy({ (48...57).contains($0) }), let port = UInt16(String(decoding: digits, as: UTF8.self))
        else { return nil }
        self.port = port == scheme.defaultPort ? nil : port
    }

    private static func userInfo(_ bytes: ArraySlice<UInt8>) -> String {
        let parts = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let user = percentEncoded(parts[0], .userInfo)
        guard parts.count == 2, !parts[1].isEmpty else { return user }
        return "\(user):\(percentEncoded(parts[1], .userInfo))"
    }
}
