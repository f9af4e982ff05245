package import URLs

/// The user name and password for a server (RFC 7617).
package struct HTTPCredentials: Sendable, Hashable {
    package let user: String
    /// Empty if there is none.
    package let password: String

    package init(user: String, password: String) { (self.user, self.password) = (user, password) }
}

extension WebURL {
    /// The user name and password in the URL; `nil` if it has none, or if they contain NUL.
    package var credentials: HTTPCredentials? {
        guard !userInfo.isEmpty else { return nil }
        let parts = userInfo.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let texts = parts.map { percentDecoded(Array($0)[...]) }
        // libcurl takes zero-terminated strings.
        guard !texts.contains(where: { $0.contains(0) }) else { return nil }
        return HTTPCredentials(
            user: String(decoding: texts[0], as: UTF8.self),
            password: texts.count > 1 ? String(decoding: texts[1], as: UTF8.self) : "")
    }
}
