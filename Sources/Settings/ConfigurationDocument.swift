package import JSON

/// A top-level key of `devtool.yml` whose value a command reads itself, unlike a section of settings.
package struct ConfigurationDocument: Sendable {
    package let key: String
    /// The JSON Schema (draft 7) of the value, for editors.
    let schema: JSONValue

    package let summary: String

    package init(key: String, summary: String, schema: JSONValue) {
        self.key = key
        self.summary = summary
        self.schema = schema
    }

    package var entryKeys: [(key: String, summary: String)] {
        guard case .object(let members)? = schema["additionalProperties"]?["then"]?["properties"] else { return [] }
        return members.compactMap { member in member.value["description"]?.string.map { (member.name, $0) } }
    }
}
