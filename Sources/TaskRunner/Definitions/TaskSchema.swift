package import DevtoolKit
import JSON

/// The JSON Schema (draft 7) of `tasks` and `includes`, for editors.
package struct TaskSchema {
    private let commands: [String]

    package init(in context: Context) {
        commands = context.usableCommandNames.filter {
            !TaskCommands.unusable.contains($0) && TaskKey(rawValue: $0) == nil
        }
    }

    package var documents: [ConfigurationDocument] {
        [
            ConfigurationDocument(
                key: "tasks", summary: "The tasks of 'devtool run', each under a name of your choice.", schema: tasks),
            ConfigurationDocument(
                key: "includes", summary: "Files with more tasks, each under a name of your choice.", schema: includes),
            ConfigurationDocument(
                key: TaskKey.variables.rawValue, summary: "Variables for all tasks in the file, used as ${vars.NAME}.",
                schema: variables),
            ConfigurationDocument(
                key: TaskKey.environment.rawValue,
                summary: "Environment variables for the programs of all tasks in the file.", schema: environment),
            ConfigurationDocument(
                key: TaskKey.dotenv.rawValue,
                summary: "Files with more environment variables; by default, .env next to this file if it exists.",
                schema: dotenv),
        ]
    }

    private let name = "^[A-Za-z0-9_.][A-Za-z0-9_.-]*$"
    let scalar: JSONValue = ["type": ["string", "number", "boolean"]]
    var words: JSONValue { ["type": ["string", "number", "boolean", "array"], "items": scalar] }

    var truth: JSONValue { orReference(["type": "boolean"]) }

    private var arguments: JSONValue { ["type": ["string", "number", "boolean", "array", "null"], "items": scalar] }

    private func mapping(of schema: JSONValue, names: String? = nil, minimum: Int = 0) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("type", minimum > 0 ? "object" : ["object", "null"]), ("additionalProperties", schema),
        ]
        if let names { members.append(("propertyNames", ["pattern": .string(names)])) }
        if minimum > 0 { members.append(("minProperties", .integer(minimum))) }
        return .object(members)
    }

    private func group(
        _ members: [(name: String, value: JSONValue)], required: [String] = [], type: JSONValue = ["object", "null"],
        oneOf: [JSONValue]? = nil
    ) -> JSONValue {
        var schema: [(name: String, value: JSONValue)] = [
            ("type", type), ("additionalProperties", false), ("properties", .object(members)),
            ("required", .array(required.map { .string($0) })),
        ]
        if let oneOf {
            // An unknown key may be a misspelt action: only the key is marked, not the whole mapping.
            let names = JSONValue.array(members.map { .string($0.name) })
            schema += [("if", ["propertyNames": ["enum": names]]), ("then", ["oneOf": .array(oneOf)])]
        }
        return .object(schema)
    }

    private func byType(_ schemas: KeyValuePairs<String, JSONValue>, else other: JSONValue) -> JSONValue {
        SettingsSchema.byType(schemas, else: other)
    }

    private func group<Key: RawRepresentable<String> & CaseIterable>(
        by keys: Key.Type, required: [Key] = [], type: JSONValue = ["object", "null"], _ schema: (Key) -> JSONValue
    ) -> JSONValue {
        group(keys.allCases.map { ($0.rawValue, schema($0)) }, required: required.map(\.rawValue), type: type)
    }

    /// A schema, or a string with a reference, whose value is unknown.
    private func orReference(_ schema: JSONValue) -> JSONValue {
        ["anyOf": [schema, ["type": "string", "pattern": #"\$\{"#]]]
    }

    private func choice(_ words: [String]) -> JSONValue { orReference(["enum": .array(words.map { .string($0) })]) }

    var includes: JSONValue {
        mapping(
            of: byType(
                [
                    "object": group(
                        TaskKey.Include.allCases.map { ($0.rawValue, schema(of: $0)) }, type: "object",
                        oneOf: [["required": ["file"]], ["required": ["url", "sha256"]]])
                ], else: scalar), names: name)
    }

    private func schema(of key: TaskKey.Include) -> JSONValue {
        switch key {
        case .file, .url, .sha256, .dir: scalar
        case .optional: truth
        case .variables: variables
        }
    }

    private var tasks: JSONValue {
        // Several names with colons between them are valid, too.
        let taskName = String(name.dropLast()) + "(:[A-Za-z0-9_.][A-Za-z0-9_.-]*)*$"
        return mapping(of: group(of: TaskKey.allCases, isTarget: false), names: taskName)
    }

    var targets: JSONValue {
        mapping(of: group(of: TaskKey.allCases.filter(\.isForTargets), isTarget: true), names: name, minimum: 1)
    }

    private func group(of keys: [TaskKey], isTarget: Bool) -> JSONValue {
        let own = keys.map(TaskKey.declaration(of:)).map { key in
            let shape = key.schema(self)
            guard case .object(let members) = shape else { return (name: key.name, value: shape) }
            let summary = (name: "description", value: JSONValue.string(key.summary))
            return (name: key.name, value: .object([summary] + members))
        }
        // A task has at most one action; without one, it needs other tasks, or has targets.
        let actions = ([TaskKey.run.rawValue] + commands).map(having)
        var idle: [(name: String, value: JSONValue)] = [("not", ["anyOf": .array(actions)])]
        if !isTarget {
            let needs = [TaskKey.needs, .after, .finally].map { key -> JSONValue in
                let filled: JSONValue = ["not": ["const": []]]
                return ["required": [.string(key.rawValue)], "properties": .object([(key.rawValue, filled)])]
            }
            idle.append(("anyOf", .array([having(TaskKey.targets.rawValue)] + needs)))
        }
        let mapping = group(
            own + commands.map { (name: $0, value: arguments) }, type: "object", oneOf: actions + [.object(idle)])
        // Anything but a mapping is a task's steps.
        return isTarget
            ? byType(["object": mapping, "null": ["type": "null"]], else: steps)
            : byType(["object": mapping], else: steps)
    }

    private func having(_ key: String) -> JSONValue { ["required": [.string(key)]] }

    private let parameterName = "^[A-Za-z][A-Za-z0-9_-]*$"
    var variables: JSONValue { values(names: parameterName) { byType(["object": $0], else: words) } }
    var environment: JSONValue {
        let mark: JSONValue = ["const": true]
        let sources = SettingsSchema.secretSources.map { source in
            source.name == TaskKey.Value.command.rawValue ? (name: source.name, value: words) : source
        }
        let secret = group(
            sources + [(name: TaskKey.secret, value: mark)], type: "object",
            oneOf: sources.map { ["required": [.string($0.name), .string(TaskKey.secret)]] })
        return values(names: "^[A-Za-z_][A-Za-z0-9_]*$") { computed in
            byType(["object": ["if": having(TaskKey.secret), "then": secret, "else": computed]], else: scalar)
        }
    }

    /// Variables; `value` is given the schema of those with the output of a command.
    private func values(names: String, _ value: (_ computed: JSONValue) -> JSONValue) -> JSONValue {
        let commands = TaskKey.Value.allCases.map { key in
            (
                key: having(key.rawValue),
                schema: group([(key.rawValue, words)], required: [key.rawValue], type: "object")
            )
        }
        let computed = commands.dropLast().reversed().reduce(commands[commands.count - 1].schema) {
            ["if": $1.key, "then": $1.schema, "else": $0]
        }
        return mapping(of: value(computed), names: names)
    }

    var dotenv: JSONValue {
        let file = byType(
            [
                "object": group(by: TaskKey.Dotenv.self, required: [.file], type: "object") { key in
                    switch key {
                    case .file: scalar
                    case .optional: truth
                    }
                }
            ], else: scalar)
        return byType(["array": ["type": "array", "items": file]], else: file)
    }

    var platforms: JSONValue {
        let platform = choice(TaskPlatform.names)
        return byType(["array": ["type": "array", "items": platform]], else: platform)
    }

    var options: JSONValue {
        mapping(of: byType(["object": ["type": "object", "additionalProperties": scalar]], else: words))
    }

    var shell: JSONValue {
        byType(
            ["array": ["type": "array", "items": ["type": "string"], "minItems": 2]],
            else: choice(ShellName.allCases.map(\.rawValue)))
    }

    var requirements: JSONValue { group(by: TaskKey.Requirement.self) { _ in words } }

    var output: JSONValue { choice(OutputMode.allCases.map(\.rawValue)) }

    /// A string that is not an answer.
    let question: JSONValue = [
        "type": ["string", "number"],
        "not": ["type": "string", "pattern": "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Yy][Ee][Ss]|[Nn][Oo])?$"],
    ]

    var duration: JSONValue { orReference(DurationText.schema) }

    var retry: JSONValue {
        let attempts = orReference(["type": "integer", "minimum": 1, "maximum": 1000])
        let more = group(by: TaskKey.Retry.self, required: [.attempts], type: "object") { key in
            switch key {
            case .attempts: attempts
            case .delay, .maxDelay: duration
            }
        }
        return byType(["object": more], else: attempts)
    }

    var references: JSONValue { references(orSequence: false) }
    var sequence: JSONValue { references(orSequence: true) }

    private func references(orSequence isSequence: Bool) -> JSONValue {
        let reference = byType(
            [
                "object": group(by: TaskKey.Reference.self, required: [.task], type: "object") { key in
                    switch key {
                    case .task: scalar
                    case .parameters: mapping(of: words)
                    }
                }
            ], else: scalar)
        let list: JSONValue = ["type": "array", "items": reference]
        let sequence: JSONValue = ["if": ["contains": ["type": "array"]], "then": ["items": list], "else": list]
        return byType(["array": isSequence ? sequence : list], else: reference)
    }

    var parameters: JSONValue {
        mapping(
            of: byType(
                [
                    "object": group(by: TaskKey.Parameter.self, type: "object") { key in
                        switch key {
                        case .type: choice(TaskParameter.Kind.allCases.map(\.rawValue))
                        case .description: scalar
                        case .defaultValue, .choices: words
                        case .required, .rest: truth
                        }
                    }
                ], else: ["type": ["string", "number", "boolean", "null"]]), names: parameterName)
    }

    var steps: JSONValue {
        let program: JSONValue = ["type": "array", "items": scalar, "minItems": 1]
        let keys: [(name: String, value: JSONValue)] = TaskKey.Step.allCases.map { key in
            switch key {
            case .run: (key.rawValue, byType(["array": program], else: scalar))
            case .task, .tasks: (key.rawValue, references(orSequence: false))
            case .parameters: (key.rawValue, mapping(of: words))
            case .loop:
                (
                    key.rawValue,
                    group(by: TaskKey.Loop.self, required: TaskKey.Loop.allCases, type: "object") { key in
                        switch key {
                        case .variable: ["type": "string", "pattern": .string(parameterName)]
                        case .values: words
                        }
                    }
                )
            case .silent, .ignoreError: (key.rawValue, truth)
            }
        }
        // Each step has exactly one of these.
        let actions = [TaskKey.Step.run, .task, .tasks].map(\.rawValue) + commands
        let step = group(
            keys + commands.map { (name: $0, value: arguments) }, type: "object", oneOf: actions.map(having))
        let item = byType(["object": step, "array": program], else: scalar)
        return byType(["array": ["type": "array", "minItems": 1, "items": item]], else: scalar)
    }
}
