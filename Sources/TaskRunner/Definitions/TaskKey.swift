/// A key of a task in `devtool.yml`; its reader, checker and documentation switch over all keys.
enum TaskKey: String, CaseIterable {
    case description
    case group
    case aliases
    case run
    case options
    case targets
    case needs
    case after
    case finally
    case parameters = "params"
    case variables = "vars"
    case environment = "env"
    case dotenv
    case dir
    case shell
    case condition = "if"
    case requires
    case platforms
    case timeout
    case retry
    case resource
    case confirm
    case interactive
    case silent
    case `internal`
    case ignoreError = "ignore-error"
    case status
    case sources
    case outputs
    case cache

    static let names = allCases.map(\.rawValue)

    /// Faster than `init(rawValue:)` with 30 cases.
    static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    static let ofTargets = byName.filter(\.value.isForTargets)

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
        case "when": .condition
        case "resource_group", "resource-group", "concurrency", "mutex", "lock": .resource
        case "alias": .aliases
        default: nil
        }
    }

    var isForTargets: Bool {
        switch self {
        case .targets, .aliases: false
        default: true
        }
    }

    var summary: String {
        switch self {
        case .description: "What the task is for, in a sentence."
        case .group: "The heading that the task stands under in lists."
        case .aliases: "Other names of the task."
        case .run:
            "A shell line, or a list of steps: a string is a shell line, a list a program "
                + "with its arguments, a mapping other tasks, or a command with its arguments."
        case .options: "Settings for the task's commands."
        case .targets: "Variants of the task; 'devtool run TASK' runs all of them, TASK:TARGET one."
        case .needs: "The tasks that run before it, concurrently; a list of lists runs one list after another."
        case .after: "The tasks that run after it if it succeeds."
        case .finally: "The tasks that run after it, whatever happens."
        case .parameters: "The task's parameters, passed as --NAME."
        case .variables: "Variables for the task's texts, as ${vars.NAME}."
        case .environment: "Environment variables for the task's programs."
        case .dotenv: "Files with more variables, relative to the folder of this file."
        case .dir: "The working directory, relative to the folder of this file."
        case .shell: "The shell that runs the task's shell lines, or a list of it and its options."
        case .condition: "A shell line that must succeed, or the task is skipped."
        case .requires: "What must exist before anything runs."
        case .platforms: "The systems that the task runs on, such as linux or macos/arm64."
        case .timeout: "How long an attempt may take."
        case .retry: "The number of attempts in all."
        case .resource: "What it uses, such as a database; tasks with the same one never run at the same time."
        case .confirm: "A question to confirm before anything runs."
        case .interactive: "Whether the task has the terminal to itself."
        case .silent: "Whether its commands are not shown before they run."
        case .internal: "Whether only other tasks can run it; lists leave it out."
        case .ignoreError: "Whether a failure of the task counts as a success."
        case .status: "Shell lines that all succeed if the task is up to date."
        case .sources: "The files that the task's result depends on, as patterns."
        case .outputs: "The files that the task creates, as patterns."
        case .cache: "Whether its outputs are stored, and restored for the same sources."
        }
    }
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
        case parameters = "params"
        case silent
        case ignoreError = "ignore-error"

        static let names = allCases.map(\.rawValue)
    }

    enum Reference: String, CaseIterable {
        case task
        case parameters = "params"
    }

    /// A key of a computed value.
    enum Value: String, CaseIterable { case command, shell }

    enum Dotenv: String, CaseIterable { case file, optional }

    enum Include: String, CaseIterable { case file, optional }
}
