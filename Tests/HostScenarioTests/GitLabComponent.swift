import Foundation
import TestSupport
import Testing
import YAML

/// `templates/devtool.yml`, as GitLab reads a component (docs.gitlab.com, "CI/CD components"): inputs are put into
/// the text, which then is YAML.
struct GitLabComponent {
    private let header: YAMLNode
    private let text: String

    init(_ text: String) throws {
        let parts = text.components(separatedBy: "\n---\n")
        try #require(parts.count == 2)
        header = try YAMLNode.document(parts[0])
        self.text = parts[1]
    }

    /// The inputs with their declarations.
    var inputs: [(key: String, value: YAMLNode)] { header["spec"]?["inputs"]?.entries ?? [] }

    /// The patterns of inputs that are texts.
    var patterns: [String: String] { inputs.reduce(into: [:]) { $0[$1.key] = $1.value["regex"]?.string } }

    /// Whether an input takes a text.
    func accepts(_ value: String, for input: String) throws -> Bool {
        let pattern = try #require(patterns[input])
        return try Regex(pattern).wholeMatch(in: value) != nil
    }

    /// Whatever is not as GitLab requires, or as this component keeps it.
    var problems: [String] {
        var problems: [String] = []
        let known: Set = ["description", "type", "default", "regex", "options"]
        for (name, input) in inputs {
            let unknown = Set(input.keys).subtracting(known)
            problems += unknown.map { "unknown key '\($0)' of '\(name)'" }
            if input["description"] == nil { problems.append("'\(name)' has no description") }
            let isList = input["type"]?.string == "array"
            let isFlag = input["type"]?.string == "boolean"
            if !isList, !isFlag, input["regex"] == nil { problems.append("'\(name)' takes any text") }
            // GitLab puts a list into the text in brackets, and a text as it is.
            let place = "$[[ inputs.\(name) ]]"
            if !isList, text.replacing(/"[^"\n]*"/, with: "").contains(place) {
                problems.append("'\(name)' is not in quotes")
            }
        }
        let used = Set(text.matches(of: /\$\[\[ inputs\.([a-z0-9-]+) \]\]/).map { String($0.1) })
        let declared = Set(inputs.map(\.key))
        problems += used.subtracting(declared).map { "'\($0)' is not declared" }
        problems += declared.subtracting(used).map { "'\($0)' is not used" }
        return problems
    }

    /// The jobs for some inputs, lists as JSON.
    func jobs(_ values: [String: String]) throws -> [(name: String, job: GitLabJob)] {
        var text = text
        for (name, input) in inputs {
            let value = try #require(values[name] ?? input["default"].map(Self.flow), "no value for '\(name)'")
            if input["regex"] != nil { try #require(try accepts(value, for: name)) }
            text = text.replacingOccurrences(of: "$[[ inputs.\(name) ]]", with: value)
        }
        let root = try YAMLNode.document(text)
        return root.entries.filter { !$0.key.hasPrefix(".") }.map { name, node in
            (name, GitLabJob(node, base: node["extends"].flatMap { root[$0.string] }))
        }
    }

    /// A value on one line.
    private static func flow(_ node: YAMLNode) -> String {
        if !node.items.isEmpty { return "[\(node.items.map(flow).joined(separator: ","))]" }
        if node.isMapping, !node.entries.isEmpty {
            let pairs = node.entries.map { "\"\($0.key)\":\"\($0.value.string)\"" }
            return "{\(pairs.joined(separator: ","))}"
        }
        return node.string
    }
}

/// A job of GitLab, with what it extends.
struct GitLabJob {
    private let node: YAMLNode
    private let base: YAMLNode?

    init(_ node: YAMLNode, base: YAMLNode?) {
        self.node = node
        self.base = base
    }

    subscript(key: String) -> YAMLNode? { node[key] ?? base?[key] }

    /// Whatever is not as GitLab requires.
    var problems: [String] {
        let known: Set = [
            "extends", "stage", "rules", "parallel", "variables", "cache", "script", "artifacts", "image",
            "before_script",
        ]
        let keys = Set(node.keys + (base?.keys ?? []))
        let reports = self["artifacts"]?["reports"]?["junit"]?.string ?? ""
        return keys.subtracting(known).map { "unknown key '\($0)'" }
            + ["stage", "script", "image"].filter { self[$0] == nil }.map { "no '\($0)'" }
            + (node["extends"] != nil && base == nil ? ["extends nothing"] : [])
            + (!reports.isEmpty && script.contains("junit=\(reports) ") ? [] : ["does not write its JUnit report"])
            + (self["artifacts"]?["when"]?.string == "always" ? [] : ["no report of a failure"])
            + (Array(variables.keys) + (self["parallel"]?["matrix"]?.items.flatMap(\.keys) ?? []))
            // A project's own variables come before those of a job.
            .filter { !$0.hasPrefix("DEVTOOL_CI_") }.map { "'\($0)' may be a project's variable" }
    }

    /// The variables, where those of the job come before those it extends.
    var variables: [String: String] {
        ((base?["variables"]?.entries ?? []) + (node["variables"]?.entries ?? [])).reduce(into: [:]) {
            $0[$1.key] = $1.value.string
        }
    }

    /// What the runner gives the shell: all lines in one text.
    var script: String {
        ["before_script", "script"].flatMap { self[$0]?.items ?? [] }.map(\.string).joined(separator: "\n") + "\n"
    }
}
