import YAML

extension YAMLNode {
    var pairs: [(key: YAMLNode, name: String, value: YAMLNode)] {
        guard case .mapping(let pairs) = value else { return [] }
        return pairs.compactMap { key, value in key.text.map { (key, $0, value) } }
    }

    /// The value of a key; the last one counts.
    subscript(key: String) -> YAMLNode? { pairs.last { $0.name == key }?.value }

    /// The items of a list; a text is a list of one.
    var items: [YAMLNode] {
        switch value {
        case .sequence(let items): items
        case .scalar: isNothing ? [] : [self]
        case .mapping: []
        }
    }

    /// The text of a scalar, `""` included.
    var scalarText: String? {
        guard case .scalar(let text, _) = value else { return nil }
        return isNothing && text != "" ? nil : text
    }

    /// Whether it is `true`.
    var isTrue: Bool { ["true", "yes", "on", "True", "TRUE"].contains(text) }

    /// Whether it is `false` or a zero, which templates take as nothing; `"false"` is a text.
    var isFalse: Bool {
        guard case .scalar(let text, isPlain: true) = value else { return false }
        return Self.isFalse(text)
    }

    /// Whether a scalar without quotes is `false` or a zero (YAML 1.2.2, 10.3.2).
    static func isFalse(_ text: String) -> Bool {
        ["false", "False", "FALSE", "0x0", "0o0"].contains(text)
            || Double(text).map { $0 == 0 } ?? false
    }

    /// The line on which the last value in it begins.
    var lastLine: Int {
        switch value {
        case .scalar: line
        case .sequence(let items): items.map(\.lastLine).max() ?? line
        case .mapping(let pairs): pairs.map { max($0.key.line, $0.value.lastLine) }.max() ?? line
        }
    }

    /// The value as YAML on one line, for comments.
    var shownText: String {
        switch value {
        case .scalar(let text, _):
            return text
        case .sequence(let items):
            return "[" + items.map(\.shownText).joined(separator: ", ") + "]"
        case .mapping(let pairs):
            let texts = pairs.map { "\($0.key.shownText): \($0.value.shownText)" }
            return "{" + texts.joined(separator: ", ") + "}"
        }
    }
}
