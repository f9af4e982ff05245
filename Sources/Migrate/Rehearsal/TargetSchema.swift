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
        var parameters: [String: String]
        switch kind {
        case .postgreSQL:
            guard let address = PostgreSQLAddress(url: url, username: target.username),
                let name = address.parameters["dbname"]
            else { throw Problem.noSchema(of: target, "only the JDBC driver can connect to it") }
            parameters = address.parameters
            database = name
        case .mariaDB:
            guard let place = DatabasePlace(url: url) else {
                throw Problem.noSchema(of: target, "its URL has no host or database")
            }
            parameters = ["host": place.host, "port": "\(place.port)"]
            parameters["user"] = target.username
            database = place.database
        }
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
