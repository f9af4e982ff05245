import Reporting
import YAML

extension ConfigurationValidator {
    /// Reads the section of a plugin whose settings are unknown; kinds are inferred from the values.
    ///
    /// This lets tasks refer to the values, and masks apparent secrets. The section has no findings.
    mutating func unknownSection(_ node: YAMLNode, named name: Key) -> ConfigurationSection {
        let known = findings
        defer { findings = known }
        let settings = entries(of: node, in: name.text).compactMap { key, value in
            Setting.Kind(lookingLike: value).map { Setting(key.text, $0, help: "") }
        }
        var section = section(node, settings: settings, path: name.text)
        section.location = file.location(of: name.node)
        section.isOfUnknownSettings = true
        return section
    }
}

extension Setting.Kind {
    /// The inferred kind; `nil` for a value that no setting of a plugin can have.
    fileprivate init?(lookingLike node: YAMLNode) {
        switch node.value {
        case .scalar(let text, _):
            if node.isNothing { return nil }
            self = text.contains("://") ? .url : .string
        case .sequence(let items):
            guard items.allSatisfy({ $0.text != nil }) else { return nil }
            self = .list
        case .mapping(let pairs):
            if pairs.count == 1, let key = pairs[0].key.text, ["env", "file", "command"].contains(key) {
                self = .secret
                return
            }
            // A mapping with possible URLs is skipped, because they may have passwords.
            guard pairs.allSatisfy({ $0.value.text.map { !$0.contains("://") } ?? false }) else { return nil }
            self = .mapping
        }
    }
}
