import ArgumentParser
import DevtoolKit
import JSON

struct LiquibaseCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(
        commandName: "liquibase", abstract: "Run a Liquibase command (the default; 'liquibase' can be omitted).",
        usage: "devtool migrate [<devtool option> ...] <command> [<option> ...]",
        discussion:
            "These are devtool's own options; in a project, 'devtool migrate <command> --help' also shows Liquibase's.")

    @OptionGroup(title: "Databases") var targets: TargetOptions

    @OptionGroup(title: "Execution") var mode: RunModeOptions

    @OptionGroup var globalOptions: GlobalOptions

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "A Liquibase command and its options; everything after '--' is passed to Liquibase.", valueName: "command"))
    var arguments: [String] = []

    mutating func run(in context: Context) async throws {
        let session = try await context.reportingAsJSON(mode.json, of: arguments) { try await prepare(in: context) }
        let (job, chosen, context) = (session.job, session.targets, session.context)
        if chosen.isEmpty {
            if mode.json { try context.console.print("[]") }
        } else if mode.dryRun {
            for target in chosen { try await job.performDry(on: target, in: context) }
        } else {
            try await job.perform(on: chosen, in: context)
        }
    }

    /// Prints devtool's options for a command, and in a project Liquibase's own help about it.
    static func printHelp(of command: String, in context: Context) async throws {
        try context.console.print(context.help(of: self))
        guard try context.projectFile() != nil else { return }
        try context.console.print("\nLIQUIBASE'S OPTIONS:")
        var liquibase = try parse(["--", command, "--help"])
        try await liquibase.run(in: context)
    }

    private func prepare(in context: Context) async throws -> MigrateSession {
        let arguments = try checkedArguments
        let configuration = try context.migrateConfiguration()
        context.warnOfOtherProperties(configuration)
        let targets = arguments.isAboutLiquibase ? targets.orAny(of: configuration) : targets
        var session = try await MigrateSession(
            of: arguments, in: mode.values(with: targets), on: targets, from: configuration, in: context)
        if mode.drift {
            let place = RehearsalPlace(named: nil, among: session.configuration, in: context)
            for target in session.targets { _ = try place.url(for: target) }
            session.job.rehearsalPlace = place
        }
        let (chosen, context) = (session.targets, session.context)
        if chosen.isEmpty { return session }
        if let command = arguments.command, !arguments.isAboutLiquibase {
            if command.writesChangelog, arguments.value(of: "--changelog-file") == nil,
                let changelog = chosen.lazy.compactMap(\.changelog).first
            {
                throw Problem(
                    .usage, "'\(command)' would write to the project's changelog '\(changelog)'",
                    hint: "name another file: devtool migrate \(command) --changelog-file FILE")
            }
            let approval = Approval(command: command, isGiven: mode.isApproved(in: context))
            if !mode.dryRun {
                if approval.question(for: chosen) != nil, context.console.canConfirm {
                    try await showRollback(by: session.job, on: chosen, in: context)
                }
                try approval.obtain(for: chosen, on: context.console)
            } else if let question = approval.question(for: chosen) {
                context.console.say("would ask: \(question)", at: .quiet)
            }
            session.job.changelogs = try session.job.preflight.changelogs(of: chosen, refusingErrors: mode.lint)
        }
        if let limit = mode.wait?.duration { try await chosen.waitForServers(upTo: limit, in: context) }
        try await session.job.checkTag(on: chosen, in: context)
        if let plan = mode.plan {
            let file = try PlanFile(plan, in: context)
            let reader = try PlanReader(of: session.job, in: context)
            for target in chosen { try file.check(await reader.plan(of: target)) }
        }
        return session
    }

    private func showRollback(by job: LiquibaseJob, on targets: [Target], in context: Context) async throws {
        guard let command = job.arguments.command, command.isRollback,
            let reader = try? PlanReader(of: job, in: context)
        else { return }
        for target in targets { context.console.say(try await reader.plan(of: target).text, at: .quiet) }
    }

    private var checkedArguments: LiquibaseArguments {
        get throws {
            let arguments = try LiquibaseArguments(self.arguments)
            if mode.exitCode, let command = arguments.command, !(command == "status"), !(command == "diff") {
                throw ValidationError("'--exit-code' requires 'status' or 'diff'")
            }
            if mode.drift, let command = arguments.command, !(command == "status") {
                throw ValidationError("'--drift' requires 'status'")
            }
            for option in ["--contexts", "--context-filter"] {
                if let problem = arguments.value(of: option).flatMap(TargetSetting.contextProblem) {
                    throw ValidationError("'\(option)' \(problem)")
                }
            }
            return arguments
        }
    }
}

extension Context {
    /// With `--json`, prints an error during the preparation as a document, too.
    func reportingAsJSON<Result>(_ isJSON: Bool, of words: [String], _ body: () async throws -> Result) async throws
        -> Result
    {
        do { return try await body() } catch  where isJSON {
            let status = error as? ExitStatus ?? (error is ValidationError ? .usage : nil)
            guard let status = status ?? ExitStatus(after: error) else { throw error }
            let problem = (error as? any DiagnosableError)?.diagnostics.first
            let message = problem?.message ?? (error as? ValidationError)?.message
            let command = LiquibaseArguments.firstOperand(in: words).map { words[$0] }
            let document: JSONValue = [
                "schema": 1, "command": command.map { .string($0) } ?? nil, "target": nil,
                "status": .integer(Int(status.rawValue)),
                "failure": [
                    "message": .string(message ?? "nothing was run; see standard error for the reason"),
                    "hint": problem?.hint.map { .string($0) } ?? nil,
                ],
            ]
            try console.print(document.prettyText)
            throw error
        }
    }
}

extension LiquibaseCommand {
    func checkArguments(with configuration: Configuration, in context: Context) throws {
        _ = try checkedArguments
        // Another configuration file has its own targets.
        guard globalOptions.configurationFile == nil, let names = targets.target else { return }
        try TargetSelection(configuration, in: context).checkNames(names)
    }
}

extension LiquibaseCommand: TargetsCompleting {
    static let offeredCommands = [
        "update", "update-count", "update-to-tag", "update-testing-rollback", "update-sql", "rollback",
        "rollback-count", "rollback-to-date", "rollback-sql", "status", "validate", "history", "tag", "tag-exists",
        "diff", "diff-changelog", "generate-changelog", "snapshot", "changelog-sync", "mark-next-changeset-ran",
        "clear-checksums", "list-locks", "release-locks", "drop-all", "db-doc", "execute-sql",
    ]

    static func completions(of words: [String], current: String, in context: Context) -> [CompletionCandidate]? {
        let names = Set(words)
        guard names.isDisjoint(with: offeredCommands), !current.hasPrefix("-") else { return nil }
        return offeredCommands.map { CompletionCandidate($0) }
    }
}
