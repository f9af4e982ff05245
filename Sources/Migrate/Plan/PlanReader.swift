import Changelogs
import DevtoolKit
import Policy

/// Creates the plan of a command for a target.
///
/// Liquibase lists the changesets with their SQL. The changelog provides their locations and the reasons for skipping
/// others.
struct PlanReader {
    private let job: LiquibaseJob
    private let command: CommandName
    private let preview: String
    private let session: SharedJVMSession?
    private let context: Context

    /// Fails for a command whose SQL Liquibase cannot print.
    init(of job: LiquibaseJob, by session: SharedJVMSession? = nil, in context: Context) throws {
        // Commands that only mark changesets as run have no SQL that identifies the changesets.
        guard let command = job.arguments.command, let preview = command.preview,
            command.appliesChanges || command.isRollback
        else { throw Problem.notPlannable(job.arguments.command) }
        self.job = job
        self.command = command
        self.preview = preview
        self.session = session
        self.context = context
    }

    /// The plan of a target, which does not change.
    func plan(of target: Target) async throws -> MigrationPlan {
        let changelog = job.preflight.plannedChangelog(of: target)
        var plan = emptyPlan(of: target)
        let (run, report) = try await self.run(preview, on: target)
        plan.server = report.summary.outcome.server
        if report.status == .success {
            let log = target.properties["databaseChangeLogTableName"] ?? "DATABASECHANGELOG"
            let lock = target.properties["databaseChangeLogLockTableName"] ?? "DATABASECHANGELOGLOCK"
            plan.steps = PreviewSections(report.output ?? "", ownTables: [log, lock]).steps
        } else {
            guard !plan.isRollback, let reason = report.lackOfSQL else { throw told(report) }
            plan.lackOfSQL = reason
            guard command == "update" else { throw Problem.notPlannable(command) }
            let (_, status) = try await self.run("status", on: target)
            guard status.status == .success else { throw told(status) }
            plan.steps = status.summary.outcome.pending.map { MigrationPlan.Step(changeSet: $0) }
        }
        if let (changelog, policy) = changelog {
            add(changelog, of: target, to: &plan)
            if !plan.isRollback {
                await add(policy, of: changelog, by: run, to: &plan)
                // If Liquibase would create the history table, nothing has been applied.
                let isNew = report.output?.contains("Create Database Change Log Table") ?? false
                await leaveOutApplied(of: run, from: &plan, unless: isNew)
            }
        }
        return plan
    }

    /// The plan of an update, from the output of `status`.
    func plan(of run: TargetRun, toldBy report: LiquibaseReport) async -> MigrationPlan {
        var plan = emptyPlan(of: run.target)
        plan.steps = report.summary.outcome.pending.map { MigrationPlan.Step(changeSet: $0) }
        let changelog = job.preflight.plannedChangelog(of: run.target)
        if let (changelog, policy) = changelog {
            add(changelog, of: run.target, to: &plan)
            await add(policy, of: changelog, by: run, to: &plan)
            // If every changeset is pending or skipped, there is no history yet.
            let names = Set(changelog.changeSets.map(\.identity))
            let isNew = names.count == plan.steps.count + plan.skips.count
            await leaveOutApplied(of: run, from: &plan, unless: isNew)
        }
        return plan
    }

    /// Removes skipped changesets that have already been applied.
    private func leaveOutApplied(of run: TargetRun, from plan: inout MigrationPlan, unless isNew: Bool) async {
        guard !plan.skips.isEmpty else { return await run.keeper.close() }
        guard let applied = await run.keeper.appliedChangeSets() else {
            plan.lacksHistory = !isNew
            return
        }
        let keys = Changelog.keys(of: applied)
        plan.skips.removeAll { skip in
            let changeSet = skip.changeSet
            return keys.contains(Changelog.key(changeSet.file, changeSet.id, changeSet.author))
        }
    }

    private func run(_ command: String, on target: Target) async throws -> (TargetRun, LiquibaseReport) {
        let run = try await TargetRun(job.keepingOutput(of: command), on: target, isAlone: true, in: context)
        return (run, try await run.perform(in: session))
    }

    private func told(_ report: LiquibaseReport) -> ExitStatus {
        report.summary.diagnostics.forEach(context.console.report)
        return report.status
    }

    private func emptyPlan(of target: Target) -> MigrationPlan {
        let schema =
            job.arguments.value(of: "--default-schema-name") ?? target.defaultSchema
            ?? target.properties["defaultSchemaName"]
        let catalog = job.arguments.value(of: "--default-catalog-name") ?? target.properties["defaultCatalogName"]
        let names = [catalog, schema].compactMap(\.self)
        return MigrationPlan(
            target: target.name, url: target.url?.hidingURLPassword,
            defaultSchema: names.isEmpty ? nil : names.joined(separator: "."), command: command.description)
    }

    private func add(_ changelog: Changelog, of target: Target, to plan: inout MigrationPlan) {
        let named = Dictionary(changelog.changeSets.map { ($0.identity, $0) }) { first, _ in first }
        for index in plan.steps.indices {
            let changeSet = named[plan.steps[index].changeSet]
            plan.steps[index].location = changeSet?.location
            if plan.lackOfSQL != nil { plan.steps[index].checksum = changeSet?.content?.fingerprint }
            plan.steps[index].preconditions = plan.isRollback ? nil : changeSet?.preconditions
        }
        guard !plan.isRollback else { return }
        let filters = RunFilters(of: target, with: job.arguments)
        let planned = Set(plan.steps.map(\.changeSet))
        var seen: Set<ChangeSetIdentity> = []
        for changeSet in changelog.changeSets
        where !planned.contains(changeSet.identity) && seen.insert(changeSet.identity).inserted {
            guard let reason = filters.reasonToSkip(changeSet) else { continue }
            plan.skips.append(
                MigrationPlan.Skip(changeSet: changeSet.identity, location: changeSet.location, reason: reason))
        }
    }
}

extension PlanReader {
    /// Adds the lint's findings about the steps, and whether the target has applied later changesets.
    private func add(_ policy: LintPolicy, of changelog: Changelog, by run: TargetRun, to plan: inout MigrationPlan)
        async
    {
        var policy = policy
        let names = Set(plan.steps.map { "\($0.changeSet)" })
        if let question = policy.costs(in: changelog, isPending: { names.contains($0.name) }).question {
            policy.catalog = await run.keeper.catalog(question)
            plan.lacksCatalog = policy.catalog == nil
        }
        policy.add(to: &plan, of: changelog)
        // With other commands, changesets outside the plan may be pending, too.
        guard command == "update" else { return }
        let filters = RunFilters(of: run.target, with: job.arguments)
        let steps = Dictionary(plan.steps.enumerated().map { ($1.changeSet, $0) }) { first, _ in first }
        let changeSets = changelog.changeSets.filter { steps[$0.identity] != nil || filters.reasonToSkip($0) == nil }
        let found = changeSets.outOfOrder(existing: "on '\(run.target.name)'") { steps[$0.identity] == nil }
        for (changeSet, diagnostic) in found where diagnostic.severity == .error {
            guard let index = steps[changeSet.identity], let finding = policy.applied(to: diagnostic) else { continue }
            plan.steps[index].findings.append(finding)
        }
    }
}

extension LintPolicy {
    fileprivate func add(to plan: inout MigrationPlan, of changelog: Changelog) {
        let planned = Dictionary(plan.steps.enumerated().map { ("\($1.changeSet)", $0) }) { first, _ in first }
        let isPending: (ChangeSet) -> Bool = { planned["\($0.identity)"] != nil }
        // Excludes findings that comments accept.
        let reported = Set(findings(in: changelog, isPending: isPending))
        for finding in policyFindings(in: changelog, isPending: isPending) where reported.contains(finding.diagnostic) {
            guard let index = planned[finding.changeSet] else { continue }
            plan.steps[index].findings.append(finding.diagnostic)
        }
        for (name, costs) in costs(in: changelog, isPending: isPending).costs {
            if let index = planned[name] { plan.steps[index].costs = costs }
        }
    }
}

extension ChangeSet { var identity: ChangeSetIdentity { ChangeSetIdentity(file: file, id: id, author: author) } }

struct RunFilters {
    private let contexts: [String]
    private let labels: String?
    private let database: DatabaseProduct?

    init(of target: Target, with arguments: LiquibaseArguments) {
        func value(_ options: [String], _ setting: SettingKey<[String]>, _ properties: [String]) -> String? {
            let given = options.lazy.compactMap { arguments.value(of: $0) }.first
            let set = target.section[setting]
            return given ?? (set.isEmpty ? nil : set.joined(separator: ","))
                ?? properties.lazy.compactMap { target.properties[$0] }.first
        }
        contexts =
            value(
                ["--contexts", "--context-filter"], TargetSetting.contexts,
                ["contexts", "contextFilter", "context-filter"]
            ).map { [$0] } ?? []
        labels = value(
            ["--labels", "--label-filter"], TargetSetting.labels, ["labels", "labelFilter", "label-filter"])
        database = target.url.flatMap(DatabaseProduct.init)
    }

    /// Why a run skips a changeset; `nil` if it does not.
    func reasonToSkip(_ changeSet: ChangeSet) -> String? {
        if changeSet.conditions.isIgnored { return "it is ignored" }
        if let database, !changeSet.isFor(database) { return "its dbms is '\(changeSet.databases ?? "")'" }
        let words = FilterExpression.words(of: contexts)
        if let context = changeSet.conditions.contextThatExcludes(words) { return "its context is '\(context)'" }
        if let labels,
            let list = changeSet.conditions.labels.first(where: {
                !FilterExpression(labels).holds(for: FilterExpression.words(of: [$0]))
            })
        {
            return "its labels are '\(list)'"
        }
        return nil
    }
}

extension LiquibaseReport {
    /// Why an update that would succeed has no SQL; `nil` if it failed for another reason.
    var lackOfSQL: String? {
        guard let failure = summary.outcome.failure, failure.message.contains("not available in SQL output mode") else {
            return nil
        }
        return "Liquibase cannot preview it because of "
            + "\(failure.changeSet.map { "\($0): " } ?? "")\(failure.message.firstLine)"
    }
}

extension Problem {
    fileprivate static func notPlannable(_ command: CommandName?) -> Problem {
        Problem(
            .usage, "'\(command?.description ?? "")' cannot be planned",
            hint: "use update, update-count, update-to-tag, rollback, rollback-count or rollback-to-date")
    }
}
