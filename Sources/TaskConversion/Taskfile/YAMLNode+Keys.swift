import YAML

extension YAMLNode {
    var pairs: [(key: YAMLNode, name: String, value: YAMLNode)] {
        guard case .mapping(let pairs) = value else { return [] }
        return pairs.compactMap { key, value in key.text.map { (key, $0, value) } }
    }

    /// The value of a key; the last one counts.
    subscript(key: String) -> YAMLNode? {
        guard case .mapping(let pairs) = value else { return nil }
        return pairs.last { $0.key.text == key }?.value
    }

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

    var isTrue: Bool { ["true", "True", "TRUE"].contains(text) }

    /// Whether any text in it contains a word.
    func contains(_ word: String) -> Bool {
        switch value {
        case .scalar(let text, _): text.contains(word)
        case .sequence(let items): items.contains { $0.contains(word) }
        case .mapping(let pairs): pairs.contains { $0.value.contains(word) }
        }
    }
}

/// A value as Task prints it: without quotes, YAML has numbers, which lose zeros and exponents (YAML 1.2.2, 10.3.2).
struct TaskfileScalar: Hashable {
    /// The text; nil for one that Task writes otherwise.
    let text: String?
    /// Whether it is `false` or 0, which templates take for nothing; the text `"false"` is none.
    var isFalse = false

    /// The value of a scalar; nil for lists and mappings.
    init?(_ node: YAMLNode) {
        guard case .scalar(let text, let isPlain) = node.value else { return nil }
        guard isPlain, !node.isNothing else {
            self.text = node.isNothing ? "" : text
            return
        }
        switch text {
        case "true", "True", "TRUE": self.text = "true"
        case "false", "False", "FALSE": (self.text, isFalse) = ("false", true)
        default:
            self.text = Self.isNumberLike(text) && !Self.isCanonical(text) ? nil : text
            isFalse = text == "0"
        }
    }

    private static func isNumberLike(_ text: String) -> Bool {
        let digits = text.drop { "+-.".contains($0) }
        let prefixes = ["0x", "0o", "0b"]
        guard digits.first?.isASCIIDigit == true else {
            return text.lowercased().hasSuffix(".inf") || text.lowercased() == ".nan"
        }
        return prefixes.contains(where: digits.lowercased().hasPrefix)
            || text.split(separator: ".").count < 3
                && text.utf8.allSatisfy { "0123456789eE_+-.:TZ ".utf8.contains($0) }
    }

    /// Whether Go prints a number as it is written: an integer, or a short fraction without a zero at its end.
    private static func isCanonical(_ text: String) -> Bool {
        let parts = (text.hasPrefix("-") ? text.dropFirst() : text[...]).split(
            separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }),
            parts[0] == "0" || !parts[0].hasPrefix("0")
        else { return false }
        guard parts.count == 2 else { return parts[0].count < 19 }
        return parts[0].count < 7 && parts[1].count < 4 && !parts[1].hasSuffix("0")
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
