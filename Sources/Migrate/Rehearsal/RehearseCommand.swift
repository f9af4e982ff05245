import ArgumentParser
import Changelogs
import DevtoolKit
import SystemPackage

struct RehearseCommand: Plugin, GlobalOptionsAccepting, TargetsCompleting {
    static let configuration = CommandConfiguration(
        commandName: "rehearse", abstract: "Apply, roll back and apply again on a throw-away database.",
        usage: "devtool migrate rehearse [<options>] [<update option> ...]",
        discussion: """
            For each target, creates a temporary database of the same kind, applies the changelog, \
            rolls all of it back, and checks that the database is back in its original state. It then applies the \
            changelog again and compares the two results. The target itself is not changed.

            PostgreSQL and MariaDB use the programs installed on this machine; H2 and SQLite use \
            files in a temporary folder. --rehearse-url names an empty database to use instead, \
            which is emptied afterwards. The exit status is 65 if a changeset cannot be rolled back \
            or its rollback does not restore the database.

            With --pending, rehearses only the target's pending changesets, on a copy of its schema \
            without rows. For H2 and SQLite, and with --replay, it applies the earlier changesets \
            instead of copying the schema.
            """)

    @OptionGroup(title: "Databases") var targets: TargetOptions

    @Flag(help: "Rehearse only pending changesets, on a copy of the target's schema.") var pending = false

    @Flag(help: "With --pending: apply earlier changesets instead of copying the schema.") var replay = false

    @Option(
        help: ArgumentHelp("Load this SQL before the pending changesets.", valueName: "file"),
        completion: .file(extensions: ["sql"])) var data: String?

    @Option(
        help: ArgumentHelp(
            "Rehearse on this empty database instead of 'rehearse-url' or a throw-away one.", valueName: "url"))
    var rehearseUrl: String?

    @OptionGroup var globalOptions: GlobalOptions

    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("Options for update, such as --contexts.", valueName: "option"))
    var arguments: [String] = []

    func validate() throws {
        if data != nil, !pending { throw ValidationError("'--data' requires '--pending'") }
        if replay, !pending { throw ValidationError("'--replay' requires '--pending'") }
    }

    mutating func run(in context: Context) async throws {
        let words = try LiquibaseArguments(["update"] + arguments)
        let configuration = try context.migrateConfiguration()
        let session = try await MigrateSession(
            of: words, in: LiquibaseJob.RunMode(), on: targets, from: configuration, in: context)
        // Liquibase's working directory is the folder of devtool.yml.
        let own = try FilePath.currentDirectory()
        let file = data.map { context.path($0).absolute(in: own) }
        if let file, !file.isReadable { throw FileError.cannotRead(data ?? "", .noSuchFileOrDirectory) }
        if let file, let bytes = try? file.contents(), !bytes.contains(where: { $0 > 0x20 }) {
            throw Problem(.badData, "'\(data ?? "")' contains no statements")
        }
        let place = RehearsalPlace(named: rehearseUrl, among: session.configuration, in: context)
        let urls = try session.targets.map(place.url(for:))
        var statuses: [ExitStatus] = []
        for (target, url) in zip(session.targets, urls) {
            let status = try await rehearse(target, on: url, by: session.job, data: file?.string, in: session.context)
            statuses += [status].compactMap(\.self)
        }
        if let first = statuses.first { throw Set(statuses).count == 1 ? first : .problemsFound }
    }

    private func rehearse(
        _ target: Target, on url: DatabaseURL?, by job: LiquibaseJob, data: String?, in context: Context
    ) async throws -> ExitStatus? {
        let changelog = job.preflight.changelog(of: target)
        let staging = pending ? try StagingFolder(in: context.temporaryFolder) : nil
        defer { withExtendedLifetime(staging) {} }
        var base: Rehearsal.Base = (schema: nil, changeSets: 0)
        if let staging {
            guard let found = try await self.base(of: target, changelog, by: job, in: staging.path, context) else {
                context.console.say("\(target.name): there are no pending changesets to rehearse")
                return nil
            }
            base = found
        }
        let index = changelog.map { ChangelogIndex($0) }
        let outcome = try await ThrowawayDatabases.run(like: target, given: url, in: context) { databases in
            try await SharedJVMSession.run { session in
                try await Rehearsal(
                    of: job, on: databases, after: base, data: data, changelog: index, by: session, in: context
                ).perform()
            }
        }
        outcome.findings.forEach(context.console.report)
        if !outcome.applied.isEmpty {
            var table = Table("CHANGESET", "TIME")
            for run in outcome.applied { table.append("\(run.changeSet)", run.duration?.shortText ?? "") }
            try context.console.print(table)
        }
        let count = outcome.applied.count
        let errors = outcome.findings.count
        context.console.say(
            "\(target.name): \(count.counted("changeset")) rehearsed"
                + (outcome.passedOver > 0 ? ", \(outcome.passedOver) not run here: " : ": ")
                + (outcome.failure != nil
                    ? "the update failed" : errors == 0 ? "no problems found" : errors.counted("error")))
        return outcome.failure ?? (errors > 0 ? .badData : nil)
    }

    /// The target's present state; `nil` if no changesets are pending.
    private func base(
        of target: Target, _ changelog: Changelog?, by job: LiquibaseJob, in folder: FilePath, _ context: Context
    ) async throws -> Rehearsal.Base? {
        let schema = replay ? nil : try await TargetSchema(of: target, in: folder, context: context)
        let plan = try await PlanReader(of: job, in: context).plan(of: target)
        if plan.steps.isEmpty { return nil }
        if let schema { return (try await schema.copied(), 0) }
        let pending = Set(plan.steps.map(\.changeSet))
        let filters = RunFilters(of: target, with: job.arguments)
        var count = 0
        var isPending = false
        var seen: Set<ChangeSetIdentity> = []
        for changeSet in changelog?.changeSets ?? [] {
            let identity = changeSet.identity
            guard seen.insert(identity).inserted, filters.reasonToSkip(changeSet) == nil else { continue }
            if pending.contains(identity) {
                isPending = true
            } else if isPending {
                throw Problem(
                    .badData, "the pending changesets are not the last ones: '\(identity)' follows one of them",
                    hint: "rehearse the whole changelog without --pending")
            } else {
                count += 1
            }
        }
        return (schema: nil, changeSets: count)
    }
}

struct RehearsalPlace {
    private let given: String?
    private let targets: [Target]

    init(named given: String?, among configuration: Configuration, in context: Context) {
        self.given = given
        let selection = TargetSelection(configuration, in: context)
        targets = selection.names.compactMap { try? selection.target(named: $0) }
    }

    /// The provided database; `nil` to create a throwaway one.
    func url(for target: Target) throws -> DatabaseURL? {
        guard let text = given ?? target.section[TargetSetting.rehearseURL] else { return nil }
        let shown = text.hidingURLPassword
        guard let url = DatabaseURL(text), DatabaseClient.Kind(url: url.jdbc) != nil,
            DatabasePlace(url: url.jdbc) != nil
        else { throw Problem.notForRehearsal(shown) }
        let same = targets.first { other in
            !other.databases.isDisjoint(with: DatabaseIdentity.all(of: url.jdbc, as: url.username, in: other.directory))
        }
        if let same {
            throw Problem(
                .badConfiguration, "'\(shown)' is the database of the target '\(same.name)'; nothing was changed",
                hint: "a rehearsal erases its database: use a dedicated one")
        }
        guard let kind = target.url.flatMap(DatabaseClient.Kind.init), kind == DatabaseClient.Kind(url: url.jdbc) else {
            throw Problem(
                .badConfiguration, "the database '\(shown)' and the target '\(target.name)' use different engines")
        }
        return url
    }
}
