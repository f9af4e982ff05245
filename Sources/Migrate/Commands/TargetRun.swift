import Changelogs
import DevtoolKit
import Synchronization
import SystemPackage

/// A Liquibase command on one target.
///
/// The initializer plans the run (``TargetPlan``), and prepares its lock and its report.
struct TargetRun: Sendable {
    let target: Target
    let launch: LiquibaseLaunch
    let run: LiquibaseRun
    let keeper: LockKeeper
    /// Opens a session on the database, without Liquibase.
    let connect: @Sendable () throws(JDBCSession.Failure) -> JDBCSession
    let reporter: LiquibaseReporter
    private let listsLocks: Bool
    private let outputFile: FilePath?
    /// Detects redacted secrets in printed SQL; `nil` for a command that prints none.
    private let hiddenSQL: HiddenSQL?
    let answer: CommandAnswer?
    private let command: CommandName?
    private let context: Context

    /// Prepares a run.
    ///
    /// - Throws: ``ConfigurationError`` if a password is missing; ``Problem`` if Java or Liquibase is missing.
    init(_ job: LiquibaseJob, on target: Target, isAlone: Bool, in context: Context) async throws {
        self.target = target
        self.context = context
        let section = target.section
        let launch = LiquibaseLaunch(
            of: try Liquibase.locate(for: section, from: target.directory, in: context),
            java: try JavaRuntime.locate(named: section[TargetSetting.java], from: target.directory, in: context),
            in: context)
        self.launch = launch
        let missing = target.missingDriver(besides: launch.liquibase)
        let plan = try TargetPlan(
            job, on: target, isAlone: isAlone, by: launch,
            with: await TargetSecrets(of: target, job.arguments, and: job.passwordVariables, in: context),
            addedDriver: missing.flatMap { try? Installation(in: context).jar(of: $0) }?.string,
            verbosity: context.console.verbosity, environment: context.environment)
        connect = {
            [base = plan.base, login = JDBCLogin(plan.options), processes = job.processes] () throws(JDBCSession
                .Failure) in
            if let processes { return try processes.session(login, by: launch, for: base) }
            return try JDBCSession(login, by: launch, for: base)
        }
        keeper = LockKeeper(
            target: target.name, options: plan.options, timeout: section[TargetSetting.lockTimeout], isAlone: isAlone,
            isThrowaway: job.mode.isThrowaway, directory: target.directory, context: context, connect: connect)
        let hiddenSQL = job.arguments.command?.printsSQL ?? false ? HiddenSQL() : nil
        self.hiddenSQL = hiddenSQL
        var run = plan.run
        run.properties.merge(keeper.properties) { _, own in own }
        run.beforeStop = { [keeper] in await keeper.cancel() }
        if let hiddenSQL { run.onHidden = { hiddenSQL.noteSecret() } }
        self.run = run
        answer = CommandAnswer(to: job.arguments, exitCode: job.mode.exitCode)
        listsLocks = job.listsLocks
        command = job.arguments.isAboutLiquibase ? nil : job.arguments.command
        outputFile = (job.arguments.value(of: "--output-file") ?? target.properties["outputFile"]).map {
            FilePath($0).absolute(in: target.directory)
        }
        let places = ChangelogPlaces(job.changelogs[target.name], of: target, by: job.preflight)
        reporter = LiquibaseReporter(
            of: job.arguments.command?.description ?? job.arguments.words[0], on: target.name, style: plan.style,
            in: context, place: { places.location(of: $0) })
    }

    /// Runs the command and reports the result, in a new process unless there is a session.
    func perform(in session: SharedJVMSession? = nil) async throws -> LiquibaseReport {
        let ending: Result<Termination, any Error>
        do {
            let termination = try await context.console.withProgress("Liquibase: \(reporter.title)") {
                reporter.show($0)
                defer { reporter.show(nil) }
                if let termination = try await listedLocks() { return termination }
                return try await runToEnd(in: session) { try receive($0) }
            }
            ending = .success(termination)
        } catch { ending = .failure(error) }
        return try reporter.report(ending, await openHistory())
    }

    /// The recorded changesets, if the result depends on them; `nil` if they are not needed or cannot be read.
    func openHistory() async -> [ChangeSetIdentity]? { reporter.isOpen && !keeper.isThrowaway ? await history() : nil }

    /// Has the report name the changesets that the command records, which Liquibase does not.
    func noteHistory() async {
        guard let command, command.onlyRecords else { return }
        // Without a table, nothing is recorded.
        reporter.note(before: Set(await history() ?? []))
    }

    private func history() async -> [ChangeSetIdentity]? {
        // In a task of its own, because this one may be cancelled.
        let applied = await Task { await keeper.appliedChangeSets() }.value
        return applied?.map { ChangeSetIdentity(file: $0.file, id: $0.id, author: $0.author).normalized }
    }

    func performRaw() async throws -> Termination {
        try await runToEnd(in: nil) { [console = context.console] line in
            hiddenSQL?.receive(line)
            try line.bytes.withUnsafeBytes { bytes in
                if line.stream == .error { return console.writeError(bytes) }
                try console.write(bytes)
            }
        }
    }

    /// Runs Liquibase to its end and settles the lock; runs it again if it had to be stopped to release the lock.
    private func runToEnd(
        in session: SharedJVMSession?, passing consume: @escaping @Sendable (OutputLine) throws -> Void
    ) async throws -> Termination {
        await keeper.prepare()
        while true {
            let running = Task {
                guard let session else { return try await launch.run(run, passing: consume) }
                return try await session.run(run, by: launch, passing: consume)
            }
            if let termination = try await keeper.attend(running) {
                if termination == .exited(0) {
                    try checkOutputFile()
                    if let sqlError { throw sqlError }
                }
                return termination
            }
        }
    }

    /// Checks that Liquibase's output file is complete, because Liquibase 4.6.2 ignores a full disk.
    private func checkOutputFile() throws {
        guard let outputFile, outputFile.isOnFullDisk else { return }
        throw FileError.cannotWrite(outputFile.string, .noSpace)
    }

    /// The error if the printed SQL contains `***` instead of a secret.
    var sqlError: Problem? {
        guard hiddenSQL?.isIncomplete == true else { return nil }
        return Problem(
            .badData, "the SQL contains a secret, shown as ***, so it differs from what would run",
            hint: "write it with 'update-sql --output-file FILE', which hides nothing, or choose a password that "
                + "does not occur in a changeset")
    }

    func receive(_ line: OutputLine) throws {
        hiddenSQL?.receive(line)
        answer?.receive(line)
        keeper.receive(line)
        try reporter.receive(line)
    }

    private func listedLocks() async throws -> Termination? {
        guard listsLocks, let list = await keeper.list() else { return nil }
        try receive(OutputLine(Array(list.utf8), on: .output))
        return .exited(0)
    }
}

/// Detects SQL in which `***` replaces a secret.
private final class HiddenSQL: Sendable {
    private let hasSecret = Atomic(false)
    private let hasMask = Atomic(false)

    func noteSecret() { hasSecret.store(true, ordering: .relaxed) }

    /// Ignores comments, in which Liquibase prints the database's URL.
    func receive(_ line: OutputLine) {
        guard line.stream == .output, line.isContinued || !line.bytes.starts(with: "--".utf8),
            line.text.contains(Secret.mask)
        else { return }
        hasMask.store(true, ordering: .relaxed)
    }

    var isIncomplete: Bool { hasSecret.load(ordering: .relaxed) && hasMask.load(ordering: .relaxed) }
}
