package import Scanning

/// A value in a YAML file with its position.
package struct YAMLNode: Sendable {
    package indirect enum Value: Sendable {
        /// `isPlain` if the scalar is unquoted, so that `5` and `"5"` differ.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        /// In the order of the file, with repeated keys.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    package let value: Value
    /// From 1.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int
    /// Whether it ends on the line where it begins.
    package let isOnOneLine: Bool

    package var place: TextPlace { TextPlace(line: line, column: column) }

    /// Whether it is null, in any of YAML's forms.
    package var isNothing: Bool {
        guard case .scalar(let text, isPlain: true) = value else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// Whether it is a mapping, which may be empty or null.
    package var isMapping: Bool { if case .mapping = value { true } else { isNothing } }

    /// The text of a scalar that is not null.
    package var text: String? {
        guard case .scalar(let text, _) = value, !isNothing else { return nil }
        return text
    }

    /// A noun phrase for messages.
    package var kind: String {
        switch value {
        case .scalar where isNothing: "nothing"
        case .scalar: "a string"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
