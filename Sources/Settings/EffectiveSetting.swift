package import JSON
import Reporting
import SystemPackage
import YAML

/// One value of the configuration that counts, with its whole key and where it comes from.
package struct EffectiveSetting: Sendable {
    /// The names from the section down, as in `migrate.targets.dev.url`.
    package let key: String
    package var value: SettingValue
    /// The layer it comes from.
    package let origin: Origin

    /// A line that `devtool.yml` could have, apart from its indentation.
    package var line: String { "\(key): \(value.yaml)" }

    /// The line with its origin as a comment.
    package var lineWithOrigin: String { "\(line)  # \(origin)" }

    /// The setting in a document for programs.
    package var json: JSONValue {
        [
            "key": .string(key), "value": value.json,
            "origin": ["layer": .string(origin.layer), "place": .string("\(origin)")],
        ]
    }
}

extension Configuration {
    /// The values of a command's section by their keys, as texts; secrets are `***`.
    package func values(of command: String) -> [(name: String, text: String)] {
        let settings = sections.first { $0.path == command }?.effectiveSettings ?? []
        return settings.map { setting in
            (String(setting.key.dropFirst(command.count + 1)), setting.value.plain)
        }
    }

    /// The values that count, in the order of their declaration; entries one value at a time.
    package var effectiveSettings: [EffectiveSetting] {
        sections.flatMap(\.effectiveSettings)
    }

    /// The values at a key: one, or all of a section or of entries.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - suite: the suite's name, for what an error advises.
    /// - Returns: the values; none where nothing is set.
    /// - Throws: ``UnknownSetting``, when no configuration could have anything there.
    package func effectiveSettings(
        at key: String, in suite: String
    ) throws -> [EffectiveSetting] {
        for section in sections where key == section.path || key.hasPrefix(section.path + ".") {
            guard section.canHold(key.dropFirst(section.path.count + 1)) else {
                throw UnknownSetting(key: key, known: section.possibleKeys, suite: suite)
            }
            return section.effectiveSettings.filter {
                $0.key == key || $0.key.hasPrefix(key + ".")
            }
        }
        throw UnknownSetting(
            key: key, known: sections.flatMap { [$0.path] + $0.possibleKeys }, suite: suite)
    }
}

extension ConfigurationSection {
    /// The values of the section and of what is below it.
    fileprivate var effectiveSettings: [EffectiveSetting] {
        settings.flatMap { setting -> [EffectiveSetting] in
            guard let entry = values[setting.key] else { return [] }
            if case .entries(let entries) = entry.value {
                return entries.flatMap { $0.section.effectiveSettings }
            }
            return [
                EffectiveSetting(
                    key: "\(path).\(setting.key)", value: entry.value, origin: entry.origin)
            ]
        }
    }

    /// Whether a key below the section is declared; names of entries may be any, dots included.
    fileprivate func canHold(_ key: Substring) -> Bool {
        key.isEmpty || settings.contains { $0.isDeclared(at: key) }
    }

    /// The keys that values can have, with the entries that there are.
    var possibleKeys: [String] {
        settings.flatMap { setting in
            ["\(path).\(setting.key)"] + entries(setting.key).flatMap { $0.section.possibleKeys }
        }
    }
}

extension Setting {
    /// Whether a key is this setting's, or one below it.
    fileprivate func isDeclared(at key: Substring) -> Bool {
        if key == self.key || self.key.hasPrefix(key + ".") { return true }
        guard case .entries(let inner) = kind, key.hasPrefix(self.key + ".") else { return false }
        let name = key.dropFirst(self.key.count + 1)
        // An entry's name ends at any of the dots.
        return !name.contains(".")
            || name.indices.contains { index in
                name[index] == "."
                    && inner.contains { $0.isDeclared(at: name[name.index(after: index)...]) }
            }
    }
}

/// A key was asked for that nothing declares: an error of the command line.
struct UnknownSetting: DiagnosableError {
    let key: String
    let known: [String]
    let suite: String

    var diagnostics: [Diagnostic] {
        [
            Diagnostic(
                "unknown setting '\(key)'",
                hint: key.nearest(in: known).map { "did you mean '\($0)'?" }
                    ?? "run '\(suite) schema' for a list")
        ]
    }

    var exitStatus: ExitStatus { .usage }
}
