import DevtoolKit

/// A pattern for paths without braces, as steps.
struct GlobRule: Sendable, Equatable {
    enum Step: Sendable, Equatable {
        case name(GlobName)
        /// `**`: any folder below, or none; as the last step, any file below.
        case anywhere
    }

    /// In bytes; the limit for paths (`PATH_MAX`).
    static let longestPattern = 4096

    let isExclusion: Bool
    let isAbsolute: Bool
    let steps: [Step]
    let literalCount: Int

    private init(isExclusion: Bool, isAbsolute: Bool, steps: [Step]) {
        self.isExclusion = isExclusion
        self.isAbsolute = isAbsolute
        self.steps = steps
        literalCount = steps.prefix { $0.literal != nil }.count
    }

    /// Parses a pattern, which may have several alternatives; an empty one has none.
    static func rules(of pattern: String) throws(Problem) -> [GlobRule] {
        guard pattern.utf8.count <= longestPattern else { throw .tooLongPattern }
        let isExclusion = pattern.hasPrefix("!")
        guard let alternatives = alternatives(of: pattern.dropFirst(isExclusion ? 1 : 0)) else {
            throw Problem(.badConfiguration, "the braces of '\(pattern)' expand to more than \(limit) patterns")
        }
        return alternatives.flatMap { rules(ofPlain: $0, isExclusion: isExclusion) }
    }

    private static func rules(ofPlain pattern: String, isExclusion: Bool) -> [GlobRule] {
        if pattern.isEmpty { return [] }
        let isAbsolute = pattern.hasPrefix("/")
        var steps: [Step] = []
        for part in pattern.split(separator: "/") where part != "." {
            if part == "**" {
                if steps.last != .anywhere { steps.append(.anywhere) }
            } else if part == "..", isAbsolute && steps.isEmpty {
                continue
            } else if part == "..", let last = steps.last?.literal, last != Array("..".utf8) {
                steps.removeLast()
            } else {
                steps.append(.name(GlobName(part)))
            }
        }
        let literal = steps.last?.literal
        let isFolder = pattern.hasSuffix("/") || steps.isEmpty || literal == Array("..".utf8)
        let all = steps.last == .anywhere ? steps : steps + [.anywhere]
        // A name without wildcards may be a file, or a folder with files.
        var ways: [[Step]] = isFolder ? [all] : [steps]
        if literal != nil, !isFolder { ways.append(all) }
        return ways.map { GlobRule(isExclusion: isExclusion, isAbsolute: isAbsolute, steps: $0) }
    }
}

extension GlobRule.Step { var literal: [UInt8]? { if case .name(let name) = self { name.literal } else { nil } } }

extension Problem {
    static let tooLongPattern = Problem(.badConfiguration, "a pattern is longer than \(GlobRule.longestPattern) bytes")
}
