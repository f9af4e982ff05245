package import JSON
import Reporting

/// The JSON Schema of `devtool.yml`, in draft 7, which all editors' YAML language servers support.
///
/// It accepts everything that devtool accepts, as far as a schema can: `${…}` instead of any word, and numbers as
/// strings, because YAML does not quote either.
package enum SettingsSchema {
    package static func json(of suite: String, sections: [String: [Setting]], documents: [ConfigurationDocument] = [])
        -> JSONValue
    {
        let sections = sections.map { (name: $0, value: group($1)) }
        let members = (sections + documents.map { (name: $0.key, value: $0.schema) }).sorted { $0.name < $1.name }
        return .object([
            ("$schema", "http://json-schema.org/draft-07/schema#"), ("title", .string("The configuration of \(suite)")),
            ("type", ["object", "null"]), ("patternProperties", ["^x-": true]), ("properties", .object(members)),
            ("additionalProperties", ["description": "The section of a plugin or another suite.", "type": "object"]),
        ])
    }

    /// The schema of a value by its type; `other` is that of all other types.
    ///
    /// With `anyOf`, editors would mark the whole value for an error inside of it.
    package static func byType(_ schemas: KeyValuePairs<String, JSONValue>, else other: JSONValue) -> JSONValue {
        schemas.reversed().reduce(other) { ["if": ["type": .string($1.key)], "then": $1.value, "else": $0] }
    }

    private static func group(_ settings: [Setting]) -> JSONValue {
        .object([
            ("type", ["object", "null"]), ("additionalProperties", false),
            ("properties", .object(properties(settings, below: ""))),
        ])
    }

    /// The properties of a mapping with the settings below a prefix; dotted keys become nested mappings.
    private static func properties(_ settings: [Setting], below prefix: String) -> [(name: String, value: JSONValue)] {
        var names: [String] = []
        return settings.compactMap { setting in
            guard setting.key.hasPrefix(prefix) else { return nil }
            let parts = setting.key.dropFirst(prefix.count).split(separator: ".", maxSplits: 1)
            guard parts.count == 2 else { return (String(parts[0]), schema(of: setting)) }
            let name = String(parts[0])
            if names.contains(name) { return nil }
            names.append(name)
            let inner = properties(settings, below: "\(prefix)\(name).")
            return (name, ["type": ["object", "null"], "additionalProperties": false, "properties": .object(inner)])
        }
    }

    private static func schema(of setting: Setting) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [("description", .string(setting.help))]
        if let text = setting.defaultText, let value = setting.kind.value(of: text, reference: nil) {
            members.append(("default", value.json))
        }
        return .object(members + schema(of: setting.kind))
    }

    private static func schema(of kind: Setting.Kind) -> [(name: String, value: JSONValue)] {
        switch kind {
        case .string, .url, .reference: [("type", scalars)]
        case .list: [("type", ["string", "number", "boolean", "array"]), ("items", ["type": scalars])]
        case .integer(let bounds):
            orReference([
                "type": "integer", "minimum": .integer(bounds.lowerBound), "maximum": .integer(bounds.upperBound),
            ])
        case .boolean: orReference(["type": "boolean"])
        case .duration: orReference(DurationText.schema)
        case .choice(let words): orReference(["enum": .array(words.map { .string($0) })])
        case .secret: secret
        case .mapping: [("type", ["object", "null"]), ("additionalProperties", ["type": scalars])]
        case .rules(let catalog):
            [
                ("type", ["object", "null"]), ("additionalProperties", false),
                ("properties", .object(catalog.names.map { ($0, .object(schema(of: Setting.Kind.levels))) })),
            ]
        case .entries(let settings): [("type", ["object", "null"]), ("additionalProperties", group(settings))]
        }
    }

    /// The types of unquoted text in YAML.
    private static let scalars: JSONValue = ["string", "number", "boolean"]

    /// Also allows interpolation, whose result is unknown.
    private static func orReference(_ schema: JSONValue) -> [(name: String, value: JSONValue)] {
        [("anyOf", [schema, ["type": "string", "pattern": #"\$\{"#]])]
    }

    private static let secret: [(name: String, value: JSONValue)] = [
        ("type", "object"), ("additionalProperties", false), ("minProperties", 1), ("maxProperties", 1),
        ("properties", .object(secretSources)),
    ]

    /// The sources of a secret, one of which its reference has.
    package static let secretSources: [(name: String, value: JSONValue)] = [
        (
            "env",
            [
                "description": "The environment variable that holds the secret.", "type": ["string", "boolean"],
                "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
            ]
        ),
        (
            "file",
            ["description": "The file that holds the secret, relative to the folder of this file.", "type": scalars]
        ),
        (
            "command",
            [
                "description": "The program that prints the secret, followed by its arguments.", "type": "array",
                "items": ["type": scalars], "minItems": 1,
            ]
        ),
    ]
}
