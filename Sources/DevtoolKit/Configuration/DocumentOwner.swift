package import JSON

/// A key at the top of `devtool.yml` whose value a command reads itself, and not as a section of settings.
package struct ConfigurationDocument: Sendable {
    /// The key.
    package let key: String
    /// What editors are told of its value, in the words of JSON Schema (draft 7).
    package let schema: JSONValue

    /// Describes a key.
    package init(key: String, schema: JSONValue) {
        self.key = key
        self.schema = schema
    }
}

/// A command that owns keys at the top of a project's `devtool.yml`, beside its section: it gets their nodes
/// from the ``ConfigurationReading``.
package protocol DocumentOwner: ConfigurationChecking {
    /// The keys.
    static var documentKeys: [String] { get }

    /// The keys with the schemas of their values.
    static func documents(in context: Context) -> [ConfigurationDocument]
}

extension Context {
    /// The commands that own keys at the top of `devtool.yml`.
    var documentOwners: [any DocumentOwner.Type] {
        plugins.compactMap { $0 as? any DocumentOwner.Type }
    }

    /// The keys that commands own.
    var documentKeys: [String] { documentOwners.flatMap { $0.documentKeys } }

    /// The keys that commands own, with their schemas.
    var documents: [ConfigurationDocument] {
        documentOwners.flatMap { $0.documents(in: self) }
    }
}
