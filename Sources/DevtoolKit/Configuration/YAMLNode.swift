/// A value of a YAML file that remembers where it stands.
struct YAMLNode: Sendable {
    /// What the value is.
    indirect enum Value: Sendable {
        /// A scalar; `isPlain` when it was written without quotes, so that `5` and `"5"` differ.
        case scalar(String, isPlain: Bool)
        /// A list.
        case sequence([YAMLNode])
        /// A mapping in the order of the file, repeated keys included.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    let value: Value
    /// The line of its first character, from 1.
    let line: Int
    /// The column of its first character, from 1, in Unicode scalars.
    let column: Int

    /// The kind in words, for messages.
    var kind: String {
        switch value {
        case .scalar("", isPlain: true): "nothing"
        case .scalar: "a string"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
