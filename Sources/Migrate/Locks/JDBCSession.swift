import DevtoolKit
import Dispatch
import Synchronization
import SystemPackage

/// A connection to any database that Liquibase supports, through its JDBC driver in a separate Java process.
///
/// Connecting takes a third of a second. A Liquibase command takes more than one, and waits for the lock itself. All
/// methods block, for a few seconds at most. The process ends with the last reference.
final class JDBCSession: Sendable {
    enum Parameter {
        case text(String)
        /// The driver converts it for databases without a Boolean type.
        case boolean(Bool)

        fileprivate var description: String {
            switch self {
            case .text(let text): "=" + text
            case .boolean(let value): "\(value)"
            }
        }
    }

    enum Failure: Error, Hashable {
        /// The driver's message, with the exception and its causes.
        case refused(String, [Cause])
        /// A timeout, or the session has ended.
        case noAnswer

        /// What the database says about a statement that it refuses; without an answer, throws itself.
        var refusal: String {
            get throws(Failure) {
                guard case .refused(let text, let causes) = self else { throw self }
                return causes.first?.message ?? text
            }
        }
    }

    private static let startLimit = Duration.seconds(15)
    static let limit = Duration.seconds(10)

    private let answers = JDBCAnswers()
    private let input: OwnedDescriptor
    private let process: Task<Void, Never>
    private let processes: JDBCProcesses?
    private let settings: (launch: LiquibaseLaunch, run: LiquibaseRun, classPath: [String])

    /// Starts Java with the run's settings, connects and logs in.
    ///
    /// Afterwards, the process waits among `processes`.
    init(_ login: JDBCLogin, by launch: LiquibaseLaunch, for run: LiquibaseRun, keptIn processes: JDBCProcesses? = nil)
        throws(Failure)
    {
        self.processes = processes
        settings = (launch, run, login.classPath)
        guard let folder = try? launch.makeFolder(), let jar = try? JavaProgram.write(to: folder),
            let pipe = try? OwnedDescriptor.pipe()
        else { throw .noAnswer }
        input = pipe.writing
        let liquibase = launch.liquibase
        var run = run
        // Changelog parameters have no effect here.
        run.properties = [:]
        var invocation = liquibase.invocation(
            startingProgram: [JavaProgram.sessionArgument], for: run, java: launch.java,
            options: folder.javaOptions + [JDBCLogin.patienceOption],
            classPath: liquibase.driverPath(for: run, beside: jar, and: login.classPath))
        invocation.input = .file(pipe.reading.descriptor)
        invocation.outlivesSignals = true
        process = Task { [answers, invocation, processes = launch.context.processes] in
            _ = try? await processes.run(invocation, output: { answers.receive($0) }, error: { _ in })
            withExtendedLifetime(pipe.reading) { folder.path.removeRecursively() }
            answers.finish()
        }
        do { _ = try answer(within: Self.startLimit) } catch {
            end()
            throw error
        }
        try connect(login)
    }

    fileprivate func connect(_ login: JDBCLogin) throws(Failure) {
        do { _ = try ask(login.texts, within: JDBCLogin.patience) } catch {
            end()
            throw error
        }
    }

    var isOver: Bool { answers.isOver }

    /// Runs a statement in its own transaction; the rows have `nil` for null.
    @discardableResult func rows(
        _ statement: String, _ parameters: [Parameter] = [], within limit: Duration = JDBCSession.limit
    ) throws(Failure) -> [[String?]] {
        try ask([statement, "\(parameters.count)"] + parameters.map(\.description), within: limit)
    }

    func end() {
        // The first empty text ends the connection, the second one the process.
        if (try? ask([""], within: Self.startLimit)) != nil, processes?.keep(self) == true { return }
        try? write([""])
        _ = answers.next(within: Self.startLimit)
        abandon()
    }

    fileprivate func fits(_ login: JDBCLogin, _ launch: LiquibaseLaunch, _ run: LiquibaseRun) -> Bool {
        settings.launch.isSame(as: launch) && settings.run.sharesProcess(with: run)
            && settings.classPath == login.classPath
    }

    private func ask(_ texts: [String], within limit: Duration) throws(Failure) -> [[String?]] {
        try write(texts)
        return try answer(within: limit)
    }

    private func answer(within limit: Duration) throws(Failure) -> [[String?]] {
        if let answer = answers.next(within: limit) { return try answer.get() }
        // A late answer would be read as the answer to the next statement.
        abandon()
        throw .noAnswer
    }

    private func write(_ texts: [String]) throws(Failure) {
        var bytes: [UInt8] = []
        for text in texts {
            bytes += text.utf8
            bytes.append(0)
        }
        guard !answers.isOver, (try? input.descriptor.writeAll(bytes)) != nil else { throw .noAnswer }
    }

    private func abandon() {
        process.cancel()
        input.close()
        answers.finish()
    }
}

/// The processes of ended sessions, kept for the next one with the same settings because Java starts slowly.
final class JDBCProcesses: Sendable {
    /// `nil` after the end.
    private let idle = Mutex<[JDBCSession]?>([])

    func session(_ login: JDBCLogin, by launch: LiquibaseLaunch, for run: LiquibaseRun) throws(JDBCSession.Failure)
        -> JDBCSession
    {
        // Other embedded databases stay open as long as their process runs.
        guard login.url.engine == "sqlite" || DatabaseAddress(url: login.url) != nil else {
            return try JDBCSession(login, by: launch, for: run)
        }
        let free = idle.withLock { idle in
            idle?.firstIndex { $0.fits(login, launch, run) }.flatMap { idle?.remove(at: $0) }
        }
        guard let free else { return try JDBCSession(login, by: launch, for: run, keptIn: self) }
        try free.connect(login)
        return free
    }

    fileprivate func keep(_ session: JDBCSession) -> Bool {
        idle.withLock { idle in
            idle?.append(session)
            return idle != nil
        }
    }

    func end() async {
        let left = idle.withLock { idle in
            defer { idle = nil }
            return idle ?? []
        }
        await runBlocking(within: .seconds(60), else: ()) { left.forEach { $0.end() } }
    }
}

extension Liquibase {
    /// A class path that contains nothing but JDBC drivers: those of the run and of Liquibase.
    fileprivate func driverPath(for run: LiquibaseRun, beside jar: FilePath, and entries: [String]) -> String {
        let own = (entries + run.classPath).map { FilePath($0).absolute(in: run.directory) }
        let drivers = classPath(for: run).jars.filter { $0 != core && !own.contains($0) }
        return ([jar] + own + drivers).map(\.string).joined(separator: ":")
    }
}

struct JDBCLogin {
    let url: String
    /// The driver's class, if known; Java may also find another driver that accepts the URL.
    let driver: String?
    let propertiesFile: String?
    let properties: [String: String]
    let classPath: [String]

    init(_ options: LiquibaseOptions) {
        let url = options["url"] ?? ""
        self.url = url
        driver = options["driver"] ?? JDBCDriver(url: url)?.className
        propertiesFile = options["driver-properties-file"]
        var properties: [String: String] = [:]
        properties["user"] = options["username"]
        properties["password"] = options["password"]
        properties.merge(Self.openingOnly(url)) { said, _ in said }
        self.properties = properties
        classPath = (options["classpath"] ?? "").split(separator: ":").map(String.init)
    }

    /// Driver properties that keep an embedded database from being created.
    private static func openingOnly(_ url: String) -> [String: String] {
        // H2 and HSQLDB reject contradictory values.
        if url.lowercased().contains(";ifexists=") { return [:] }
        return switch url.engine {
        case "h2": ["IFEXISTS": "TRUE"]
        case "hsqldb": ["ifexists": "true"]
        // SQLITE_OPEN_READWRITE without SQLITE_OPEN_CREATE.
        case "sqlite": ["open_mode": "2"]
        default: [:]
        }
    }

    /// The limit for connecting; a killed process keeps HSQLDB's file for another ten seconds.
    static let patience = Duration.seconds(15)

    /// Has HSQLDB try for 11 seconds: by default its 10 attempts end after 9.2, but the file is kept for 10.1.
    fileprivate static let patienceOption = "-Dhsqldb.lockfile_poll_retries=100"

    var texts: [String] {
        [url, driver ?? "", propertiesFile ?? "", "\(properties.count)"]
            + properties.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
}

/// The answers of a ``JDBCSession``, awaited one at a time.
final class JDBCAnswers: Sendable {
    /// The rows of a statement, with `nil` for null.
    typealias Answer = Result<[[String?]], JDBCSession.Failure>

    private struct State {
        var reader = JavaReportReader()
        var rows: [[String?]] = []
        var answers: [Answer] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)

    func receive(_ bytes: some Sequence<UInt8>) {
        let count = state.withLock { state in
            let before = state.answers.count
            for case .report(let report) in state.reader.receive(bytes) {
                switch report.name {
                case "row": state.rows.append(report.fields.map { $0.first == "=" ? String($0.dropFirst()) : nil })
                case "done":
                    state.answers.append(.success(state.rows))
                    state.rows = []
                case "failed":
                    let causes = Cause.all(in: Array(report.fields.dropFirst()))
                    state.answers.append(.failure(.refused(report.fields.first ?? "", causes)))
                    state.rows = []
                default: break
                }
            }
            return state.answers.count - before
        }
        for _ in 0..<count { arrival.signal() }
    }

    func finish() {
        state.withLock { $0.isOver = true }
        arrival.signal()
    }

    var isOver: Bool { state.withLock { $0.isOver && $0.answers.isEmpty } }

    /// Waits for the next answer; returns `nil` at the time limit or the end of the session.
    func next(within limit: Duration) -> Answer? {
        guard !isOver else { return nil }
        let end = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
        _ = arrival.wait(timeout: end)
        return state.withLock { state in state.answers.isEmpty ? nil : state.answers.removeFirst() }
    }
}
