/// A value that is never shown: it prints as `***`, and output that contains it is redacted.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// What stands in a secret's place.
    package static let mask = "***"

    /// The value itself, for the one place that hands it over.
    public let revealed: String

    /// Wraps a secret value.
    public init(_ value: String) {
        revealed = value
    }

    /// `***`.
    public var description: String { Self.mask }
    /// Nothing: dumping a value shows no secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
