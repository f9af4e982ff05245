import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool migrate` on MariaDB, whose lock is looked at by JDBC, and which goes on with a statement when its client
/// is gone.
@Suite(.takingTurns) struct MariaDBScenarios {
    @Test func aForeignLockIsReported() async throws {
        try await MariaDBServer.run { server in
            let scenario = try Scenario().withLiquibase().config(
                """
                migrate:
                  changelog: db/changelog.xml
                  lock-timeout: 1s
                  targets: {dev: {url: '\(server.url)', username: \(server.name), password: {env: WORD}}}

                """
            ).file("db/changelog.xml", Scenario.changelog).variable("WORD", server.password)
            // As Liquibase makes it.
            try await server.query(
                """
                CREATE TABLE DATABASECHANGELOGLOCK
                    (ID INT PRIMARY KEY, LOCKED BIT(1) NOT NULL, LOCKGRANTED DATETIME, LOCKEDBY VARCHAR(255));
                INSERT INTO DATABASECHANGELOGLOCK VALUES (1, 1, '2026-01-31 12:00:00', 'ci-7 (10.0.0.7)')
                """)
            let locked = try await scenario.run("migrate", "update").exits(75)
            #expect(locked.errorText.contains("it is held by ci-7 (10.0.0.7) since 2026-01-31 12:00:00\n"))
            #expect(try await server.query(Self.lockedRows) == "1")
        }
    }

    /// The state of the server counts.
    ///
    /// On a busy machine the Java that has it cancelled may come too late, so that the signal ends Liquibase. Then
    /// devtool ends the statement and releases the lock.
    @Test func aSignalHasTheServerCancelTheStatement() async throws {
        try await MariaDBServer.run { server in
            let scenario = try Self.project(on: server).file("db/changelog.sql", Self.selecting)
            let outcome = try await scenario.whileRunning("migrate", "update") { process in
                try await server.wait(for: Self.selectingThread)
                kill(process, SIGTERM)
            }
            #expect(outcome.status == 128 + SIGTERM)
            try await Self.expectNothingIsLeft(on: server)
            try await scenario.expectNoOrphan()
        }
    }

    /// The server would complete the table, without a row in DATABASECHANGELOG.
    @Test func whatAKilledJavaHadBegunIsEnded() async throws {
        try await MariaDBServer.run { server in
            let scenario = try Self.project(on: server).file("db/changelog.sql", Self.selecting)
            let outcome = try await scenario.whileRunning("migrate", "update") { process in
                try await server.wait(for: Self.selectingThread)
                for child in scenario.children(of: process) { kill(child, SIGKILL) }
            }
            #expect(outcome.status == 128 + SIGKILL)
            #expect(outcome.errorText.contains("Released the lock of this run\n"))
            try await Self.expectNothingIsLeft(on: server)
        }
    }

    @Test func theLockOfAKilledRunIsFreedWhenItsStatementHasEnded() async throws {
        try await MariaDBServer.run { server in
            let scenario = try Self.project(on: server).file("db/changelog.sql", Self.selecting)
            _ = try await scenario.whileRunning("migrate", "update") { process in
                try await server.wait(for: Self.selectingThread)
                for victim in [process] + scenario.children(of: process) { kill(victim, SIGKILL) }
            }
            let thread = try await server.query(Self.selectingThread)
            #expect(!thread.isEmpty)
            _ = try scenario.file("db/changelog.sql", Self.quick)
            let refused = try await scenario.run("migrate", "--config", "hasty.yml", "update").exits(75)
            #expect(
                refused.errorText.contains(
                    ", which has ended: the database is still executing its statement (server thread \(thread))\n"))
            #expect(refused.errorText.contains("run 'KILL \(thread)', then release it with"))
            #expect(try await server.query(Self.lockedRows) == "1")

            try await server.query("KILL \(thread)")
            let next = try await scenario.run("migrate", "update").exits(0)
            #expect(next.errorText.contains(", which has ended\n"))
            try await Self.expectNothingIsLeft(on: server)
        }
    }

    /// Where only the launcher knows how Liquibase is started, its session has no name, and any statement of
    /// the same user may be the run's.
    @Test func aRunThatCannotBeFoundKeepsItsLock() async throws {
        try await MariaDBServer.run { server in
            let scenario = try Self.project(on: server, options: "classpath: lib/mariadb*.jar").file(
                "db/changelog.sql", Self.selecting
            ).withLauncherOnly()
            let outcome = try await scenario.whileRunning("migrate", "update") { process in
                try await server.wait(for: Self.selectingThread)
                for child in scenario.descendants(of: process) { kill(child, SIGKILL) }
            }
            let thread = try await server.query(Self.selectingThread)
            #expect(
                outcome.errorText.contains(
                    """
                    devtool: warning: this run still holds the changelog lock: the database may still \
                    be executing its statement (server thread \(thread))
                      hint: the next run on this host releases it once the statement has ended; 'KILL \
                    \(thread)' ends the statement; on another host, run 'devtool migrate --target dev release-locks'

                    """), "\(outcome.errorText)")
            #expect(try await server.query(Self.lockedRows) == "1")
            try await server.query("KILL \(thread)")
        }
    }

    private static func project(on server: MariaDBServer, options: String = "protected: false") throws -> Scenario {
        func text(_ timeout: String) -> String {
            """
            migrate:
              changelog: db/changelog.sql
              lock-timeout: \(timeout)
              \(options)
              targets:
                dev: {url: '\(server.url)', username: \(server.name), password: {env: WORD}}

            """
        }
        return try Scenario().withLiquibase().variable("WORD", server.password).config(text("5m")).file(
            "hasty.yml", text("2s"))
    }

    /// The statement of ``selecting`` is gone from the server, and so is its table; the lock is free.
    private static func expectNothingIsLeft(on server: MariaDBServer) async throws {
        #expect(try await server.query(selectingThread) == "")
        #expect(try await server.query("SHOW TABLES LIKE 'copy'") == "")
        #expect(try await server.query(lockedRows) == "0")
    }

    private static let lockedRows = "SELECT COUNT(*) FROM DATABASECHANGELOGLOCK WHERE LOCKED"
    private static let selectingThread =
        "SELECT ID FROM information_schema.PROCESSLIST WHERE INFO LIKE 'CREATE TABLE copy%'"
    private static let quick = """
        --liquibase formatted sql
        --changeset eve:a
        CREATE TABLE kept (id int);

        """
    private static let selecting =
        quick + """
            --changeset eve:b
            CREATE TABLE copy AS SELECT a.seq FROM seq_1_to_1000000 a JOIN seq_1_to_1000000 b
            WHERE a.seq * b.seq = 0;

            """
}
