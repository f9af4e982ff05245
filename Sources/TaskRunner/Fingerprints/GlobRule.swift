import DevtoolKit

/// A pattern for paths, with braces and folders expanded.
struct GlobRule: Sendable, Equatable {
    /// A step from a folder to its contents.
    enum Step: Sendable, Equatable {
        /// To what has such a name.
        case name(GlobName)
        /// `**`: to any folder below, or nowhere; at a rule's end, to any file below.
        case anywhere
    }

    /// Whether what it matches does not count.
    let isExclusion: Bool
    /// Whether it begins at the root of the file system.
    let isAbsolute: Bool
    /// The steps from where the patterns begin.
    let steps: [Step]
    /// How many of the first steps have no wildcards.
    let literalCount: Int

    private init(isExclusion: Bool, isAbsolute: Bool, steps: [Step]) {
        self.isExclusion = isExclusion
        self.isAbsolute = isAbsolute
        self.steps = steps
        literalCount = steps.prefix { $0.literal != nil }.count
    }

    /// The rules that a pattern of the user stands for; none for an empty one.
    ///
    /// - Throws: ``GlobError``.
    static func rules(of pattern: String) throws(GlobError) -> [GlobRule] {
        guard pattern.utf8.count <= GlobError.longest else { throw GlobError.tooLong }
        let isExclusion = pattern.hasPrefix("!")
        guard let alternatives = GlobBraces.alternatives(of: pattern.dropFirst(isExclusion ? 1 : 0))
        else { throw GlobError.tooManyAlternatives(pattern) }
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
        // A name without wildcards may be that of a file, and that of a folder with files.
        var ways: [[Step]] = isFolder ? [all] : [steps]
        if literal != nil, !isFolder { ways.append(all) }
        return ways.map {
            GlobRule(isExclusion: isExclusion, isAbsolute: isAbsolute, steps: $0)
        }
    }
}

extension GlobRule.Step {
    /// The only name that the step leads to; nil where there may be several.
    var literal: [UInt8]? {
        if case .name(let name) = self { name.literal } else { nil }
    }
}

/// An error in a pattern.
enum GlobError: DiagnosableError, Equatable {
    /// Its braces stand for more patterns than anybody means.
    case tooManyAlternatives(String)
    /// A bracket or a brace is not closed, a backslash is at its end, or there is nothing.
    case malformed(String, String)
    /// It is longer than any path.
    case tooLong

    /// The longest pattern, in bytes, as of a path (`PATH_MAX`).
    static let longest = 4096

    /// The sentence for the user.
    var diagnostics: [Diagnostic] {
        switch self {
        case .tooLong: [Diagnostic("a pattern is longer than \(Self.longest) bytes")]
        case .tooManyAlternatives(let pattern):
            [
                Diagnostic(
                    "the braces of '\(pattern)' expand to more than \(GlobBraces.limit) patterns")
            ]
        case .malformed(let pattern, let problem):
            [
                Diagnostic(
                    "the pattern '\(pattern)' \(problem)",
                    hint: #"put \ before a character to match it literally"#)
            ]
        }
    }

    /// The sentence at the place of the pattern.
    func diagnostics(at location: SourceLocation) -> [Diagnostic] {
        diagnostics.map { Diagnostic($0.message, at: location, hint: $0.hint) }
    }

    /// 78.
    var exitStatus: ExitStatus { .badConfiguration }
}
