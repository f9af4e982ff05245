/// The checked values of a section of the configuration, or of one named entry in it, from all layers.
///
/// Every value is of its setting's kind; asking for another kind gives nil.
public struct ConfigurationSection: Sendable {
    /// A value and where it comes from.
    struct Entry: Sendable {
        var value: SettingValue
        let origin: Origin
    }

    /// The name with its parents' names, as in `migrate.targets.dev`.
    let path: String
    /// What the section may hold.
    let settings: [Setting]
    /// Where the section begins; nil when no file has it.
    public private(set) var location: SourceLocation?
    /// Whether its settings are those that it has: it is a plugin's that has told of none.
    var isOfUnknownSettings = false
    /// The values by their keys.
    private(set) var values: [String: Entry]

    /// Creates a section of checked values.
    init(
        path: String, settings: [Setting], location: SourceLocation? = nil,
        values: [String: Entry] = [:]
    ) {
        self.path = path
        self.settings = settings
        self.location = location
        self.values = values
    }

    /// The string at `key`: also a URL, that of a choice, or of a reference to an entry.
    public func string(_ key: String) -> String? {
        switch values[key]?.value {
        case .string(let value), .url(let value): value
        default: nil
        }
    }

    /// The list at `key`.
    public func list(_ key: String) -> [String]? {
        guard case .list(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The whole number at `key`.
    public func integer(_ key: String) -> Int? {
        guard case .integer(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The truth value at `key`.
    public func boolean(_ key: String) -> Bool? {
        guard case .boolean(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The span of time at `key`.
    public func duration(_ key: String) -> Duration? {
        guard case .duration(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The reference at `key`.
    public func secret(_ key: String) -> SecretReference? {
        guard case .secret(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The names and texts of the mapping at `key`, in the order of the project's file, then of the user's.
    public func mapping(_ key: String) -> [(name: String, text: String)]? {
        guard case .mapping(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The named entries at `key`, in the order of the project's file, then of the user's.
    public func entries(_ key: String) -> [(name: String, section: ConfigurationSection)] {
        guard case .entries(let value) = values[key]?.value else { return [] }
        return value
    }

    /// Where the value at `key` comes from.
    public func origin(of key: String) -> Origin? {
        values[key]?.origin
    }

    /// Where the value at `key` stands, if it stands in a file.
    public func location(of key: String) -> SourceLocation? {
        origin(of: key)?.location
    }

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
        ofSecret secret: String, to address: String, namedBy origin: Origin? = nil,
        includingVariables: Bool = false
    ) -> Diagnostic? {
        let isOwn =
            switch self.origin(of: secret) {
            case .user?: true
            case .environment?: includingVariables
            case .flag?, .dotenv?, .project?, .declaration?, nil: false
            }
        guard isOwn, let named = origin ?? self.origin(of: address), named.isOfProject
        else { return nil }
        return Diagnostic(
            "'\(path).\(secret)' of your own configuration is not sent to the "
                + "'\(address)' that the project names",
            at: named.location,
            hint: "set '\(address)' in your own configuration, too, or the secret in the project's")
    }

    /// Puts a value at a key.
    mutating func set(_ key: String, to value: SettingValue, from origin: Origin) {
        values[key] = Entry(value: value, origin: origin)
    }

    /// The section with what it does not have and another has, as of a group of settings and the options
    /// for all groups; mappings are merged by their names, all other values are taken whole.
    public func filled(from lower: ConfigurationSection) -> ConfigurationSection {
        var filled = self
        filled.fill(from: lower)
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
