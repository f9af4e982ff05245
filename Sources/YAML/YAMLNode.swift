/// A value of a YAML file that remembers where it stands.
package struct YAMLNode: Sendable {
    /// What the value is.
    package indirect enum Value: Sendable {
        /// A scalar; `isPlain` when it was written without quotes, so that `5` and `"5"` differ.
        case scalar(String, isPlain: Bool)
        /// A list.
        case sequence([YAMLNode])
        /// A mapping in the order of the file, repeated keys included.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    package let value: Value
    /// The line of its first character, from 1.
    package let line: Int
    /// The column of its first character, from 1, in Unicode scalars.
    package let column: Int
    /// Whether it ends on the line where it begins.
    package let isOnOneLine: Bool

    /// Whether it is YAML's null, which stands for nothing at all.
    package var isNothing: Bool {
        guard case .scalar(let text, isPlain: true) = value else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// Whether it is a mapping, which may have nothing in it.
    package var isMapping: Bool { if case .mapping = value { true } else { isNothing } }

    /// The text of a scalar that is more than nothing.
    package var text: String? {
        guard case .scalar(let text, _) = value, !isNothing else { return nil }
        return text
    }

    /// The kind in words, for messages.
    package var kind: String {
        switch value {
        case .scalar where isNothing: "nothing"
        case .scalar: "a string"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
