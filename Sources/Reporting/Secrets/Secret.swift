import CLinux

/// A value that is never shown: it prints as `***`, and output that contains it is redacted.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// What stands in a secret's place.
    package static let mask = "***"

    /// The value itself, for the one place that hands it over.
    public let revealed: String

    /// Wraps a secret value.
    ///
    /// From now on devtool leaves no core file.
    public init(_ value: String) {
        Self.forbidsCoreDumps
        revealed = value
    }

    private static let forbidsCoreDumps: Void = spawn_forbid_core_dumps()

    /// `***`.
    public var description: String { Self.mask }
    /// Nothing: dumping a value shows no secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
