package import Reporting
package import YAML

/// Converts the nodes of a file to sections with the declared settings, and collects findings.
package struct ConfigurationValidator {
    let file: ConfigurationFile
    /// The variables for `${NAME}` in values.
    private(set) var variables: Variables
    package var findings: [Diagnostic] = []
    private(set) var documents: [String: YAMLNode] = [:]
    /// The known keys of the root, once its sections have been read.
    private var rootKeys: [String] = []

    package init(file: ConfigurationFile, variables: Variables) {
        self.file = file
        self.variables = variables
    }

    /// Reads the sections in the file's root.
    ///
    /// Keys that start with `x-` are ignored, for anchors.
    ///
    /// `documentKeys` are the keys that commands read themselves, in the project's file only. `isForeign` decides whether a
    /// section may be for a plugin or another suite, whose settings are unknown.
    mutating func sections(
        declared: [String: [Setting]], documentKeys: [String] = [], isForeign: (String) -> Bool = { _ in false }
    ) -> [String: ConfigurationSection] {
        guard let root = file.root else { return [:] }
        rootKeys = (declared.keys + documentKeys).sorted()
        var sections: [String: ConfigurationSection] = [:]
        for (name, node) in entries(of: root, in: nil) where !name.text.hasPrefix("x-") {
            if documentKeys.contains(name.text) {
                if file.layer == .project {
                    documents[name.text] = node
                } else {
                    report("'\(name.text)' belongs in a project's \(ConfigurationFile.name)", at: name.node)
                }
                continue
            }
            // The layers read it, even for a suite that has no tasks.
            if name.text == ConfigurationFile.dotenvKey { continue }
            guard let settings = declared[name.text] else {
                if node.isMapping, isForeign(name.text) {
                    sections[name.text] = unknownSection(node, named: name)
                    continue
                }
                let sections = declared.keys.sorted()
                if let section = sections.first(where: { declared[$0]?.contains { $0.key == name.text } == true }) {
                    report("unknown key '\(name.text)'", at: name.node, hint: "did you mean '\(section).\(name.text)'?")
                } else {
                    reportUnknown(name, known: rootKeys, in: nil)
                }
                continue
            }
            sections[name.text] = section(node, settings: settings, path: name.text)
        }
        return sections
    }

    mutating func section(_ node: YAMLNode, settings: [Setting], path: String) -> ConfigurationSection {
        var section = ConfigurationSection(path: path, settings: settings, location: file.location(of: node))
        read(node, below: "", of: settings, path: path, into: &section)
        return section
    }

    /// Reads a section, or a nested mapping with the settings whose keys start with `prefix`.
    private mutating func read(
        _ node: YAMLNode, below prefix: String, of settings: [Setting], path: String,
        into section: inout ConfigurationSection
    ) {
        for (key, child) in entries(of: node, in: path) {
            let wholeKey = prefix + key.text
            let valuePath = "\(path).\(key.text)"
            guard !key.text.contains("."), let setting = settings.first(where: { $0.key == wholeKey }) else {
                let inner = wholeKey + "."
                if !key.text.contains("."), settings.contains(where: { $0.key.hasPrefix(inner) }) {
                    read(child, below: inner, of: settings, path: valuePath, into: &section)
                } else {
                    reportUnknown(key, known: Self.keys(of: settings, below: prefix), in: path)
                }
                continue
            }
            guard let value = value(child, of: setting, path: valuePath) else { continue }
            if let problem = setting.problem(value) {
                report("'\(valuePath)' \(problem)", at: child)
                // The text may be an address with a password, in any form.
                if case .string(let text) = value, text.contains("@") {
                    findings[findings.count - 1].location?.excerpt = nil
                }
            } else {
                section.set(wholeKey, to: value, from: file.origin(of: child))
            }
        }
    }

    /// The distinct keys of a mapping with the settings below a prefix.
    private static func keys(of settings: [Setting], below prefix: String) -> [String] {
        settings.reduce(into: []) { keys, setting in
            guard setting.key.hasPrefix(prefix) else { return }
            let key = String(setting.key.dropFirst(prefix.count).prefix { $0 != "." })
            if !keys.contains(key) { keys.append(key) }
        }
    }

    private mutating func value(_ node: YAMLNode, of setting: Setting, path: String) -> SettingValue? {
        switch setting.kind {
        case .list:
            if case .sequence(let items) = node.value { return .list(items.compactMap { string($0, path: path) }) }
            return string(node, path: path, expected: setting.kind.expectation).map { .list([$0]) }
        case .secret: return secret(node, path: path).map { .secret($0) }
        case .mapping:
            return .mapping(
                entries(of: node, in: path).compactMap { key, child in
                    string(child, path: "\(path).\(key.text)").map { (key.text, $0) }
                })
        case .rules(let catalog):
            let names = catalog.names
            return .mapping(
                entries(of: node, in: path).compactMap { key, child in
                    guard names.contains(key.text) else {
                        report(
                            "unknown rule '\(key.text)' in '\(path)'", at: key.node,
                            hint: .suggestion(for: key.text, in: names))
                        return nil
                    }
                    let level = scalar(child, of: Setting.Kind.levels, path: "\(path).\(key.text)")
                    guard case .string(let text)? = level else { return nil }
                    return (key.text, text)
                })
        case .entries(let settings):
            return .entries(
                entries(of: node, in: path).map { key, child in
                    if let name = setting.placeholder, case .mapping(let pairs) = child.value,
                        pairs.contains(where: { $0.0.text == name })
                    {
                        variables.kept = name
                    }
                    defer { variables.kept = nil }
                    return (key.text, section(child, settings: settings, path: "\(path).\(key.text)"))
                })
        case .string, .url, .integer, .boolean, .duration, .choice, .reference:
            return scalar(node, of: setting.kind, path: path)
        }
    }

    package mutating func scalar(_ node: YAMLNode, of kind: Setting.Kind, path: String) -> SettingValue? {
        guard let text = string(node, path: path, expected: kind.expectation) else { return nil }
        if case .scalar(text, isPlain: false) = node.value, kind.isPlainOnly {
            report("'\(path)' must be \(kind.expectation), not a string", at: node)
            return nil
        }
        if let value = kind.value(of: text) { return value }
        report("'\(path)' \(kind.refusal(of: text))", at: node, hint: kind.hint(for: text))
        return nil
    }

    package mutating func string(_ node: YAMLNode, path: String, expected: String = "a string") -> String? {
        guard let text = node.text else {
            report("'\(path)' must be \(expected), not \(node.kind)", at: node)
            return nil
        }
        let interpolation = Interpolation(text, variables: variables)
        for failure in interpolation.failures {
            findings.append(
                Diagnostic(
                    failure.message, at: file.location(ofReference: failure.ordinal, in: node), hint: failure.hint))
        }
        return interpolation.failures.isEmpty ? interpolation.text : nil
    }

    /// In bytes; limited because every finding below a key repeats it.
    private static let longestKey = 1024

    package typealias Key = (text: String, node: YAMLNode)

    /// The entries of a mapping with distinct string keys; other nodes are findings.
    ///
    /// A null, as in `migrate:`, is an empty mapping.
    package mutating func entries(of node: YAMLNode, in path: String?) -> [(key: Key, value: YAMLNode)] {
        if node.isNothing { return [] }
        guard case .mapping(let pairs) = node.value else {
            report("\(path.map { "'\($0)'" } ?? "the file") must be a mapping, not \(node.kind)", at: node)
            return []
        }
        var seen = [String: Int](minimumCapacity: pairs.count)
        return pairs.compactMap { key, value in
            guard case .scalar(let text, _) = key.value else {
                report("a key must be a string, not \(key.kind)", at: key)
                return nil
            }
            guard text.utf8.count <= Self.longestKey else {
                report("a key is longer than \(Self.longestKey) bytes", at: key)
                return nil
            }
            if let line = seen[text] {
                report("the key '\(text)' is already defined on line \(line)", at: key)
                return nil
            }
            if pairs.count > 1 { seen[text] = key.line }
            return ((text, key), value)
        }
    }

    package mutating func reportUnknown(_ key: Key, known: [String], in path: String?) {
        let place = path.map { " in '\($0)'" } ?? ""
        let hint =
            path != nil && rootKeys.contains(key.text)
            ? "write '\(key.text):' at the start of a line, as it is a section of its own"
            : String.suggestion(for: key.text, in: known)
        report("unknown key '\(key.text)'\(place)", at: key.node, hint: hint)
    }

    package mutating func report(_ message: String, at node: YAMLNode, hint: String? = nil) {
        findings.append(Diagnostic(message, at: file.location(of: node), hint: hint))
    }
}
