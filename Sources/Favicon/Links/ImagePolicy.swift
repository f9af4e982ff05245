import URLs

/// The images or manifests that a page may load, according to one of its policies (CSP 3).
struct ImagePolicy: Sendable, Equatable {
    /// The kind of resource; `default-src` applies if a policy lacks its directive.
    enum Use: String { case image = "img-src", manifest = "manifest-src" }

    let text: String
    let use: Use
    let list: [String]
    private let sources: [Source]

    private enum Source: Equatable {
        case page
        case scheme(String)
        case host(String, scheme: String?, port: String?, path: String)
    }

    /// Parses a header value, in which commas separate policies.
    static func list(_ value: String) -> [ImagePolicy] { value.split(separator: ",").flatMap { all(String($0)) } }

    static func all(_ text: String) -> [ImagePolicy] { [.image, .manifest].compactMap { ImagePolicy(text, for: $0) } }

    /// Parses a policy; `nil` if it does not restrict the use.
    init?(_ text: String, for use: Use = .image) {
        var lists: [String: [String]] = [:]
        for directive in text.split(separator: ";") {
            let words = directive.split { " \t\n\u{C}\r".contains($0) }.map(String.init)
            // If a directive is repeated, the first one wins.
            guard let name = words.first?.asciiLowercased, lists[name] == nil else { continue }
            lists[name] = Array(words.dropFirst())
        }
        let name = lists[use.rawValue] == nil ? "default-src" : use.rawValue
        guard let list = lists[name] else { return nil }
        self.text = ([name] + list).joined(separator: " ")
        (self.use, self.list) = (use, list)
        // An invalid expression matches nothing, as does 'none'.
        sources = list.compactMap(Self.source)
    }

    /// Whether a page may load a resource; paths are ignored for the target of a redirect.
    func allows(_ url: WebURL, on page: WebURL, isRedirected: Bool = false) -> Bool {
        sources.contains { source in
            switch source {
            case .page: return url.hasOrigin(of: page) || url.isUpgrade(of: page)
            case .scheme(let scheme): return Self.matches(scheme, url)
            case .host(let host, let scheme, let port, let path):
                guard Self.matches(scheme ?? page.scheme.rawValue, url) else { return false }
                if host == "*", port == nil, path.isEmpty { return true }
                guard Self.matchesHost(host, url.host), Self.matchesPort(port, url) else { return false }
                if path.isEmpty || isRedirected { return true }
                let found = Self.decoded(url.path)
                return path.hasSuffix("/") ? found.hasPrefix(path) : found == path
            }
        }
    }

    var allowsData: Bool { sources.contains(.scheme("data")) }

    private static func matches(_ scheme: String, _ url: WebURL) -> Bool {
        scheme == url.scheme.rawValue || scheme == "http" && url.scheme == .https
    }

    private static func matchesHost(_ pattern: String, _ host: String) -> Bool {
        pattern == "*" || pattern == host || pattern.hasPrefix("*.") && host.hasSuffix(pattern.dropFirst())
    }

    private static func matchesPort(_ port: String?, _ url: WebURL) -> Bool {
        switch port {
        case nil: url.port == nil
        case "*": true
        case let port?:
            UInt16(port) == url.port ?? url.scheme.defaultPort
                || port == "80" && url.scheme == .https && url.port == nil
        }
    }

    private static func decoded(_ path: some StringProtocol) -> String {
        String(decoding: percentDecoded(Array(path.utf8)[...]), as: UTF8.self)
    }

    private static func source(_ word: String) -> Source? {
        let word = word.asciiLowercasedOutsidePath
        if word == "'self'" { return .page }
        if word.hasPrefix("'") { return nil }
        if word.hasSuffix(":"), !word.contains("/") { return .scheme(String(word.dropLast())) }
        var rest = word[...]
        var (scheme, port, path): (String?, String?, String) = (nil, nil, "")
        if let range = rest.firstRange(of: "://") {
            scheme = String(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        if let slash = rest.firstIndex(of: "/") {
            path = decoded(rest[slash...].prefix { $0 != "?" && $0 != "#" })
            rest = rest[..<slash]
        }
        if let colon = rest.lastIndex(of: ":") {
            port = String(rest[rest.index(after: colon)...])
            rest = rest[..<colon]
        }
        return rest.isEmpty ? nil : .host(String(rest), scheme: scheme, port: port, path: path)
    }
}

extension String {
    fileprivate var asciiLowercasedOutsidePath: String {
        let start = firstRange(of: "://")?.upperBound ?? startIndex
        let path = self[start...].firstIndex(of: "/") ?? endIndex
        return String(self[..<path]).asciiLowercased + self[path...]
    }
}

extension WebURL {
    /// Whether this URL has the same host, with https instead of http.
    fileprivate func isUpgrade(of other: WebURL) -> Bool {
        scheme == .https && other.scheme == .http && host == other.host && port == nil && other.port == nil
    }
}
