package import URLs

/// The user name and password for a server (RFC 7617).
package struct HTTPCredentials: Sendable, Hashable {
    /// The name.
    package let user: String
    /// The password; empty if there is none.
    package let password: String
}

extension WebURL {
    /// The name and password that the URL has before its host; `nil` if it has none, or one that no
    /// server could be told.
    package var credentials: HTTPCredentials? {
        guard !userInfo.isEmpty else { return nil }
        let parts = userInfo.utf8.split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let texts = parts.map { percentDecoded(Array($0)[...]) }
        // libcurl takes texts that end with NUL.
        guard !texts.contains(where: { $0.contains(0) }) else { return nil }
        return HTTPCredentials(
            user: String(decoding: texts[0], as: UTF8.self),
            password: texts.count > 1 ? String(decoding: texts[1], as: UTF8.self) : "")
    }
}
