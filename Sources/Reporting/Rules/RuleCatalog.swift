import Scanning

/// The rules of a command that can be set and explained.
///
/// ```swift
/// let catalog = RuleCatalog([.deadLink, .slowLink])
/// static let rules = SettingKey.rules("rules", of: catalog, help: "The levels of rules.")
/// try context.console.print(catalog.explanation(of: "missing-icon", setting: "favicon.rules", in: suite))
/// ```
public struct RuleCatalog: Sendable {
    /// Evaluated on demand, because most commands never need the rules.
    private let declared: @Sendable () -> [Rule]

    /// Lists rules in the order of the documentation; all must be in a group.
    public init(_ rules: @autoclosure @escaping @Sendable () -> [Rule]) { declared = rules }

    /// The rules in the order of their declaration.
    public var rules: [Rule] { declared() }

    /// The groups in the order of their first rules.
    public var groups: [RuleGroup] { rules.compactMap(\.group).distinct }

    /// The names for which a level can be set: groups, then rules.
    public var names: [String] { groups.map(\.id) + rules.map(\.id) }

    /// The rule with an ID.
    public func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }

    /// The output of `--explain-rule` with the rule's page, if there is a site.
    package func explanation(of name: String, setting: String, in program: String, site: DocumentationSite?) throws
        -> String
    {
        let text = try explanation(of: name, setting: setting, in: program)
        guard let site, let rule = rule(name) else { return text }
        return "\(text)\(rule.texts?.source == nil ? "\n" : "")\n\(site.page(ofRule: name))"
    }

    /// The output of `--explain-rule` for a rule or group; `setting` is the key of the levels, such as `migrate.lint.rules`.
    ///
    /// - Throws: a usage error if there is no such rule.
    public func explanation(of name: String, setting: String, in program: String) throws -> String {
        if let rule = rule(name) { return Self.explanation(of: rule, setting: setting, in: program) }
        guard let group = groups.first(where: { $0.id == name }) else {
            throw Problem(.usage, "unknown rule '\(name)'", hint: .suggestion(for: name, in: names))
        }
        var table = Table()
        for rule in rules where rule.group == group {
            table.append("  " + rule.id, rule.level?.rawValue ?? "", rule.texts?.summary ?? "")
        }
        return "\(group.id): \(group.summary)\n\n\(table.text)"
    }

    private static func explanation(of rule: Rule, setting: String, in program: String) -> String {
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
