import DevtoolKit
import JSON
import TestSupport
import Testing

@testable import Settings
@testable import TaskRunner

/// The schema of tasks takes what is taken as tasks: an independent validator decides.
@Suite(.enabled("python3 has no module jsonschema") { await JSONSchemaJudge.isThere() }) struct DefinitionsSchemaTests {
    /// Bodies of a task, and whether they are in order.
    private static let bodies: [(String, isValid: Bool)] = [
        (#"{"run": "x"}"#, true), (#"{"run": 5}"#, true), (#"{"run": null}"#, false), (#"{"run": []}"#, false),
        (#"{"run": ["a", ["b", 1], {"migrate": "x"}]}"#, true), (#"{"run": [[]]}"#, false),
        (#"{"run": [{"migrat": "x"}]}"#, false), (#"{"run": [{"migrate": "x", "favicon": "y"}]}"#, false),
        (#"{"run": {}}"#, false), (#"{"migrate": null}"#, true), (#"{"migrate": ["a", true]}"#, true),
        (#"{"migrate": {}}"#, false), (#"{"migrat": "x"}"#, false), (#"[]"#, false), (#""x""#, true),
        (#"["x", ["y", 1]]"#, true), (#"[[]]"#, false), (#"{"run": "x", "aliases": ["c"]}"#, true),
        (#"{"needs": [["b"], ["b", {"task": "b"}]]}"#, true), (#"{"needs": [["b"], []]}"#, true),
        (#"{"needs": [[["b"]]]}"#, false), (#"{"needs": [["b"], "b"]}"#, false), (#"{"finally": [["b"]]}"#, false),
        (#"{"run": "x", "silent": true}"#, true), (#"{"run": "x", "internal": 1}"#, false),
        (#"{"run": "x", "ignore-error": true}"#, true), (#"{"targets": {"b": "y", "c": ["z"]}}"#, true),
        (#"{"run": "x", "options": {"a": 1, "b": [1], "c": {"d": "e"}}}"#, true),
        (#"{"run": "x", "options": {"a": null}}"#, false), (#"{"run": "x", "options": 5}"#, false),
        (#"{"run": "x", "needs": "b"}"#, true), (#"{"run": "x", "needs": ["b", {"task": "b", "params": {}}]}"#, true),
        (#"{"run": "x", "needs": [{"params": {}}]}"#, false),
        (#"{"run": "x", "needs": [{"task": "b", "x": 1}]}"#, false),
        (#"{"run": "x", "params": {"a": null, "b": 3, "c": {"type": "boolean"}}}"#, true),
        (#"{"run": "x", "params": {"c": {"type": "bool"}}}"#, false),
        (#"{"run": "x", "params": {"c": {"required": "yes"}}}"#, false), (#"{"run": "x", "params": {"1": 1}}"#, false),
        (#"{"run": "x", "params": {"a": []}}"#, false), (#"{"run": "x", "env": {"A": 1}}"#, true),
        (#"{"run": "x", "env": {"A-B": 1}}"#, false), (#"{"run": "x", "env": {"A": []}}"#, false),
        (#"{"run": "x", "dotenv": ".env"}"#, true), (#"{"run": "x", "shell": "zsh"}"#, true),
        (#"{"run": "x", "shell": "fish"}"#, false),
        (#"{"run": "x", "shell": ["bash", "-euo", "pipefail", "-c"]}"#, true),
        (#"{"run": "x", "shell": ["bash"]}"#, false), (#"{"run": "x", "shell": []}"#, false),
        (#"{"run": "x", "requires": {"programs": "a", "files": ["b"]}}"#, true),
        (#"{"run": "x", "requires": {"program": "a"}}"#, false), (#"{"run": "x", "timeout": "1h30m"}"#, true),
        (#"{"run": "x", "timeout": 5}"#, true), (#"{"run": "x", "timeout": "5 s"}"#, false),
        (#"{"run": "x", "retry": 3}"#, true), (#"{"run": "x", "retry": 0}"#, false),
        (#"{"run": "x", "retry": {"attempts": 2, "delay": "1s", "max-delay": "1m"}}"#, true),
        (#"{"run": "x", "retry": {"delay": "1s"}}"#, false), (#"{"run": "x", "interactive": true}"#, true),
        (#"{"run": "x", "interactive": "true"}"#, false),
        (#"{"run": "x", "targets": {"a": null, "b": {"dir": "x"}}}"#, true),
        (#"{"run": "x", "targets": {"b": {"aliases": "x"}}}"#, false),
        (#"{"run": "x", "targets": {"b": {"targets": {}}}}"#, false), (#"{"run": "x", "targets": {}}"#, false),
        (#"{"run": "x", "sources": [["a"]]}"#, false),
        // See: first minutes with 0.2.0, U16.
        (#"{"run": "x", "platforms": ["linux", "macos/arm64"]}"#, true), (#"{"run": "x", "platforms": "linux"}"#, true),
        (#"{"run": "x", "platforms": ["beos"]}"#, false), (#"{"run": "x", "confirm": "Sure?"}"#, true),
        (#"{"run": "x", "confirm": true}"#, false), (#"{"run": "x", "confirm": "No"}"#, false),
        (#"{"run": "x", "migrate": "y"}"#, false), (#"{"targets": {"b": {"run": "x", "migrate": "y"}}}"#, false),
        (#"null"#, false), (#"{}"#, false), (#"{"needs": []}"#, false), (#"{"needs": "b"}"#, true),
        (#"{"description": "nothing"}"#, false),
    ]

    private static func schema(in project: TaskProject) -> JSONValue {
        .object([
            ("$schema", "http://json-schema.org/draft-07/schema#"), ("additionalProperties", false),
            ("properties", .object(TaskSchema(in: project.context).documents.map { ($0.key, $0.schema) })),
        ])
    }

    /// The whole task was marked.
    @Test func marksThePlaceOfAnError() async throws {
        let bodies = [
            (#"{"rnu": "x"}"#, ["rnu"]), (#"{"run": "x", "timeout": "5 s"}"#, ["timeout"]),
            (#"{"run": ["x", {"task": "b", "paramz": {}}]}"#, ["run.1.paramz"]), (#"{"run": ["x", []]}"#, ["run.1"]),
            (#"{"run": [{"migrat": "x"}]}"#, ["run.0.migrat"]), (#"{"run": [{"run": ["a", {}]}]}"#, ["run.0.run.1"]),
            (#"{"run": "x", "env": {"A": {"env": "X", "secret": "yes"}}}"#, ["env.A.secret"]),
            (#"{"run": "x", "vars": {"a": {"command": {}}}}"#, ["vars.a.command"]),
            (#"{"run": "x", "needs": [["b"], "c"]}"#, ["needs.1"]),
            (#"{"run": "x", "needs": ["b", {"task": "b", "x": 1}]}"#, ["needs.1.x"]),
            (#"{"run": "x", "retry": {"attempts": 0}}"#, ["retry.attempts"]),
            (#"{"run": "x", "params": {"p": {"type": "bool"}}}"#, ["params.p.type"]),
            (#"{"targets": {"t": {"run": "x", "dir": []}}}"#, ["targets.t.dir"]),
            (#"{"run": "x", "dotenv": [{"file": "a", "optional": 1}]}"#, ["dotenv.0.optional"]),
            (#"{"run": "x", "shell": ["bash"]}"#, ["shell"]), (#"{"run": "x", "migrate": "y"}"#, [""]),
        ]
        let schema = try Self.schema(in: TaskProject()).compactText
        let documents = bodies.map { #"{"tasks": {"a": \#($0.0)}}"# }
        let marks = try #require(await JSONSchemaJudge.marks(schema: schema, documents: documents))
        #expect(marks == bodies.map { $0.1.map { $0.isEmpty ? "tasks.a" : "tasks.a.\($0)" } })
    }

    @Test func agreesWithTheCatalog() async throws {
        let documents =
            Self.bodies.map { (#"{"tasks": {"a": \#($0.0), "b": {"run": "x"}}}"#, $0.isValid) } + [
                (#"{"tasks": null, "includes": null}"#, true), (#"{"tasks": []}"#, false),
                (#"{"tasks": {"a b": {"run": "x"}}}"#, false), (#"{"taks": {}}"#, false),
                (#"{"includes": {"w": {"file": "none", "optional": true}}}"#, true),
                (
                    #"{"includes": {"w": {"url": "https://a/b", "sha256": "\#(String(repeating: "0", count: 64))", "optional": true}}}"#,
                    true
                ), (#"{"includes": {"w": {"url": "https://a/b"}}}"#, false),
                (#"{"includes": {"w": {"optional": true}}}"#, false), (#"{"includes": {"w": []}}"#, false),
            ]
        let project = try TaskProject()
        let schema = Self.schema(in: project)
        let verdicts = await JSONSchemaJudge.verdicts(schema: schema.compactText, documents: documents.map(\.0))
        for ((document, isValid), verdict) in zip(documents, try #require(verdicts)) {
            #expect(verdict == isValid, "the schema: \(document)")
            try project.write(document, to: "devtool.yml")
            #expect(project.complaints().isEmpty == isValid, "the catalog: \(document)")
        }
        #expect(verdicts?.count == documents.count)
    }
}
