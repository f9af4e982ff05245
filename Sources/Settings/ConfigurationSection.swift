public import Reporting
import SystemPackage
import YAML

/// The checked values of a section of the configuration, or of a named entry in it, from all layers.
///
/// Every value has the kind of its setting; read it with a ``SettingKey``.
public struct ConfigurationSection: Sendable {
    package struct Entry: Sendable {
        var value: SettingValue
        let origin: Origin
    }

    /// Such as `migrate.targets.dev`.
    package let path: String
    private(set) var settings: [Setting]
    /// The beginning of the section; `nil` if no file has it.
    public internal(set) var location: SourceLocation?
    /// Whether the section belongs to a plugin whose settings are unknown; `settings` then reflect the values.
    package var isOfUnknownSettings = false
    private(set) var values: [String: Entry] = [:]

    package init(path: String, settings: [Setting], location: SourceLocation? = nil) {
        self.path = path
        self.settings = settings
        self.location = location
    }

    func string(_ key: String) -> String? { values[key]?.value.text }

    func list(_ key: String) -> [String]? {
        guard case .list(let value) = values[key]?.value else { return nil }
        return value
    }

    func mapping(_ key: String) -> [(name: String, text: String)]? {
        guard case .mapping(let value) = values[key]?.value else { return nil }
        return value
    }

    /// In the order of the project's file, then of the user's file.
    func entries(_ key: String) -> [(name: String, section: ConfigurationSection)] {
        guard case .entries(let value) = values[key]?.value else { return [] }
        return value
    }

    func value(at key: String) -> SettingValue? { values[key]?.value }

    package func origin(ofKey key: String) -> Origin? { values[key]?.origin }

    package func location(ofKey key: String) -> SourceLocation? { origin(ofKey: key)?.location }

    /// A list is joined with commas.
    package func text(ofKey key: String) -> String? { string(key) ?? list(key)?.joined(separator: ",") }

    package func has(anyOf keys: [String]) -> Bool { keys.contains { values[$0] != nil } }

    /// The problem with sending a secret from the user's own configuration to an address that the project names.
    ///
    /// - Parameters:
    ///   - secret: the key of the secret.
    ///   - address: the key of the address.
    ///   - origin: the origin of the address if it is not in this section.
    ///   - includingVariables: whether a secret in an environment variable is the user's, such as a personal token;
    ///     otherwise it belongs to the run.
    /// - Returns: `nil` if there is no problem.
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
        guard isOwn, let named = origin ?? self.origin(of: address), named.isOfProject else { return nil }
        return Diagnostic(
            "'\(path).\(secret.setting.key)' from your own configuration is not sent to the "
                + "'\(address.setting.key)' set by the project", at: named.location,
            hint: "set '\(address.setting.key)' in your own configuration too, or set the secret in the "
                + "project's configuration")
    }

    mutating func set(_ key: String, to value: SettingValue, from origin: Origin) {
        values[key] = Entry(value: value, origin: origin)
    }

    package func without(_ keys: [String]) -> ConfigurationSection {
        var copy = self
        for key in keys { copy.values[key] = nil }
        return copy
    }

    /// Replaces a text in all values; in URLs, and at the keys that are parts of one, by `encoded`.
    package func replacing(_ text: String, with value: String, encoded: String, at parts: [String])
        -> ConfigurationSection
    {
        var copy = self
        for (key, entry) in values {
            let isURL = if case .url = entry.value { true } else { parts.contains(key) }
            let new = entry.value.mapped { $0.replacing(text, with: isURL ? encoded : value) }
            copy.set(key, to: new, from: entry.origin)
        }
        return copy
    }

    package func contains(_ text: String) -> Bool {
        var isFound = false
        for entry in values.values {
            _ = entry.value.mapped {
                isFound = isFound || $0.contains(text)
                return $0
            }
        }
        return isFound
    }

    /// Adds the missing values from a section with lower precedence.
    ///
    /// Mappings are merged by name; other values are not.
    public func filled(from lower: ConfigurationSection) -> ConfigurationSection {
        var filled = self
        filled.fill(from: lower)
        filled.settings += lower.settings.filter { other in !settings.contains { $0.key == other.key } }
        return filled
    }

    mutating func fill(from lower: ConfigurationSection) {
        location = location ?? lower.location
        for (key, entry) in lower.values {
            if case .mapping(let inherited) = entry.value, let own = mapping(key) {
                let names = Set(own.map(\.name))
                values[key]?.value = .mapping(own + inherited.filter { !names.contains($0.name) })
                continue
            }
            guard case .entries(let inherited) = entry.value, values[key] != nil else {
                values[key] = values[key] ?? entry
                continue
            }
            var merged = entries(key)
            let places = Dictionary(zip(merged.map(\.name), merged.indices), uniquingKeysWith: { first, _ in first })
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
