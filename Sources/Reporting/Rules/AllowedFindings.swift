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
}

/// The comments of files that accept findings.
public struct AllowedFindings: Sendable {
    private var comments: [String: [AllowingComment]] = [:]
    private var files: [String] = []
    private var used: Set<AllowingComment> = []

    /// No comments.
    public init() {}

    /// Reads the comments of a file's text.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - file: its name in the locations of findings.
    public mutating func read(_ bytes: [UInt8], file: String) {
        guard comments[file] == nil else { return }
        let found = AllowingCommentReader(bytes, file: file).comments
        guard !found.isEmpty else { return }
        comments[file] = found
        files.append(file)
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
            let accepting = comments[place.file]?.first { comment in
                !comment.reason.isEmpty && comment.line == place.line
                    && (comment.rule == rule.id || comment.rule == rule.group)
            }
            guard let accepting else { continue }
            used.insert(accepting)
            return true
        }
        return false
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
            func problem(_ message: String, hint: String?, _ rule: AllowRule) -> Diagnostic {
                Diagnostic(
                    message, severity: .warning, at: comment.location, hint: hint, rule: rule)
            }
            if comment.rule.isEmpty {
                return problem(
                    "'devtool:allow' names no rule", hint: "write 'devtool:allow RULE: REASON'",
                    .unknownRule)
            }
            if !known.contains(comment.rule) {
                return problem(
                    "unknown rule '\(comment.rule)'",
                    hint: .suggestion(for: comment.rule, in: catalog.names), .unknownRule)
            }
            if comment.reason.isEmpty {
                return problem(
                    "'devtool:allow \(comment.rule)' gives no reason, and accepts nothing",
                    hint: "write 'devtool:allow \(comment.rule): REASON'", .noReason)
            }
            guard !used.contains(comment), isChecked(comment.rule) else { return nil }
            return problem(
                "nothing here is found by '\(comment.rule)'", hint: "remove the comment",
                .unusedAllow)
        }
    }
}

/// The findings about the comments that accept other findings.
package enum AllowRule: String, DescribedRule {
    case unknownRule = "unknown-rule"
    case noReason = "no-reason"
    case unusedAllow = "unused-allow"

    package var texts: RuleTexts {
        switch self {
        case .unknownRule:
            RuleTexts(
                "AllowedRuleUnknown",
                "A comment accepts the findings of a rule that does not exist.",
                help: "Correct the rule's name, or remove the comment.")
        case .noReason:
            RuleTexts(
                "AllowedWithoutReason",
                "A comment accepts findings without saying why, so it has no effect.",
                help: "Give the reason after the rule: 'devtool:allow RULE: REASON'.")
        case .unusedAllow:
            RuleTexts(
                "NothingToAllow", "A comment accepts findings of a rule that finds nothing there.",
                help: "Remove the comment, or move it to the line above the finding.")
        }
    }
}
