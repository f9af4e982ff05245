import Changelogs
import DevtoolKit
import SystemPackage

/// Databases that exist for one rehearsal: new ones, as many as are asked for.
struct ThrowawayDatabases: Sendable {
    /// A database, and how to look at it.
    struct Database: Sendable {
        let target: Target
        fileprivate let name: String
    }

    private enum Engine: Sendable {
        case server(ThrowawayServer)
        /// One that the user has given, which is emptied each time.
        case given(GivenDatabase)
        /// H2, with the options of the target's URL.
        case h2(options: String)
        case sqlite
    }

    private let engine: Engine
    private let folder: FilePath
    private let target: Target

    /// Runs a body with databases like that of a target; afterwards they are gone.
    ///
    /// - Parameters:
    ///   - target: the target.
    ///   - given: the URL of an empty database to use instead; nil where the user has given none.
    ///   - context: where programs are run.
    ///   - body: what is done with them.
    /// - Returns: what the body returns.
    /// - Throws: ``RehearsalError`` where there can be none, and what the body throws.
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
            return try await database.run {
                try await body(Self(.given(database), staging.path, target))
            }
        }
        if let server = DatabaseClient.Kind(url: url) {
            let server = try ThrowawayServer(server, in: staging.path, context: context)
            context.console.hide([server.password])
            return try await server.run { server in
                try await body(Self(.server(server), staging.path, target))
            }
        }
        switch kind {
        case "h2":
            let options = url.firstIndex(of: ";").map { String(url[$0...]) } ?? ""
            return try await body(Self(.h2(options: options), staging.path, target))
        case "sqlite": return try await body(Self(.sqlite, staging.path, target))
        default: throw RehearsalError.noThrowaway(target: target.name, engine: kind)
        }
    }

    private init(_ engine: Engine, _ folder: FilePath, _ target: Target) {
        self.engine = engine
        self.folder = folder
        self.target = target
    }

    /// A new, empty database; one that the user has given is emptied.
    ///
    /// - Parameters:
    ///   - number: how many there have been, with this one.
    ///   - schema: a file with the statements that make a schema in it; nil where it stays empty.
    /// - Returns: the database.
    /// - Throws: ``RehearsalError`` where a program fails.
    func make(_ number: Int, with schema: FilePath? = nil) async throws -> Database {
        var name = "\(ThrowawayServer.name)\(number)"
        let address: DatabaseURL?
        switch engine {
        case .server(let server):
            let first = server.client.kind == .postgreSQL ? "postgres" : ThrowawayServer.name
            try await server.removeAllBut(first)
            try await server.client.execute("CREATE DATABASE \(name)", in: first)
            address = server.url(of: name)
        case .given(let database):
            if number > 1 { try await database.clear() }
            name = database.name
            address = database.url
        case .h2(let options): address = DatabaseURL("jdbc:h2:\(folder)/\(name)\(options)")
        case .sqlite: address = DatabaseURL("jdbc:sqlite:\(folder)/\(name).db")
        }
        guard let address else {
            throw RehearsalError.noThrowaway(target: target.name, engine: target.url ?? "")
        }
        if let client { try await fill(name, by: client, with: schema) }
        return Database(target: target.moved(to: address), name: name)
    }

    /// What asks the server, where there is one.
    private var client: DatabaseClient? {
        switch engine {
        case .server(let server): server.client
        case .given(let database): database.client
        case .h2, .sqlite: nil
        }
    }

    private func fill(
        _ database: String, by client: DatabaseClient, with schema: FilePath?
    ) async throws {
        if let schema { return try await client.load(schema, into: database) }
        for schema in [target.defaultSchema, target.section[TargetSetting.liquibaseSchema]]
            .compactMap(\.self) where client.kind == .postgreSQL
        {
            let quoted = "\"" + schema.replacing("\"", with: "\"\"") + "\""
            try await client.execute("CREATE SCHEMA IF NOT EXISTS \(quoted)", in: database)
        }
    }

    /// What is in a database.
    ///
    /// - Parameters:
    ///   - database: the database.
    ///   - run: runs a command of Liquibase on it, and returns what it prints.
    /// - Returns: the dump.
    /// - Throws: ``RehearsalError``, and what `run` throws.
    func dump(
        _ database: Database, by run: ([String]) async throws -> String
    ) async throws -> DatabaseDump {
        switch engine {
        case .server(let server): return try await server.client.dump(database.name)
        case .given(let given): return try await given.client.dump(database.name)
        case .h2:
            let file = folder.appending("dump.sql")
            _ = try await run([
                "execute-sql", "--sql=SCRIPT NOPASSWORDS NOSETTINGS TO '\(file)'",
            ])
            let text = String(decoding: try file.contents(upTo: .max), as: UTF8.self)
            return DatabaseDump(text)
        case .sqlite:
            // Around the rows, Liquibase prints the statement and, if there are any, the name of the column.
            let rows = try await run(["execute-sql", "--sql=\(Self.tables)"]).split(separator: "\n")
                .filter { $0.prefixMatch(of: #/(table|index|view|trigger) /#) != nil }
            return DatabaseDump(rows.joined(separator: "\n"), hasStatements: false)
        }
    }

    /// The schema of SQLite, a line for each part: the text of a table differs after it was made anew.
    private static let tables = """
        SELECT m.type || ' ' || m.tbl_name || ' ' || coalesce(p.name || ' ' || p.type || ' ' \
        || p."notnull" || ' ' || coalesce(p.dflt_value, '') || ' ' || p.pk, m.name || ' ' \
        || CASE WHEN m.type IN ('view', 'trigger') THEN replace(m.sql, char(10), ' ') ELSE '' END) AS line \
        FROM sqlite_master m LEFT JOIN pragma_table_info(m.name) p ON m.type = 'table' \
        WHERE m.name NOT LIKE 'sqlite_%' ORDER BY 1
        """
}
