/// A comment that accepts the findings of a rule at its place, with a reason.
///
/// ```
/// <!-- devtool:allow drop-table: not read since 2.0 -->
/// # devtool:allow drop-table: not read since 2.0
/// -- devtool:allow drop-table: not read since 2.0
/// ```
///
/// It applies to the next line that is not only a comment, or to its own line if it follows other text.
struct AllowingComment: Hashable, Sendable {
    let rule: String
    let reason: String
    let location: SourceLocation
    let line: Int
    /// The offset of the byte that follows; `nil` for a comment at the end of a line.
    let following: Int?

    fileprivate func accepts(_ rule: Rule) -> Bool {
        !reason.isEmpty && (self.rule == rule.id || self.rule == rule.group?.id)
    }
}

/// The comments in files that accept findings.
public struct AllowedFindings: Sendable {
    private var comments: [String: [AllowingComment]] = [:]
    /// By target, because files may have thousands of comments.
    private var index: [Place: [AllowingComment]] = [:]
    private var files: [String] = []
    private var used: Set<AllowingComment> = []
    private let keyword: String

    private enum Place: Hashable {
        case line(Int, of: String)
        case tag(Int, of: String)
    }

    /// Creates an empty collection.
    ///
    /// - Parameter program: the suite's name, which precedes `:allow` in comments.
    public init(for program: String) { keyword = "\(program):allow" }

    /// Reads the comments in a file; `file` is its name in the locations of findings.
    public mutating func read(_ bytes: [UInt8], file: String) {
        guard comments[file] == nil else { return }
        let found = AllowingCommentReader(bytes, file: file, keyword: keyword).comments
        guard !found.isEmpty else { return }
        comments[file] = found
        files.append(file)
        for comment in found {
            index[.line(comment.line, of: file), default: []].append(comment)
            if let tag = comment.following { index[.tag(tag, of: file), default: []].append(comment) }
        }
    }

    /// Whether a comment with a reason accepts a finding; the comment then counts as used.
    ///
    /// - Parameters:
    ///   - finding: the finding; its location is considered, too.
    ///   - places: the locations of the subject and what contains it, such as a change and its changeset.
    /// - Returns: whether the finding is accepted.
    public mutating func accepts(_ finding: Diagnostic, about places: [SourceLocation] = []) -> Bool {
        guard let rule = finding.rule, !comments.isEmpty else { return false }
        for place in [finding.location].compactMap(\.self) + places {
            let accepting = index[.line(place.line, of: place.file)]?.first { $0.accepts(rule) }
            guard let accepting else { continue }
            used.insert(accepting)
            return true
        }
        return false
    }

    /// Whether a comment with a reason accepts a finding about a tag; the comment then counts as used.
    ///
    /// A line may have many tags: the comment must directly precede the tag, except for other comments, or end the
    /// tag's line.
    ///
    /// - Parameters:
    ///   - finding: the finding.
    ///   - tag: the offset of the tag's first byte.
    ///   - line: the line of that byte.
    ///   - file: the file with the tag.
    /// - Returns: whether the finding is accepted.
    public mutating func accepts(_ finding: Diagnostic, aboutTagAt tag: Int, onLine line: Int, of file: String) -> Bool
    {
        guard let rule = finding.rule else { return false }
        let accepting =
            index[.tag(tag, of: file)]?.first { $0.accepts(rule) }
            ?? index[.line(line, of: file)]?.first { $0.following == nil && $0.accepts(rule) }
        if let accepting { used.insert(accepting) }
        return accepting != nil
    }

    /// Reports comments without a reason, with unknown rules, and without effect; call this after all findings.
    ///
    /// - Parameters:
    ///   - catalog: the known rules.
    ///   - isChecked: whether the rule or group with this ID was checked at all.
    /// - Returns: the findings in the order of the comments.
    public func problems(in catalog: RuleCatalog, isChecked: (String) -> Bool = { _ in true }) -> [Diagnostic] {
        let known = Set(catalog.names)
        return files.flatMap { comments[$0] ?? [] }.compactMap { comment in
            func problem(_ message: String, hint: String?, _ rule: Rule) -> Diagnostic {
                Diagnostic(message, severity: .warning, at: comment.location, hint: hint, rule: rule)
            }
            if comment.rule.isEmpty {
                return problem(
                    "'\(keyword)' does not name a rule", hint: "write '\(keyword) RULE: REASON'", .unknownRule)
            }
            if !known.contains(comment.rule) {
                return problem(
                    "unknown rule '\(comment.rule)'", hint: .suggestion(for: comment.rule, in: catalog.names),
                    .unknownRule)
            }
            if comment.reason.isEmpty {
                return problem(
                    "'\(keyword) \(comment.rule)' has no reason, so it has no effect",
                    hint: "write '\(keyword) \(comment.rule): REASON'", .noReason)
            }
            guard !used.contains(comment), isChecked(comment.rule) else { return nil }
            return problem("there is no '\(comment.rule)' finding to accept", hint: "remove the comment", .unusedAllow)
        }
    }
}

extension Rule {
    package static let unknownRule = Rule(
        "unknown-rule", "AllowedRuleUnknown", "A comment accepts findings of an unknown rule.",
        help: "Correct the rule's name or remove the comment.")
    package static let noReason = Rule(
        "no-reason", "AllowedWithoutReason", "A comment accepts findings but gives no reason, so it has no effect.",
        help: "Add a colon and the reason after the rule.")
    package static let unusedAllow = Rule(
        "unused-allow", "NothingToAllow", "A comment accepts a finding that is not reported there.",
        help: "Remove the comment, or move it to the line above the finding.")
}
