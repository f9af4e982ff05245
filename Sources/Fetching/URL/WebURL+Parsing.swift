extension WebURL {
    /// The absolute URL that a text stands for, however carelessly written; `nil` if it stands for
    /// none, for one that is not http or https (WHATWG URL 4.4), or for one beyond ``lengthLimit``.
    package init?(_ text: String) {
        guard let url = WebURL(text, relativeTo: nil) else { return nil }
        self = url
    }

    /// The URL that a reference in a document at this URL stands for; `nil` as for ``init(_:)``.
    package func resolving(_ reference: String) -> WebURL? {
        WebURL(reference, relativeTo: self)
    }

    /// The URL of another scheme, read as http, whose syntax it shares.
    package init?(_ text: String, as scheme: Scheme) {
        guard let (_, rest) = Self.splitScheme(Self.cleaned(text)[...]) else { return nil }
        self.init("\(scheme.rawValue):\(String(decoding: rest, as: UTF8.self))")
    }

    /// The scheme that a text begins with, in small letters; `nil` if it begins with none.
    package static func scheme(of text: String) -> String? {
        guard let (scheme, _) = splitScheme(cleaned(text)[...]) else { return nil }
        return String(decoding: scheme, as: UTF8.self)
    }

    private init?(_ text: String, relativeTo base: WebURL?) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        var rest = Self.cleaned(text)[...]
        let fragment = Self.cutSuffix(after: UInt8(ascii: "#"), from: &rest)
        guard var url = WebURL(withoutFragment: rest, relativeTo: base) else { return nil }
        url.fragment = fragment.map { percentEncoded($0, .fragment) }
        guard url.description.utf8.count <= Self.lengthLimit else { return nil }
        self = url
    }

    private init?(withoutFragment text: ArraySlice<UInt8>, relativeTo base: WebURL?) {
        guard let (name, rest) = Self.splitScheme(text) else {
            guard let base else { return nil }
            self.init(relative: text, to: base)
            return
        }
        guard let scheme = Scheme(rawValue: String(decoding: name, as: UTF8.self)) else {
            return nil
        }
        // `http:icon.png` in an http document is relative, for history's sake.
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
        var rest = text
        let query = Self.cutSuffix(after: UInt8(ascii: "?"), from: &rest)
        self = base
        if let first = rest.first {
            let isAbsolute = Self.isSlash(first)
            setPath(isAbsolute ? rest.dropFirst() : rest, after: isAbsolute ? "" : folder)
            self.query = nil
        }
        if let query { self.query = percentEncoded(query, .query) }
    }

    /// Any number of slashes, even none, may stand before the host (WHATWG URL 4.4, "special
    /// authority ignore slashes state").
    private init?(scheme: Scheme, authorityAndPath text: ArraySlice<UInt8>) {
        var rest = text.drop(while: Self.isSlash)
        let query = Self.cutSuffix(after: UInt8(ascii: "?"), from: &rest)
        let authority = rest.prefix { !Self.isSlash($0) }
        guard let url = WebURL(scheme: scheme, authority: authority) else { return nil }
        self = url
        setPath(rest[authority.endIndex...].dropFirst(), after: "")
        self.query = query.map { percentEncoded($0, .query) }
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
        guard let host = WebHost.normalized(hostAndPort[..<(colon ?? hostAndPort.endIndex)])
        else { return nil }
        self.init(scheme: scheme, host: host)
        self.userInfo = userInfo
        guard let colon, colon + 1 < hostAndPort.endIndex else { return }
        let digits = hostAndPort[(colon + 1)...]
        guard digits.allSatisfy({ (48...57).contains($0) }),
            let port = UInt16(String(decoding: digits, as: UTF8.self))
        else { return nil }
        self.port = port == scheme.defaultPort ? nil : port
    }

    private static func userInfo(_ bytes: ArraySlice<UInt8>) -> String {
        let parts = bytes.split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let user = percentEncoded(parts[0], .userInfo)
        guard parts.count == 2, !parts[1].isEmpty else { return user }
        return "\(user):\(percentEncoded(parts[1], .userInfo))"
    }

    /// Sets the path to segments after a folder, `.` and `..` taken out in all their spellings
    /// (WHATWG URL 4.4, "path state").
    private mutating func setPath(_ text: ArraySlice<UInt8>, after folder: Substring) {
        var path = Array(folder.utf8)
        let parts = text.split(omittingEmptySubsequences: false, whereSeparator: Self.isSlash)
        for (index, part) in parts.enumerated() {
            let dots = Self.dots(in: part)
            if dots == 2 { path.removeSubrange((path.lastIndex(of: Self.slash) ?? 0)...) }
            if dots == 0 || index == parts.count - 1 { path.append(Self.slash) }
            if dots == 0 { path += part }
        }
        self.path = percentEncoded(path, .path)
    }

    /// The path without its last segment and the slash before it.
    private var folder: Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }

    /// How many dots a segment consists of, also as `%2e`; zero if of anything else.
    private static func dots(in segment: ArraySlice<UInt8>) -> Int {
        // Most segments are longer, and a text need not be made of them.
        guard segment.count <= "%2e%2e".utf8.count else { return 0 }
        return switch String(decoding: segment, as: UTF8.self).lowercased() {
        case ".", "%2e": 1
        case "..", ".%2e", "%2e.", "%2e%2e": 2
        default: 0
        }
    }

    /// The bytes without what browsers take out first: control characters and spaces around, tabs
    /// and newlines anywhere.
    static func cleaned(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return bytes.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    }

    /// The scheme in small letters, and what follows its colon.
    static func splitScheme(
        _ text: ArraySlice<UInt8>
    ) -> (scheme: [UInt8], rest: ArraySlice<UInt8>)? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), let first = text.first,
            isLetter(first)
        else { return nil }
        let scheme = text[..<colon]
        guard
            scheme.allSatisfy({ isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0) })
        else { return nil }
        return (scheme.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, text[(colon + 1)...])
    }

    /// Cuts off what follows the first occurrence of a byte, and the byte.
    static func cutSuffix(
        after byte: UInt8, from text: inout ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard let index = text.firstIndex(of: byte) else { return nil }
        defer { text = text[..<index] }
        return text[(index + 1)...]
    }

    /// In http and https URLs a backslash is a slash.
    private static func isSlash(_ byte: UInt8) -> Bool {
        byte == slash || byte == UInt8(ascii: "\\")
    }

    private static let slash = UInt8(ascii: "/")

    private static func isLetter(_ byte: UInt8) -> Bool {
        (97...122).contains(byte | 0x20)
    }
}
