import ArgumentParser
import DevtoolKit

struct PlanCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Show the changesets and the SQL that a command would run.",
        usage: "devtool migrate plan [<options>] [<command> [<option> ...]]",
        discussion: """
            Shows for each target which changesets an update would apply, in order, with their \
            locations, preconditions and SQL, and which it would skip and why. It can also plan \
            another command, such as 'rollback-count 1'. Nothing is changed.

            'devtool migrate update --plan FILE' runs an update only if it still matches the output \
            of 'devtool migrate plan --json'.
            """)

    @OptionGroup(title: "Databases") var targets: TargetOptions

    @Flag(help: "Print the plan as JSON, for 'update --plan'.") var json = false

    @Flag(help: "Print the plan as Markdown, for a merge request.") var markdown = false

    @Flag(help: "Exit with status 1 if changesets are pending.") var exitCode = false

    @OptionGroup var globalOptions: GlobalOptions

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The command to plan (update by default) and its options.", valueName: "command"))
    var arguments: [String] = []

    func validate() throws {
        if json, markdown { throw ValidationError("'--json' and '--markdown' cannot be combined") }
    }

    mutating func run(in context: Context) async throws {
        // The command that a job runs can be planned as it is; a plan asks nothing.
        let arguments = arguments.filter { $0 != "--yes" }
        let hasCommand = LiquibaseArguments.firstOperand(in: arguments) != nil
        let words = hasCommand ? arguments : ["update"] + arguments
        let plans = try await context.reportingAsJSON(json, of: words) { try await self.plans(of: words, in: context) }
        let pages = plans.map(\.markdown).joined(separator: "\n")
        let isPending = exitCode && plans.contains { !$0.steps.isEmpty }
        try await (isPending ? ExitStatus.problemsFound : nil).end {
            if json {
                try context.console.print(plans.json())
            } else if markdown {
                try context.console.print(pages)
            } else {
                try context.console.print(plans.map(\.text).joined(separator: "\n\n"))
            }
            if !plans.isEmpty { StepSummary(in: context)?.append(pages) }
        }
    }

    private func plans(of words: [String], in context: Context) async throws -> [MigrationPlan] {
        let session = try await MigrateSession(
            of: LiquibaseArguments(words), in: LiquibaseJob.RunMode(), on: targets,
            from: context.migrateConfiguration(), in: context)
        try await session.job.checkTag(on: session.targets, in: session.context)
        return try await session.job.sharingProcesses { job in
            let reader = try PlanReader(of: job, in: session.context)
            var plans: [MigrationPlan] = []
            for target in session.targets { plans.append(try await reader.plan(of: target)) }
            return plans
        }
    }
}

extension PlanCommand: TargetsCompleting {}
