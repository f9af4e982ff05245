import Changelogs
import DevtoolKit
import Synchronization
import SystemPackage

/// Manages the changelog lock around one run of Liquibase.
///
/// Before the run it gives Liquibase the mark of the lock's owner; when devtool is asked to stop, it has
/// the database cancel the run's statement; while the run waits for the lock, it frees that of a run that
/// is gone, or says who has it, and gives up in time; after a run that did not end in order, it frees the
/// lock that was left.
///
/// ```swift
/// let keeper = LockKeeper(target: target.name, options: options, …)
/// var invocation = …                          // with keeper.properties
/// invocation.beforeStop = { await keeper.cancel() }
/// await keeper.prepare()
/// let running = Task {
///     try await context.processes.run(invocation) { line in keeper.receive(line) }
/// }
/// let termination = try await keeper.attend(running)      // nil: it is to be run once more
/// ```
final class LockKeeper: Sendable {
    /// The mark of the run.
    let owner: LockOwner
    /// The database, the same for all URLs that lead to it, as far as that can be told.
    let database: String

    private let target: String
    private let history: LockTable
    private let firstUse: LockTableCreation?
    private let records: JDBCLocks
    private let cancellation: DatabaseCancellation?
    /// What the engine's driver needs so that the run can be found, and heard.
    private let engineProperties: [String: String]
    private let timeout: Duration
    private let clock: TimeSource
    /// The JDBC URL as the user knows it.
    let url: String
    private let isAlone: Bool
    /// Whether the database is made for the run, so that its lock is nobody's concern.
    let isThrowaway: Bool
    /// Whether Liquibase says what it does with the lock.
    private let seesLog: Bool
    private let console: Console
    private let state = Mutex(State())

    /// Why a run was stopped while it waited.
    private enum Verdict {
        /// The time for that was over.
        case timeout(HeldLock?)
        /// Nothing can be seen or freed while this run has the database open.
        case unseen
    }

    private struct State {
        var phase = LockPhase.none
        var verdict: Verdict?
        var isPrepared = false
        /// Whether the run has been stopped to free the lock, and begun anew.
        var isAnew = false
        /// Told each time that the run begins to wait.
        var waits: AsyncStream<Void>.Continuation?
    }

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - target: the name of the target.
    ///   - options: the command of Liquibase and its options.
    ///   - timeout: how long the run may wait for the lock.
    ///   - isAlone: whether the run has a process of its own, which can be stopped while it waits; else
    ///     Liquibase itself gives up, after whole minutes.
    ///   - isThrowaway: whether the database is made for the run.
    ///   - directory: the folder of `devtool.yml`, where Liquibase runs.
    ///   - context: where the user is told.
    ///   - connect: connects to the database by its JDBC driver.
    init(
        target: String, options: LiquibaseOptions, timeout: Duration, isAlone: Bool = true,
        isThrowaway: Bool = false, directory: FilePath, context: Context,
        connect: @escaping @Sendable (JDBCLogin) throws(JDBCSession.Failure) -> JDBCSession
    ) {
        owner = LockOwner()
        self.target = target
        self.timeout = timeout
        console = context.console
        clock = context.clock
        self.isAlone = isAlone
        self.isThrowaway = isThrowaway
        seesLog = options.tellsWhatIsDone

        let url = options["url"] ?? ""
        let takesTurn = options.arguments.command.map { $0.effect != .reads } ?? false
        self.url = url
        let address = PostgreSQLAddress(url: url, username: options["username"])
        database =
            address.map { address in
                ["host", "port", "dbname"].map { address.parameters[$0] ?? "" }
                    .joined(separator: " ")
            } ?? url
        let table = LockTable(options, schema: address?.schema)
        history = LockTable(options, schema: address?.schema, isHistory: true)
        let sessions = takesTurn ? ServerSessions(url: url) : nil
        var properties: [String: String] = [:]
        if sessions != nil { properties["devtool.session"] = owner.applicationName }
        // Its driver would have what Liquibase says of the lock go unheard.
        if url.engine == "hsqldb" { properties["hsqldb.reconfig_logging"] = "false" }
        engineProperties = properties
        let login = JDBCLogin(options)
        records = JDBCLocks(url: url, table: table) { () throws(JDBCSession.Failure) in
            try connect(login)
        }
        firstUse =
            takesTurn
            ? Self.turnFile(of: url, directory, in: context).map { LockTableCreation($0) } : nil
        cancellation =
            sessions == nil ? nil : DatabaseCancellation(database: records, owner: owner)
    }

    /// The file that keeps runs on a database apart; a path in the URL is from the folder of `devtool.yml`.
    private static func turnFile(
        of url: String, _ directory: FilePath, in context: Context
    ) -> FilePath? {
        let name = StableHash(of: "\(directory)\n\(url)".utf8).digits
        return try? context.cacheFolder().appending("migrate").appending("turn-\(name)")
    }

    /// The system properties for Liquibase's Java.
    ///
    /// Liquibase itself is to wait for longer than devtool does, which has more to say at the end.
    var properties: [String: String] {
        let minutes = Int(min(timeout / .seconds(60), 1_000_000)) + (isAlone ? 2 : 1)
        return [
            "liquibase.hostDescription": owner.description,
            "liquibase.changelogLockPollRate": "1",
            "liquibase.changelogLockWaitTimeInMinutes": "\(minutes)",
        ].merging(engineProperties) { own, _ in own }
    }

    /// Takes a line that Liquibase has written, or a report of its log.
    func receive(_ line: OutputLine) {
        guard let phase = LockPhase(toldBy: line) else { return }
        firstUse?.end()
        state.withLock { state in
            if phase == .waiting, state.phase != .waiting { state.waits?.yield() }
            state.phase = phase
        }
    }

    /// Has the database end what the run does; to be tried before a signal.
    ///
    /// - Returns: whether the run can be expected to end by itself now.
    func cancel() async -> Bool {
        // Who waits has nothing to lose.
        guard state.withLock({ $0.phase != .waiting }) else { return false }
        return await cancellation?.run() ?? false
    }

    /// The lock as `list-locks` tells it; nil where that cannot be found out.
    ///
    /// Liquibase's own command fails on SQLite, and tells no more.
    func list() async -> String? {
        let state = await records.state()
        await records.close()
        return switch state {
        case .free: "no locks\n"
        case .held(let lock): "\(lock)\n"
        case .unknown: nil
        }
    }

    /// The changesets that have been applied; nil where that cannot be found out, or there is no history yet.
    func appliedChangeSets() async -> [AppliedChangeSet]? {
        let rows = await records.rows("SELECT ID, AUTHOR, FILENAME FROM \(history.sql)")
        await records.close()
        return rows?.compactMap { row in
            guard row.count == 3, let id = row[0], let author = row[1], let file = row[2] else {
                return nil
            }
            return AppliedChangeSet(id: id, author: author, file: file, checksum: nil)
        }
    }

    /// The catalog's answer, nil if the database does not respond; call ``close()`` after the last question.
    func catalog(_ question: Catalog.Question) async -> Catalog? {
        await records.rows(question.sql, question.parameters).map(Catalog.init)
    }

    /// Ends the session with the database.
    func close() async { await records.close() }

    /// Waits for the run's turn, where others may be the first on the same database; to be called before
    /// runs that begin by themselves, as those that share a process do, for one on each ``database`` only:
    /// a turn ends when its run has the lock.
    func prepare() async {
        let isPrepared = state.withLock { state in
            defer { state.isPrepared = true }
            return state.isPrepared
        }
        if !isPrepared { await firstUse?.begin() }
    }

    /// Keeps the lock in order while Liquibase runs, and after it.
    ///
    /// - Parameter running: the run, which has begun; it is cancelled where it is not to go on.
    /// - Returns: how it ended; nil where the lock could only be freed while it did not run, which has
    ///   been done: it is to be run once more.
    /// - Throws: what the run throws; ``MigrateError`` when the lock was not to be had.
    func attend(_ running: Task<Termination, any Error>) async throws -> Termination? {
        defer { firstUse?.end() }
        do {
            let (result, verdict) = await end(of: running)
            let termination = try await judge(result, verdict)
            await records.close()
            return termination
        } catch {
            await records.close()
            throw error
        }
    }

    /// Waits for the end of a run, and looks after it each time that it waits for the lock.
    private func end(
        of running: Task<Termination, any Error>
    ) async -> (Result<Termination, any Error>, Verdict?) {
        let (waits, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            state.waits = continuation
            // One among many may have begun already.
            if state.phase == .waiting { continuation.yield() }
        }
        let watching = Task { [self] in
            for await _ in waits {
                await lookAtLock(of: running)
                // The run may take hours.
                await records.close()
            }
        }
        defer { watching.cancel() }
        let result = await withTaskCancellationHandler {
            await running.result
        } onCancel: {
            running.cancel()
        }
        let verdict = state.withLock { state in
            defer { state.verdict = nil }
            return state.verdict
        }
        return (result, verdict)
    }

    /// What the end of a run means, and what is to be done after it.
    private func judge(
        _ result: Result<Termination, any Error>, _ verdict: Verdict?
    ) async throws -> Termination? {
        // What the user wants counts most.
        if case .failure(let error as Interrupted) = result {
            await Task { await self.settle(after: result) }.value
            throw error
        }
        switch verdict {
        case .timeout(let lock): throw lockNotAvailable(lock)
        case .unseen:
            // Once: if it then waits again, somebody else is quicker.
            let isAnew = state.withLock(\.isAnew)
            guard !isAnew, try await isFreedWithoutRun() else { throw lockNotAvailable(nil) }
            state.withLock { ($0.phase, $0.isAnew) = (.none, true) }
            return nil
        case nil:
            // A task of its own: this one may be cancelled.
            await Task { await self.settle(after: result) }.value
            return try result.get()
        }
    }

    /// How often the lock is looked at while the run waits.
    private static let period = Duration.seconds(1)

    /// Looks after a run that waits for the lock, until it does so no more.
    private func lookAtLock(of running: Task<Termination, any Error>) async {
        let end = clock.now + timeout
        var nextLook = clock.now
        var last: HeldLock?
        while !Task.isCancelled, state.withLock({ $0.phase == .waiting }) {
            if clock.now >= nextLook {
                switch await records.state() {
                case .held(let lock):
                    let isFreed = await free(lock)
                    if !isFreed, lock != last { say(waiting(for: lock)) }
                    last = isFreed ? nil : lock
                case .unknown where last == nil && isAloneWithDatabase:
                    return stop(running, with: .unseen)
                case .free, .unknown: break
                }
                nextLook = clock.now + Self.period
            }
            if clock.now >= end { return stop(running, with: .timeout(last)) }
            try? await clock.sleep(for: .milliseconds(100))
        }
    }

    private func stop(_ running: Task<Termination, any Error>, with verdict: Verdict) {
        guard isAlone else { return }
        let isLate = state.withLock { state in
            // It may have got the lock in the last moment: that is not to be broken off.
            guard state.phase == .waiting else { return true }
            state.verdict = verdict
            return false
        }
        if !isLate { running.cancel() }
    }

    /// Frees a lock whose owner is proven to be gone.
    private func free(_ lock: HeldLock) async -> Bool {
        guard let owner = lock.owner, lock.session == nil, owner.isDead(),
            await records.free(owner, isOurs: false) == .freed
        else { return false }
        say(
            "Released the lock left by devtool process \(owner.process), which has ended")
        return true
    }

    /// Frees the lock of an embedded database after the run that waited for it, which was stopped for that.
    ///
    /// - Returns: whether the run has a chance now.
    /// - Throws: ``MigrateError`` when it is another's: nobody who lives could free it while the run waits.
    private func isFreedWithoutRun() async throws -> Bool {
        let state = await records.state()
        if case .held(let lock) = state {
            guard await free(lock) else { throw lockNotAvailable(lock) }
        }
        // The run is to have the database for itself.
        await records.close()
        return state != .unknown
    }

    /// Frees the lock that this run may have left.
    private func settle(after result: Result<Termination, any Error>) async {
        let phase = state.withLock(\.phase)
        var hasEndedItself = false
        if case .success(.exited(let status)) = result {
            guard phase == .held || status != 0 && !seesLog else { return }
            hasEndedItself = true
        }
        let mayBeOurs = phase == .held || !seesLog && !hasEndedItself
        switch await records.state() {
        case .held(let lock) where lock.owner == owner: break
        case .unknown where mayBeOurs: return warnOfLock()
        case .held, .free, .unknown: return
        }
        switch await records.free(owner, isOurs: true) {
        case .freed: say("Released the lock of this run")
        case .working(let session): warnOfLock(under: session)
        case .unknown: warnOfLock()
        }
    }

    /// Tells the user, among several targets of which one it is.
    private func say(_ text: String) {
        console.say((isAlone ? "" : "\(target) | ") + text)
    }

    private func warnOfLock(under session: ServerSession? = nil) {
        if isThrowaway { return }
        let message =
            if let session {
                "this run still holds the changelog lock: \(session.reason)"
            } else {
                "this run may still hold the changelog lock: it cannot be read"
            }
        console.report(
            Diagnostic(
                message, severity: .warning,
                hint: "the next run on this host releases it"
                    + (session.map { ", once that has ended; '\($0.end)' ends it" } ?? "")
                    + "; from elsewhere: 'devtool migrate --target \(target) release-locks'"))
    }

    private func waiting(for lock: HeldLock) -> String {
        guard let session = lock.session, lock.owner?.isDead() == true else {
            return "Waiting for the lock held by \(lock)"
        }
        return "Waiting for the lock held by \(lock), which has ended: \(session.reason)"
    }

    private func lockNotAvailable(_ lock: HeldLock?) -> MigrateError {
        .lockNotAvailable(lock, target: target, after: timeout)
    }

    /// Whether one process only can have the database open.
    private var isAloneWithDatabase: Bool {
        let url = url.lowercased()
        guard !url.contains("auto_server=true") else { return false }
        return url.contains(/^jdbc:(h2:(?!tcp:|ssl:|mem:)|hsqldb:file:|derby:(?!\/\/))/)
    }
}
