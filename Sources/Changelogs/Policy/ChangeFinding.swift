package import Reporting

/// What a policy rule finds in a changeset: a pure value, for the lint as for a plan.
package struct ChangeFinding: Sendable {
    /// The changeset's name.
    package let changeSet: String
    /// The rule.
    package let rule: Rule
    /// How the finding counts, by the levels that are set.
    package let severity: Diagnostic.Severity
    /// A sentence without a full stop.
    package let message: String
    /// The safe way, written out.
    package let hint: String?
    /// Where the change, the statement or the changeset begins.
    package let location: SourceLocation
    /// What is around that, where a comment may accept the finding, too.
    package let places: [SourceLocation]

    /// The finding as it is reported.
    package var diagnostic: Diagnostic {
        Diagnostic(message, severity: severity, at: location, hint: hint, rule: rule)
    }
}

extension [ChangeFinding] {
    /// The findings without what a rule says again of the same file, as of the columns of an ORM's tables.
    package var oncePerFile: [ChangeFinding] {
        var told: Set<String> = []
        return filter { finding in
            !finding.rule.isOncePerFile
                || told.insert("\(finding.rule.id) \(finding.location.file)").inserted
        }
    }
}

/// What a project asks of changesets beside the levels of the rules.
package struct ChangeSetPatterns {
    /// Whether an id is as it should be; nil where any is.
    package var isGoodID: ((String) -> Bool)?
    /// Whether an author is as it should be; nil where any is.
    package var isGoodAuthor: ((String) -> Bool)?

    /// Asks for nothing.
    package init() {}
}
