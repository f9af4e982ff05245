package import JSON

/// A key at the top of `devtool.yml` whose value a command reads itself, and not as a section of settings.
package struct ConfigurationDocument: Sendable {
    package let key: String
    /// What editors are told of its value, in the words of JSON Schema (draft 7).
    let schema: JSONValue

    /// What the key is for, in a sentence.
    package let summary: String

    /// Describes a key.
    package init(key: String, summary: String, schema: JSONValue) {
        self.key = key
        self.summary = summary
        self.schema = schema
    }

    /// The keys that each of its entries may have, with what they are for.
    package var entryKeys: [(key: String, summary: String)] {
        let entry = schema["additionalProperties"]
        let ways = entry?["anyOf"]?.items ?? entry.map { [$0] } ?? []
        guard case .object(let members)? = ways.lazy.compactMap({ $0["properties"] }).first else {
            return []
        }
        return members.compactMap { member in
            member.value["description"]?.string.map { (member.name, $0) }
        }
    }
}
