import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool migrate` with the real Liquibase on real databases.
@Suite(.takingTurns) struct LiquibaseScenarios {
    /// A changeset behind a comment is one where Liquibase ends a line: at LF, CR and CRLF.
    @Test func formattedSQLIsReadAsLiquibaseReadsIt() async throws {
        let ends = ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", "\r\n"]
        var scenario = Scenario().withLiquibase()
        for (index, end) in ends.enumerated() {
            scenario = try scenario.file(
                "c/\(index).sql",
                """
                --liquibase formatted sql
                --changeset ada:1
                create table a\(index) (a int);
                -- note\(end)--changeset ada:2
                create table b\(index) (a int);

                """)
        }
        let files = ends.indices.map { "  - include: {file: c/\($0).sql}\n" }.joined()
        scenario = try scenario.file("root.yaml", "databaseChangeLog:\n\(files)").config(
            "migrate: {changelog: root.yaml, url: 'jdbc:h2:./app'}\n")
        let seen = try await scenario.run("migrate", "status").exits(0).outputText.matches(of: /c\/\d\.sql::\d::ada/)
            .map { String($0.output) }
        let applied = try await scenario.run("migrate", "update").exits(0).errorText.matches(
            of: /applied (c\/\d\.sql::\d::ada)/
        ).map { String($0.1) }
        #expect(seen == applied)
        #expect(seen.filter { $0.contains("::2::") } == [0, 1, 7].map { "c/\($0).sql::2::ada" })
    }

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
            try await scenario.config("migrate:\n  targets:\n" + targets).run("migrate", "--all-targets", "update")
                .exits(0)
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
        let scenario = try Scenario().withLiquibase().file("db/changelog.xml", Scenario.changelog).config(
            """
            migrate:
              changelog: db/changelog.xml
              url: jdbc:h2:./app;DB_CLOSE_ON_EXIT=FALSE
              username: app
              password: {env: DB_PASSWORD}

            """)
        try await scenario.variable("DB_PASSWORD", "overridden").run("migrate", "update", "--password=\(password)")
            .exits(0)
        try await scenario.variable("DB_PASSWORD", password).run("migrate", "status").stdout(
            "default: nothing to apply\n"
        ).exits(0)
    }
}
