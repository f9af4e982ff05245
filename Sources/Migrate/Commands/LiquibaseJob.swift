import DevtoolKit
import JSON

struct LiquibaseJob: Sendable {
    var arguments: LiquibaseArguments
    var mode: RunMode
    let preflight: Preflight
    /// Variables with passwords, even those of other targets, which Liquibase must not get.
    var passwordVariables: [String] = []
    var changelogs: [String: ChangelogIndex] = [:]
    /// What sessions on the databases share.
    fileprivate(set) var processes: JDBCProcesses?
    /// Where `status` makes throw-away databases to find drift; `nil` if it does not.
    var rehearsalPlace: RehearsalPlace?

    struct RunMode: Sendable {
        var raw = false
        var json = false
        /// Whether to report nothing, because devtool runs the command for its own information.
        var isSilent = false
        var isThrowaway = false
        /// Whether pending changesets cause exit status 1.
        var exitCode = false
        var jobs = 1
        var failFast = false
    }
}

extension LiquibaseJob {
    /// Whether the command lists locks, which devtool can do without Liquibase.
    var listsLocks: Bool { !arguments.isAboutLiquibase && arguments.command == "list-locks" }

    /// Whether to print pending changesets as a table instead of Liquibase's output.
    var tellsPending: Bool {
        guard !mode.raw, !mode.json, !mode.isSilent, !arguments.isAboutLiquibase else { return false }
        return arguments.command == "status" && arguments.value(of: "--output-file") == nil
    }

    /// The arguments for Liquibase, with a detailed `status` for tables and JSON.
    func words(of arguments: LiquibaseArguments, settingLogLevel setsLevel: Bool) -> [String] {
        let words = setsLevel ? arguments.removing("--log-level") : arguments.words
        guard mode.json || tellsPending, arguments.command == "status", !arguments.hasOption("--verbose") else {
            return words
        }
        return words + ["--verbose"]
    }

    /// The changelog parameters of a target, without those that the command line overrides.
    func parameters(of section: ConfigurationSection) -> [String: String] {
        let given = Set(arguments.parameters.map { $0.lowercased() })
        return Dictionary(
            section[TargetSetting.parameters].map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first }
        ).filter { !given.contains($0.key.lowercased()) }
    }

    /// The job of another command with the same options, which prints nothing and keeps Liquibase's output.
    func keepingOutput(of command: String) throws -> LiquibaseJob {
        var job = self
        job.mode.json = true
        job.mode.isSilent = true
        job.arguments = try LiquibaseArguments(arguments.replacingCommand(with: command))
        return job
    }

    /// Passes `body` the job with processes that all sessions on the databases share.
    func sharingProcesses<Result>(_ body: (LiquibaseJob) async throws -> Result) async throws -> Result {
        let processes = JDBCProcesses()
        var job = self
        job.processes = processes
        return try await cleaningUp(with: processes.end) { try await body(job) }
    }

    /// Runs the command on targets.
    ///
    /// - Throws: the `ExitStatus` of a failure; ``Interrupted`` after a signal; an error in the settings, before any
    ///   run.
    func perform(on targets: [Target], in context: Context) async throws {
        if tellsPlaces(of: targets), processes == nil {
            return try await sharingProcesses { try await $0.perform(on: targets, in: context) }
        }
        var runs: [TargetRun] = []
        for target in targets {
            runs.append(try await TargetRun(self, on: target, isAlone: targets.count == 1, in: context))
        }
        if mode.raw {
            var failure: Termination?
            for run in runs {
                let termination = try await run.performRaw()
                if case .signaled = termination { try termination.propagate() }
                if termination != .exited(0) { failure = failure ?? termination }
                if failure != nil, mode.failFast { break }
            }
            try failure?.propagate()
            return
        }
        for run in runs { await run.noteHistory() }
        // The order is the same in every devtool process, which prevents deadlocks.
        let keepers = Dictionary(runs.map { ($0.keeper.database, $0.keeper) }) { first, _ in first }
        for (_, keeper) in keepers.sorted(by: { $0.key < $1.key }) { await keeper.prepare() }
        try await context.outlastingSignals { try await perform(runs, in: context) }
    }

    private func perform(_ runs: [TargetRun], in context: Context) async throws {
        var reports: [LiquibaseReport?] = []
        if runs.count == 1 || listsLocks {
            for run in runs {
                do { reports.append(try await run.perform()) } catch {
                    // The applied changesets persist, so the JSON output includes them.
                    if mode.json, let report = run.reporter.ended {
                        try? context.console.print([report].json(asList: runs.count > 1))
                    }
                    throw error
                }
            }
        } else {
            reports = try await performTogether(runs, in: context)
        }
        let places = try await self.places(runs, reports, in: context)
        let ended = zip(runs, reports).compactMap { run, report in
            report.map { judged($0, by: run.answer, in: context) }
        }
        let drifts = places.compactMap { $0.status(countingDrift: mode.exitCode) }
        let statuses = Set(ended.map(\.status).filter { $0 != .success } + drifts)
        let failure = statuses.count > 1 ? .problemsFound : statuses.first
        try await failure.end {
            if tellsPending { try await tellPending(runs, reports, in: context) }
            if !places.isEmpty { try context.console.print(TargetPlace.table(places)) }
            if mode.json { try context.console.print(ended.json(asList: runs.count > 1)) }
        }
    }

    /// Turns a missing tag into a problem, and with `--exit-code` also pending changesets and different databases.
    private func judged(_ report: LiquibaseReport, by answer: CommandAnswer?, in context: Context) -> LiquibaseReport {
        guard report.status == .success else { return report }
        answer?.problem.map(context.console.report)
        let isPending = mode.exitCode && report.summary.outcome.pendingCount ?? 0 > 0
        var report = report
        if isPending || answer?.isNo == true || answer?.problem != nil { report.status = .problemsFound }
        return report
    }
}

/// What a command reports about one target.
protocol JSONReport { func write(to json: inout JSONWriter) }

extension Array where Element: JSONReport {
    /// One object for one target, a list for several or none.
    func json(asList isList: Bool = false) -> String {
        var json = JSONWriter(isPretty: true)
        if count == 1, !isList { self[0].write(to: &json) } else { json.list(self) { $1.write(to: &$0) } }
        return json.text
    }
}

extension LiquibaseJob {
    /// Prints the process, its settings, and the SQL, if Liquibase has a command that prints it, for a dry run.
    func performDry(on target: Target, in context: Context) async throws {
        let run = try await TargetRun(self, on: target, isAlone: true, in: context)
        var shown = run.run
        shown.properties = shown.properties.filter { !$0.key.hasPrefix("devtool.") }
        let invocation = run.launch.liquibase.invocation(for: shown, java: run.launch.java)
        let settings = run.run.settings.properties.map { key, value in
            "\n  \(key)=" + (PropertyName(key).isSecret ? Secret(value).description : value.hidingURLPassword)
        }
        context.console.say(
            "\(target.name): would run in \(target.directory)\n  \(invocation)\(settings.joined())", at: .quiet)
        guard let command = arguments.command, let preview = command.preview else { return }
        let isRollback = command.isRollback
        // The output is kept, to list the changesets first.
        let report = try await TargetRun(keepingOutput(of: preview), on: target, isAlone: true, in: context).perform()
        if !isRollback, let reason = report.lackOfSQL { return context.console.say("  no SQL: \(reason)", at: .quiet) }
        report.summary.diagnostics.forEach(context.console.report)
        for step in PreviewSections(report.output ?? "").steps {
            context.console.say("  would \(isRollback ? "roll back" : "apply") \(step.changeSet)", at: .quiet)
        }
        try Array((report.output ?? "").utf8).withUnsafeBytes { try context.console.write($0) }
        if report.status != .success { throw report.status }
    }
}
