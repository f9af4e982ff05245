import Scanning

/// The rules of a command that can be set and explained.
///
/// ```swift
/// let catalog = RuleCatalog([.deadLink, .slowLink])
/// static let rules = SettingKey.rules("rules", of: catalog, help: "The levels of rules.")
/// try context.console.print(catalog.explanation(of: "missing-icon", setting: "favicon.rules", in: suite))
/// ```
public struct RuleCatalog: Sendable {
    /// The rules, which are read where somebody asks: most commands never do.
    private let declared: @Sendable () -> [Rule]

    /// Lists rules, all of which are in a group, in the order of the documentation.
    public init(_ rules: @autoclosure @escaping @Sendable () -> [Rule]) {
        declared = rules
    }

    /// The rules in the order of their declaration.
    public var rules: [Rule] { declared() }

    /// The groups in the order of their first rules.
    public var groups: [RuleGroup] { rules.compactMap(\.group).distinct }

    /// The names that a level may be set for: of groups, then of rules.
    public var names: [String] {
        groups.map(\.id) + rules.map(\.id)
    }

    /// The rule with an id.
    public func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }

    /// What `--explain` prints about a rule, or about the rules of a group.
    ///
    /// - Parameters:
    ///   - name: the id of a rule or a group.
    ///   - setting: the key of the setting that sets its level, such as `migrate.lint.rules`.
    ///   - program: the suite's name, for comments that accept findings.
    /// - Returns: the text, without a final line break.
    /// - Throws: ``UnknownRule``.
    public func explanation(
        of name: String, setting: String, in program: String
    ) throws(UnknownRule) -> String {
        if let rule = rule(name) {
            return Self.explanation(of: rule, setting: setting, in: program)
        }
        guard let group = groups.first(where: { $0.id == name }) else {
            throw UnknownRule(name: name, known: names)
        }
        var table = Table()
        for rule in rules where rule.group == group {
            table.append("  " + rule.id, rule.level?.rawValue ?? "", rule.texts?.summary ?? "")
        }
        return "\(group.id): \(group.summary)\n\n\(table.text)"
    }

    private static func explanation(
        of rule: Rule, setting: String, in program: String
    ) -> String {
        let kind = [rule.group?.id, rule.level?.rawValue].compactMap(\.self).joined(separator: ", ")
        guard let texts = rule.texts else { return rule.id }
        var text = "\(rule.id) (\(kind))\n\(texts.summary)\n"
        if let consequence = texts.consequence { text += "\nWhat happens: \(consequence)\n" }
        text += "\nHow to fix it: \(texts.help)\n"
        text += "\nTo accept a finding: a comment above it, '\(program):allow \(rule.id): REASON'\n"
        text += "To change its level: \(setting).\(rule.id): "
        text += RuleLevel.allCases.map(\.rawValue).joined(separator: "|")
        if let source = texts.source { text += "\n\n\(source)" }
        return text
    }
}

/// A rule was asked for that is none: an error of the command line.
public struct UnknownRule: DiagnosableError {
    let name: String
    let known: [String]

    /// The sentence for the user.
    public var diagnostics: [Diagnostic] {
        [Diagnostic("unknown rule '\(name)'", hint: .suggestion(for: name, in: known))]
    }

    /// 64.
    public var exitStatus: ExitStatus { .usage }
}
