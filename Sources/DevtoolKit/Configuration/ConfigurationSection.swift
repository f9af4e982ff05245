/// The checked values of a section of `devtool.yml`, or of one named entry in it.
public struct ConfigurationSection: Sendable {
    indirect enum Value: Sendable {
        case string(String)
        case list([String])
        case secret(SecretReference)
        case entries([(name: String, section: ConfigurationSection)])
    }

    /// Where the section begins; nil when the file does not have it.
    public let location: SourceLocation?
    private let values: [String: (value: Value, location: SourceLocation)]

    init(location: SourceLocation?, values: [String: (value: Value, location: SourceLocation)]) {
        self.location = location
        self.values = values
    }

    /// The string at `key`, if the file has one.
    public func string(_ key: String) -> String? {
        guard case .string(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The list at `key`, if the file has one.
    public func list(_ key: String) -> [String]? {
        guard case .list(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The reference at `key`, if the file has one.
    public func secret(_ key: String) -> SecretReference? {
        guard case .secret(let value) = values[key]?.value else { return nil }
        return value
    }

    /// The named entries at `key`, in the order of the file.
    public func entries(_ key: String) -> [(name: String, section: ConfigurationSection)] {
        guard case .entries(let value) = values[key]?.value else { return [] }
        return value
    }

    /// Where the value at `key` stands, if the file has one.
    public func location(of key: String) -> SourceLocation? {
        values[key]?.location
    }
}
