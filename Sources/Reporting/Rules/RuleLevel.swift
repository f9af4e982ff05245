/// How the findings of a rule count: as a severity, or not at all.
public enum RuleLevel: String, CaseIterable, Sendable {
    /// The command fails.
    case error
    /// Reported, and the command goes on.
    case warning
    /// Reported as something worth knowing; not shown with `--quiet`.
    case note
    /// Not reported.
    case off

    /// The severity of a finding; nil where it is not reported.
    public var severity: Diagnostic.Severity? {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        case .off: nil
        }
    }
}

/// The levels that a project sets for the rules of a command.
public struct RuleLevels: Hashable, Sendable {
    private let levels: [String: RuleLevel]

    /// Creates the levels.
    ///
    /// - Parameter levels: the levels by the ids of rules and groups; one that is set for a rule takes
    ///   precedence over that of its group.
    public init(_ levels: [String: RuleLevel] = [:]) {
        self.levels = levels
    }

    /// The level of a rule.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - found: how a finding counts if neither the rule nor its group is set, nor the rule's default.
    /// - Returns: the level that counts.
    public func level(of rule: Rule, found: RuleLevel = .warning) -> RuleLevel {
        levels[rule.id] ?? rule.group.flatMap { levels[$0.id] } ?? rule.level ?? found
    }

    /// The level that is set for a rule or its group; nil where neither is.
    public func setLevel(of rule: Rule) -> RuleLevel? {
        levels[rule.id] ?? rule.group.flatMap { levels[$0.id] }
    }

    /// These levels with another one for a rule or a group.
    public func setting(_ id: String, to level: RuleLevel) -> RuleLevels {
        RuleLevels(levels.merging([id: level]) { $1 })
    }

    /// The finding at the level that is set for its rule; nil if that is off.
    public func applied(to finding: Diagnostic) -> Diagnostic? {
        guard let level = finding.rule.flatMap(setLevel(of:)) else { return finding }
        guard let severity = level.severity else { return nil }
        var finding = finding
        finding.severity = severity
        return finding
    }
}
