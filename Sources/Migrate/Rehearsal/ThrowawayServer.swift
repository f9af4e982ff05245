import DevtoolKit
import Glibc
import Synchronization
import SystemPackage

/// A database server of a local program, with its data in a folder that goes away: it listens on 127.0.0.1 only,
/// has a random password, and ends with devtool, however that ends.
struct ThrowawayServer: Sendable {
    /// What asks it.
    let client: DatabaseClient
    /// The port on 127.0.0.1.
    private let port: UInt16
    let password: Secret
    private let folder: FilePath
    private let context: Context

    /// The user and the first database.
    static let name = "rehearsal"

    /// Describes a server; nothing is started.
    init(_ kind: DatabaseClient.Kind, in folder: FilePath, context: Context) throws {
        self.folder = folder
        self.context = context
        port = try Self.freePort()
        password = Secret(
            (0..<3).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined())
        client = DatabaseClient(
            kind, ["host": "127.0.0.1", "port": "\(port)", "user": Self.name], password: password,
            folder: folder, context: context)
    }

    private var kind: DatabaseClient.Kind { client.kind }

    /// Runs the server while a body runs.
    ///
    /// - Throws: ``RehearsalError`` where it does not start, and what the body throws.
    func run<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await prepare()
        let log = ServerLog()
        let server = try invocation()
        let serving = Task { [processes = context.processes] in
            _ = try? await processes.run(server) { line in log.note(line.text.trimmed) }
            log.end()
        }
        do {
            try await waitForAnswer(log)
            let result = try await body()
            await Self.stop(serving)
            return result
        } catch {
            await Self.stop(serving)
            throw error
        }
    }

    /// Ends the server, before its folder goes away.
    private static func stop(_ serving: Task<Void, Never>) async {
        serving.cancel()
        await serving.value
    }

    /// The URL of a database of it.
    func url(of database: String) -> DatabaseURL? {
        let scheme = kind == .postgreSQL ? "postgresql" : "mariadb"
        return DatabaseURL(
            "\(scheme)://\(Self.name):\(password.revealed)@127.0.0.1:\(port)/\(database)")
    }

    /// Removes the databases and roles that a rehearsal has made: the next one makes the same roles.
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

    private func waitForAnswer(_ log: ServerLog) async throws {
        guard let address = url(of: Self.name)?.jdbc,
            let probe = DatabaseAddress(url: address)
        else { return }
        let deadline = context.clock.now + Self.startLimit
        while let refusal = await probe.refusal(until: deadline) {
            if let reason = log.reasonOfEnd {
                throw RehearsalError.programFailed(
                    kind == .postgreSQL ? "postgres" : "mariadbd", reason: reason)
            }
            guard context.clock.now < deadline else {
                throw MigrateError.noServer("127.0.0.1:\(port)", refusal)
            }
            try await context.clock.sleep(for: .milliseconds(50))
        }
    }

    /// How long a server may take to start.
    private static let startLimit = Duration.seconds(60)

    /// Makes the data folder.
    private func prepare() async throws {
        try client.writeLogin()
        switch kind {
        case .postgreSQL:
            try folder.appending("password").create(secret: password.revealed + "\n")
            _ = try await asServer(
                program("initdb"),
                [
                    "--pgdata=\(data)", "--username=\(Self.name)", "--pwfile=\(folder)/password",
                    "--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync",
                ])
        case .mariaDB:
            let quoted = password.revealed
            try folder.appending("init.sql").create(
                secret: """
                    CREATE DATABASE \(Self.name);
                    CREATE USER \(Self.name)@'127.0.0.1' IDENTIFIED BY '\(quoted)';
                    GRANT ALL ON *.* TO \(Self.name)@'127.0.0.1';

                    """)
            _ = try await asServer(
                program("mariadb-install-db"),
                [
                    "--no-defaults", "--datadir=\(data)", "--skip-test-db",
                    "--auth-root-authentication-method=normal",
                ])
        }
    }

    private var data: FilePath { folder.appending("data") }

    private func invocation() throws -> Invocation {
        var invocation: Invocation
        switch kind {
        case .postgreSQL:
            invocation = try serverInvocation(
                program("postgres"),
                [
                    "-D", data.string, "-c", "listen_addresses=127.0.0.1", "-c", "port=\(port)",
                    "-c", "unix_socket_directories=", "-c", "fsync=off",
                    "-c", "synchronous_commit=off", "-c", "full_page_writes=off",
                ])
        case .mariaDB:
            invocation = try serverInvocation(
                program("mariadbd"),
                [
                    "--no-defaults", "--datadir=\(data)", "--bind-address=127.0.0.1",
                    "--port=\(port)", "--socket=socket", "--pid-file=pid",
                    "--init-file=\(folder)/init.sql", "--skip-name-resolve",
                    "--innodb-flush-log-at-trx-commit=0", "--tmpdir=\(data)",
                ])
        }
        invocation.endsWithDevtool = true
        invocation.gracePeriod = .seconds(5)
        return invocation
    }

    /// Runs a program of the server's to its end.
    ///
    /// - Returns: what it prints.
    /// - Throws: ``RehearsalError`` where it fails.
    private func asServer(_ program: FilePath, _ arguments: [String]) async throws -> String {
        try await serverInvocation(program, arguments).output(in: context)
    }

    /// A program run as a user that a server may be run as: none is run as root.
    private func serverInvocation(
        _ program: FilePath, _ arguments: [String]
    ) throws -> Invocation {
        // Its temporary files are not in a folder that only root may write to.
        let environment: [String: String?] = ["LC_ALL": "C", "TMPDIR": folder.string]
        guard getuid() == 0 else {
            return Invocation(
                program, arguments, environment: environment, directory: folder)
        }
        guard let setpriv = context.executable(named: "setpriv") else {
            throw RehearsalError.noProgram("setpriv", package: "util-linux")
        }
        let user = try owner()
        return Invocation(
            setpriv,
            ["--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups", program.string]
                + arguments, environment: environment, directory: folder)
    }

    /// Gives the folder to the user that the server is run as, where devtool is run as root.
    private func owner() throws -> (id: uid_t, group: gid_t) {
        let names = kind == .postgreSQL ? ["postgres", "nobody"] : ["mysql", "nobody"]
        for name in names {
            guard let entry = getpwnam(name) else { continue }
            // Safety: the entry is the C library's until the next call, and read at once.
            let user = (id: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
            for path in [folder] + folder.entryNames().map({ folder.appending($0) }) {
                guard path.withPlatformString({ chown($0, user.id, user.group) }) == 0 else {
                    throw FileError.cannotCreate(path.string, Errno(rawValue: errno))
                }
            }
            return user
        }
        throw RehearsalError.noProgram("a user 'nobody'", package: "base-passwd")
    }

    private func program(_ name: String) throws -> FilePath {
        try DatabasePrograms(of: kind, in: context).path(of: name)
    }

    private static func freePort() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw Errno(rawValue: errno) }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Safety: both calls get the address's own memory, and its size.
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
            }
        }
        guard result else { throw Errno(rawValue: errno) }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// The last line that a server has written, and whether it has ended.
private final class ServerLog: Sendable {
    private let state = Mutex((line: "", hasEnded: false))

    func note(_ line: String) { state.withLock { $0.line = line } }
    func end() { state.withLock { $0.hasEnded = true } }
    /// What it wrote last, if it has ended.
    var reasonOfEnd: String? { state.withLock { $0.hasEnded ? $0.line : nil } }
}
