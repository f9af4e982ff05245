public import Reporting
import SystemPackage
import YAML

/// The checked values of a section of the configuration, or of one named entry in it, from all layers.
///
/// Every value is of its setting's kind; a ``SettingKey`` asks for it.
public struct ConfigurationSection: Sendable {
    /// A value and where it comes from.
    package struct Entry: Sendable {
        var value: SettingValue
        let origin: Origin
    }

    /// The name with its parents' names, as in `migrate.targets.dev`.
    package let path: String
    /// What the section may hold.
    private(set) var settings: [Setting]
    /// Where the section begins; nil when no file has it.
    public private(set) var location: SourceLocation?
    /// Whether its settings are those that it has: it is a plugin's that has told of none.
    package var isOfUnknownSettings = false
    /// The values by their keys.
    private(set) var values: [String: Entry]

    /// Creates a section of checked values.
    package init(
        path: String, settings: [Setting], location: SourceLocation? = nil,
        values: [String: Entry] = [:]
    ) {
        self.path = path
        self.settings = settings
        self.location = location
        self.values = values
    }

    /// The string at `key`: also a URL, that of a choice, or of a reference to an entry.
    func string(_ key: String) -> String? {
        switch values[key]?.value {
        case .string(let value), .url(let value): value
        default: nil
        }
    }

    /// The list at `key`.
    func list(_ key: String) -> [String]? {
        guard case .list(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The names and texts of the mapping at `key`, in the order of the project's file, then of the user's.
    func mapping(_ key: String) -> [(name: String, text: String)]? {
        guard case .mapping(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The named entries at `key`, in the order of the project's file, then of the user's.
    func entries(_ key: String) -> [(name: String, section: ConfigurationSection)] {
        guard case .entries(let value) = values[key]?.value else { return [] }
        return value
    }

    /// The value at `key`.
    func value(at key: String) -> SettingValue? { values[key]?.value }

    /// Where the value at `key` comes from.
    package func origin(ofKey key: String) -> Origin? { values[key]?.origin }

    /// Where the value at `key` stands, if it stands in a file.
    package func location(ofKey key: String) -> SourceLocation? { origin(ofKey: key)?.location }

    /// The text at `key`, that of a list with its items joined by commas.
    package func text(ofKey key: String) -> String? {
        string(key) ?? list(key)?.joined(separator: ",")
    }

    /// Whether there is a value at one of some keys.
    package func has(anyOf keys: [String]) -> Bool { keys.contains { values[$0] != nil } }

    /// What is wrong with handing the secret at a key to the address at another one: a secret of the user's
    /// own configuration goes to no address that a project names.
    ///
    /// - Parameters:
    ///   - secret: the key of the secret.
    ///   - address: the key of the address.
    ///   - origin: where the address stands, if that is not in the section itself.
    ///   - includingVariables: whether a secret of the environment is the user's, as a token is that belongs
    ///     to a person; else it is that of the run, which somebody has set it for.
    /// - Returns: nil where nothing is.
    public func misdirection(
        ofSecret secret: SettingKey<SecretReference?>, to address: SettingKey<some Sendable>,
        namedBy origin: Origin? = nil, includingVariables: Bool = false
    ) -> Diagnostic? {
        let isOwn =
            switch self.origin(of: secret) {
            case .user?: true
            case .environment?: includingVariables
            case .task?, .dotenv?, .project?, .declaration?, nil: false
            }
        guard isOwn, let named = origin ?? self.origin(of: address), named.isOfProject
        else { return nil }
        return Diagnostic(
            "'\(path).\(secret.setting.key)' of your own configuration is not sent to the "
                + "'\(address.setting.key)' that the project names",
            at: named.location,
            hint:
                "set '\(address.setting.key)' in your own configuration, too, or the secret in the project's"
        )
    }

    /// Puts a value at a key.
    mutating func set(_ key: String, to value: SettingValue, from origin: Origin) {
        values[key] = Entry(value: value, origin: origin)
    }

    /// The section without the values of some keys.
    package func without(_ keys: [String]) -> ConfigurationSection {
        var copy = self
        for key in keys { copy.values[key] = nil }
        return copy
    }

    /// The section with what it does not have and another has, as of a group of settings and the options
    /// for all groups; mappings are merged by their names, all other values are taken whole.
    public func filled(from lower: ConfigurationSection) -> ConfigurationSection {
        var filled = self
        filled.fill(from: lower)
        filled.settings += lower.settings.filter { other in
            !settings.contains { $0.key == other.key }
        }
        return filled
    }

    /// Adds what this section does not have and another has, entries and mappings included.
    mutating func fill(from lower: ConfigurationSection) {
        location = location ?? lower.location
        for (key, entry) in lower.values {
            if case .mapping(let inherited) = entry.value, let own = mapping(key) {
                let names = Set(own.map(\.name))
                values[key]?.value = .mapping(
                    own + inherited.filter { !names.contains($0.name) })
                continue
            }
            guard case .entries(let inherited) = entry.value, values[key] != nil else {
                values[key] = values[key] ?? entry
                continue
            }
            var merged = entries(key)
            let places = Dictionary(
                zip(merged.map(\.name), merged.indices), uniquingKeysWith: { first, _ in first })
            for (name, section) in inherited {
                if let index = places[name] {
                    merged[index].section.fill(from: section)
                } else {
                    merged.append((name, section))
                }
            }
            values[key]?.value = .entries(merged)
        }
    }
}
