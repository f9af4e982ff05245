import Changelogs
import DevtoolKit
import Synchronization
import SystemPackage

/// Manages the changelog lock around one run of Liquibase.
///
/// - Before the run, it gives Liquibase the mark of the lock's owner.
/// - When devtool is asked to stop, it has the database cancel the run's statement.
/// - While the run waits for the lock, it releases a dead run's lock, or reports the holder until the timeout.
/// - After an abnormal end of the run, it releases the lock that the run left.
///
/// ```swift
/// let keeper = LockKeeper(target: target.name, options: options, …)
/// var invocation = …                          // with keeper.properties
/// invocation.beforeStop = { await keeper.cancel() }
/// await keeper.prepare()
/// let running = Task {
///     try await context.processes.run(invocation) { line in keeper.receive(line) }
/// }
/// let termination = try await keeper.attend(running)      // nil: run it once more
/// ```
final class LockKeeper: Sendable {
    let owner: LockOwner
    /// Equal for different URLs of one database if that can be determined.
    let database: String

    private let target: String
    private let history: LockTable
    private let lockTable: String
    private let firstUse: LockTableCreation?
    private let records: JDBCLocks
    /// Whether the server can tell the run's sessions, and so cancel their statements.
    private let hasNamedSessions: Bool
    /// Properties that make the run's lock and sessions identifiable and its log readable.
    private let ownProperties: [String: String]
    private let timeout: Duration
    private let clock: TimeSource
    let url: String
    private let isAlone: Bool
    /// Whether the database exists for this run only, so that a leftover lock does not matter.
    let isThrowaway: Bool
    /// Whether Liquibase's log level includes messages about the lock.
    private let seesLog: Bool
    private let console: Console
    private let state = Mutex(State())

    /// Why a waiting run was stopped.
    private enum Verdict {
        case timeout(HeldLock?)
        /// The lock cannot be read or released while this run has the database open.
        case unseen
    }

    private struct State {
        var phase = LockPhase.none
        var verdict: Verdict?
        var isPrepared = false
        /// Whether the run was stopped to release the lock and then restarted.
        var isAnew = false
        var waits: AsyncStream<Void>.Continuation?
    }

    /// If `isAlone` is false, the run's process cannot be stopped while it waits for the lock, so Liquibase itself
    /// gives up, after whole minutes.
    init(
        target: String, options: LiquibaseOptions, timeout: Duration, isAlone: Bool = true, isThrowaway: Bool = false,
        directory: FilePath, context: Context,
        connect: @escaping @Sendable () throws(JDBCSession.Failure) -> JDBCSession
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
                ["host", "port", "dbname"].map { address.parameters[$0] ?? "" }.joined(separator: " ")
            } ?? url
        let table = LockTable(options, schema: address?.schema)
        history = LockTable(options, schema: address?.schema, isHistory: true)
        lockTable = table.name
        hasNamedSessions = takesTurn && ServerSessions(url: url) != nil
        var properties: [String: String] = [:]
        if hasNamedSessions { properties["devtool.session"] = owner.applicationName }
        // Otherwise HSQLDB's driver suppresses Liquibase's messages about the lock.
        if url.engine == "hsqldb" { properties["hsqldb.reconfig_logging"] = "false" }
        // Printed SQL is run by others, whose lock is not devtool's.
        if options.arguments.command?.printsSQL != true { properties["liquibase.hostDescription"] = owner.description }
        ownProperties = properties
        records = JDBCLocks(url: url, table: table, connect: connect)
        firstUse = takesTurn ? Self.turnFile(of: url, directory, in: context).map { LockTableCreation($0) } : nil
    }

    /// The file that serializes runs on a database; its name depends on the folder, because URLs may be relative.
    private static func turnFile(of url: String, _ directory: FilePath, in context: Context) -> FilePath? {
        let name = StableHash(of: "\(directory)\n\(url)".utf8).digits
        return try? context.cacheFolder().appending("migrate").appending("turn-\(name)")
    }

    /// System properties for Liquibase, whose timeout exceeds devtool's because devtool's message is more helpful.
    var properties: [String: String] {
        let minutes = Int(min(timeout / .seconds(60), 1_000_000)) + (isAlone ? 2 : 1)
        return ownProperties.merging([
            "liquibase.changelogLockPollRate": "1", "liquibase.changelogLockWaitTimeInMinutes": "\(minutes)",
        ]) { own, _ in own }
    }

    func receive(_ line: OutputLine) {
        guard let phase = LockPhase(toldBy: line) else { return }
        firstUse?.end()
        state.withLock { state in
            if phase == .waiting, state.phase != .waiting { state.waits?.yield() }
            state.phase = phase
        }
    }

    /// Makes the database cancel the run's statement; returns whether the run is now expected to exit by itself.
    func cancel() async -> Bool {
        // A waiting run can be killed without loss.
        guard hasNamedSessions, state.withLock({ $0.phase != .waiting }) else { return false }
        return await records.cancelStatements(of: owner)
    }

    /// The lock in the format of `list-locks`; `nil` if it cannot be read.
    func list() async -> String? {
        let state = await records.state()
        await records.close()
        return switch state {
        case .free: "no locks\n"
        case .held(let lock): "\(lock)\n"
        case .unknown: nil
        }
    }

    /// The applied changesets in their order; `nil` if there is no history table or it cannot be read.
    func appliedChangeSets() async -> [AppliedChangeSet]? {
        let rows = await records.rows(
            "SELECT ID, AUTHOR, FILENAME FROM \(history.sql) ORDER BY DATEEXECUTED, ORDEREXECUTED")
        await records.close()
        return rows?.compactMap { row in
            guard row.count == 3, let id = row[0], let author = row[1], let file = row[2] else { return nil }
            return AppliedChangeSet(id: id, author: author, file: file, checksum: nil)
        }
    }

    /// The changeset that was run or marked as run last; `nil` if there is none, or the history cannot be read.
    func lastChangeSet() async -> (changeSet: String, date: String)? {
        let rows = await records.rows(
            """
            SELECT ID, AUTHOR, FILENAME, DATEEXECUTED FROM \(history.sql)
            WHERE ORDEREXECUTED = (SELECT MAX(ORDEREXECUTED) FROM \(history.sql))
            """)
        await records.close()
        guard let row = rows?.last?.compactMap(\.self), row.count == 4 else { return nil }
        let changeSet = ChangeSetIdentity(file: row[2], id: row[0], author: row[1]).normalized
        return ("\(changeSet)", JDBCLocks.time(row[3]))
    }

    func catalog(_ question: Catalog.Question) async -> Catalog? {
        await records.rows(question.sql, question.parameters).map(Catalog.init)
    }

    func close() async { await records.close() }

    var historyTable: String { history.sql }

    /// Whether a table is one of Liquibase's own, in any schema; servers may change the case of the name.
    func isOwnTable(_ name: String) -> Bool {
        [history.name, lockTable].contains { $0.lowercased() == name.lowercased() }
    }

    func isHistory(_ table: SchemaObject) -> Bool { table.name.lowercased() == history.name.lowercased() }

    /// Waits for the run's turn while another run may be creating the lock table.
    ///
    /// Runs in a shared process start by themselves, so call this in advance, for only one run per ``database``: a turn
    /// ends when its run holds the lock.
    func prepare() async {
        let isPrepared = state.withLock { state in
            defer { state.isPrepared = true }
            return state.isPrepared
        }
        if !isPrepared { await firstUse?.begin() }
    }

    /// Manages the lock during and after a run, which is cancelled if it must not continue.
    ///
    /// - Returns: how the run ended; `nil` if it had to be stopped to release the lock, so it must run once more.
    /// - Throws: the run's error; ``Problem`` if the lock is not available.
    func attend(_ running: Task<Termination, any Error>) async throws -> Termination? {
        defer { firstUse?.end() }
        return try await cleaningUp(with: records.close) {
            let (result, verdict) = await end(of: running)
            return try await judge(result, verdict)
        }
    }

    private func end(of running: Task<Termination, any Error>) async -> (Result<Termination, any Error>, Verdict?) {
        let (waits, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            state.waits = continuation
            // One of several runs may already have started.
            if state.phase == .waiting { continuation.yield() }
        }
        let watching = Task { [self] in
            for await _ in waits {
                await lookAtLock(of: running)
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

    private func judge(_ result: Result<Termination, any Error>, _ verdict: Verdict?) async throws -> Termination? {
        // An interrupt by the user takes precedence.
        if case .failure(let error as Interrupted) = result {
            await Task { await self.settle(after: result) }.value
            throw error
        }
        switch verdict {
        case .timeout(let lock): throw lockNotAvailable(lock)
        case .unseen:
            // Only once: if the run waits again, another process got the lock first.
            let isAnew = state.withLock(\.isAnew)
            guard !isAnew, try await isFreedWithoutRun() else { throw lockNotAvailable(nil) }
            state.withLock { ($0.phase, $0.isAnew) = (.none, true) }
            return nil
        case nil:
            // In a separate task, because this one may be cancelled.
            await Task { await self.settle(after: result) }.value
            return try result.get()
        }
    }

    private static let period = Duration.seconds(1)

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
                case .unknown where last == nil && isAloneWithDatabase: return stop(running, with: .unseen)
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
            // The run may have acquired the lock just now, so it must not be cancelled.
            guard state.phase == .waiting else { return true }
            state.verdict = verdict
            return false
        }
        if !isLate { running.cancel() }
    }

    /// Releases a lock whose owner is proven dead.
    private func free(_ lock: HeldLock) async -> Bool {
        guard let owner = lock.owner, lock.session == nil, owner.isDead(),
            await records.free(owner, isOurs: false) == .freed
        else { return false }
        say("Released the lock left by devtool process \(owner.process), which has ended")
        return true
    }

    /// Releases the lock of an embedded database after the waiting run was stopped for it.
    ///
    /// - Throws: ``Problem`` if the holder may be alive.
    private func isFreedWithoutRun() async throws -> Bool {
        let state = await records.state()
        if case .held(let lock) = state { guard await free(lock) else { throw lockNotAvailable(lock) } }
        await records.close()
        return state != .unknown
    }

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

    private func say(_ text: String) { console.say((isAlone ? "" : "\(target) | ") + text) }

    private func warnOfLock(under session: ServerSession? = nil) {
        if isThrowaway { return }
        let message =
            if let session { "this run still holds the changelog lock: \(session.reason)" } else {
                "this run may still hold the changelog lock: the lock cannot be read"
            }
        console.report(
            Diagnostic(
                message, severity: .warning,
                hint: "the next run on this host releases it"
                    + (session.map { " once the statement has ended; '\($0.end)' ends the statement" } ?? "")
                    + "; on another host, run 'devtool migrate --target \(target) release-locks'"))
    }

    private func waiting(for lock: HeldLock) -> String {
        guard let session = lock.session, lock.owner?.isDead() == true else {
            return "Waiting for the lock held by \(lock)"
        }
        return "Waiting for the lock held by \(lock), which has ended: \(session.reason)"
    }

    private func lockNotAvailable(_ lock: HeldLock?) -> Problem {
        let holder = lock.map { "it is held by \($0)" } ?? "its holder is unknown"
        let ending = lock?.session.map { "run '\($0.end)', then " } ?? ""
        return Problem(
            .timedOut, "timed out after \(DurationText.format(timeout)) waiting for the changelog lock: \(holder)",
            hint: "if no run is using it any more, \(ending)release it with 'devtool migrate --target \(target) "
                + "release-locks'")
    }

    private var isAloneWithDatabase: Bool {
        let url = url.lowercased()
        guard !url.contains("auto_server=true") else { return false }
        return url.contains(/^jdbc:(h2:(?!tcp:|ssl:|mem:)|hsqldb:file:|derby:(?!\/\/))/)
    }
}
