/// Where a secret is to be had; the file holds the reference, never the secret.
public struct SecretReference: Hashable, Sendable {
    /// The environment variable that holds the secret.
    public let variable: String
    /// Where the reference stands.
    public let location: SourceLocation

    /// The secret, read when it is needed.
    ///
    /// - Throws: ``ConfigurationError``, naming the variable and the place that refers to it.
    public func resolve(in environment: [String: String]) throws -> Secret {
        guard let value = environment[variable] else {
            throw ConfigurationError(
                Diagnostic("the environment variable \(variable) is not set", at: location))
        }
        return Secret(value)
    }
}

/// A value that is never shown: it prints as `***` everywhere, and output that contains it is redacted.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The value itself, for the one place that hands it over.
    public let revealed: String

    /// Wraps a secret value.
    public init(_ value: String) {
        revealed = value
    }

    /// `***`.
    public var description: String { "***" }
    /// Nothing: dumping a value shows no secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
