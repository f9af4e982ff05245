package import DevtoolKit

/// What editors are told of `tasks` and `includes`, in the words of JSON Schema (draft 7).
package struct TaskSchema {
    /// The commands that a task can name.
    private let commands: [String]

    /// The schema with the commands of the suite, and with plugins.
    package init(in context: Context) {
        commands = context.usableCommandNames.filter {
            $0 != "run" && $0 != "help" && !TaskKeys.names.contains($0)
        }
    }

    /// The keys that `devtool run` owns, with their schemas.
    package var documents: [ConfigurationDocument] {
        [
            ConfigurationDocument(key: "tasks", schema: tasks),
            ConfigurationDocument(key: "includes", schema: Self.includes),
        ]
    }

    private static let name = "^[A-Za-z0-9_.][A-Za-z0-9_.-]*$"
    private static let scalar: JSONValue = ["type": ["string", "number", "boolean"]]
    private static let words: JSONValue = [
        "type": ["string", "number", "boolean", "array"], "items": scalar,
    ]

    private static let arguments: JSONValue = [
        "type": ["string", "number", "boolean", "array", "null"], "items": scalar,
    ]

    /// A mapping with names of the user's choice.
    private static func mapping(
        of schema: JSONValue, names: String? = nil, minimum: Int = 0
    ) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("type", minimum > 0 ? "object" : ["object", "null"]),
            ("additionalProperties", schema),
        ]
        if let names { members.append(("propertyNames", ["pattern": .string(names)])) }
        if minimum > 0 { members.append(("minProperties", .integer(minimum))) }
        return .object(members)
    }

    /// A mapping with some keys.
    private static func group(
        _ members: [(name: String, value: JSONValue)], required: [String] = [],
        type: JSONValue = ["object", "null"]
    ) -> JSONValue {
        .object([
            ("type", type), ("additionalProperties", false), ("properties", .object(members)),
            ("required", .array(required.map { .string($0) })),
        ])
    }

    /// Another schema, or a text with a variable in it, whose value no schema can know.
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
                group(
                    [("file", scalar), ("optional", orReference(["type": "boolean"]))],
                    required: ["file"], type: "object"),
            ]
        ], names: name)

    private var tasks: JSONValue {
        let targets = Self.mapping(of: keys(of: TaskKeys.targetNames), names: Self.name, minimum: 1)
        return Self.mapping(of: keys(of: TaskKeys.names, targets: targets), names: Self.name)
    }

    private func keys(of names: [String], targets: JSONValue = nil) -> JSONValue {
        let own = names.map { (name: $0, value: $0 == "targets" ? targets : schema(of: $0)) }
        let actions = commands.map { (name: $0, value: Self.arguments) }
        return Self.group(own + actions)
    }

    private func schema(of key: String) -> JSONValue {
        guard case .object(let members) = shape(of: key), let text = Self.descriptions[key]
        else { return [:] }
        return .object([("description", .string(text))] + members)
    }

    private func shape(of key: String) -> JSONValue {
        switch key {
        case "aliases", "dotenv", "platforms", "sources", "outputs": Self.words
        case "run": steps
        case "options":
            Self.mapping(
                of: [
                    "anyOf": [
                        Self.words, ["type": "object", "additionalProperties": Self.scalar],
                    ]
                ])
        case "needs", "finally": Self.references
        case "params": Self.parameters
        case "env": Self.mapping(of: Self.scalar, names: "^[A-Za-z_][A-Za-z0-9_]*$")
        case "shell": Self.choice(Shell.allCases.map(\.rawValue))
        case "requires":
            Self.group(["programs", "variables", "files"].map { ($0, Self.words) })
        case "timeout": Self.duration
        case "retry": Self.retry
        case "interactive": Self.orReference(["type": "boolean"])
        default: Self.scalar
        }
    }

    private static let duration = orReference([
        "type": "string", "pattern": .string(DurationText.pattern),
    ])

    private static let retry: JSONValue = {
        let attempts = orReference(["type": "integer", "minimum": 1, "maximum": 1000])
        let members: [(name: String, value: JSONValue)] = [
            ("attempts", attempts), ("delay", duration), ("max-delay", duration),
        ]
        return ["anyOf": [attempts, group(members, required: ["attempts"], type: "object")]]
    }()

    private static let references: JSONValue = {
        let reference: JSONValue = [
            "anyOf": [
                scalar,
                group(
                    [("task", scalar), ("params", mapping(of: scalar))], required: ["task"],
                    type: "object"),
            ]
        ]
        return ["anyOf": [reference, ["type": "array", "items": reference]]]
    }()

    private static let parameters: JSONValue = mapping(
        of: [
            "anyOf": [
                ["type": ["string", "number", "boolean", "null"]],
                group(
                    [
                        ("type", choice(TaskParameter.Kind.allCases.map(\.rawValue))),
                        ("default", scalar), ("choices", words),
                        ("required", orReference(["type": "boolean"])), ("description", scalar),
                    ], type: "object"),
            ]
        ], names: "^[A-Za-z][A-Za-z0-9_-]*$")

    private var steps: JSONValue {
        let command: JSONValue = .object([
            ("type", "object"), ("additionalProperties", false), ("minProperties", 1),
            ("maxProperties", 1),
            (
                "properties",
                .object(commands.map { ($0, Self.arguments) })
            ),
        ])
        let program: JSONValue = ["type": "array", "items": Self.scalar, "minItems": 1]
        return [
            "anyOf": [
                Self.scalar,
                [
                    "type": "array", "minItems": 1,
                    "items": ["anyOf": [Self.scalar, program, command]],
                ],
            ]
        ]
    }

    private static let descriptions = [
        "description": "What the task is for, in a sentence.",
        "aliases": "Other names of the task.",
        "run":
            "A shell line, or a list of steps: a string is a shell line, a list a program with its "
            + "arguments, a mapping a command with its arguments.",
        "options": "Settings that the task's commands get.",
        "targets": "Variants of the task; 'devtool run TASK' runs them all, TASK:TARGET one.",
        "needs": "The tasks that are run before it.",
        "finally": "The tasks that are run after it, whatever happens.",
        "params": "What the task can be told, as --NAME.",
        "env": "Environment variables for the task's programs.",
        "dotenv": "Files with more of them, from the task's folder.",
        "dir": "The folder that the task runs in, from the folder of this file.",
        "shell": "What reads the task's shell lines.",
        "if": "A shell line that must succeed, or the task is skipped.",
        "requires": "What must be there before anything is run.",
        "platforms": "The systems that the task runs on, as linux or macos/arm64.",
        "timeout": "How long an attempt may take.",
        "retry": "How often the task is tried in all.",
        "confirm": "What is asked before anything is run.",
        "interactive": "Whether the task has the terminal to itself.",
        "sources": "The files that the task's result depends on, as patterns.",
        "outputs": "The files that the task makes, as patterns.",
    ]
}
