import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool migrate` with the real Liquibase on real databases.
@Suite(.takingTurns) struct LiquibaseScenarios {
    /// Liquibase tells the connection nothing of its default schema.
    @Test func theSchemaOfSQLIsThatOfTheConnection() async throws {
        try await PostgreSQLServer.run { server in
            try await server.query("CREATE SCHEMA other")
            var targets = ""
            let scenario = Scenario().withLiquibase().variable("DB_PASSWORD", server.password)
            for (name, keys) in [
                ("separate", "url: '\(server.url)', default-schema: other"),
                ("together", "url: '\(server.url)?currentSchema=other'"),
            ] {
                targets += """
                        \(name): {\(keys), username: app, password: {env: DB_PASSWORD}, changelog: db/\(name).xml}

                    """
                _ = try scenario.file(
                    "db/\(name).xml",
                    Scenario.changelog.replacing("customer", with: "typed_\(name)").replacing(
                        "</databaseChangeLog>",
                        with: """
                            <changeSet id="4" author="ada"><sql>create table raw_\(name) (i int)</sql></changeSet>
                            </databaseChangeLog>
                            """))
            }
            try await scenario.config("migrate:\n  targets:\n" + targets)
                .run("migrate", "--all-targets", "update").exits(0)
            for (name, schemas) in [("separate", "public other"), ("together", "other other")] {
                let seen = try await server.query(
                    "SELECT string_agg(schemaname, ' ' ORDER BY tablename) FROM pg_tables "
                        + "WHERE tablename IN ('raw_\(name)', 'typed_\(name)')")
                #expect(seen == schemas)
            }
        }
    }

    /// The channel must give Liquibase the very password that the command line gives it; H2 makes a
    /// database with whatever password comes first.
    ///
    /// The settings are those of the sample of grunt-liquibase: one database without a name.
    @Test func thePipeCarriesAnyPassword() async throws {
        let password = #"p\a=s:s#w!"'$& a bö€😀\u0041"# + "\tin"
        let scenario = try Scenario().withLiquibase()
            .file("db/changelog.xml", Scenario.changelog)
            .config(
                """
                migrate:
                  changelog: db/changelog.xml
                  url: jdbc:h2:./app;DB_CLOSE_ON_EXIT=FALSE
                  username: app
                  password: {env: DB_PASSWORD}

                """)
        try await scenario.variable("DB_PASSWORD", "overridden")
            .run("migrate", "update", "--password=\(password)").exits(0)
        try await scenario.variable("DB_PASSWORD", password).run("migrate", "status")
            .stdout("default: nothing to apply\n").exits(0)
    }
}
