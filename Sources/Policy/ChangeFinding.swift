import Changelogs
package import Reporting

package struct ChangeFinding: Sendable {
    package let changeSet: String
    package let rule: Rule
    package let severity: Diagnostic.Severity
    package let message: String
    package let hint: String?
    package let location: SourceLocation
    /// Enclosing locations at which a comment may also accept the finding.
    package let places: [SourceLocation]

    package var diagnostic: Diagnostic { Diagnostic(message, severity: severity, at: location, hint: hint, rule: rule) }
}

extension [ChangeFinding] {
    /// Removes repeated findings in a file for rules such as those about an ORM's columns, because a team decides once.
    package var oncePerFile: [ChangeFinding] {
        var reported: Set<String> = []
        return filter { finding in
            ![.intKey, .timestampWithoutZone].contains(finding.rule)
                || reported.insert("\(finding.rule.id) \(finding.location.file)").inserted
        }
    }
}

package struct ChangeSetPatterns {
    /// `nil` if any ID is allowed.
    package var isGoodID: ((String) -> Bool)?
    /// `nil` if any author is allowed.
    package var isGoodAuthor: ((String) -> Bool)?

    package init() {}
}
