import JSON
import Scanning

/// The rules that the reports of a suite can name: `devtool schema --rules`.
package struct RuleListing {
    /// A rule, and what reports it.
    package struct Entry: Sendable {
        package let rule: Rule
        /// The command that reports it; `nil` for all.
        let command: String?
        /// The setting of its level, such as `favicon.rules`; `nil` if the level cannot be set.
        let setting: String?
    }

    /// Each rule once, as first declared.
    package let entries: [Entry]

    package init(of plugins: [any Plugin.Type]) {
        let declared =
            plugins.flatMap(Self.entries)
            + [.unknownRule, .noReason, .unusedAllow].map { Entry(rule: $0, command: nil, setting: nil) }
        var known: Set<Rule> = []
        entries = declared.filter { known.insert($0.rule).inserted }
    }

    private static func entries(of plugin: any Plugin.Type) -> [Entry] {
        let command = plugin.sectionName
        let settable = plugin.settings.flatMap { setting -> [Entry] in
            guard case .rules(let catalog) = setting.kind else { return [] }
            return catalog.rules.map { Entry(rule: $0, command: command, setting: "\(command).\(setting.key)") }
        }
        return settable + plugin.traits.rules().map { Entry(rule: $0, command: command, setting: nil) }
    }

    var json: JSONValue {
        [
            "schema": 1, "levels": .array(RuleLevel.allCases.map { .string($0.rawValue) }),
            "groups": .array(
                entries.compactMap(\.rule.group).distinct.map {
                    ["id": .string($0.id), "summary": .string($0.summary)]
                }), "rules": .array(entries.map(\.json)),
        ]
    }
}

extension Context {
    /// Prints what a rule, or the rules of a group, mean: for an option `--explain-rule`.
    ///
    /// - Parameters:
    ///   - name: the ID of any rule or group of the suite.
    ///   - plugin: the command whose rules are suggested instead of a wrong one.
    /// - Throws: a usage error if there is no such rule.
    public func explainRule(_ name: String, of plugin: any Plugin.Type) throws {
        let listing = RuleListing(of: plugins)
        if let entry = listing.entries.first(where: { $0.rule.id == name }) {
            return try console.print(entry.explanation(in: suiteName, site: documentation))
        }
        let rules = listing.entries.map(\.rule).filter { $0.group?.id == name }
        guard let group = rules.first?.group else {
            let own = listing.entries.filter { $0.command == plugin.sectionName }.map(\.rule)
            let names = own.compactMap(\.group?.id).distinct + own.map(\.id)
            throw Problem(.usage, "unknown rule '\(name)'", hint: .suggestion(for: name, in: names))
        }
        var table = Table()
        for rule in rules { table.append("  " + rule.id, rule.level?.rawValue ?? "", rule.texts?.summary ?? "") }
        try console.print("\(group.id): \(group.summary)\n\n\(table.text)")
    }
}

extension RuleListing.Entry {
    fileprivate func explanation(in suite: String, site: DocumentationSite?) -> String {
        guard let texts = rule.texts else { return rule.id }
        let kind = [rule.group?.id, rule.level?.rawValue].compactMap(\.self).joined(separator: ", ")
        var parts = [rule.id + (kind.isEmpty ? "" : " (\(kind))") + "\n\(texts.summary)"]
        if let consequence = texts.consequence { parts.append("What happens: \(consequence)") }
        parts.append("How to fix it: \(texts.help)")
        if let setting {
            let levels = RuleLevel.allCases.map(\.rawValue).joined(separator: "|")
            parts.append(
                """
                To accept a finding, add a comment above it: '\(suite):allow \(rule.id): REASON'
                To change its level, set \(setting).\(rule.id): \(levels)
                """)
        }
        let links = [texts.source, site?.page(ofRule: rule.id)].compactMap(\.self)
        if !links.isEmpty { parts.append(links.joined(separator: "\n")) }
        return parts.joined(separator: "\n\n")
    }

    fileprivate var json: JSONValue {
        func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? nil }
        return [
            "id": .string(rule.id), "command": text(command), "setting": text(setting), "group": text(rule.group?.id),
            "level": text(rule.level?.rawValue), "summary": text(rule.texts?.summary),
            "consequence": text(rule.texts?.consequence), "help": text(rule.texts?.help),
            "source": text(rule.texts?.source),
        ]
    }
}
