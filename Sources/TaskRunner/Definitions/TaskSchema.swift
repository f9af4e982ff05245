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
                schema: Self.includes),
            ConfigurationDocument(
                key: TaskKey.variables.rawValue,
                summary: "Variables for the texts of all tasks of the file, as ${vars.NAME}.", schema: Self.variables),
            ConfigurationDocument(
                key: TaskKey.environment.rawValue,
                summary: "Environment variables for the programs of all tasks of the file.", schema: Self.environment),
            ConfigurationDocument(
                key: TaskKey.dotenv.rawValue,
                summary: "Files with more variables; by default .env beside this file, if it is there.",
                schema: Self.dotenv),
        ]
    }

    private static let name = "^[A-Za-z0-9_.][A-Za-z0-9_.-]*$"
    private static let scalar: JSONValue = ["type": ["string", "number", "boolean"]]
    private static let words: JSONValue = ["type": ["string", "number", "boolean", "array"], "items": scalar]

    private static let arguments: JSONValue = [
        "type": ["string", "number", "boolean", "array", "null"], "items": scalar,
    ]

    private static func mapping(of schema: JSONValue, names: String? = nil, minimum: Int = 0) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("type", minimum > 0 ? "object" : ["object", "null"]), ("additionalProperties", schema),
        ]
        if let names { members.append(("propertyNames", ["pattern": .string(names)])) }
        if minimum > 0 { members.append(("minProperties", .integer(minimum))) }
        return .object(members)
    }

    private static func group(
        _ members: [(name: String, value: JSONValue)], required: [String] = [], type: JSONValue = ["object", "null"],
        oneOf: [JSONValue]? = nil
    ) -> JSONValue {
        .object(
            [
                ("type", type), ("additionalProperties", false), ("properties", .object(members)),
                ("required", .array(required.map { .string($0) })),
            ] + (oneOf.map { [("oneOf", .array($0))] } ?? []))
    }

    private static func group<Key: RawRepresentable<String> & CaseIterable>(
        by keys: Key.Type, required: [Key] = [], type: JSONValue = ["object", "null"], _ schema: (Key) -> JSONValue
    ) -> JSONValue {
        group(keys.allCases.map { ($0.rawValue, schema($0)) }, required: required.map(\.rawValue), type: type)
    }

    /// A schema, or a string with a reference, whose value is unknown.
    private static func orReference(_ schema: JSONValue) -> JSONValue {
        ["anyOf": [schema, ["type": "string", "pattern": #"\$\{"#]]]
    }

    private static func choice(_ words: [String]) -> JSONValue {
        orReference(["enum": .array(words.map { .string($0) })])
    }

    private static let includes = mapping(
        of: [
            "anyOf": [
                scalar,
                group(by: TaskKey.Include.self, required: [.file], type: "object") { key in
                    switch key {
                    case .file: scalar
                    case .optional: orReference(["type": "boolean"])
                    }
                },
            ]
        ], names: name)

    private var tasks: JSONValue {
        let all = TaskKey.allCases
        // Several names with colons between them are valid, too.
        let taskName = String(Self.name.dropLast()) + "(:[A-Za-z0-9_.][A-Za-z0-9_.-]*)*$"
        let targets = Self.mapping(
            of: group(of: all.filter(\.isForTargets), targets: nil), names: Self.name, minimum: 1)
        return Self.mapping(of: group(of: all, targets: targets), names: taskName)
    }

    private func group(of keys: [TaskKey], targets: JSONValue) -> JSONValue {
        let own = keys.map { key in
            let shape = key == .targets ? targets : shape(of: key)
            guard case .object(let members) = shape else { return (name: key.rawValue, value: shape) }
            let summary = (name: "description", value: JSONValue.string(key.summary))
            return (name: key.rawValue, value: .object([summary] + members))
        }
        // A task has at most one action; without one, it needs other tasks, or has targets.
        let isTarget = !keys.contains(.targets)
        let actions = ([TaskKey.run.rawValue] + commands).map(Self.having)
        var idle: [(name: String, value: JSONValue)] = [("not", ["anyOf": .array(actions)])]
        if !isTarget {
            let needs = [TaskKey.needs, .after, .finally].map { key -> JSONValue in
                let filled: JSONValue = ["not": ["const": []]]
                return ["required": [.string(key.rawValue)], "properties": .object([(key.rawValue, filled)])]
            }
            idle.append(("anyOf", .array([Self.having(TaskKey.targets.rawValue)] + needs)))
        }
        let mapping = Self.group(
            own + commands.map { (name: $0, value: Self.arguments) }, type: "object", oneOf: actions + [.object(idle)])
        // Anything but a mapping is a task's steps.
        return ["anyOf": isTarget ? [mapping, steps, ["type": "null"]] : [mapping, steps]]
    }

    private static func having(_ key: String) -> JSONValue { ["required": [.string(key)]] }

    private func shape(of key: TaskKey) -> JSONValue {
        switch key {
        case .aliases, .status, .sources, .outputs: Self.words
        case .description, .group, .dir, .condition, .resource: Self.scalar
        case .platforms: ["anyOf": [Self.platform, ["type": "array", "items": Self.platform]]]
        case .confirm: Self.question
        case .run: steps
        case .options:
            Self.mapping(of: ["anyOf": [Self.words, ["type": "object", "additionalProperties": Self.scalar]]])
        case .needs: Self.references(orSequence: true)
        case .after, .finally: Self.references(orSequence: false)
        case .parameters: Self.parameters
        case .variables: Self.variables
        case .environment: Self.environment
        case .dotenv: Self.dotenv
        case .shell:
            [
                "anyOf": [
                    Self.choice(ShellName.allCases.map(\.rawValue)),
                    ["type": "array", "items": ["type": "string"], "minItems": 2],
                ]
            ]
        case .requires: Self.group(by: TaskKey.Requirement.self) { _ in Self.words }
        case .timeout: Self.duration
        case .retry: Self.retry
        case .interactive, .silent, .internal, .ignoreError, .cache: Self.orReference(["type": "boolean"])
        case .targets: nil
        }
    }

    private static let parameterName = "^[A-Za-z][A-Za-z0-9_-]*$"
    private static let variables = values(of: words, names: parameterName)
    private static let environment = values(of: scalar, names: "^[A-Za-z_][A-Za-z0-9_]*$")

    /// Variables with a given value, or with the output of a command.
    private static func values(of written: JSONValue, names: String) -> JSONValue {
        let commands = TaskKey.Value.allCases.map { key in
            group([(key.rawValue, words)], required: [key.rawValue], type: "object")
        }
        return mapping(of: ["anyOf": .array([written] + commands)], names: names)
    }

    private static let dotenv: JSONValue = {
        let file: JSONValue = [
            "anyOf": [
                scalar,
                group(by: TaskKey.Dotenv.self, required: [.file], type: "object") { key in
                    switch key {
                    case .file: scalar
                    case .optional: orReference(["type": "boolean"])
                    }
                },
            ]
        ]
        return ["anyOf": [file, ["type": "array", "items": file]]]
    }()

    private static let platform = choice(TaskPlatform.names)

    /// A string that is not an answer.
    private static let question: JSONValue = [
        "type": ["string", "number"],
        "not": ["type": "string", "pattern": "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Yy][Ee][Ss]|[Nn][Oo])?$"],
    ]

    private static let duration = orReference(DurationText.schema)

    private static let retry: JSONValue = {
        let attempts = orReference(["type": "integer", "minimum": 1, "maximum": 1000])
        let more = group(by: TaskKey.Retry.self, required: [.attempts], type: "object") { key in
            switch key {
            case .attempts: attempts
            case .delay, .maxDelay: duration
            }
        }
        return ["anyOf": [attempts, more]]
    }()

    private static func references(orSequence isSequence: Bool) -> JSONValue {
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

    private static let parameters: JSONValue = mapping(
        of: [
            "anyOf": [
                ["type": ["string", "number", "boolean", "null"]],
                group(by: TaskKey.Parameter.self, type: "object") { key in
                    switch key {
                    case .type: choice(TaskParameter.Kind.allCases.map(\.rawValue))
                    case .description: scalar
                    case .defaultValue, .choices: words
                    case .required, .rest: orReference(["type": "boolean"])
                    }
                },
            ]
        ], names: parameterName)

    private var steps: JSONValue {
        let program: JSONValue = ["type": "array", "items": Self.scalar, "minItems": 1]
        let keys: [(name: String, value: JSONValue)] = TaskKey.Step.allCases.map { key in
            switch key {
            case .run: (key.rawValue, ["anyOf": [Self.scalar, program]])
            case .task, .tasks: (key.rawValue, Self.references(orSequence: false))
            case .parameters: (key.rawValue, Self.mapping(of: Self.words))
            case .silent, .ignoreError: (key.rawValue, Self.orReference(["type": "boolean"]))
            }
        }
        // Each step has exactly one of these.
        let actions = [TaskKey.Step.run, .task, .tasks].map(\.rawValue) + commands
        let step: JSONValue = .object([
            ("type", "object"), ("additionalProperties", false),
            ("properties", .object(keys + commands.map { ($0, Self.arguments) })),
            ("oneOf", .array(actions.map(Self.having))),
        ])
        return [
            "anyOf": [
                Self.scalar, ["type": "array", "minItems": 1, "items": ["anyOf": [Self.scalar, program, step]]],
            ]
        ]
    }
}
