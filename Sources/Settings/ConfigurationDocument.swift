package import JSON

/// A key at the top of `devtool.yml` whose value a command reads itself, and not as a section of settings.
package struct ConfigurationDocument: Sendable {
    /// The key.
    let key: String
    /// What editors are told of its value, in the words of JSON Schema (draft 7).
    let schema: JSONValue

    /// Describes a key.
    package init(key: String, schema: JSONValue) {
        self.key = key
        self.schema = schema
    }
}
