import Files
import Reporting
import SystemPackage
package import YAML

extension ConfigurationValidator {
    /// Reads a reference to a secret: a mapping with one of the keys `env`, `file` and `command`.
    ///
    /// Findings show only the location, because an invalid value may be the secret itself. The caller has read the key
    /// `mark`.
    package mutating func secret(_ node: YAMLNode, path: String, besides mark: String? = nil) -> SecretReference? {
        let count = findings.count
        defer { for index in findings.indices.dropFirst(count) { findings[index].location?.excerpt = nil } }
        let key = path.split(separator: ".").last ?? ""
        let hint = "write \(key): {env: NAME_OF_A_VARIABLE\(mark.map { ", \($0): true" } ?? "")}"
        guard case .mapping(let pairs) = node.value else {
            report("'\(path)' must be a reference to a secret, not the secret itself", at: node, hint: hint)
            return nil
        }
        if pairs.allSatisfy({ $0.key.text == mark }) {
            report("'\(path)' must be a reference to a secret", at: node, hint: hint)
        }
        var references: [SecretReference] = []
        for (key, child) in entries(of: node, in: path) {
            let source: SecretReference.Source?
            switch key.text {
            case "env": source = variable(child, path: "\(path).env")
            case "file": source = secretFile(child, path: "\(path).file")
            case "command": source = command(child, path: "\(path).command")
            case mark: continue
            default:
                reportUnknown(key, known: ["env", "file", "command"], in: path)
                continue
            }
            guard references.isEmpty else {
                report("a secret must have exactly one source", at: key.node)
                return nil
            }
            references += source.map { [SecretReference($0, at: file.location(of: key.node))] } ?? []
        }
        return references.first
    }

    /// Not interpolated.
    private mutating func variable(_ node: YAMLNode, path: String) -> SecretReference.Source? {
        guard let name = node.text else {
            report("'\(path)' must be a string, not \(node.kind)", at: node)
            return nil
        }
        guard ProcessEnvironment.isName(name) else {
            report("'\(path)' must be the name of an environment variable", at: node)
            return nil
        }
        return .variable(name, fallback: variables.dotenv[name].map { Secret($0.value) })
    }

    private mutating func secretFile(_ node: YAMLNode, path: String) -> SecretReference.Source? {
        guard let name = string(node, path: path) else { return nil }
        return .file(FilePath(name).absolute(in: file.directory), shownAs: name)
    }

    private mutating func command(_ node: YAMLNode, path: String) -> SecretReference.Source? {
        guard case .sequence(let items) = node.value, !items.isEmpty else {
            report(
                "'\(path)' must be a list with a program and its arguments, not \(node.kind)", at: node,
                hint: "write command: [program, argument]")
            return nil
        }
        let words = items.compactMap { string($0, path: path) }
        guard let program = words.first, words.count == items.count else { return nil }
        return .command(program, Array(words.dropFirst()), directory: file.directory)
    }
}
