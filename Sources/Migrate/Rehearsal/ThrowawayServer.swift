import DevtoolKit
import Glibc
import Scanning
import Synchronization
import SystemPackage

/// A local database server with temporary data.
///
/// It listens on 127.0.0.1 only, has a random password, and ends with devtool, however devtool ends.
struct ThrowawayServer: Sendable {
    private let kind: DatabaseClient.Kind
    private var port: ReservedPort
    let password: Secret
    private let folder: FilePath
    private let context: Context

    static let name = "rehearsal"

    init(_ kind: DatabaseClient.Kind, in folder: FilePath, context: Context) throws {
        self.kind = kind
        self.folder = folder
        self.context = context
        port = try ReservedPort()
        password = Secret((0..<3).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined())
    }

    var client: DatabaseClient {
        DatabaseClient(
            kind, ["host": "127.0.0.1", "port": "\(port.number)", "user": Self.name], password: password,
            folder: folder, context: context)
    }

    func run<Result>(_ body: (ThrowawayServer) async throws -> Result) async throws -> Result {
        try await prepare()
        var server = self
        for _ in 1..<Self.attempts {
            do { return try await server.serve(body) } catch is PortInUse { server.port = try ReservedPort() }
        }
        return try await server.serve(body)
    }

    /// The number of ports to try: a program may still request a reserved port by its number.
    private static let attempts = 5

    private func serve<Result>(_ body: (ThrowawayServer) async throws -> Result) async throws -> Result {
        let log = Mutex(ServerLog())
        let server = try invocation()
        let serving = Task { [processes = context.processes] in
            _ = try? await processes.run(server) { line in log.withLock { $0.note(line.text.trimmed) } }
            log.withLock { $0.hasEnded = true }
        }
        // Stops the server before its folder is removed.
        func stop() async {
            serving.cancel()
            await serving.value
        }
        return try await cleaningUp(with: stop) {
            try await waitUntilReady(log)
            return try await body(self)
        }
    }

    /// The URL of a database; its sessions begin in `schema` (PostgreSQL).
    func url(of database: String, beginningIn schema: String? = nil) -> DatabaseURL? {
        let scheme = kind == .postgreSQL ? "postgresql" : "mariadb"
        return DatabaseURL(
            "\(scheme)://\(Self.name):\(password.revealed)@127.0.0.1:\(port.number)/\(database)"
                + (schema.map { "?currentSchema=" + $0.percentEncoded(keeping: \.isASCIILetterOrDigit) } ?? ""))
    }

    /// Removes the databases and roles of a rehearsal, because the next one creates the same roles.
    func removeAllBut(_ first: String) async throws {
        let question =
            switch kind {
            case .postgreSQL:
                """
                SELECT format('DROP DATABASE %I WITH (FORCE)', datname) FROM pg_database
                WHERE NOT datistemplate AND datname <> '\(first)'
                UNION ALL SELECT format('DROP ROLE %I', rolname) FROM pg_roles
                WHERE rolname NOT LIKE 'pg\\_%' AND rolname <> '\(Self.name)'
                """
            case .mariaDB:
                """
                SELECT CONCAT('DROP DATABASE `', REPLACE(schema_name, '`', '``'), '`')
                FROM information_schema.schemata WHERE schema_name NOT IN
                ('information_schema', 'mysql', 'performance_schema', 'sys', '\(first)')
                UNION ALL SELECT CONCAT('DROP USER ', QUOTE(user), '@', QUOTE(host)) FROM mysql.user
                WHERE user NOT IN ('root', 'mysql', 'mariadb.sys', '\(Self.name)') AND is_role = 'N'
                """
            }
        for statement in try await client.execute(question, in: first) {
            try await client.execute(statement, in: first)
        }
    }

    /// Waits for the server's own message, because another server might respond on a port in use.
    private func waitUntilReady(_ log: borrowing Mutex<ServerLog>) async throws {
        let deadline = context.clock.now + Self.startLimit
        while case let state = log.withLock(\.self), !state.isReady {
            if state.hasEnded, state.isPortInUse { throw PortInUse() }
            guard !state.hasEnded, context.clock.now < deadline else {
                throw ProgramFailure(program: kind == .postgreSQL ? "postgres" : "mariadbd", reason: state.line)
            }
            try await context.clock.sleep(for: .milliseconds(50))
        }
    }

    private static let startLimit = Duration.seconds(60)

    private func prepare() async throws {
        try client.writeLogin()
        switch kind {
        case .postgreSQL:
            try folder.appending("password").create(secret: password.revealed + "\n")
            _ = try await invocation(
                of: "initdb",
                [
                    "--pgdata=\(data)", "--username=\(Self.name)", "--pwfile=\(folder)/password",
                    "--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync",
                ]
            ).output(in: context)
        case .mariaDB:
            try folder.appending("init.sql").create(
                secret: """
                    CREATE DATABASE \(Self.name);
                    CREATE USER \(Self.name)@'127.0.0.1' IDENTIFIED BY '\(password.revealed)';
                    GRANT ALL ON *.* TO \(Self.name)@'127.0.0.1';

                    """)
            _ = try await invocation(
                of: "mariadb-install-db",
                ["--no-defaults", "--datadir=\(data)", "--skip-test-db", "--auth-root-authentication-method=normal"]
            ).output(in: context)
        }
    }

    private var data: FilePath { folder.appending("data") }

    private func invocation() throws -> Invocation {
        var invocation: Invocation
        switch kind {
        case .postgreSQL:
            invocation = try self.invocation(
                of: "postgres",
                [
                    "-D", data.string, "-c", "listen_addresses=127.0.0.1", "-c", "port=\(port.number)", "-c",
                    "unix_socket_directories=", "-c", "logging_collector=off", "-c", "fsync=off", "-c",
                    "synchronous_commit=off", "-c", "full_page_writes=off",
                ])
        case .mariaDB:
            invocation = try self.invocation(
                of: "mariadbd",
                [
                    "--no-defaults", "--datadir=\(data)", "--bind-address=127.0.0.1", "--port=\(port.number)",
                    "--socket=socket", "--pid-file=pid", "--init-file=\(folder)/init.sql", "--skip-name-resolve",
                    "--innodb-flush-log-at-trx-commit=0", "--tmpdir=\(data)",
                ])
        }
        invocation.endsWithDevtool = true
        invocation.gracePeriod = .seconds(5)
        return invocation
    }

    /// Runs a program as a user other than root, because the servers refuse to run as root.
    private func invocation(of name: String, _ arguments: [String]) throws -> Invocation {
        let program = try kind.program(name, in: context)
        // Root's temporary folder may not be writable for that user.
        let environment: [String: String?] = ["LC_ALL": "C", "TMPDIR": folder.string]
        guard getuid() == 0 else { return Invocation(program, arguments, environment: environment, directory: folder) }
        guard let setpriv = context.executable(named: "setpriv") else {
            throw Problem.noProgram("setpriv", package: "util-linux")
        }
        let user = try owner()
        return Invocation(
            setpriv, ["--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups", program.string] + arguments,
            environment: environment, directory: folder)
    }

    private func owner() throws -> (id: uid_t, group: gid_t) {
        let names = kind == .postgreSQL ? ["postgres", "nobody"] : ["mysql", "nobody"]
        for name in names {
            guard let entry = getpwnam(name) else { continue }
            // Safety: the entry is read before the next call of getpwnam.
            let user = (id: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
            for path in [folder] + folder.entryNames().map({ folder.appending($0) }) {
                guard path.withPlatformString({ chown($0, user.id, user.group) }) == 0 else {
                    throw FileError.cannotCreate(path.string, Errno(rawValue: errno))
                }
            }
            return user
        }
        throw Problem.noProgram("a user 'nobody'", package: "base-passwd")
    }
}

private struct PortInUse: Error {}

private struct ServerLog {
    var line = ""
    var isReady = false
    var isPortInUse = false
    var hasEnded = false

    mutating func note(_ line: String) {
        self.line = line
        if line.contains(#/ready (to accept|for) connections/#) { isReady = true }
        if line.contains("Address already in use") { isPortInUse = true }
    }
}
