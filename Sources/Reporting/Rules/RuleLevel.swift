/// The effect of a rule's findings.
public enum RuleLevel: String, CaseIterable, Sendable {
    case error
    case warning
    case note
    case off

    /// The severity of a finding; `nil` for `off`.
    public var severity: Diagnostic.Severity? {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        case .off: nil
        }
    }
}

/// The levels that a project sets for a command's rules.
public struct RuleLevels: Hashable, Sendable {
    private let levels: [String: RuleLevel]

    /// Creates levels by the IDs of rules and groups; a rule takes precedence over its group.
    public init(_ levels: [String: RuleLevel] = [:]) { self.levels = levels }

    /// The effective level of a rule: its setting, its group's setting, its default, or else `found`.
    public func level(of rule: Rule, found: RuleLevel = .warning) -> RuleLevel {
        levels[rule.id] ?? rule.group.flatMap { levels[$0.id] } ?? rule.level ?? found
    }

    /// The level that is set for a rule or its group, if any.
    public func setLevel(of rule: Rule) -> RuleLevel? { levels[rule.id] ?? rule.group.flatMap { levels[$0.id] } }

    /// Adds the level of a rule or group.
    public func setting(_ id: String, to level: RuleLevel) -> RuleLevels {
        RuleLevels(levels.merging([id: level]) { $1 })
    }

    /// Applies the level that is set for the finding's rule; `nil` for `off`.
    public func applied(to finding: Diagnostic) -> Diagnostic? {
        guard let level = finding.rule.flatMap(setLevel(of:)) else { return finding }
        guard let severity = level.severity else { return nil }
        var finding = finding
        finding.severity = severity
        return finding
    }
}
