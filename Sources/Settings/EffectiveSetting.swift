package import JSON
import Reporting
import SystemPackage
import YAML

package struct EffectiveSetting: Sendable {
    /// Such as `migrate.targets.dev.url`.
    package let key: String
    package var value: SettingValue
    package let origin: Origin

    package var line: String { "\(key): \(value.yaml)" }

    package var json: JSONValue {
        [
            "key": .string(key), "value": value.json,
            "origin": ["layer": .string(origin.layer), "place": .string("\(origin)")],
        ]
    }
}

extension Configuration {
    package func values(of command: String) -> [(name: String, text: String)] {
        let settings = sections.first { $0.path == command }?.effectiveSettings ?? []
        return settings.map { setting in (String(setting.key.dropFirst(command.count + 1)), setting.value.plain) }
    }

    /// In the order of declaration; entries are flattened.
    package var effectiveSettings: [EffectiveSetting] { sections.flatMap(\.effectiveSettings) }

    /// The values at the key of a value, section or entry; throws ``Problem`` if no configuration can have the key.
    package func effectiveSettings(at key: String, in suite: String) throws -> [EffectiveSetting] {
        for section in sections where key == section.path || key.hasPrefix(section.path + ".") {
            guard section.canHold(key.dropFirst(section.path.count + 1)) else {
                throw Problem.unknownSetting(key, known: section.possibleKeys, in: suite)
            }
            return section.effectiveSettings.filter { $0.key == key || $0.key.hasPrefix(key + ".") }
        }
        throw Problem.unknownSetting(key, known: sections.flatMap { [$0.path] + $0.possibleKeys }, in: suite)
    }
}

extension ConfigurationSection {
    fileprivate var effectiveSettings: [EffectiveSetting] {
        if values.isEmpty { return [] }
        return settings.flatMap { setting -> [EffectiveSetting] in
            guard let entry = values[setting.key] else { return [] }
            if case .entries(let entries) = entry.value { return entries.flatMap { $0.section.effectiveSettings } }
            return [EffectiveSetting(key: "\(path).\(setting.key)", value: entry.value, origin: entry.origin)]
        }
    }

    fileprivate func canHold(_ key: Substring) -> Bool { key.isEmpty || settings.contains { $0.isDeclared(at: key) } }

    var possibleKeys: [String] {
        settings.flatMap { setting in
            ["\(path).\(setting.key)"] + entries(setting.key).flatMap { $0.section.possibleKeys }
        }
    }
}

extension Setting {
    fileprivate func isDeclared(at key: Substring) -> Bool {
        if key == self.key || self.key.hasPrefix(key + ".") { return true }
        guard case .entries(let inner) = kind, key.hasPrefix(self.key + ".") else { return false }
        let name = key.dropFirst(self.key.count + 1)
        // An entry's name may end at any dot.
        return !name.contains(".")
            || name.indices.contains { index in
                name[index] == "." && inner.contains { $0.isDeclared(at: name[name.index(after: index)...]) }
            }
    }
}

extension Problem {
    fileprivate static func unknownSetting(_ key: String, known: [String], in suite: String) -> Problem {
        Problem(
            .usage, "unknown setting '\(key)'",
            hint: nearest(to: key, among: known).map { "did you mean '\($0)'?" } ?? "run '\(suite) schema' for a list")
    }

    /// The nearest key; in the same section, the rest of the key must be similar, too.
    private static func nearest(to key: String, among known: [String]) -> String? {
        guard let nearest = key.nearest(in: known) else { return nil }
        let shared = zip(key, nearest).prefix { $0 == $1 }.map(\.0)
        guard let dot = shared.lastIndex(of: ".") else { return nearest }
        return String(key.dropFirst(dot + 1)).nearest(in: [String(nearest.dropFirst(dot + 1))]).map { _ in nearest }
    }
}
