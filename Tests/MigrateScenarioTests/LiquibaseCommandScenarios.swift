import Foundation
import SystemPackage
import TestSupport
import Testing

/// The commands of Liquibase by their names, with the real one on real databases.
@Suite(.takingTurns) struct LiquibaseCommandScenarios {
    private static let changelog = """
        --liquibase formatted sql
        --changeset ada:1
        create table first (id int primary key);
        --rollback drop table first;
        --changeset ada:2
        create table second (id int primary key);
        --rollback drop table second;

        """

    private static func project(_ url: String) throws -> Scenario {
        try Scenario().withLiquibase().file("db/all.sql", changelog).config(
            "migrate: {changelog: db/all.sql, url: '\(url)', username: sa}\n")
    }

    @Test func thatApplyChangesToSQLite() async throws {
        let scenario = try Self.project("jdbc:sqlite:app.db")
        let database = SQLiteFile(path: scenario.folder.path.appending("app.db"))
        let tables = "select name from sqlite_master where name in ('first', 'second')"
        // What is only shown is not done; SQLite's driver makes the file where there is none.
        let shown = try await scenario.run("migrate", "--dry-run", "update").exits(0)
        #expect(shown.outputText.contains("\ncreate table second (id int primary key);\n"))
        #expect(!shown.errorText.contains("applied"))
        #expect(["", nil].contains(scenario.folder.text("app.db")))

        let one = try await scenario.run("migrate", "updateCount", "1").stdout("").exits(0)
        #expect(one.errorText.hasPrefix("applied db/all.sql::1::ada in "))
        #expect(try await database.rows(tables) == ["first"])

        try await scenario.run("migrate", "tag", "one").stdout("").stderr(
            "Successfully tagged 'null@jdbc:sqlite:app.db'\n"
        ).exits(0)
        // The database has this tag, and the changelog has not.
        let known = try await scenario.run("migrate", "update-to-tag", "one").exits(0)
        #expect(known.errorText.contains(/^nothing to apply \([0-9.]+ m?s\)\n$/), "\(known.errorText)")
        let rest = try await scenario.run("migrate", "--json", "update").exits(0)
        let update = try #require(JSONSerialization.jsonObject(with: Data(rest.output)) as? [String: Any])
        #expect((update["applied"] as? [[String: Any]])?.map { $0["id"] as? String } == ["2"])
        #expect(try await database.rows(tables) == ["first", "second"])

        let back = try await scenario.run("migrate", "--yes", "rollback", "one").exits(0)
        #expect(back.errorText.hasPrefix("rolled back db/all.sql::2::ada\n1 changeset rolled back"))
        #expect(try await database.rows(tables) == ["first"])
    }

    /// It printed no summary.
    @Test func thatRollBackSumUpAFailure() async throws {
        let changelog = Self.changelog.replacing("drop table second", with: "drop table third")
        let scenario = try Self.project("jdbc:sqlite:app.db").file("db/all.sql", changelog)
        try await scenario.run("migrate", "update").exits(0)
        let back = try await scenario.run("migrate", "--yes", "rollback-count", "1").stdout("").exits(1)
        #expect(
            back.errorText.replacing(#/in \d.* m?s$/#.anchorsMatchLineEndings(), with: "in T") == """
                db/all.sql:5:1: changeset db/all.sql::2::ada: [SQLITE_ERROR] SQL error or missing database \
                (no such table: third)
                  SQL: drop table third
                --changeset ada:2
                ^
                1 changeset failed in T

                """)
    }

    /// It was not said which changeset this was.
    @Test func thatMarkAChangeSetNameIt() async throws {
        let scenario = try Self.project("jdbc:sqlite:app.db")
        for id in 1...2 {
            let marked = try await scenario.run("migrate", "--yes", "mark-next-changeset-ran").stdout("").exits(0)
            let lines = marked.errorText.split(separator: "\n")
            #expect(lines.first == "marked as run db/all.sql::\(id)::ada", "\(marked.errorText)")
            #expect(lines.last?.hasPrefix("1 changeset marked as run in ") == true)
        }
        let none = try await scenario.run("migrate", "--yes", "mark-next-changeset-ran").stdout("").exits(0)
        #expect(none.errorText.hasPrefix("nothing to mark as run ("), "\(none.errorText)")
    }

    @Test func thatMarkChangeSetsOfSeveralTargetsNameThem() async throws {
        let scenario = try Self.project("jdbc:sqlite:app.db").config(
            "migrate: {changelog: db/all.sql, targets: {a: {url: 'jdbc:sqlite:a.db'}, b: {url: 'jdbc:sqlite:b.db'}}}\n")
        try await scenario.run("migrate", "--target", "a", "update-count", "1").exits(0)
        let sync = try await scenario.run("migrate", "--all-targets", "--yes", "changelog-sync").stdout("").exits(0)
        let lines = sync.errorText.replacing(#/\d[\d.]* m?s$/#.anchorsMatchLineEndings(), with: "T").split(
            separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("a |") } == [
                "a | marked as run db/all.sql::2::ada", "a | 1 changeset marked as run in T",
            ])
        #expect(
            lines.filter { $0.hasPrefix("b |") } == [
                "b | marked as run db/all.sql::1::ada", "b | marked as run db/all.sql::2::ada",
                "b | 2 changesets marked as run in T",
            ])
        #expect(
            lines.suffix(3) == [
                "TARGET  RESULT  CHANGESETS       TIME", "a       ok      1 marked as run  T",
                "b       ok      2 marked as run  T",
            ])
    }

    /// The next run of devtool would take the lock of a script that somebody else runs for that of a dead one.
    @Test func thatPrintSQLHaveNoMarkOfTheLock() async throws {
        let scenario = try Self.project("jdbc:h2:./app")
        for words in [["update-sql"], ["update-count-sql", "1"], ["--raw", "update-sql"]] {
            let sql = try await scenario.run(["migrate"] + words).exits(0).outputText
            #expect(sql.contains("LOCKEDBY = '") && !sql.contains("devtool-"), "\(sql)")
        }
    }

    @Test func thatKeepTheRecordsOfSQLite() async throws {
        let scenario = try Self.project("jdbc:sqlite:app.db")
        let database = SQLiteFile(path: scenario.folder.path.appending("app.db"))
        let sync = try await scenario.run("migrate", "changelog-sync", "--yes").stdout("").exits(0)
        #expect(
            sync.errorText.replacing(#/in \d.* m?s$/#.anchorsMatchLineEndings(), with: "in T") == """
                marked as run db/all.sql::1::ada
                marked as run db/all.sql::2::ada
                2 changesets marked as run in T

                """)
        #expect(try await database.rows("select id from databasechangelog") == ["1", "2"])
        #expect(try await database.rows("select name from sqlite_master where name = 'first'") == [])

        let sums = "select count(md5sum) from databasechangelog"
        #expect(try await database.rows(sums) == ["2"])
        try await scenario.run("migrate", "--yes", "clearCheckSums").stdout("").exits(0)
        #expect(try await database.rows(sums) == ["0"])
    }

    @Test func thatCompareAndRemoveInH2() async throws {
        let scenario = try Self.project("jdbc:h2:./app")
        try await scenario.run("migrate", "validate").stdout("").stderr("No validation errors found.\n").exits(0)
        try await scenario.run("migrate", "update").exits(0)

        let snapshot = try await scenario.run("migrate", "snapshot").stderr("").exits(0)
        #expect(snapshot.outputText.hasPrefix("Database snapshot for jdbc:h2:./app\n"))
        #expect(snapshot.outputText.contains("liquibase.structure.core.Table"))

        let reference = "--reference-url=jdbc:h2:./other"
        try await scenario.run("migrate", "diff-changelog", reference, "--changelog-file=diff.xml").stdout("").exits(0)
        #expect(scenario.folder.text("diff.xml")?.contains("<dropTable tableName=\"FIRST\"/>") == true)

        let back = try await scenario.run("migrate", "--yes", "rollback-to-date", "2020-01-01").stdout("").exits(0)
        #expect(back.errorText.contains("\nrolled back db/all.sql::1::ada\n2 changesets rolled back "))
    }

    @Test func thatApplyAndRemoveInPostgreSQL() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Scenario().withLiquibase().file("db/all.sql", Self.changelog).variable(
                "DB_PASSWORD", server.password
            ).config(
                """
                migrate:
                  changelog: db/all.sql
                  engine: postgresql
                  host: 127.0.0.1
                  port: \(server.port)
                  database: \(server.database)
                  username: app
                  password: {env: DB_PASSWORD}

                """)
            let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public' AND tablename !~ 'log'"
            // The server is there, so nothing is waited for.
            try await scenario.run("migrate", "--wait", "60", "update").stdout("").exits(0)
            #expect(try await server.query(tables) == "2")
            let dropped = try await scenario.run("migrate", "drop-all", "-y").stdout("").exits(0)
            #expect(dropped.errorText.hasPrefix("All objects dropped from app@jdbc:postgresql:"))
            #expect(try await server.query(tables) == "0")
        }
    }

    /// A protected target is no hindrance.
    @Test func theVersion() async throws {
        try await Scenario().withScriptedJava("for word; do last=$word; done; echo \"$last\"").config(
            "migrate: {url: 'jdbc:sqlite:app.db', protected: true}\n"
        ).run("migrate", "--version").stdout("--version\n").exits(0)
    }

    /// devtool's own listener stands before that of the user, which it calls.
    @Test func theListenerOfTheUserIsNotLiquibases() async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava("echo \"$*\"").variable(
            "LIQUIBASE_COMMAND_CHANGE_EXEC_LISTENER_CLASS", "Other")
        for words in [["--change-exec-listener-class=Mine"], ["--changeExecListenerClass", "Mine"]] {
            let outcome = try await scenario.run(["migrate", "--no-lint", "update"] + words)
            #expect(outcome.outputText.hasSuffix(" --defaults-file=/dev/stdin update\n"))
        }
    }
}
