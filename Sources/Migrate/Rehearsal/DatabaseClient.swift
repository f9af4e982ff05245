import DevtoolKit
import Synchronization
import SystemPackage

/// The client programs of PostgreSQL and MariaDB, with a login from private files only.
struct DatabaseClient: Sendable {
    enum Kind: Sendable {
        case postgreSQL, mariaDB

        init?(url: String) {
            switch url.engine {
            case "postgresql": self = .postgreSQL
            case "mariadb": self = .mariaDB
            default: return nil
            }
        }
    }

    let kind: Kind
    private let address: [String]
    private let password: Secret?
    private let folder: FilePath
    private let context: Context

    init(_ kind: Kind, _ parameters: [String: String], password: Secret?, folder: FilePath, context: Context) {
        self.kind = kind
        self.password = password
        self.folder = folder
        self.context = context
        address =
            switch kind {
            case .postgreSQL:
                parameters.filter { $0.key != "dbname" && $0.key != "sslpassword" }.sorted { $0.key < $1.key }.map {
                    "\($0)=\(Self.quoted($1))"
                }
            case .mariaDB:
                ["--protocol=tcp"]
                    + ["host", "port", "user"].compactMap { name in parameters[name].map { "--\(name)=\($0)" } }
            }
    }

    func writeLogin() throws {
        let secret = password?.revealed ?? ""
        switch kind {
        case .postgreSQL:
            let escaped = secret.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            try folder.appending("pgpass").create(secret: "*:*:*:*:\(escaped)\n")
        case .mariaDB:
            let escaped = secret.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            try folder.appending("client.cnf").create(secret: "[client]\npassword=\"\(escaped)\"\n")
        }
    }

    private static func quoted(_ value: String) -> String {
        "'" + value.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    private func output(_ name: String, _ arguments: [String], on database: String, _ table: String? = nil) async throws
        -> String
    {
        let program = try kind.program(name, isClient: true, in: context)
        var invocation: Invocation
        switch kind {
        case .postgreSQL:
            let place = (address + ["dbname=\(Self.quoted(database))"]).joined(separator: " ")
            invocation = Invocation(program, ["-w", "-d", place] + arguments)
            // The user's variables must not change the server or the login.
            for name in context.environment.keys where name.hasPrefix("PG") {
                invocation.environment[name] = .some(nil)
            }
            invocation.environment["PGPASSFILE"] = folder.appending("pgpass").string
        case .mariaDB:
            invocation = Invocation(
                program,
                ["--defaults-file=\(folder)/client.cnf"] + address + arguments + [database, table].compactMap(\.self))
            invocation.environment["MYSQL_PWD"] = .some(nil)
        }
        invocation.environment["LC_ALL"] = "C"
        invocation.receivesSecret = true
        return try await invocation.output(in: context)
    }

    /// Runs statements and returns the rows, with values separated by `|` (PostgreSQL) or tabs (MariaDB).
    @discardableResult func execute(_ sql: String, in database: String) async throws -> [String] {
        let text =
            switch kind {
            case .postgreSQL: try await output("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-c", sql], on: database)
            case .mariaDB: try await output("mariadb", ["-N", "-B", "-e", sql], on: database)
            }
        return text.split(separator: "\n").map(String.init)
    }

    func load(_ file: FilePath, into database: String) async throws {
        switch kind {
        case .postgreSQL:
            _ = try await output("psql", ["-Xq", "-v", "ON_ERROR_STOP=1", "-f", file.string], on: database)
        case .mariaDB: _ = try await output("mariadb", ["-e", "source \(file)"], on: database)
        }
    }

    func dump(_ database: String) async throws -> DatabaseDump {
        let options =
            switch kind {
            // Owners and privileges are included, because changesets may change them.
            case .postgreSQL: ["--exclude-table=*.databasechangelog*"]
            case .mariaDB:
                plain + [
                    "--skip-extended-insert", "--ignore-table=\(database).DATABASECHANGELOG",
                    "--ignore-table=\(database).DATABASECHANGELOGLOCK",
                ]
            }
        // MariaDB's program fails for a view whose table is missing.
        var broken: [String] = []
        while true {
            do {
                let ignored = broken.map { "--ignore-table=\($0)" }
                let text = try await output(dumper, options + ignored, on: database)
                if kind == .postgreSQL { return DatabaseDump(ofPostgreSQL: text) }
                return DatabaseDump(text + broken.map { "\nVIEW \($0) of a missing object;" }.joined())
            } catch let failure as ProgramFailure {
                guard let view = failure.reason.firstMatch(of: /1356\D+ '([^']+)'/).map({ String($0.1) }),
                    !broken.contains(view)
                else { throw failure }
                broken.append(view)
            }
        }
    }

    func schema(of database: String, withRowsOf table: String) async throws -> String {
        let schema: [String]
        switch kind {
        case .postgreSQL: schema = ["--schema-only", "--no-tablespaces"]
        case .mariaDB: schema = ["--no-data"]
        }
        var text = try await output(dumper, plain + schema, on: database)
        if kind == .mariaDB {
            // The users of the two servers differ.
            text.replace(#/DEFINER=`[^`]*`@`[^`]*`/#, with: "")
        }
        return try await text + "\n" + rows(of: table, in: database)
    }

    /// The SQL of the rows of a table; empty if the table does not exist, as before the first update.
    private func rows(of table: String, in database: String) async throws -> String {
        do {
            switch kind {
            case .postgreSQL:
                // Liquibase does not quote its own uppercase name.
                let pattern = table == table.uppercased() ? table.lowercased() : table.quoted()
                return try await output(dumper, plain + ["--data-only", "--table=*.\(pattern)"], on: database)
            case .mariaDB:
                return try await output(
                    dumper, plain + ["--no-create-info", "--skip-triggers", "--tables"], on: database, table)
            }
        } catch let failure as ProgramFailure
            where failure.reason.contains("no matching tables") || failure.reason.contains("Couldn't find table")
        { return "" }
    }

    private var dumper: String { kind == .postgreSQL ? "pg_dump" : "mariadb-dump" }

    private var plain: [String] {
        kind == .postgreSQL
            ? ["--no-owner", "--no-privileges"] : ["--skip-dump-date", "--skip-comments", "--routines", "--events"]
    }
}

extension DatabaseClient.Kind {
    /// The connection parameters for a database's URL; `nil` if only the JDBC driver can connect to it.
    func parameters(of url: String, user: String?) -> [String: String]? {
        switch self {
        case .postgreSQL: PostgreSQLAddress(url: url, username: user)?.parameters
        case .mariaDB:
            DatabasePlace(url: url).map { place in
                var parameters = ["host": place.host, "port": "\(place.port)", "dbname": place.database]
                parameters["user"] = user
                return parameters
            }
        }
    }

    /// Finds a program, which may be in PostgreSQL's versioned folder or outside the user's `PATH`.
    func program(_ name: String, isClient: Bool = false, in context: Context) throws -> FilePath {
        let versions = FilePath("/usr/lib/postgresql")
        let folders =
            self == .postgreSQL
            ? versions.entryNames().sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map {
                versions.appending($0).appending("bin")
            } : ["/usr/sbin", "/usr/bin"]
        if let path = folders.map({ $0.appending(name) }).first(where: \.isExecutable)
            ?? context.executable(named: name)
        {
            return path
        }
        let package = self == .postgreSQL ? "postgresql" : "mariadb"
        throw Problem.noProgram(
            name, package: isClient ? package + "-client" : self == .postgreSQL ? package : package + "-server")
    }
}

extension Invocation {
    func output(in context: Context) async throws -> String {
        let collected = Mutex((output: [UInt8](), said: [UInt8]()))
        let termination = try await context.processes.run(
            self, output: { bytes in collected.withLock { $0.output += bytes } },
            error: { bytes in collected.withLock { $0.said += bytes } })
        let (output, said) = collected.withLock { $0 }
        guard termination == .exited(0) else {
            let text = said.isEmpty ? output : said
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
            let line = lines.first { $0.lowercased().contains("error") } ?? lines.last
            let program = executable.lastComponent?.string ?? ""
            let reason = line.map(String.init) ?? "\(termination)"
            // PostgreSQL's messages and MariaDB's error numbers.
            let isRefused = reason.contains(
                #/authentication failed|no password supplied|role ".*" does not exist|ERROR (1044|1045|1698)\b/#)
            throw isRefused
                ? Problem(.permissionDenied, "'\(program)' failed: \(reason)")
                : ProgramFailure(program: program, reason: reason)
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension FilePath {
    func create(secret text: String) throws { try create(Array(text.utf8), permissions: .ownerReadWrite) }
}

struct ProgramFailure: DiagnosableError {
    let program: String
    let reason: String

    var diagnostics: [Diagnostic] { [Diagnostic("'\(program)' failed: \(reason)")] }
    var exitStatus: ExitStatus { .unavailable }
}

extension Problem {
    static func noProgram(_ program: String, package: String) -> Problem {
        Problem(
            .unavailable, "'\(program)' is required for a throw-away database but is not installed",
            hint: "Debian: apt-get install \(package)")
    }
}
