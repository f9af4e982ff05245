import SystemPackage
import TestSupport
import Testing

/// `devtool migrate` on MariaDB, whose lock only Liquibase itself can look at.
@Suite(.takingTurns) struct MariaDBScenarios {
    @Test func migratesALockedDatabaseWhenItIsFreed() async throws {
        try await MariaDBServer.run { server in
            let scenario = try Scenario().withLiquibase()
                .config(
                    """
                    migrate:
                      changelog: db/changelog.xml
                      lock-timeout: 1s
                      targets: {dev: {url: '\(server.url)', username: app, password: {env: WORD}}}

                    """
                )
                .file("db/changelog.xml", Scenario.changelog).variable("WORD", server.password)
            try await scenario.run("migrate", "update").stdout("").exits(0)
            let history = try await scenario.run("migrate", "history").exits(0)
            #expect(history.outputText.contains("db/changelog.xml::3::ada"))

            try await scenario.run(
                "migrate", "execute-sql",
                "--sql=UPDATE DATABASECHANGELOGLOCK SET LOCKED = 1, LOCKEDBY = 'ci-7 (10.0.0.7)', "
                    + "LOCKGRANTED = '2026-01-31 12:00:00'"
            ).exits(0)
            let locked = try await scenario.run("migrate", "update").exits(75)
            #expect(
                locked.errorText.contains(
                    "it is held by ci-7 (10.0.0.7) since 2026-01-31 12:00:00\n"))
            try await scenario.run("migrate", "--target", "dev", "release-locks").exits(0)
            try await scenario.run("migrate", "update").exits(0)
        }
    }

    @Test func refusesAWrongPassword() async throws {
        try await MariaDBServer.run { server in
            let outcome = try await Scenario().withLiquibase()
                .project("{url: '\(server.url)', username: app, password: {env: WORD}}")
                .variable("WORD", "wrong-hunter2").run("migrate", "update").stdout("").exits(77)
            #expect(outcome.errorText.contains("Access denied for user 'app'"))
            #expect(!outcome.errorText.contains("hunter2"))
        }
    }
}
