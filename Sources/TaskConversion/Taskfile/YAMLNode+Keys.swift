import YAML

extension YAMLNode {
    var pairs: [(key: YAMLNode, name: String, value: YAMLNode)] {
        guard case .mapping(let pairs) = value else { return [] }
        return pairs.compactMap { key, value in key.text.map { (key, $0, value) } }
    }

    subscript(key: String) -> YAMLNode? {
        guard case .mapping(let pairs) = value else { return nil }
        return pairs.last { $0.key.text == key }?.value
    }

    /// A scalar is a list of one.
    var items: [YAMLNode] {
        switch value {
        case .sequence(let items): items
        case .scalar: isNothing ? [] : [self]
        case .mapping: []
        }
    }

    /// Includes `""`.
    var scalarText: String? {
        guard case .scalar(let text, _) = value else { return nil }
        return isNothing && text != "" ? nil : text
    }

    var isTrue: Bool { ["true", "True", "TRUE"].contains(text) }

    func contains(_ word: String) -> Bool {
        switch value {
        case .scalar(let text, _): text.contains(word)
        case .sequence(let items): items.contains { $0.contains(word) }
        case .mapping(let pairs): pairs.contains { $0.value.contains(word) }
        }
    }
}

extension YAMLNode {
    /// The commands or dependencies of a task; a single one is a list of one.
    var steps: [YAMLNode] {
        if case .mapping = value { return [self] }
        return items
    }

    /// A scalar as Task prints it.
    ///
    /// Unquoted numbers are rejected, because they lose zeros and exponents (YAML 1.2.2, 10.3.2).
    var printed: Result<String, NotUnderstood> {
        guard case .scalar(let text, let isPlain) = value else {
            return .failure(NotUnderstood("has a value that is not a string"))
        }
        if isNothing { return .success("") }
        if !isPlain { return .success(text) }
        if ["true", "false"].contains(text.lowercased()) { return .success(text.lowercased()) }
        let isNumberLike =
            text.first { !"+-.".contains($0) }?.isNumber == true
            && text.allSatisfy { $0.isHexDigit || "+-._:xoTZ ".contains($0) }
            || [".inf", ".nan"].contains(where: text.lowercased().hasSuffix)
        if isNumberLike, text.split(separator: ".").count < 3,
            text.wholeMatch(of: /-?(0|[1-9][0-9]{0,6})(\.[0-9]{0,2}[1-9])?/) == nil
        {
            return .failure(NotUnderstood("has a number that Task formats differently"))
        }
        return .success(text)
    }
}
