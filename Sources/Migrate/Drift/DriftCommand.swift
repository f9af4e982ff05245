import ArgumentParser
import DevtoolKit

struct DriftCommand: Plugin, GlobalOptionsAccepting, TargetsCompleting {
    static let configuration = CommandConfiguration(
        commandName: "drift", abstract: "Compare a database with its changelog or with another database.",
        usage: "devtool migrate drift [<options>]",
        discussion: """
            Runs the changesets in the target's history on a throw-away database of the same kind \
            and compares the schemas: tables, columns, keys, constraints, indexes, views, \
            functions, triggers, sequences, types and comments. Only reads from the target, so read \
            access to its catalog is sufficient. The exit status is 1 if there are differences.

            Creates the throw-away database in the same way as 'devtool migrate rehearse'. With \
            --against, compares with another target instead.
            """)

    @OptionGroup(title: "Databases") var targets: TargetOptions

    @Option(help: ArgumentHelp("Compare with this target instead of the changelog.", valueName: "target")) var against:
        String?

    @Flag(help: "With --against: also compare owners and grants (PostgreSQL).") var access = false

    @Option(
        help: ArgumentHelp("Use this empty database instead of 'rehearse-url' or a throw-away one.", valueName: "url"))
    var rehearseUrl: String?

    @Flag(help: "Print the differences as JSON.") var json = false

    @Flag(help: "Print the differences as Markdown, for a merge request.") var markdown = false

    @OptionGroup var globalOptions: GlobalOptions

    func validate() throws {
        if json, markdown { throw ValidationError("'--json' and '--markdown' cannot be combined") }
        if access, against == nil { throw ValidationError("'--access' requires '--against'") }
        if rehearseUrl != nil, against != nil {
            throw ValidationError("'--rehearse-url' and '--against' cannot be combined")
        }
    }

    mutating func run(in context: Context) async throws {
        let (reports, failures) = try await context.reportingAsJSON(json, of: ["drift"]) {
            try await self.reports(in: context)
        }
        let hasDrift = reports.contains { !$0.differences.isEmpty }
        // 1 is for differences, whatever else failed.
        try await (hasDrift ? .problemsFound : failures.first).end {
            let pages = reports.map(\.markdown).joined(separator: "\n")
            let areSeveral = reports.count + failures.count > 1
            if json {
                try context.console.print(reports.json(asList: areSeveral))
            } else if markdown {
                try context.console.print(pages)
            } else if hasDrift {
                try context.console.print(DriftReport.table(of: reports, namingTargets: areSeveral))
            }
            for report in reports {
                if let remark = report.remark { context.console.say(remark) }
                context.console.say(report.headline)
                // The table has the differences; only reports and annotations need them one by one.
                let console = context.console.ofCase()
                for finding in report.diagnostics { console.report(finding) { _ in } }
                console.record(report.testCase)
            }
            if !reports.isEmpty { StepSummary(in: context)?.append(pages) }
        }
    }

    /// The reports of the targets that can be compared, and the statuses of the others, in the targets' order.
    private func reports(in context: Context) async throws -> ([DriftReport], [ExitStatus]) {
        let configuration = try context.migrateConfiguration()
        let session = try await MigrateSession(
            of: LiquibaseArguments(["status"]), in: LiquibaseJob.RunMode(), on: targets, comparedTo: against,
            from: configuration, in: context)
        let place = RehearsalPlace(named: rehearseUrl, among: session.configuration, in: context)
        let other = try against.map { try TargetSelection(session.configuration, in: context).target(named: $0) }
        let work = try session.targets.map { target in
            guard let other else { return (target, DriftCheck.Standard.changelog(given: try place.url(for: target))) }
            guard other.url?.engine == target.url?.engine else {
                throw Problem(.badConfiguration, "'\(other.name)' and '\(target.name)' use different engines")
            }
            return (target, .target(other))
        }
        return try await session.job.sharingProcesses { job in
            var check = DriftCheck(of: job, comparingAccess: access, in: session.context)
            var reports: [DriftReport] = []
            var failures: [ExitStatus] = []
            for (target, standard) in work {
                if work.count == 1 || targets.failFast {
                    reports.append(try await check.report(on: target, comparedTo: standard))
                    continue
                }
                switch try await check.result(on: target, comparedTo: standard) {
                case .success(let report): reports.append(report)
                case .failure(let status): failures.append(status)
                }
            }
            return (reports, failures)
        }
    }
}
