import ArgumentParser
import Changelogs
import DevtoolKit
import SystemPackage

/// `devtool migrate rehearse`: proves changesets on a throw-away database.
struct RehearseCommand: Plugin {
    static let configuration = CommandConfiguration(
        commandName: "rehearse",
        abstract: "Apply, roll back and apply again on a throw-away database.",
        usage: "devtool migrate rehearse [<options>] [<option of update> ...]",
        discussion: """
            For each target, makes a database of its kind that exists for the rehearsal only, applies \
            the changelog, rolls all of it back, compares a dump with the beginning, applies it \
            again, and compares that, too. The target itself is not changed.

            PostgreSQL and MariaDB are run from the programs on this machine, H2 and SQLite from \
            files in a temporary folder. The exit status is 65 if a changeset cannot be rolled back, \
            or its rollback does not restore the database.
            """
    )

    @OptionGroup(title: "Databases")
    var targets: TargetOptions

    @Flag(help: "Rehearse only what is pending, on what comes before it.")
    var pending = false

    @Option(
        help: ArgumentHelp(
            "Load this SQL before the pending changesets.", valueName: "file"),
        completion: .file(extensions: ["sql"]))
    var data: String?

    @OptionGroup
    var configurationFile: ConfigurationOptions

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Options of an update, such as --contexts.", valueName: "option"))
    var arguments: [String] = []

    func validate() throws {
        if data != nil, !pending { throw ValidationError("'--data' requires '--pending'") }
    }

    mutating func run(in context: Context) async throws {
        let words = try LiquibaseArguments(["update"] + arguments)
        let prepared = try PreparedJob(
            of: words, in: LiquibaseJob.RunMode(), on: targets,
            from: context.configuration(file: configurationFile.file), in: context)
        // Liquibase runs in the folder of devtool.yml.
        let own = try FilePath.currentDirectory()
        let file = data.map { context.path($0).absolute(in: own) }
        if let file, !file.isReadable {
            throw FileError.cannotRead(data ?? "", .noSuchFileOrDirectory)
        }
        var statuses: [ExitStatus] = []
        for target in prepared.targets {
            let status = try await Self.rehearse(
                target, by: prepared.job, isPending: pending, data: file?.string,
                in: prepared.context)
            statuses += [status].compactMap(\.self)
        }
        if let first = statuses.first {
            throw Set(statuses).count == 1 ? first : .problemsFound
        }
    }

    /// Rehearses one target.
    ///
    /// - Returns: what devtool ends with; nil where nothing is wrong.
    private static func rehearse(
        _ target: Target, by job: LiquibaseJob, isPending: Bool, data: String?,
        in context: Context
    ) async throws -> ExitStatus? {
        let changelog = Preflight(job.arguments, refuses: false, in: context).changelog(of: target)
        let base = isPending ? try await base(of: target, changelog, by: job, in: context) : 0
        let index = changelog.map { ChangelogIndex($0) }
        let outcome = try await ThrowawayDatabases.run(like: target, in: context) { databases in
            try await Rehearsal(
                of: job, on: databases, after: base, data: data, changelog: index, in: context
            ).perform()
        }
        outcome.findings.forEach(context.console.report)
        if !outcome.applied.isEmpty {
            var table = Table("CHANGESET", "TIME")
            for run in outcome.applied {
                table.append("\(run.changeSet)", run.duration?.shortText ?? "")
            }
            try context.console.print(table)
        }
        let count = outcome.applied.count
        let noun = count == 1 ? "changeset" : "changesets"
        let errors = outcome.findings.count
        context.console.say(
            "\(target.name): \(count) \(noun) rehearsed: "
                + (outcome.failure != nil
                    ? "the update failed"
                    : errors == 0
                        ? "no problems found" : "\(errors) error\(errors == 1 ? "" : "s")"))
        return outcome.failure ?? (errors > 0 ? .badData : nil)
    }

    /// How many changesets come before those that wait for a target.
    private static func base(
        of target: Target, _ changelog: Changelog?, by job: LiquibaseJob, in context: Context
    ) async throws -> Int {
        let plan = try await PlanReader(of: job, in: context).plan(of: target)
        let pending = Set(plan.steps.map(\.changeSet))
        let skipped = Set(plan.skips.map(\.changeSet))
        var count = 0
        var isPending = false
        var seen: Set<ChangeSetIdentity> = []
        for changeSet in changelog?.changeSets ?? [] {
            let identity = changeSet.identity
            guard seen.insert(identity).inserted, !skipped.contains(identity) else { continue }
            if pending.contains(identity) {
                isPending = true
            } else if isPending {
                throw RehearsalError.notAtEnd(changeSet: "\(identity)")
            } else {
                count += 1
            }
        }
        guard isPending else { throw RehearsalError.nothing(target: target.name) }
        return count
    }
}
