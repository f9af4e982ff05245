extension MediaEnvironment {
    /// The maximum length of a list in bytes; a longer one does not match.
    static let lengthLimit = 1 << 14

    /// Whether one of the queries in a link's `media` matches (Media Queries 4); a missing or empty list always does.
    ///
    /// An invalid query does not match (section 3.2), and neither does one whose result is unknown.
    ///
    /// ```swift
    /// MediaEnvironment().matches("(prefers-color-scheme: dark)")   // false
    /// MediaEnvironment().matches("screen and (width >= 600px), print")   // true
    /// ```
    func matches(_ list: String?) -> Bool {
        guard let list else { return true }
        guard list.utf8.count <= Self.lengthLimit else { return false }
        var tokens = MediaToken.tokens(of: list)[...]
        if tokens.isEmpty { return true }
        while true {
            let query = tokens.prefixUpToComma()
            var parser = MediaQueryParser(query, self)
            if parser.query() == .yes { return true }
            if query.endIndex == tokens.endIndex { return false }
            tokens = tokens[(query.endIndex + 1)...]
        }
    }
}

/// The result of a condition in three-valued logic (Media Queries 4, 3.1, which follows Kleene).
enum MediaTruth: Sendable {
    case yes, no, unknown

    init(_ value: Bool) { self = value ? .yes : .no }

    static prefix func ! (value: MediaTruth) -> MediaTruth {
        switch value {
        case .yes: .no
        case .no: .yes
        case .unknown: .unknown
        }
    }

    static func && (left: MediaTruth, right: MediaTruth) -> MediaTruth {
        if left == .no || right == .no { return .no }
        return left == .yes && right == .yes ? .yes : .unknown
    }

    static func || (left: MediaTruth, right: MediaTruth) -> MediaTruth { !(!left && !right) }
}
