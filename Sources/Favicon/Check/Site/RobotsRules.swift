import DevtoolKit
import URLs

/// What a `robots.txt` allows crawlers (RFC 9309).
///
/// ```swift
/// let rules = RobotsRules("User-agent: *\nDisallow: /img/")
/// rules.ban(on: "/img/icon.png", for: ["googlebot"])?.pattern   // "/img/"
/// ```
struct RobotsRules: Sendable {
    /// The most bytes that are read, as RFC 9309 has it in section 2.5.
    static let byteLimit = 500 << 10

    /// What keeps a crawler from a path.
    struct Ban: Sendable, Equatable {
        /// The name of the group, as the file has it.
        let agent: String
        /// The path of the rule, as the file has it.
        let pattern: String
        /// Whether a rule that allows the path alone would win.
        let isShort: Bool
    }

    private struct Rule {
        let text: String
        /// The path with its escapes as RFC 9309 compares them.
        let pattern: [UInt8]
        let isAllowed: Bool
    }

    private struct Group {
        let agent: String
        var rules: [Rule] = []
    }

    private var groups: [String: Group] = [:]

    /// Reads a file; lines that mean nothing are ignored.
    init(_ text: String) {
        var agents: [String] = []
        var isNaming = false
        let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.prefix { $0 != "#" }.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (name, value) = (Self.trimmed(parts[0]).lowercased(), Self.trimmed(parts[1]))
            switch name {
            case "user-agent":
                if !isNaming { agents = [] }
                isNaming = true
                let agent = Self.agent(value)
                agents.append(agent)
                if groups[agent] == nil { groups[agent] = Group(agent: value) }
            case "allow", "disallow":
                isNaming = false
                guard !value.isEmpty else { continue }
                let rule = Rule(
                    text: value, pattern: Self.normalized(value), isAllowed: name == "allow")
                for agent in agents { groups[agent]?.rules.append(rule) }
            default: break
            }
        }
    }

    /// What keeps a crawler from a path; `nil` if it may fetch it.
    ///
    /// - Parameters:
    ///   - path: the path, encoded, with its slash.
    ///   - names: the crawler's names in small letters, the most specific first; the first that has a group
    ///     counts, or else the group for all.
    /// - Returns: the rule that decides, if it forbids.
    func ban(on path: String, for names: [String]) -> Ban? {
        guard let group = (names + ["*"]).lazy.compactMap({ groups[$0] }).first else { return nil }
        let path = Self.normalized(path)
        let matching = group.rules.filter { Self.matches($0.pattern[...], path[...]) }
        // The longest pattern decides, and of equal ones the one that allows.
        let best = matching.max { one, other in
            one.pattern.count == other.pattern.count
                ? !one.isAllowed && other.isAllowed : one.pattern.count < other.pattern.count
        }
        return best.flatMap { rule in
            rule.isAllowed
                ? nil
                : Ban(
                    agent: group.agent, pattern: rule.text,
                    isShort: rule.pattern.count <= path.count + 1)
        }
    }

    /// The name of a crawler, without its version: the letters, `-` and `_` that a product's name has.
    private static func agent(_ value: String) -> String {
        if value.hasPrefix("*") { return "*" }
        return value.prefix { $0.isASCII && ($0.isLetter || "-_".contains($0)) }.lowercased()
    }

    /// A path as paths are compared (RFC 9309, section 2.2.2): what need not be encoded is not, and what is beyond ASCII
    /// is.
    private static func normalized(_ path: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(path.utf8)[...]
        while let byte = rest.first {
            let escape = rest.prefix(3)
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "%"), escape.count == 3,
                case let decoded = percentDecoded(escape), decoded.count == 1
            {
                rest = rest.dropFirst(2)
                bytes += decoded.percentEncoded(keeping: isUnreserved).utf8
            } else {
                bytes += [byte].percentEncoded { $0 < 0x80 }.utf8
            }
        }
        return bytes
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte)
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
