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
                key: "tasks", summary: "What 'devtool run' runs, by names of your choice.", schema: tasks),
            ConfigurationDocument(
                key: "includes", summary: "Files whose tasks are used, too, each under a name of your choice.",
                schema: includes),
            ConfigurationDocument(
                key: TaskKey.variables.rawValue,
                summary: "Variables for the texts of all tasks of the file, as ${vars.NAME}.", schema: variables),
            ConfigurationDocument(
                key: TaskKey.environment.rawValue,
                summary: "Environment variables for the programs of all tasks of the file.", schema: environment),
            ConfigurationDocument(
                key: TaskKey.dotenv.rawValue,
                summary: "Files with more variables; by default .env beside this file, if it is there.", schema: dotenv),
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
        .object(
            [
                ("type", type), ("additionalProperties", false), ("properties", .object(members)),
                ("required", .array(required.map { .string($0) })),
            ] + (oneOf.map { [("oneOf", .array($0))] } ?? []))
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
            of: [
                "anyOf": [
                    scalar,
                    group(
                        TaskKey.Include.allCases.map { ($0.rawValue, schema(of: $0)) }, type: "object",
                        oneOf: [["required": ["file"]], ["required": ["url", "sha256"]]]),
                ]
            ], names: name)
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
        return mapping(of: group(of: TaskKey.declarations, isTarget: false), names: taskName)
    }

    var targets: JSONValue {
        mapping(of: group(of: TaskKey.declarations.filter(\.isForTargets), isTarget: true), names: name, minimum: 1)
    }

    private func group(of keys: [TaskKey.Declaration], isTarget: Bool) -> JSONValue {
        let own = keys.map { key in
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
        return ["anyOf": isTarget ? [mapping, steps, ["type": "null"]] : [mapping, steps]]
    }

    private func having(_ key: String) -> JSONValue { ["required": [.string(key)]] }

    private let parameterName = "^[A-Za-z][A-Za-z0-9_-]*$"
    var variables: JSONValue { values(of: words, names: parameterName) }
    var environment: JSONValue {
        let mark: JSONValue = ["const": true]
        let sources = SettingsSchema.secretSources.map { source in
            source.name == TaskKey.Value.command.rawValue ? (name: source.name, value: words) : source
        }
        let secret = group(
            sources + [(name: TaskKey.secret, value: mark)], type: "object",
            oneOf: sources.map { ["required": [.string($0.name), .string(TaskKey.secret)]] })
        return values(of: ["anyOf": [scalar, secret]], names: "^[A-Za-z_][A-Za-z0-9_]*$")
    }

    /// Variables with a given value, or with the output of a command.
    private func values(of written: JSONValue, names: String) -> JSONValue {
        let commands = TaskKey.Value.allCases.map { key in
            group([(key.rawValue, words)], required: [key.rawValue], type: "object")
        }
        return mapping(of: ["anyOf": .array([written] + commands)], names: names)
    }

    var dotenv: JSONValue {
        let file: JSONValue = [
            "anyOf": [
                scalar,
                group(by: TaskKey.Dotenv.self, required: [.file], type: "object") { key in
                    switch key {
                    case .file: scalar
                    case .optional: truth
                    }
                },
            ]
        ]
        return ["anyOf": [file, ["type": "array", "items": file]]]
    }

    var platforms: JSONValue {
        let platform = choice(TaskPlatform.names)
        return ["anyOf": [platform, ["type": "array", "items": platform]]]
    }

    var options: JSONValue { mapping(of: ["anyOf": [words, ["type": "object", "additionalProperties": scalar]]]) }

    var shell: JSONValue {
        [
            "anyOf": [
                choice(ShellName.allCases.map(\.rawValue)),
                ["type": "array", "items": ["type": "string"], "minItems": 2],
            ]
        ]
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
        return ["anyOf": [attempts, more]]
    }

    var references: JSONValue { references(orSequence: false) }
    var sequence: JSONValue { references(orSequence: true) }

    private func references(orSequence isSequence: Bool) -> JSONValue {
        let reference: JSONValue = [
            "anyOf": [
                scalar,
                group(by: TaskKey.Reference.self, required: [.task], type: "object") { key in
                    switch key {
                    case .task: scalar
                    case .parameters: mapping(of: words)
                    }
                },
            ]
        ]
        let list: JSONValue = ["type": "array", "items": reference]
        let sequence: JSONValue = ["type": "array", "items": list]
        return ["anyOf": .array([reference, list] + (isSequence ? [sequence] : []))]
    }

    var parameters: JSONValue {
        mapping(
            of: [
                "anyOf": [
                    ["type": ["string", "number", "boolean", "null"]],
                    group(by: TaskKey.Parameter.self, type: "object") { key in
                        switch key {
                        case .type: choice(TaskParameter.Kind.allCases.map(\.rawValue))
                        case .description: scalar
                        case .defaultValue, .choices: words
                        case .required, .rest: truth
                        }
                    },
                ]
            ], names: parameterName)
    }

    var steps: JSONValue {
        let program: JSONValue = ["type": "array", "items": scalar, "minItems": 1]
        let keys: [(name: String, value: JSONValue)] = TaskKey.Step.allCases.map { key in
            switch key {
            case .run: (key.rawValue, ["anyOf": [scalar, program]])
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
        let step: JSONValue = .object([
            ("type", "object"), ("additionalProperties", false),
            ("properties", .object(keys + commands.map { ($0, arguments) })), ("oneOf", .array(actions.map(having))),
        ])
        return ["anyOf": [scalar, ["type": "array", "minItems": 1, "items": ["anyOf": [scalar, program, step]]]]]
    }
}
