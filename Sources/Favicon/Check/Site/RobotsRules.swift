import DevtoolKit
import Scanning
import URLs

/// The rules of a `robots.txt` for a crawler (RFC 9309).
///
/// ```swift
/// let rules = RobotsRules("User-agent: *\nDisallow: /img/", for: ["googlebot"])
/// var steps = RobotsRules.stepLimit
/// try rules.ban(on: "/img/icon.png", within: &steps)?.pattern   // "/img/"
/// ```
struct RobotsRules: Sendable {
    /// The maximum number of bytes to read (RFC 9309, section 2.5).
    static let byteLimit = 500 << 10

    /// The maximum number of byte comparisons for all icons of a site.
    static let stepLimit = 1 << 28

    struct TooCostly: Error {}

    struct Ban: Sendable, Equatable {
        let agent: String
        let pattern: String
        /// Whether a rule that allows only this path would take precedence.
        let isShort: Bool
    }

    private struct Rule {
        let text: String
        let pattern: [UInt8]
        let isAllowed: Bool
    }

    private struct Group {
        let agent: String
        var rules: [Rule] = []
    }

    private var groups: [String: Group] = [:]
    private let names: [String]

    /// Parses a file for the crawler with these names in lower case, the most specific first.
    ///
    /// The first name with a group is used, or else the group for all crawlers. Invalid lines are ignored.
    init(_ text: String, for names: [String]) {
        self.names = names + ["*"]
        var agents: Set<String> = []
        var isNaming = false
        let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        for line in text.javaLines {
            let parts = line.prefix { $0 != "#" }.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (name, value) = (parts[0].trimmed.lowercased(), parts[1].trimmed)
            switch name {
            case "user-agent":
                if !isNaming { agents = [] }
                isNaming = true
                let agent = Self.agent(value)
                guard self.names.contains(agent) else { continue }
                agents.insert(agent)
                if groups[agent] == nil { groups[agent] = Group(agent: value) }
            case "allow", "disallow":
                isNaming = false
                guard !value.isEmpty else { continue }
                let rule = Rule(text: value, pattern: Self.normalized(value), isAllowed: name == "allow")
                for agent in agents { groups[agent]?.rules.append(rule) }
            default: break
            }
        }
    }

    /// The rule that forbids a percent-encoded path; `nil` if the crawler may fetch it.
    ///
    /// `steps` is the remaining number of byte comparisons, which this method reduces.
    func ban(on path: String, within steps: inout Int) throws(TooCostly) -> Ban? {
        guard let group = names.lazy.compactMap({ groups[$0] }).first else { return nil }
        let path = Self.normalized(path)
        var matching: [Rule] = []
        for rule in group.rules where try Self.matches(rule.pattern, path, within: &steps) { matching.append(rule) }
        // The longest pattern wins; among equally long ones, `Allow` does.
        let best = matching.max { one, other in
            one.pattern.count == other.pattern.count
                ? !one.isAllowed && other.isAllowed : one.pattern.count < other.pattern.count
        }
        return best.flatMap { rule in
            rule.isAllowed
                ? nil : Ban(agent: group.agent, pattern: rule.text, isShort: rule.pattern.count <= path.count + 1)
        }
    }

    /// The product token of a crawler, without its version: letters, `-` and `_`.
    private static func agent(_ value: String) -> String {
        if value.hasPrefix("*") { return "*" }
        return value.prefix { $0.isASCII && ($0.isLetter || "-_".contains($0)) }.lowercased()
    }

    /// Normalizes a path for comparison (RFC 9309, section 2.2.2): decodes escapes of unreserved characters, and
    /// encodes bytes beyond ASCII.
    private static func normalized(_ path: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(path.utf8)[...]
        while let byte = rest.first {
            let escape = rest.prefix(3)
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "%"), escape.count == 3, case let decoded = percentDecoded(escape),
                decoded.count == 1
            {
                rest = rest.dropFirst(2)
                bytes += decoded.percentEncoded(keeping: isUnreserved).utf8
            } else {
                bytes += [byte].percentEncoded { $0 < 0x80 }.utf8
            }
        }
        return bytes
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool { byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) }

    /// Whether the beginning of a path matches a pattern: `*` stands for any characters, a final `$` for the end.
    private static func matches(_ pattern: [UInt8], _ path: [UInt8], within steps: inout Int) throws(TooCostly) -> Bool
    {
        let isAnchored = pattern.last == UInt8(ascii: "$")
        let end = isAnchored ? pattern.count - 1 : pattern.count
        var (index, place) = (0, 0)
        // The position after the last `*`, and the end of the text that it matches.
        var star: (index: Int, place: Int)?
        while true {
            steps -= 1
            guard steps >= 0 else { throw TooCostly() }
            if index == end {
                if !isAnchored || place == path.count { return true }
            } else if pattern[index] == UInt8(ascii: "*") {
                index += 1
                star = (index, place)
                continue
            } else if place < path.count, pattern[index] == path[place] {
                index += 1
                place += 1
                continue
            }
            // Let the `*` match one more byte.
            guard let last = star, last.place < path.count else { return false }
            star = (last.index, last.place + 1)
            (index, place) = (last.index, last.place + 1)
        }
    }
}
