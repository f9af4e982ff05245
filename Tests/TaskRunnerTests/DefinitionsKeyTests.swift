import DevtoolKit
import JSON
import Testing

@testable import TaskRunner

/// The fingerprint of a task depends on exactly those keys that are declared to affect its result.
struct DefinitionsKeyTests {
    /// Without `targets`, which are tasks of their own.
    @Test(arguments: TaskKey.names.filter { $0 != TaskKey.targets.rawValue })
    func aKeyIsInTheFingerprintIfItAffectsTheResult(name: String) throws {
        let key = try TaskKey.declaration(of: #require(TaskKey.byName[name]))
        let project = try TaskProject()
        for (file, text) in [("one", "X=1"), ("two", "X=2")] { try project.write(text, to: file) }
        let schema = key.schema(TaskSchema(in: project.context))
        let (first, second) = try (
            Self.inputs(of: project, name, Self.sample(of: schema, 0)),
            Self.inputs(of: project, name, Self.sample(of: schema, 1))
        )
        #expect((first.resultKey != second.resultKey) == key.affectsResult)
        // Whether outputs are there is looked up.
        if key.key != .outputs { #expect((first.fingerprint != second.fingerprint) == key.affectsResult) }
    }

    /// The fingerprint of a task in which a key has a value.
    private static func inputs(of project: TaskProject, _ key: String, _ value: JSONValue) throws -> (
        fingerprint: TaskFingerprint, resultKey: SHA256
    ) {
        var task: [(name: String, value: JSONValue)] = [
            ("run", ["echo ${vars.a} ${params.a}", ["migrate": "update"]]), ("vars", ["a": "x"]),
            ("params", ["a": "x"]), ("outputs", "app"),
        ]
        task.removeAll { $0.name == key }
        var tasks: [(name: String, value: JSONValue)] = [
            ("all", ["needs": "build"]), ("build", .object(task + [(key, value)])),
        ]
        if key != "aliases" { tasks += ["one", "two"].map { ($0, ["run": "true", "outputs": "app"]) } }
        try project.write(JSONValue.object([("tasks", .object(tasks))]).compactText, to: "devtool.yml")
        let catalog = try project.load()
        let plan = try TaskPlan(RunRequest(words: ["all"]), of: catalog, in: project.context)
        #expect(plan.findings.isEmpty)
        let index = try #require(plan.tasks.firstIndex { $0.definition.name == "build" })
        var inputs = plan.inputs(of: index, in: catalog)
        inputs.needs = plan.nodes[index].needs.map {
            NamedChecksum(name: plan.tasks[$0].name, checksum: SHA256Hasher().finish())
        }
        var fingerprint = TaskFingerprint(of: inputs)
        fingerprint.time = 0
        return (fingerprint, fingerprint.resultKey(of: inputs))
    }

    /// One of two values that a schema allows.
    private static func sample(of schema: JSONValue, _ number: Int) -> JSONValue {
        // Of a schema by type, that of any other type.
        if let way = schema["else"] ?? schema["anyOf"]?.items?.first { return sample(of: way, number) }
        if let words = schema["enum"]?.items { return words[number] }
        if case .object? = schema["additionalProperties"], let values = schema["additionalProperties"] {
            return ["a": sample(of: values, number)]
        }
        if case .object(let members)? = schema["properties"], let (name, value) = members.first {
            return .object([(name, sample(of: value, number))])
        }
        if schema["pattern"] != nil { return .string("\(number + 1)s") }
        switch schema["type"] {
        case .string("boolean"): return .bool(number > 0)
        case .string("integer"): return .integer(number + 1)
        default: return .string(["one", "two"][number])
        }
    }
}
