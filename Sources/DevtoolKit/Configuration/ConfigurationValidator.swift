/// Turns nodes into sections by their declared settings, and collects all that is wrong on the way.
struct ConfigurationValidator {
    let file: ConfigurationFile
    /// What is wrong, in the order of the file.
    private(set) var findings: [Diagnostic] = []

    /// Prepares the check of a file.
    init(file: ConfigurationFile) {
        self.file = file
    }

    /// The sections of the file's root.
    mutating func sections(declared: [String: [Setting]]) -> [String: ConfigurationSection] {
        guard let root = file.root else { return [:] }
        var sections: [String: ConfigurationSection] = [:]
        for (name, node) in entries(of: root, in: nil) {
            guard let settings = declared[name.text] else {
                reportUnknown(name, known: declared.keys.sorted(), in: nil)
                continue
            }
            sections[name.text] = section(node, settings: settings, path: name.text)
        }
        return sections
    }

    private mutating func section(
        _ node: YAMLNode, settings: [Setting], path: String
    ) -> ConfigurationSection {
        var values: [String: (value: ConfigurationSection.Value, location: SourceLocation)] = [:]
        for (key, child) in entries(of: node, in: path) {
            guard let setting = settings.first(where: { $0.key == key.text }) else {
                reportUnknown(key, known: settings.map(\.key), in: path)
                continue
            }
            if let value = value(child, of: setting, path: "\(path).\(key.text)") {
                values[key.text] = (value, file.location(of: child))
            }
        }
        return ConfigurationSection(location: file.location(of: node), values: values)
    }

    private mutating func value(
        _ node: YAMLNode, of setting: Setting, path: String
    ) -> ConfigurationSection.Value? {
        switch setting.kind {
        case .string:
            return string(node, path: path).map { .string($0) }
        case .list:
            if case .sequence(let items) = node.value {
                return .list(items.compactMap { string($0, path: path) })
            }
            guard let item = string(node, path: path, expected: "a string or a list of strings")
            else { return nil }
            return .list([item])
        case .secret:
            return secret(node, path: path).map { .secret($0) }
        case .entries(let settings):
            return .entries(
                entries(of: node, in: path).map { key, child in
                    (key.text, section(child, settings: settings, path: "\(path).\(key.text)"))
                })
        }
    }

    private mutating func string(
        _ node: YAMLNode, path: String, expected: String = "a string"
    ) -> String? {
        if case .scalar(let text, let isPlain) = node.value, !text.isEmpty || !isPlain {
            return text
        }
        report("'\(path)' must be \(expected), not \(node.kind)", at: node)
        return nil
    }

    private mutating func secret(_ node: YAMLNode, path: String) -> SecretReference? {
        let hint = "write \(path.split(separator: ".").last ?? ""): {env: NAME_OF_A_VARIABLE}"
        guard case .mapping = node.value else {
            // The text may well be the secret itself: name the place and show no line.
            var location = file.location(of: node)
            location.excerpt = nil
            let message = "'\(path)' must be a reference to a secret, not the secret itself"
            findings.append(Diagnostic(message, at: location, hint: hint))
            return nil
        }
        var reference: SecretReference?
        for (key, child) in entries(of: node, in: path) {
            if key.text != "env" {
                reportUnknown(key, known: ["env"], in: path)
            } else if let variable = string(child, path: "\(path).env") {
                if ProcessEnvironment.isName(variable) {
                    reference = SecretReference(
                        variable: variable, location: file.location(of: key.node))
                } else {
                    report("'\(variable)' is not the name of an environment variable", at: child)
                }
            }
        }
        if case .mapping(let pairs) = node.value, pairs.isEmpty {
            report("'\(path)' must be a reference to a secret", at: node, hint: hint)
        }
        return reference
    }

    /// A key and its place.
    private typealias Key = (text: String, node: YAMLNode)

    /// The entries of a mapping with string keys, each once; anything else is a finding.
    ///
    /// Nothing at all is an empty mapping, as `migrate:` without a value is.
    private mutating func entries(
        of node: YAMLNode, in path: String?
    ) -> [(key: Key, value: YAMLNode)] {
        if case .scalar("", isPlain: true) = node.value { return [] }
        guard case .mapping(let pairs) = node.value else {
            report(
                "\(path.map { "'\($0)'" } ?? "the file") must be a mapping, not \(node.kind)",
                at: node)
            return []
        }
        var seen: [String: Int] = [:]
        return pairs.compactMap { key, value in
            guard case .scalar(let text, _) = key.value else {
                report("a key must be a string, not \(key.kind)", at: key)
                return nil
            }
            if let line = seen[text] {
                report("the key '\(text)' is already on line \(line)", at: key)
                return nil
            }
            seen[text] = key.line
            return ((text, key), value)
        }
    }

    private mutating func reportUnknown(_ key: Key, known: [String], in path: String?) {
        let place = path.map { " in '\($0)'" } ?? ""
        report(
            "unknown key '\(key.text)'\(place)", at: key.node,
            hint: .suggestion(for: key.text, in: known))
    }

    private mutating func report(_ message: String, at node: YAMLNode, hint: String? = nil) {
        findings.append(Diagnostic(message, at: file.location(of: node), hint: hint))
    }
}
