import Reporting
import YAML

/// The layer of the variables `DEVTOOL_SECTION_KEY`, from the environment and `.env`.
///
/// A variable's name is the path in upper case, with underscores for characters other than letters and digits:
/// `migrate.targets.dev.url` is `DEVTOOL_MIGRATE_TARGETS_DEV_URL`.
package struct VariableLayer {
    private let variables: Variables
    private let origins: [(name: String, origin: Origin)]
    private(set) var findings: [Diagnostic] = []
    private var used: Set<String> = []

    init(_ variables: Variables) {
        self.variables = variables
        origins = variables.origins(withPrefix: Self.prefix)
    }

    /// Overrides a section's values with variables.
    ///
    /// Entries must exist in a file, because a variable's name does not preserve their spelling.
    ///
    /// Values that are still missing are taken from variables of other programs.
    mutating func apply(to section: inout ConfigurationSection) {
        apply(to: &section, among: origins.map(\.name))
        for setting in section.settings {
            let keys = [setting.key] + setting.alternatives
            guard let (source, text) = setting.inherited(from: variables.environment),
                !keys.contains(where: { section.origin(ofKey: $0) != nil })
            else { continue }
            set(setting, to: text, from: variables.origin(of: source), in: &section)
        }
    }

    private mutating func set(
        _ setting: Setting, to text: String, from origin: Origin, in section: inout ConfigurationSection
    ) {
        let path = "\(section.path).\(setting.key)"
        if let value = setting.value(of: text, from: origin, at: path, collecting: &findings) {
            section.set(setting.key, to: value, from: origin)
        }
    }

    /// Filters `names` first: a file may have thousands of entries, and computing their variables is slow.
    private mutating func apply(to section: inout ConfigurationSection, among names: [String]) {
        let prefix = Self.variable(of: section.path) + "_"
        let names = names.filter { $0.hasPrefix(prefix) }
        if names.isEmpty { return }
        for setting in section.settings {
            let path = "\(section.path).\(setting.key)"
            if case .entries = setting.kind {
                guard let origin = section.origin(ofKey: setting.key) else { continue }
                var entries = section.entries(setting.key)
                for index in entries.indices { apply(to: &entries[index].section, among: names) }
                section.set(setting.key, to: .entries(entries), from: origin)
                continue
            }
            let name = Self.variable(of: path)
            if let (text, origin) = variables.override(name) {
                used.insert(name)
                set(setting, to: text, from: origin, in: &section)
            }
        }
    }

    /// Reports variables that start like a section's but match no setting.
    mutating func reportUnknown(in sections: [ConfigurationSection]) {
        let prefixes = sections.map { Self.variable(of: $0.path) + "_" }
        let unknown = origins.filter { origin in
            !used.contains(origin.name) && prefixes.contains(where: origin.name.hasPrefix)
        }
        if unknown.isEmpty { return }
        let known = Set(sections.flatMap(Self.variables(of:))).sorted()
        var budget = HintBudget()
        for (name, origin) in unknown {
            let nearest = budget.allows(known.count) ? name.nearest(in: known) : nil
            findings.append(
                origin.finding(about: name, "does not match any setting", hint: nearest.map { "did you mean '\($0)'?" })
            )
        }
    }

    private static func variables(of section: ConfigurationSection) -> [String] {
        section.settings.flatMap { setting in
            if case .entries = setting.kind {
                section.entries(setting.key).flatMap { variables(of: $0.section) }
            } else {
                [variable(of: "\(section.path).\(setting.key)")]
            }
        }
    }

    private static let prefix = "DEVTOOL_"

    package static func variable(of path: String) -> String {
        // A fast path: files have thousands of settings, and nearly all names consist of letters and hyphens.
        var name = prefix
        for scalar in path.unicodeScalars {
            switch scalar {
            case "a"..."z": name.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) - 32))
            case "A"..."Z", "0"..."9": name.unicodeScalars.append(scalar)
            default:
                // The upper case of a letter may be several ASCII letters, as with 'ß'.
                name += scalar.properties.uppercaseMapping.unicodeScalars.map {
                    ProcessEnvironment.isName("_\($0)") ? "\($0)" : "_"
                }.joined()
            }
        }
        return name
    }
}
