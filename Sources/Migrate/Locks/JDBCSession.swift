import DevtoolKit
import Dispatch
import Synchronization
import SystemPackage

/// A connection to any database that Liquibase supports through its JDBC driver, in a Java of its own.
///
/// It takes a third of a second, where a command of Liquibase takes more than one, and waits for the lock
/// itself. Everything in it blocks, for a few seconds at most. It ends with its last user.
final class JDBCSession: Sendable {
    /// A parameter of a statement, for its next `?`.
    enum Parameter: Hashable, ExpressibleByStringInterpolation {
        case text(String)
        /// Databases without a type for truth get what their driver makes of it.
        case boolean(Bool)

        init(stringLiteral text: String) { self = .text(text) }

        /// The parameter as ``JavaProgram`` reads it.
        fileprivate var description: String {
            switch self {
            case .text(let text): "=" + text
            case .boolean(let value): "\(value)"
            }
        }
    }

    /// Why there are no rows.
    enum Failure: Error, Hashable {
        /// The database, or its driver, says so.
        case refused(String)
        /// It did not answer in time, or the session is over.
        case noAnswer
    }

    /// How long Java may take to start, or to end: a machine may be busy.
    private static let startLimit = Duration.seconds(15)
    /// How long an answer is waited for: the machine may be as busy as the server.
    private static let limit = Duration.seconds(10)

    private let answers = JDBCAnswers()
    private let input: OwnedDescriptor
    private let process: Task<Void, Never>

    /// Connects and logs in.
    ///
    /// - Parameters:
    ///   - login: the way into the database.
    ///   - launch: the Java, and the Liquibase that has the driver.
    ///   - run: the run for whose target that is.
    /// - Throws: ``Failure``.
    init(_ login: JDBCLogin, by launch: LiquibaseLaunch, for run: LiquibaseRun) throws(Failure) {
        guard let folder = try? launch.makeFolder(),
            let jar = try? JavaProgram.write(to: folder), let pipe = try? OwnedDescriptor.pipe()
        else { throw .noAnswer }
        input = pipe.writing
        let liquibase = launch.liquibase
        var run = run
        // Parameters of changelogs are nothing to it.
        run.properties = [:]
        var invocation = liquibase.invocation(
            startingProgram: [JavaProgram.sessionArgument], for: run, java: launch.java,
            options: folder.options,
            classPath: liquibase.driverPath(for: run, beside: jar, and: login.classPath))
        invocation.input = .file(pipe.reading.descriptor)
        invocation.outlivesSignals = true
        process = Task { [answers, invocation, processes = launch.context.processes] in
            _ = try? await processes.run(
                invocation, output: { answers.receive($0) }, error: { _ in })
            withExtendedLifetime(pipe.reading) { folder.remove() }
            answers.finish()
        }
        do {
            _ = try answer(within: Self.startLimit)
            _ = try ask(login.texts, within: JDBCLogin.patience)
        } catch {
            end()
            throw error
        }
    }

    /// Whether it cannot be asked any more.
    var isOver: Bool { answers.isOver }

    /// Runs a statement, which is a transaction of its own.
    ///
    /// - Returns: the rows, a null as nil; no rows for a statement that has none.
    /// - Throws: ``Failure``.
    @discardableResult
    func rows(
        _ statement: String, _ parameters: [Parameter] = []
    ) throws(Failure) -> [[String?]] {
        try ask([statement, "\(parameters.count)"] + parameters.map(\.description))
    }

    /// Disconnects, and waits for the end of Java: a database in a file is then free for others.
    func end() {
        try? write([""])
        _ = answers.next(within: Self.startLimit)
        abandon()
    }

    private func ask(
        _ texts: [String], within limit: Duration = JDBCSession.limit
    ) throws(Failure) -> [[String?]] {
        try write(texts)
        return try answer(within: limit)
    }

    private func answer(within limit: Duration) throws(Failure) -> [[String?]] {
        switch answers.next(within: limit) {
        case .rows(let rows): return rows
        case .failure(let text): throw .refused(text)
        case nil:
            // An answer that comes late would be taken for the next one's.
            abandon()
            throw .noAnswer
        }
    }

    private func write(_ texts: [String]) throws(Failure) {
        var bytes: [UInt8] = []
        for text in texts {
            bytes += text.utf8
            bytes.append(0)
        }
        guard !answers.isOver, (try? input.descriptor.writeAll(bytes)) != nil else {
            throw .noAnswer
        }
    }

    private func abandon() {
        process.cancel()
        input.close()
        answers.finish()
    }
}

extension Liquibase {
    /// What Java searches for JDBC drivers only, those of a run and of Liquibase itself.
    fileprivate func driverPath(
        for run: LiquibaseRun, beside jar: FilePath, and entries: [String]
    ) -> String {
        let own = (entries + run.classPath).map { FilePath($0).absolute(in: run.directory) }
        let drivers = classPath(for: run).jars.filter { $0 != core && !own.contains($0) }
        return ([jar] + own + drivers).map(\.string).joined(separator: ":")
    }
}

/// The way into a database, as its JDBC driver is told.
struct JDBCLogin {
    let url: String
    /// The driver's class, where one is chosen or known; another that takes the URL will do, too.
    let driver: String?
    /// A file with more properties for the driver.
    let propertiesFile: String?
    /// The properties for the driver, user and password among them.
    let properties: [String: String]
    /// Jars and folders that the command line or Liquibase's own settings name.
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

    /// What the driver of a database in files wants to be told that it makes no new one.
    private static func openingOnly(_ url: String) -> [String: String] {
        // Two different answers are refused.
        if url.lowercased().contains(";ifexists=") { return [:] }
        return switch url.engine {
        case "h2": ["IFEXISTS": "TRUE"]
        case "hsqldb": ["ifexists": "true"]
        // SQLITE_OPEN_READWRITE without SQLITE_OPEN_CREATE.
        case "sqlite": ["open_mode": "2"]
        default: [:]
        }
    }

    /// How long connecting may take: a busy machine takes its time, and a process that was killed keeps HSQLDB's file
    /// for another ten seconds.
    static let patience = Duration.seconds(15)

    /// The login as ``JavaProgram`` reads it.
    var texts: [String] {
        [url, driver ?? "", propertiesFile ?? "", "\(properties.count)"]
            + properties.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
}

/// The answers of a ``JDBCSession``, awaited one at a time.
final class JDBCAnswers: Sendable {
    enum Answer: Equatable {
        /// The rows of a statement, a null as nil; none where it has none.
        case rows([[String?]])
        /// What went wrong, in the words of the driver.
        case failure(String)
    }

    private struct State {
        var reader = JavaReportReader()
        var rows: [[String?]] = []
        var answers: [Answer] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)

    /// Takes bytes as they come.
    func receive(_ bytes: some Sequence<UInt8>) {
        let count = state.withLock { state in
            let before = state.answers.count
            for case .report(let report) in state.reader.receive(bytes) {
                switch report.name {
                case "row":
                    state.rows.append(
                        report.fields.map { $0.first == "=" ? String($0.dropFirst()) : nil })
                case "done":
                    state.answers.append(.rows(state.rows))
                    state.rows = []
                case "failed":
                    state.answers.append(.failure(report.fields.first ?? ""))
                    state.rows = []
                default: break
                }
            }
            return state.answers.count - before
        }
        for _ in 0..<count { arrival.signal() }
    }

    /// Notes that no more will come.
    func finish() {
        state.withLock { $0.isOver = true }
        arrival.signal()
    }

    /// Whether no more will come.
    var isOver: Bool { state.withLock { $0.isOver && $0.answers.isEmpty } }

    /// Waits for the next answer; nil when none has come in time, or will come.
    func next(within limit: Duration) -> Answer? {
        guard !isOver else { return nil }
        let end = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
        _ = arrival.wait(timeout: end)
        return state.withLock { state in
            state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
    }
}
