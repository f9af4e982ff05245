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

extension RuleListing.Entry {
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
