import ArgumentParser
import DevtoolKit

struct RepairCommand: Plugin, GlobalOptionsAccepting, TargetsCompleting {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Show how much of the next changeset exists; mark it as run if complete.",
        usage: "devtool migrate repair [<options>]",
        discussion: """
            If a run is interrupted, the changes of a changeset may exist without a row in the \
            history. This command runs the statements of the next pending changeset one by one on a \
            throw-away database, after the changesets in the history, and looks for their results \
            in the target. If everything exists, it asks whether to mark the changeset as run. If \
            only part of it exists, it prints the missing statements and changes nothing; the exit \
            status is then 1.
            """)

    @OptionGroup(title: "Databases") var targets: TargetOptions

    @Option(
        help: ArgumentHelp("Use this empty database instead of 'rehearse-url' or a throw-away one.", valueName: "url"))
    var rehearseUrl: String?

    @Flag(name: .shortAndLong, help: "Mark the changeset as run without asking.") var yes = false

    @OptionGroup var globalOptions: GlobalOptions

    mutating func run(in context: Context) async throws {
        let configuration = try context.migrateConfiguration()
        let session = try await self.session(of: "update", from: configuration, in: context)
        guard let target = session.targets.first, session.targets.count == 1 else {
            throw Problem(.usage, "'repair' requires exactly one target", hint: "choose it with --target")
        }
        let place = RehearsalPlace(named: rehearseUrl, among: configuration, in: context)
        let found = try await session.job.sharingProcesses { job in
            try await SharedJVMSession.run { jvm in
                try await RepairCheck(of: job, by: jvm, in: session.context).next(
                    on: target, given: place.url(for: target))
            }
        }
        guard let (step, repair) = found else {
            return context.console.say("\(target.name): there are no pending changesets")
        }
        try context.console.print(repair.table)
        let name = "\(target.name): '\(step.changeSet)'"
        let command = "devtool migrate --target \(target.name)"
        switch repair.verdict {
        case .nothing: context.console.say("\(name): none of it exists; run it again with '\(command) update'")
        case .part:
            if !repair.missing.isEmpty { try context.console.print("\n\(repair.missing)") }
            let (words, hint) = repair.remainder
            throw Problem(
                .problemsFound, "\(name): \(words); nothing was changed", at: step.location,
                hint: hint.replacing("COMMAND", with: command))
        case .everything:
            context.console.say("\(name): all of it exists")
            let marking = try await self.session(of: "mark-next-changeset-ran", from: configuration, in: context)
            guard let word = marking.job.arguments.command else { return }
            let isGiven = yes || context.environment["DEVTOOL_ASSUME_YES"] == "1"
            try Approval(command: word, isGiven: isGiven).obtain(for: marking.targets, on: context.console)
            try await marking.job.perform(on: marking.targets, in: marking.context)
        }
    }

    private func session(of command: String, from configuration: Configuration, in context: Context) async throws
        -> MigrateSession
    {
        try await MigrateSession(
            of: LiquibaseArguments([command]), in: LiquibaseJob.RunMode(), on: targets, from: configuration, in: context
        )
    }
}
