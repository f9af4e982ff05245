import CLinux

/// A value that prints as `***`; output that contains it is redacted.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    package static let mask = "***"

    /// The secret value; use it only to pass it on.
    public let revealed: String

    /// Wraps a secret, and disables devtool's core dumps.
    public init(_ value: String) {
        Self.forbidsCoreDumps
        revealed = value
    }

    private static let forbidsCoreDumps: Void = spawn_forbid_core_dumps()

    /// `***`.
    public var description: String { Self.mask }
    /// Empty, so that `dump` does not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
