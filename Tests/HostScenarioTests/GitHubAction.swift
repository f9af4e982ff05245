import TestSupport
import Foundation
import YAML

/// `action.yml`, as GitHub defines it (docs.github.com, "Metadata syntax for GitHub Actions").
struct GitHubAction {
    private let root: YAMLNode

    init(_ text: String) throws { root = try YAMLNode.document(text) }

    /// The steps, in order.
    var steps: [YAMLNode] { root["runs"]?["steps"]?.items ?? [] }

    /// The inputs with their defaults.
    var inputs: [(name: String, value: String)] {
        (root["inputs"]?.entries ?? []).map { ($0.key, $0.value["default"]?.string ?? "") }
    }

    /// Whatever is not as GitHub requires, or as this action keeps it.
    var problems: [String] {
        Self.unknown(root, ["name", "author", "description", "branding", "inputs", "outputs", "runs"], "")
            + ["name", "description", "runs"].filter { root[$0] == nil }.map { "no '\($0)'" }
            + (root["runs"]?["using"]?.string == "composite" ? [] : ["not composite"])
            + (steps.isEmpty ? ["no steps"] : []) + declarationProblems + steps.flatMap(stepProblems)
            + referenceProblems
    }

    private var declarationProblems: [String] {
        let inputs = (root["inputs"]?.entries ?? []).flatMap { name, input in
            Self.unknown(input, ["description", "required", "default", "deprecationMessage"], name)
                + (input["description"] == nil ? ["'\(name)' has no description"] : [])
        }
        let outputs = (root["outputs"]?.entries ?? []).flatMap { name, output in
            Self.unknown(output, ["description", "value"], name)
                + (output["value"] == nil ? ["'\(name)' has no value"] : [])
        }
        return inputs + outputs
    }

    private func stepProblems(_ step: YAMLNode) -> [String] {
        let name = step["name"]?.string ?? "a step"
        let common = ["name", "id", "if", "env"]
        guard let script = step["run"]?.string else {
            // Moving to another major version is a decision.
            let isPinned = step["uses"]?.string.wholeMatch(of: /[\w-]+\/[\w-]+(\/[\w-]+)?@v\d+/)
            return Self.unknown(step, common + ["uses", "with"], name)
                + (isPinned == nil ? ["\(name) uses no major version"] : [])
        }
        let variables = step["env"]?.keys ?? []
        let read = script.matches(of: /\$\{?((?:INPUT|ACTION|THIS)_[A-Z0-9_]+)/).map { String($0.1) }
        return Self.unknown(step, common + ["run", "shell", "working-directory"], name)
            + (step["shell"]?.string == "bash" ? [] : ["\(name) names no shell"])
            + (script.contains("${{") ? ["\(name) has an expression in its script"] : [])
            + Set(read).subtracting(variables).map { "\(name) does not set \($0)" }
            + variables.filter { !script.contains($0) }.map { "\(name) does not read \($0)" }
    }

    /// Inputs and outputs of steps that are read and not there, and inputs that nothing reads.
    private var referenceProblems: [String] {
        var problems: [String] = []
        var used: Set<String> = []
        var written: Set<String> = []
        func read(_ text: String) {
            for match in text.matches(of: /\binputs\.([a-z0-9-]+)/) { used.insert(String(match.1)) }
            for match in text.matches(of: /\bsteps\.([a-z0-9-]+\.outputs\.[a-z0-9-]+)/)
            where !written.contains(String(match.1)) { problems.append("no step before writes \(match.1)") }
        }
        for step in steps {
            for (path, text) in step.scalars() where path.first != "run" { read(text) }
            guard let id = step["id"]?.string, let script = step["run"]?.string else { continue }
            for match in script.matches(of: /echo "([a-z0-9-]+)=/) { written.insert("\(id).outputs.\(match.1)") }
        }
        for (_, output) in root["outputs"]?.entries ?? [] { read(output["value"]?.string ?? "") }
        let declared = Set(inputs.map(\.name))
        return problems + used.subtracting(declared).map { "'\($0)' is not declared" }
            + declared.subtracting(used).map { "'\($0)' is not used" }
    }

    private static func unknown(_ node: YAMLNode, _ known: [String], _ name: String) -> [String] {
        Set(node.keys).subtracting(known).map { "unknown key '\($0)' \(name)" }
    }
}
