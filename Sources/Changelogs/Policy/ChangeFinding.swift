package import Reporting

/// A finding of a policy rule in a changeset, for lint and plan.
package struct ChangeFinding: Sendable {
    package let changeSet: String
    package let rule: Rule
    /// According to the configured levels.
    package let severity: Diagnostic.Severity
    /// A sentence without a full stop.
    package let message: String
    /// The safe alternative.
    package let hint: String?
    /// The beginning of the change, the statement or the changeset.
    package let location: SourceLocation
    /// Enclosing locations at which a comment may also accept the finding.
    package let places: [SourceLocation]

    package var diagnostic: Diagnostic {
        Diagnostic(message, severity: severity, at: location, hint: hint, rule: rule)
    }
}

extension [ChangeFinding] {
    /// Removes repeated findings in a file for rules such as those about an ORM's columns.
    package var oncePerFile: [ChangeFinding] {
        var told: Set<String> = []
        return filter { finding in
            !finding.rule.isOncePerFile
                || told.insert("\(finding.rule.id) \(finding.location.file)").inserted
        }
    }
}

/// A project's requirements for changesets.
package struct ChangeSetPatterns {
    /// `nil` if any ID is allowed.
    package var isGoodID: ((String) -> Bool)?
    /// `nil` if any author is allowed.
    package var isGoodAuthor: ((String) -> Bool)?

    package init() {}
}
