/// A comment in a file that accepts the findings of a rule at its place, with the reason.
///
/// ```
/// <!-- devtool:allow drop-table: nobody reads it since 2.0 -->
/// # devtool:allow drop-table: nobody reads it since 2.0
/// -- devtool:allow drop-table: nobody reads it since 2.0
/// ```
///
/// It counts for what stands on the next line that is more than a comment, or on its own line if something
/// stands before it there.
struct AllowingComment: Hashable, Sendable {
    /// The id of a rule, or of a group of rules.
    let rule: String
    /// Why findings are accepted; empty where the comment gives no reason.
    let reason: String
    /// Where the comment begins.
    let location: SourceLocation
    /// The line that it counts for.
    let line: Int
    /// The byte with which what follows it begins; `nil` where it stands behind something at the end of a line.
    let following: Int?
}

extension AllowingComment {
    /// Whether it is for a rule, and gives a reason.
    fileprivate func accepts(_ rule: Rule) -> Bool {
        !reason.isEmpty && (self.rule == rule.id || self.rule == rule.group?.id)
    }
}

/// The comments of files that accept findings.
public struct AllowedFindings: Sendable {
    private var comments: [String: [AllowingComment]] = [:]
    /// The comments by the place that they are for, of which files may have thousands.
    private var index: [Place: [AllowingComment]] = [:]
    private var files: [String] = []
    private var used: Set<AllowingComment> = []
    /// The words that such comments begin with.
    private let keyword: String

    /// What a comment is for.
    private enum Place: Hashable {
        case line(Int, of: String)
        /// The byte with which a tag begins.
        case tag(Int, of: String)
    }

    /// No comments so far.
    ///
    /// - Parameter program: the suite's name, which stands before `:allow` in comments for it.
    public init(for program: String) {
        keyword = "\(program):allow"
    }

    /// Reads the comments of a file's text.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - file: its name in the locations of findings.
    public mutating func read(_ bytes: [UInt8], file: String) {
        guard comments[file] == nil else { return }
        let found = AllowingCommentReader(bytes, file: file, keyword: keyword).comments
        guard !found.isEmpty else { return }
        comments[file] = found
        files.append(file)
        for comment in found {
            index[.line(comment.line, of: file), default: []].append(comment)
            if let tag = comment.following {
                index[.tag(tag, of: file), default: []].append(comment)
            }
        }
    }

    /// Whether a comment accepts a finding.
    ///
    /// - Parameters:
    ///   - finding: the finding.
    ///   - places: where what it is about begins, and what is around that, such as a change and its changeset;
    ///     the place of the finding is one of them.
    /// - Returns: true if one with a reason does; it counts as used then.
    public mutating func accepts(
        _ finding: Diagnostic, about places: [SourceLocation] = []
    ) -> Bool {
        guard let rule = finding.rule, !comments.isEmpty else { return false }
        for place in [finding.location].compactMap(\.self) + places {
            let accepting = index[.line(place.line, of: place.file)]?.first { $0.accepts(rule) }
            guard let accepting else { continue }
            used.insert(accepting)
            return true
        }
        return false
    }

    /// Whether a comment accepts a finding about a tag, of which a line may have many: it stands before the tag, with nothing
    /// but comments in between, or is the last on the tag's line.
    ///
    /// - Parameters:
    ///   - finding: the finding.
    ///   - tag: the byte with which the tag begins.
    ///   - line: the line of that byte.
    ///   - file: the file with the tag.
    /// - Returns: true if one with a reason does; it counts as used then.
    public mutating func accepts(
        _ finding: Diagnostic, aboutTagAt tag: Int, onLine line: Int, of file: String
    ) -> Bool {
        guard let rule = finding.rule else { return false }
        let accepting =
            index[.tag(tag, of: file)]?.first { $0.accepts(rule) }
            ?? index[.line(line, of: file)]?.first { $0.following == nil && $0.accepts(rule) }
        if let accepting { used.insert(accepting) }
        return accepting != nil
    }

    /// What is wrong with the comments, when all findings are known: those without a reason, of unknown
    /// rules, and those that accept nothing.
    ///
    /// - Parameters:
    ///   - catalog: the rules that there are.
    ///   - isChecked: whether a rule, by its id or its group's, was looked for at all.
    /// - Returns: the findings, in the order of the comments.
    public func problems(
        in catalog: RuleCatalog, isChecked: (String) -> Bool = { _ in true }
    ) -> [Diagnostic] {
        let known = Set(catalog.names)
        return files.flatMap { comments[$0] ?? [] }.compactMap { comment in
            func problem(_ message: String, hint: String?, _ rule: Rule) -> Diagnostic {
                Diagnostic(
                    message, severity: .warning, at: comment.location, hint: hint, rule: rule)
            }
            if comment.rule.isEmpty {
                return problem(
                    "'\(keyword)' names no rule", hint: "write '\(keyword) RULE: REASON'",
                    .unknownRule)
            }
            if !known.contains(comment.rule) {
                return problem(
                    "unknown rule '\(comment.rule)'",
                    hint: .suggestion(for: comment.rule, in: catalog.names), .unknownRule)
            }
            if comment.reason.isEmpty {
                return problem(
                    "'\(keyword) \(comment.rule)' gives no reason, and accepts nothing",
                    hint: "write '\(keyword) \(comment.rule): REASON'", .noReason)
            }
            guard !used.contains(comment), isChecked(comment.rule) else { return nil }
            return problem(
                "nothing here is found by '\(comment.rule)'", hint: "remove the comment",
                .unusedAllow)
        }
    }
}

extension Rule {
    package static let unknownRule = Rule(
        "unknown-rule", "AllowedRuleUnknown",
        "A comment accepts the findings of a rule that does not exist.",
        help: "Correct the rule's name, or remove the comment.")
    package static let noReason = Rule(
        "no-reason", "AllowedWithoutReason",
        "A comment accepts findings without saying why, so it has no effect.",
        help: "Give the reason after the rule and a colon.")
    package static let unusedAllow = Rule(
        "unused-allow", "NothingToAllow",
        "A comment accepts findings of a rule that finds nothing there.",
        help: "Remove the comment, or move it to the line above the finding.")
}
