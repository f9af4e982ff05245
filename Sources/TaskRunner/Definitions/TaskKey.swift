import DevtoolKit

/// A key of a task in `devtool.yml`.
///
/// Its declaration has its value's place and kind, what it is for, and whether it affects the task's result. Reading,
/// merging, checking, the schema and help follow from that.
enum TaskKey: String, CaseIterable {
    case description, group, aliases
    case run, options, targets
    case needs, after, finally
    case parameters = "params"
    case variables = "vars"
    case environment = "env"
    case dotenv, dir, shell
    case condition = "if"
    case requires, platforms, timeout, retry, resource, confirm, interactive, output, silent, `internal`
    case ignoreError = "ignore-error"
    case status, sources, outputs, cache

    /// Made only for the keys in a file, because making one takes longer than reading a task.
    static func declaration(of key: TaskKey) -> Declaration {
        func declare<Value>(
            _ place: any WritableKeyPath<TaskKeys, Value> & Sendable, _ kind: Kind<Value>, affectsResult: Bool,
            _ summary: String
        ) -> Declaration { Declaration(key, at: place, kind, affectsResult: affectsResult, summary) }
        func declare<Value>(
            _ place: any WritableKeyPath<TaskKeys, Value?> & Sendable, _ kind: Kind<Value>, affectsResult: Bool,
            _ summary: String
        ) -> Declaration { declare(place, kind.optional, affectsResult: affectsResult, summary) }
        return switch key {
        case .description: declare(\.description, word, affectsResult: false, "What the task is for, in one sentence.")
        case .group: declare(\.group, word, affectsResult: false, "The task's heading in lists.")
        case .aliases: declare(\.aliases, words, affectsResult: false, "Other names of the task.")
        case .run:
            declare(
                \.steps,
                Kind(schema: \.steps, texts: { $0.flatMap(\.texts) }, lines: { $0.flatMap(\.lines) }) {
                    $0.steps($1, path: $2)
                }, affectsResult: true,
                "A shell line or a list of steps. In the list, a string is a shell line, a list is a program "
                    + "with its arguments, and a mapping names other tasks or a command with its arguments.")
        case .options:
            declare(
                \.options,
                Kind(schema: \.options, texts: { $0.flatMap(\.texts) }, merge: merging(by: \.name)) {
                    $0.options($1, path: $2)
                }, affectsResult: true, "Settings for the task's commands.")
        case .targets:
            declare(
                \.targets, Kind(schema: \.targets) { _, node, _ in node }, affectsResult: false,
                "Variants of the task: 'devtool run TASK' runs all of them, 'devtool run TASK:TARGET' only one.")
        case .needs:
            declare(
                \.needs, Kind(schema: \.sequence, texts: { $0.flatMap(\.texts) }) { $0.needs($1, path: $2) },
                affectsResult: true,
                "The tasks that run before it, concurrently; the lists in a list of lists run one after another.")
        case .after: declare(\.after, references, affectsResult: false, "The tasks that run after it if it succeeds.")
        case .finally:
            declare(\.finally, references, affectsResult: false, "The tasks that run after it, even if it fails.")
        case .parameters:
            declare(
                \.parameters,
                Kind(schema: \.parameters, texts: { $0.flatMap(\.defaultTexts) }, merge: merging(by: \.name)) {
                    $0.parameters($1, path: $2)
                }, affectsResult: true, "The task's parameters, passed as --NAME.")
        case .variables:
            declare(
                \.variables, Kind(schema: \.variables, merge: merging(by: \.name)) { $0.variables($1, path: $2) },
                affectsResult: true, "Variables for the task, used as ${vars.NAME}.")
        case .environment:
            declare(
                \.environment, Kind(schema: \.environment, merge: merging(by: \.name)) { $0.environment($1, path: $2) },
                affectsResult: true, "Environment variables for the task's programs.")
        case .dotenv:
            declare(
                \.dotenv, Kind(schema: \.dotenv, texts: { $0.map(\.name) }) { $0.dotenv($1, path: $2) },
                affectsResult: true, "Files with more environment variables, relative to the folder of this file.")
        case .dir:
            declare(
                \.dir, Kind(schema: \.scalar, texts: { [$0] }) { $0.folder($1, path: $2) }, affectsResult: true,
                "The working directory, relative to the folder of this file.")
        case .shell:
            declare(
                \.shell, Kind(schema: \.shell) { $0.shell($1, path: $2) }, affectsResult: true,
                "The shell that runs the task's shell lines, or a list of the shell and its options.")
        case .condition:
            declare(\.condition, conditionLine, affectsResult: false, "A shell line; if it fails, the task is skipped.")
        case .requires:
            declare(
                \.requirements,
                Kind(schema: \.requirements, texts: { $0.values.flatMap(\.self) }, merge: { $0.merging($1) { $1 } }) {
                    $0.requirements($1, path: $2)
                }, affectsResult: false, "What must be installed or set before anything runs.")
        case .platforms:
            declare(
                \.platforms, Kind(schema: \.platforms, texts: \.self) { $0.platforms($1, path: $2) },
                affectsResult: false, "The systems that the task runs on, such as linux or macos/arm64.")
        case .timeout: declare(\.timeout, time, affectsResult: false, "The time limit for each attempt.")
        case .retry:
            declare(
                \.retry, Kind(schema: \.retry) { $0.retry($1, path: $2) }, affectsResult: false,
                "The total number of attempts.")
        case .resource:
            declare(
                \.resource, text, affectsResult: false,
                "A resource, such as a database; tasks with the same resource never run at the same time.")
        case .confirm:
            declare(
                \.confirmation, Kind(schema: \.question, texts: { [$0] }) { $0.question($1, path: $2) },
                affectsResult: false, "A question for the user to confirm before anything runs.")
        case .interactive:
            declare(\.isInteractive, truth, affectsResult: false, "Whether the task has the terminal to itself.")
        case .output:
            declare(
                \.output, Kind(schema: \.output) { $0.word($1, path: $2) }, affectsResult: false,
                "How to show its output and that of the tasks it runs.")
        case .silent:
            declare(\.isSilent, truth, affectsResult: false, "Whether to run its commands without printing them first.")
        case .internal:
            declare(\.isInternal, truth, affectsResult: false, "Whether only other tasks can run it; lists omit it.")
        case .ignoreError:
            declare(\.ignoresError, truth, affectsResult: false, "Whether a failure of the task counts as a success.")
        case .status:
            declare(\.status, lines, affectsResult: false, "Shell lines that all succeed if the task is up to date.")
        case .sources:
            declare(\.sources, texts, affectsResult: true, "Patterns for the files that the task's result depends on.")
        case .outputs: declare(\.outputs, texts, affectsResult: true, "Patterns for the files that the task creates.")
        case .cache:
            declare(
                \.isCached, truth, affectsResult: false,
                "Whether to store its outputs and restore them for the same sources.")
        }
    }

    /// Of the steps of `run` or of a command.
    static let action = declaration(of: .run)
    static let names = allCases.map(\.rawValue)

    /// Faster than `init(rawValue:)` with 30 cases.
    static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    static let ofTargets = byName.filter(\.value.isForTargets)

    var isForTargets: Bool { self != .targets && self != .aliases }

    /// The key with the same meaning as a key of another task runner or a CI system.
    static func meant(by key: String) -> TaskKey? {
        switch key {
        case "cmd", "cmds", "command", "commands", "script", "scripts", "steps": .run
        case "deps", "depends", "depends_on", "dependsOn", "dependencies": .needs
        case "desc", "doc", "summary": .description
        case "generates", "produces": .outputs
        case "inputs", "source": .sources
        case "parameters", "args", "arguments": .parameters
        case "environment", "variables": .environment
        case "env_file", "env-file", "dotenv-load": .dotenv
        case "cwd", "directory", "working_dir", "working-directory", "workdir": .dir
        case "defer", "after_script", "post": .finally
        case "preconditions", "prerequisites": .requires
        case "prompt": .confirm
        case "private": .internal
        case "ignore_error", "ignoreError", "allow_failure", "continue-on-error": .ignoreError
        case "platform", "os": .platforms
        case "retries", "attempts": .retry
        case "when": .condition
        case "resource_group", "resource-group", "concurrency", "mutex", "lock": .resource
        case "alias": .aliases
        default: nil
        }
    }
}

/// The values of the keys of a task, of a target, or of a target merged with its task.
struct TaskKeys: Sendable {
    /// The keys that the file has.
    var written: [TaskKey.Declaration] = []
    /// What ``steps`` are from: `run`, or the name of a command.
    var action: String?
    var steps: [TaskStep] = []
    var description: String?
    var group: String?
    var aliases: [LocatedText] = []
    var targets: YAMLNode?
    var parameters: [TaskParameter] = []
    var options: [TaskOption] = []
    var needs: [TaskReference] = []
    /// Run after it if it succeeds.
    var after: [TaskReference] = []
    /// Run after it in any case.
    var finally: [TaskReference] = []
    var variables: [TaskVariable] = []
    var environment: [TaskVariable] = []
    var dotenv: [DotenvFile] = []
    /// Relative to the folder of its file.
    var dir: LocatedText?
    /// `nil` for the shell of its file.
    var shell: ShellCall?
    var condition: LocatedText?
    var confirmation: LocatedText?
    var requirements: [TaskKey.Requirement: [LocatedText]] = [:]
    var platforms: [LocatedText] = []
    var timeout: Duration?
    var retry: RetryPolicy?
    var resource: LocatedText?
    var isInteractive = false
    /// `nil` for that of the task that leads to it.
    var output: OutputMode?
    /// `nil` for the default of its file.
    var isSilent: Bool?
    var isInternal = false
    var ignoresError = false
    var status: [LocatedText] = []
    var sources: [LocatedText] = []
    var outputs: [LocatedText] = []
    var isCached = false

    mutating func set(_ steps: [TaskStep], from action: String) {
        (self.action, self.steps) = (action, steps)
        written.append(TaskKey.action)
    }

    /// The keys of a target merged into these.
    func under(_ target: TaskKeys) -> TaskKeys {
        var merged = self
        for key in target.written {
            key.merge(target, &merged)
            if !written.contains(where: { $0.key == key.key }) { merged.written.append(key) }
        }
        return merged
    }

    var doesSomething: Bool { !steps.isEmpty || !references.isEmpty }
    var actions: [TaskAction] { steps.compactMap(\.action) }
    var references: [TaskReference] { needs + steps.flatMap(\.tasks) + after + finally }
    var restParameter: TaskParameter? { parameters.first(where: \.takesRest) }
}

extension TaskKey {
    enum Requirement: String, CaseIterable { case programs, variables, files }

    enum Retry: String, CaseIterable {
        case attempts, delay
        case maxDelay = "max-delay"
    }

    enum Parameter: String, CaseIterable {
        case type
        case defaultValue = "default"
        case choices, required, rest, description
    }

    /// A key of a step of ``run``; any other key is a command.
    enum Step: String, CaseIterable {
        case run, task, tasks
        case loop = "for"
        case parameters = "params"
        case silent
        case ignoreError = "ignore-error"

        static let names = allCases.map(\.rawValue)
    }

    /// A key of a step's ``Step/loop``.
    enum Loop: String, CaseIterable {
        case variable = "var"
        case values = "in"
    }

    enum Reference: String, CaseIterable {
        case task
        case parameters = "params"
    }

    /// devtool's word for one of other tools, among those that are possible.
    static func synonym(of word: String, in known: [String]) -> String? {
        let synonyms = [
            "int": "integer", "number": "integer", "bool": "boolean", "str": "string", "text": "string",
            "array": "list", "commands": "programs", "tools": "programs", "env": "variables", "sh": "shell",
            "darwin": "macos", "osx": "macos", "mac": "macos", "win32": "windows",
        ]
        return synonyms[word].flatMap { known.contains($0) ? "did you mean '\($0)'?" : nil }
    }

    /// A key of a computed value.
    enum Value: String, CaseIterable { case command, shell }

    /// The mark of an environment variable that is a reference to a secret.
    static let secret = "secret"

    enum Dotenv: String, CaseIterable { case file, optional }

    enum Include: String, CaseIterable {
        case file, url, sha256, optional, dir
        case variables = "vars"
    }
}
