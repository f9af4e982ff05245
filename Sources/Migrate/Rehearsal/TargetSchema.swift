import DevtoolKit
import SystemPackage

/// The schema of a target with the rows of Liquibase's history: the state before its next update.
struct TargetSchema {
    private let target: Target
    private let client: DatabaseClient
    private let database: String
    private let folder: FilePath

    /// Fails for engines whose state is rebuilt by applying changesets.
    init?(of target: Target, in folder: FilePath, context: Context) async throws {
        guard let url = target.url, let kind = DatabaseClient.Kind(url: url) else { return nil }
        self.target = target
        self.folder = folder
        let password = try await target.resolvePassword(in: context)
        guard let parameters = kind.parameters(of: url, user: target.username), let name = parameters["dbname"] else {
            throw Problem.noSchema(
                of: target,
                kind == .postgreSQL ? "only the JDBC driver can connect to it" : "its URL has no host or database")
        }
        database = name
        client = DatabaseClient(kind, parameters, password: password, folder: folder, context: context)
    }

    func copied() async throws -> FilePath {
        try client.writeLogin()
        let table = target.properties["databaseChangeLogTableName"] ?? "DATABASECHANGELOG"
        do {
            let text = try await client.schema(of: database, withRowsOf: table)
            let file = folder.appending("schema.sql")
            try file.write(Array(text.utf8))
            return file
        } catch let failure as ProgramFailure {
            throw Problem.noSchema(of: target, "'\(failure.program)' failed: \(failure.reason)")
        }
    }
}

extension Problem {
    fileprivate static func noSchema(of target: Target, _ reason: String) -> Problem {
        Problem(
            .unavailable, "the schema of '\(target.name)' cannot be copied: \(reason)",
            hint: "use --replay to apply the earlier changesets instead")
    }
}
