import URLs

/// What a `robots.txt` allows crawlers (RFC 9309).
///
/// ```swift
/// RobotsRules("User-agent: *\nDisallow: /img/").allows("/img/icon.png", to: ["googlebot"])   // false
/// ```
struct RobotsRules: Sendable {
    /// The most bytes that are read, as RFC 9309 has it in section 2.5.
    static let byteLimit = 500 << 10

    private struct Rule {
        let pattern: [UInt8]
        let isAllowed: Bool
    }

    private var groups: [String: [Rule]] = [:]

    /// Reads a file; lines that mean nothing are ignored.
    init(_ text: String) {
        var agents: [String] = []
        var isNaming = false
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.prefix { $0 != "#" }.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (name, value) = (Self.trimmed(parts[0]).lowercased(), Self.trimmed(parts[1]))
            switch name {
            case "user-agent":
                if !isNaming { agents = [] }
                isNaming = true
                agents.append(value.lowercased())
                groups[value.lowercased(), default: []] += []
            case "allow", "disallow":
                isNaming = false
                guard !value.isEmpty else { continue }
                let rule = Rule(pattern: Array(value.utf8), isAllowed: name == "allow")
                for agent in agents { groups[agent, default: []].append(rule) }
            default: break
            }
        }
    }

    /// Whether a crawler may fetch a path.
    ///
    /// - Parameters:
    ///   - path: the path, encoded, with its slash.
    ///   - names: the crawler's names in small letters, the most specific first; the first that has a group
    ///     counts, or else the group for all.
    /// - Returns: true where no rule speaks against it.
    func allows(_ path: String, to names: [String]) -> Bool {
        let rules = (names + ["*"]).lazy.compactMap { groups[$0] }.first ?? []
        let path = Array(path.utf8)
        let matching = rules.filter { Self.matches($0.pattern[...], path[...]) }
        // The longest pattern decides, and of equal ones the one that allows.
        let best = matching.max { one, other in
            one.pattern.count == other.pattern.count
                ? !one.isAllowed && other.isAllowed : one.pattern.count < other.pattern.count
        }
        return best?.isAllowed ?? true
    }

    /// Whether a path begins as a pattern does, in which `*` is any text and a last `$` the end.
    private static func matches(_ pattern: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>) -> Bool {
        let isAnchored = pattern.last == UInt8(ascii: "$")
        let parts = (isAnchored ? pattern.dropLast() : pattern)
            .split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        var rest = path
        for (index, part) in parts.enumerated() {
            if index == 0 {
                guard rest.starts(with: part) else { return false }
                rest = rest.dropFirst(part.count)
            } else if isAnchored, index == parts.count - 1 {
                return rest.count >= part.count && rest.suffix(part.count).elementsEqual(part)
            } else {
                guard let start = rest.firstIndex(of: part) else { return false }
                rest = rest[(start + part.count)...]
            }
        }
        return !isAnchored || rest.isEmpty
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension ArraySlice<UInt8> {
    /// Where some bytes begin, first.
    fileprivate func firstIndex(of part: ArraySlice<UInt8>) -> Int? {
        guard let first = part.first else { return startIndex }
        var start = startIndex
        while let next = self[start...].firstIndex(of: first), next + part.count <= endIndex {
            if self[next..<(next + part.count)].elementsEqual(part) { return next }
            start = next + 1
        }
        return nil
    }
}
