public import ArgumentParser
public import DevtoolKit
import SystemPackage

/// `devtool run`: runs tasks of `devtool.yml`, after the tasks they need.
public struct RunCommand: Plugin, GlobalOptionsAccepting {
    /// The name and the help.
    public static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run tasks from devtool.yml after the tasks they need.",
        usage: "devtool run [<options>] [<task> …] [--<parameter> <value> …] [-- <argument> …]",
        discussion: """
            Runs the named tasks in the order given, each after the tasks it needs:

              TASK            a task from devtool.yml
              TASK:TARGET     one target of a task
              NAMESPACE:TASK  a task from an included file

            Pass parameters after the task, as --NAME VALUE, as NAME=VALUE or as positional values. Before the first \
            task, --NAME VALUE applies to every named task that has this parameter.

            NAME=VALUE sets a variable from 'vars' if it precedes all tasks or follows a task that has no \
            such parameter.

            Most of devtool's own options may also follow the tasks, unless a task has a parameter of the same name. \
            TASK --help describes a task.

            Arguments after '--' are passed to the named tasks: commands receive them as arguments, shell lines as \
            "$@".

            Without a task, devtool runs 'default'. If there is no such task, it lists the tasks and exits with \
            status 64.

            The exit status is that of the first command that failed.
            """)

    /// The settings of the section `run`.
    public static let settings = RunSetting.all

    /// Examples for the help.
    public static let examples = [
        CommandExample("run --list", "List the tasks."),
        CommandExample("run", "Run the task 'default' after the tasks it needs."),
        CommandExample("run greet --name Ada", "Run a task with a parameter."),
        CommandExample("run --dry-run ci", "Print the plan and every command without running anything."),
        CommandExample("run --why board", "Explain why a task runs or is skipped."),
    ]

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The tasks and their parameters.", valueName: "task"))
    var words: [String] = []

    @Option(name: .customLong(Self.wordOption), help: .hidden) var taskWords: [String] = []

    @Option(name: .customLong(Self.passedOnOption), help: .hidden) var passedOn: [String] = []

    @Option(name: .customLong(Self.ownOption), help: .hidden) var ownWords: [String] = []

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp("Run this many tasks concurrently.", valueName: "count")) var jobs: JobCount?

    @Flag(name: .shortAndLong, help: "Run the named tasks concurrently, not one after another.") var parallel = false

    @Option(help: ArgumentHelp("Set how task output is shown.", valueName: "style")) var output: OutputMode?

    @Flag(name: [.customShort("k"), .long], help: "Keep running tasks that do not need a failed one.") var keepGoing =
        false

    @Option(help: ArgumentHelp("Let running tasks finish, or kill them, when one fails.", valueName: "how"))
    var failFast: FailFast?

    @Flag(help: "Run only the named tasks, not what they need.") var noNeeds = false

    @Flag(help: "Run tasks even if they are up to date.") var forceRun = false

    @Option(help: ArgumentHelp("Skip tasks whose sources have not changed since a commit.", valueName: "commit"))
    var since: String?

    @Flag(help: "Explain why tasks run or are skipped.") var why = false

    @Flag(name: .shortAndLong, help: "Run the tasks again whenever their sources change.") var watch = false

    @Flag(name: .shortAndLong, help: "Skip confirmation prompts.") var yes = false

    @Flag(name: [.customShort("n"), .long], help: "Print the plan and every command without running anything.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "List the tasks.") var list = false

    @Flag(help: "Run your own tasks from tasks.yml in your configuration folder.") var global = false

    @Flag(help: "With --list, print JSON.") var json = false

    @Flag(help: "Print the values that tasks get and where each comes from.") var env = false

    @Flag(help: "Remove all stored task results, then exit.") var cleanCache = false

    @Flag(help: "Fetch the files included by URL, then exit.") var updateIncludes = false

    @Option(help: ArgumentHelp("Print the task graph for Graphviz or Mermaid.", valueName: "format")) var graph:
        GraphFormat?

    /// The options of all commands.
    @OptionGroup public var globalOptions: GlobalOptions

    /// Creates the command for ArgumentParser.
    public init() {}

    /// Rejects contradictory options.
    public func validate() throws {
        if json, !list { throw ValidationError("'--json' requires '--list'") }
        let ways = [dryRun, list, env, graph != nil, watch, cleanCache, updateIncludes].count { $0 }
        if ways > 1 {
            throw ValidationError(
                "'--clean-cache', '--dry-run', '--list', '--env', '--graph', '--update-includes' and '--watch' cannot be combined"
            )
        }
        if cleanCache, !request.words.isEmpty {
            throw ValidationError("'--clean-cache' removes the results of all tasks: omit the task names")
        }
        if updateIncludes, !request.words.isEmpty {
            throw ValidationError("'--update-includes' fetches all files included by URL: omit the task names")
        }
    }

    /// Runs, lists or explains the tasks.
    public mutating func run(in context: Context) async throws {
        let context = global ? try Self.global(context) : context
        do { try await perform(in: context) } catch OtherRequest.help(let task) {
            let entry = try TaskCatalog.load(.named([task]), in: context).entry(named: task)
            try context.console.print(entry?.help ?? "")
        } catch OtherRequest.run(let words) {
            let status = try await context.run([Self._commandName] + words)
            if status != .success { throw status }
        }
    }

    /// A context whose project is the user's own file with tasks.
    ///
    /// - Throws: ``Problem`` if there is no such file.
    static func global(_ context: Context) throws -> Context {
        guard
            let file = UserFolder.configuration.path(for: context.suiteName, in: context.environment)?.appending(
                "tasks.yml")
        else { throw Problem(.noInput, "'--global' requires the environment variable HOME") }
        guard file.isFile else {
            throw Problem(.noInput, "'\(file)' does not exist", hint: "write your own tasks there, under 'tasks'")
        }
        var context = context
        context.environment["DEVTOOL_CONFIG"] = file.string
        return context
    }

    private func perform(in context: Context) async throws {
        if cleanCache {
            let (count, size) = try await ResultCache(in: context).clean()
            context.console.say("removed \(count) \(count == 1 ? "result" : "results"), \(size) bytes")
        } else if updateIncludes {
            try await SharedFile.update(in: context)
        } else if list {
            try TaskCatalog.withAll(in: context) { catalog in
                try TaskListing(catalog, naming: request.words).print(asJSON: json, on: context.console)
            }
        } else if let graph {
            try await show(isDryRun: true, in: context) { graph.text(of: $0).showingHeldBytes }
        } else if env {
            try await show(isDryRun: false, in: context) { plan in
                plan.valuesText { context.console.hidingSecrets(in: $0) }
            }
        } else if dryRun {
            try await show(isDryRun: true, in: context, \.dryRunText)
        } else {
            try await RunSession(request: request, context: context).perform()
        }
    }

    /// Prints text about the plan, or lists the tasks and throws if there is none to run.
    ///
    /// With `isDryRun`, commands for values do not run, either.
    private func show(isDryRun: Bool, in context: Context, _ text: (TaskPlan) -> String) async throws {
        let (catalog, plan) = try await RunSession(request: request, context: context).plan(isDryRun: isDryRun)
        guard !plan.tasks.isEmpty else { return try TaskListing(catalog).refuseRun(on: context.console) }
        plan.notes.forEach(context.console.report)
        try context.console.print(context.console.hidingSecrets(in: text(plan)))
    }

    private var request: RunRequest {
        var request = RunRequest()
        request.words = words + taskWords.map(Self.unmarked)
        request.passedOn = passedOn.map(Self.unmarked)
        request.options = ownWords.map(Self.unmarked)
        for word in words { if let place = request.options.firstIndex(of: word) { request.options.remove(at: place) } }
        request.isParallel = parallel
        request.jobs = jobs?.value
        request.output = output
        request.keepsGoing = keepGoing ? true : nil
        request.failFast = failFast
        request.takesNeeds = !noNeeds
        request.forcesRun = forceRun
        request.since = since
        request.explains = why
        request.watches = watch
        request.assumesYes = yes
        request.showsValues = env
        return request
    }
}

extension RunCommand {
    /// Marks a word from the first task's name on, which ArgumentParser must not interpret.
    private static let wordOption = "_word"
    /// Marks `--` and the words after it, which ArgumentParser would mix with the others.
    private static let passedOnOption = "_passed-on"
    /// Repeats a word before the first task's name, in case devtool's own options follow the task.
    private static let ownOption = "_own"

    /// Turns the words from the first task's name on into values of hidden options.
    static func prepared(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let first = firstWord(in: arguments[..<end])
        let mayMove = arguments[first..<end].contains { $0.hasPrefix("-") }
        var prepared = Array(arguments[..<first])
        if mayMove { prepared += arguments[..<first].map { "--\(ownOption)=:\($0)" } }
        prepared += arguments[first..<end].map { "--\(wordOption)=:\($0)" }
        return prepared + arguments[end...].map { "--\(passedOnOption)=:\($0)" }
    }

    private static func firstWord(in arguments: ArraySlice<String>) -> Int {
        var index = arguments.startIndex
        while index < arguments.endIndex, arguments[index].hasPrefix("-") {
            index += valued.contains(arguments[index]) ? 2 : 1
        }
        return min(index, arguments.endIndex)
    }

    // Asking ArgumentParser would take milliseconds at every start. A test compares the list.
    static let valued = GlobalOptions.valued.union(["-j", "--jobs", "--output", "--graph", "--fail-fast", "--since"])

    private static func unmarked(_ word: String) -> String { String(word.unicodeScalars.dropFirst()) }

    /// The command owns the tasks, and needs the bytes of arguments, which it passes on to programs.
    public static let traits: PluginTraits = {
        var traits = PluginTraits()
        traits.arguments.shorthand = work
        traits.arguments.prepared = prepared
        traits.arguments.takesBytes = true
        traits.documentKeys = ["tasks", "includes"] + [TaskKey.variables, .environment, .dotenv].map(\.rawValue)
        traits.documents = { TaskSchema(in: $0).documents }
        traits.rules = { [.taskFailed] }
        traits.findings = findings
        traits.usedPlugins = { TaskCatalog.read($0, .listed, in: $1).catalog.usedPlugins }
        traits.converter = ProjectConverter(files: convertibleFiles, task: task, convert: convert)
        traits.meaning = { word, context in
            let isTask = (try? TaskCatalog.load(.named([word]), in: context))?.requested(word, in: context) != nil
            // As in 'just --list' or 'task --watch', without the dashes.
            return isTask
                ? "\(context.suiteName) run \(word)"
                : optionNames.contains(word) ? "\(context.suiteName) run --\(word)" : nil
        }
        traits.staysOnMainThread = true
        return traits
    }()

    /// A run of tasks without options, which does not need ArgumentParser.
    @Sendable private static func work(for arguments: [String]) -> (@Sendable (Context) async throws -> Void)? {
        guard !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("-") }) else { return nil }
        return { context in
            let request = RunRequest(words: arguments)
            try await RunSession(request: request, context: context).perform()
        }
    }
}

extension OutputMode: ExpressibleByArgument {}
extension FailFast: ExpressibleByArgument {}
