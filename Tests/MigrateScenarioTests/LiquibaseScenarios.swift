import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool migrate` with the real Liquibase on real databases.
@Suite(.takingTurns) struct LiquibaseScenarios {
    private static let done = "\n3 changesets applied in "

    @Test(arguments: ["jdbc:sqlite:app.db", "jdbc:h2:./app;DB_CLOSE_ON_EXIT=FALSE"])
    func updatesAnEmbeddedDatabase(url: String) async throws {
        let scenario = try Scenario().withLiquibase().project("{url: '\(url)'}")
        let pending = try await scenario.run("migrate", "status").exits(0)
        #expect(pending.outputText.hasPrefix("dev: 3 changesets to apply\n"))

        let update = try await scenario.run("migrate", "update").stdout("").exits(0)
        #expect(update.errorText.contains(Self.done))

        try await scenario.run("migrate", "status").stdout("dev: nothing to apply\n").exits(0)
        let files = scenario.folder.names
        #expect(files.contains("app.db") || files.contains("app.mv.db"))
    }

    @Test func logsInToPostgreSQL() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Scenario().withLiquibase()
                .project("{url: '\(server.url)', username: app, password: {env: DB_PASSWORD}}")

            let update = try await scenario.variable("DB_PASSWORD", server.password)
                .run("migrate", "update").stdout("").exits(0)
            #expect(update.errorText.contains(Self.done))
            let history = try await scenario.variable("DB_PASSWORD", server.password)
                .run("migrate", "history").exits(0)
            #expect(history.outputText.contains("db/changelog.xml::3::ada"))

            let refused = try await scenario.variable("DB_PASSWORD", "wrong-hunter2")
                .run("migrate", "update").stdout("").exits(77)
            #expect(refused.errorText.contains("password authentication failed for user \"app\""))
            #expect(!refused.errorText.contains("hunter2"))
        }
    }

    /// Liquibase tells the connection nothing of its default schema.
    @Test func theSchemaOfSQLIsThatOfTheConnection() async throws {
        try await PostgreSQLServer.run { server in
            try await server.query("CREATE SCHEMA other")
            func schemas(_ target: String, after number: Int) async throws -> String {
                try await Scenario().withLiquibase().project(
                    "{\(target), username: app, password: {env: DB_PASSWORD}}"
                ).file(
                    "db/changelog.xml",
                    Scenario.changelog.replacing("customer", with: "typed\(number)").replacing(
                        "</databaseChangeLog>",
                        with: """
                            <changeSet id="4" author="ada"><sql>create table raw\(number) (i int)</sql></changeSet>
                            </databaseChangeLog>
                            """
                    ).replacing("\"ada\"", with: "\"ada\(number)\"")
                ).variable("DB_PASSWORD", server.password).run("migrate", "update").exits(0)
                return try await server.query(
                    "SELECT string_agg(schemaname, ' ' ORDER BY tablename) FROM pg_tables "
                        + "WHERE tablename IN ('raw\(number)', 'typed\(number)')")
            }
            let separate = "url: '\(server.url)', default-schema: other"
            #expect(try await schemas(separate, after: 1) == "public other")
            let together = "url: '\(server.url)?currentSchema=other'"
            #expect(try await schemas(together, after: 2) == "other other")
        }
    }

    /// The channel must give Liquibase the very password that the command line gives it; H2 makes a
    /// database with whatever password comes first.
    @Test(arguments: ["plain", "a b", #"p\a=s:s#w!"'$&"#, "ö€😀", "tab\tin", #"\u0041"#])
    func thePipeCarriesAnyPassword(password: String) async throws {
        let scenario = try Scenario().withLiquibase()
            .project("{url: 'jdbc:h2:./app', username: app, password: {env: DB_PASSWORD}}")
        try await scenario.variable("DB_PASSWORD", "overridden")
            .run("migrate", "update", "--password=\(password)").exits(0)
        try await scenario.variable("DB_PASSWORD", password).run("migrate", "status").exits(0)
        try await scenario.variable("DB_PASSWORD", "wrong").run("migrate", "status").exits(77)
    }
}
