import Changelogs
import DevtoolKit
import SystemPackage

struct ThrowawayDatabases: Sendable {
    typealias Database = (target: Target, name: String)

    private enum Engine: Sendable {
        case server(ThrowawayServer)
        /// A database provided by the user, which is emptied each time.
        case given(GivenDatabase)
        case h2(options: String)
        case sqlite
    }

    private let engine: Engine
    private let folder: FilePath
    private let target: Target

    /// Runs `body` with databases of the target's engine or the given empty one, and empties or removes them.
    static func run<Result>(
        like target: Target, given: DatabaseURL?, in context: Context,
        _ body: (ThrowawayDatabases) async throws -> Result
    ) async throws -> Result {
        let staging = try StagingFolder(in: context.temporaryFolder)
        defer { withExtendedLifetime(staging) {} }
        let url = target.url ?? ""
        let kind = url.engine
        if let given {
            let database = try GivenDatabase(given, in: staging.path, context: context)
            return try await database.run { try await body(Self(.given(database), staging.path, target)) }
        }
        if let server = DatabaseClient.Kind(url: url) {
            let server = try ThrowawayServer(server, in: staging.path, context: context)
            context.console.hide([server.password])
            return try await server.run { server in try await body(Self(.server(server), staging.path, target)) }
        }
        switch kind {
        case "h2":
            let options = url.firstIndex(of: ";").map { String(url[$0...]) } ?? ""
            return try await body(Self(.h2(options: options), staging.path, target))
        case "sqlite": return try await body(Self(.sqlite, staging.path, target))
        default: throw Problem.noThrowaway(for: target, on: kind)
        }
    }

    private init(_ engine: Engine, _ folder: FilePath, _ target: Target) {
        self.engine = engine
        self.folder = folder
        self.target = target
    }

    /// Creates an empty database, or empties the provided one, and runs the SQL file `schema` in it.
    func make(_ number: Int, with schema: FilePath? = nil) async throws -> Database {
        var name = "\(ThrowawayServer.name)\(number)"
        let address: DatabaseURL?
        switch engine {
        case .server(let server):
            let first = server.client.kind == .postgreSQL ? "postgres" : ThrowawayServer.name
            try await server.removeAllBut(first)
            try await server.client.execute("CREATE DATABASE \(name)", in: first)
            let schema = server.client.kind == .postgreSQL ? target.url?.urlParameter("currentSchema") : nil
            address = server.url(of: name, beginningIn: schema)
        case .given(let database):
            if number > 1 { try await database.clear() }
            name = database.name
            address = database.url
        case .h2(let options): address = DatabaseURL("jdbc:h2:\(folder)/\(name)\(options)")
        case .sqlite: address = DatabaseURL("jdbc:sqlite:\(folder)/\(name).db")
        }
        guard let address else { throw Problem.noThrowaway(for: target, on: target.url ?? "") }
        if let client { try await fill(name, by: client, with: schema) }
        return (target.moved(to: address), name)
    }

    private var client: DatabaseClient? {
        switch engine {
        case .server(let server): server.client
        case .given(let database): database.client
        case .h2, .sqlite: nil
        }
    }

    private func fill(_ database: String, by client: DatabaseClient, with schema: FilePath?) async throws {
        if let schema { return try await client.load(schema, into: database) }
        for schema in [target.defaultSchema, target.section[TargetSetting.liquibaseSchema]].compactMap(\.self)
        where client.kind == .postgreSQL {
            try await client.execute("CREATE SCHEMA IF NOT EXISTS \(schema.quoted())", in: database)
        }
    }

    /// The content of a database; `run` runs a Liquibase command on it and returns the output.
    func dump(_ database: Database, by run: ([String]) async throws -> String) async throws -> DatabaseDump {
        switch engine {
        case .server(let server): return try await server.client.dump(database.name)
        case .given(let given): return try await given.client.dump(database.name)
        case .h2:
            let file = folder.appending("dump.sql")
            _ = try await run(["execute-sql", "--sql=SCRIPT NOPASSWORDS NOSETTINGS TO '\(file)'"])
            let text = String(decoding: try file.contents(upTo: .max), as: UTF8.self)
            return DatabaseDump(text)
        case .sqlite:
            // Liquibase also prints the statement and the name of the column.
            let rows = try await run(["execute-sql", "--sql=\(Self.tables)"]).split(separator: "\n").filter {
                $0.prefixMatch(of: #/(table|index|view|trigger) /#) != nil
            }
            return DatabaseDump(rows.joined(separator: "\n"), hasStatements: false)
        }
    }

    /// SQLite's schema with a line for each part, because recreating a table changes its original text.
    private static let tables = """
        SELECT m.type || ' ' || m.tbl_name || ' ' || coalesce(p.name || ' ' || p.type || ' ' \
        || p."notnull" || ' ' || coalesce(p.dflt_value, '') || ' ' || p.pk, m.name || ' ' \
        || CASE WHEN m.type IN ('view', 'trigger') THEN replace(m.sql, char(10), ' ') ELSE '' END) AS line \
        FROM sqlite_master m LEFT JOIN pragma_table_info(m.name) p ON m.type = 'table' \
        WHERE m.name NOT LIKE 'sqlite_%' ORDER BY 1
        """
}

extension Problem {
    fileprivate static func noThrowaway(for target: Target, on engine: String) -> Problem {
        Problem(
            .unavailable, "cannot create a throw-away database for '\(target.name)' (\(engine))",
            hint: "use a PostgreSQL, MariaDB, H2 or SQLite database")
    }
}
