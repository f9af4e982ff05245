import Foundation
import SystemPackage
import TestSupport
import Testing

/// What `devtool migrate` tells of real runs of Liquibase, and what it ends with.
@Suite(.takingTurns) struct LiquibaseOutputScenarios {
    private static let beginning = """
        <?xml version="1.0" encoding="UTF-8"?>
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">

        """

    /// A project with an SQLite database and a changelog of these elements.
    private static func project(
        _ changes: String, target: String = "{url: jdbc:sqlite:app.db}"
    ) throws -> Scenario {
        try Scenario().withLiquibase().project(target)
            .file("db/changelog.xml", Self.changelog(changes))
    }

    private static func changelog(_ changes: String) -> String {
        beginning + changes + "\n</databaseChangeLog>\n"
    }

    private static let table = """
        <changeSet id="1" author="ada"><createTable tableName="t"><column name="i" type="int"/></createTable></changeSet>
        """

    /// Standard error with every time as `T`.
    private static func said(_ outcome: Outcome) -> String {
        outcome.errorText.replacing(#/\b\d+(\.\d)? m?s\b/#, with: "T")
    }

    @Test func tellsWhatBecameOfEachChangeSet() async throws {
        let scenario = try Self.project(
            """
            \(Self.table)
            <changeSet id="2" author="ada l"><preConditions onFail="MARK_RAN"><tableExists tableName="nix"/></preConditions><sql>select 1</sql></changeSet>
            <changeSet id="3" author="ada" failOnError="false"><sql>drop table nix</sql></changeSet>
            <changeSet id="4" author="ada"><sql>insert into t values (1)</sql></changeSet>
            <changeSet id="5" author="ada"><sql>insert into
              nowhere values (2)</sql></changeSet>
            """)
        let failed = try await scenario.run(
            "--report", "junit=report.xml", "migrate", "update"
        ).stdout("").exits(1)
        let nix = "[SQLITE_ERROR] SQL error or missing database (no such table: nix)"
        #expect(
            Self.said(failed) == """
                applied db/changelog.xml::1::ada in T
                marked as run db/changelog.xml::2::ada l: db/changelog.xml : Table nix does not exist
                failed db/changelog.xml::3::ada, which is allowed: \(nix)
                applied db/changelog.xml::4::ada in T
                db/changelog.xml:8:1: warning: changeset db/changelog.xml::3::ada failed, which \
                failOnError: false allows: \(nix)
                <changeSet id="3" author="ada" failOnError="false"><sql>drop table nix</sql></ch…
                ^
                  hint: it will be tried again
                db/changelog.xml:10:1: changeset db/changelog.xml::5::ada: [SQLITE_ERROR] SQL error or \
                missing database (no such table: nowhere)
                  SQL: insert into
                         nowhere values (2)
                <changeSet id="5" author="ada"><sql>insert into
                ^
                2 changesets applied, 1 marked as run, 1 failed (allowed), 1 failed in T

                """)
        let report = try #require(failed.folder.text("report.xml"))
        #expect(report.contains(#"tests="5" failures="1" errors="0" skipped="2""#))
        #expect(report.contains(#"<testcase name="5::ada" classname="db/changelog.xml""#))

        let updated = try await scenario.file("db/changelog.xml", Self.changelog(Self.table))
            .run("migrate", "update").stdout("").exits(0)
        #expect(Self.said(updated) == "nothing to apply (T)\n")
    }

    @Test func aStepOnGitHubHasAnnotationsAndASummary() async throws {
        let scenario = try Self.project(
            "\(Self.table)<changeSet id=\"2\" author=\"ada\"><sql>drop table nix</sql></changeSet>")
        let outcome =
            try await scenario
            .variable("GITHUB_ACTIONS", "true")
            .variable("GITHUB_STEP_SUMMARY", scenario.folder.path.appending("step.md").string)
            .run("migrate", "update").exits(1)
        #expect(
            outcome.errorText.contains(
                "\n::error file=db/changelog.xml,line=6,col=114,title=statement-failed::changeset db/changelog.xml::2::ada: "
            ))
        let summary = try #require(outcome.folder.text("step.md"))
        #expect(
            summary.hasPrefix(
                "### devtool migrate update: dev\n\n1 changeset applied, 1 failed in "))
        #expect(summary.contains("| 1 | ada | db/changelog.xml | applied | "))
    }

    @Test(
        arguments: [
            ("<databaseChangeLog", 65, "db/changelog.xml:1:"),
            (
                changelog("<changeSet id=\"1\" author=\"a\"><nix/></changeSet>"), 65,
                "db/changelog.xml:6:"
            ),
            (
                changelog(
                    "<changeSet id=\"1\" author=\"a\"><sql>select 1</sql></changeSet>"
                        + "<changeSet id=\"1\" author=\"a\"><sql>select 2</sql></changeSet>"), 65,
                "db/changelog.xml:6:1: several different changesets are named db/changelog.xml::1::a\n"
            ),
            (
                changelog("<include file=\"db/nix.xml\"/>"), 65,
                "db/changelog.xml:6:10: The file db/nix.xml was not found\n"
            ),
            (
                changelog("<preConditions><tableExists tableName=\"nix\"/></preConditions>"), 1,
                "db/changelog.xml:6:1: db/changelog.xml : Table nix does not exist\n"
            ),
            (
                changelog(
                    "<changeSet id=\"1\" author=\"a\"><preConditions><tableExists tableName=\"nix\"/>"
                        + "</preConditions><sql>select 1</sql></changeSet>"), 1,
                "db/changelog.xml:6:1: changeset db/changelog.xml::1::a: db/changelog.xml : Table nix does not exist\n"
            ),
        ] as [(String, Int32, String)])
    func aBadChangelogEndsWithItsStatus(
        text: String, status: Int32, said: String
    ) async throws {
        let outcome = try await Scenario().withLiquibase()
            .project("{url: jdbc:sqlite:app.db}").file("db/changelog.xml", text)
            .run("migrate", "--no-lint", "update").stdout("").exits(status)
        #expect(outcome.errorText.hasPrefix(said), "\(outcome.errorText)")
    }

    @Test(
        arguments: [
            (
                ["--", "updaet"], 64,
                "devtool: Unexpected argument(s): updaet\nDid you mean: update or update-sql or "
            ),
            (
                ["updaet"], 64,
                "devtool: Liquibase has no command 'updaet'\n  hint: did you mean 'update'? "
            ),
            (["--yes", "rollback-count"], 64, "devtool: Invalid argument '--count': missing "),
            (
                ["--yes", "rollback", "nix"], 1,
                "devtool: Could not find tag 'nix' in the database\n"
            ),
            (
                ["--url=jdbc:postgresql://127.0.0.1:1/x", "--username=a", "status"], 69,
                "devtool: cannot connect: Connection to 127.0.0.1:1 refused."
            ),
            (
                ["--url=jdbc:postgresql://host.invalid/x", "--username=a", "status"], 69,
                "devtool: cannot connect: "
            ),
            (
                ["--driver=org.example.Driver", "status"], 69,
                "devtool: Cannot find database driver: org.example.Driver\n"
            ),
        ] as [([String], Int32, String)])
    func aRunThatCannotBeginEndsWithItsStatus(
        arguments: [String], status: Int32, said: String
    ) async throws {
        let outcome = try await Self.project(Self.table)
            .run(["migrate"] + arguments).stdout("").exits(status)
        #expect(outcome.errorText.hasPrefix(said), "\(outcome.errorText)")
    }

    @Test func anAppliedChangeSetMustStayAsItIs() async throws {
        let scenario = try Self.project(Self.table)
        try await scenario.run("migrate", "update").exits(0)
        let changed =
            try await scenario
            .file(
                "db/changelog.xml",
                Self.changelog(Self.table.replacingOccurrences(of: "\"i\"", with: "\"j\""))
            )
            .run("migrate", "update").stdout("").exits(65)
        #expect(
            changed.errorText.hasPrefix(
                "db/changelog.xml:6:1: changeset db/changelog.xml::1::ada was changed after it was applied"
            )
        )
    }

    /// Liquibase 4.6.2 cannot read the time of a lock on SQLite, and says something about Java instead.
    @Test(
        arguments: [
            ("jdbc:sqlite:app.db", "could not get the changelog lock: another run holds it\n"),
            ("jdbc:h2:./app", "could not get the changelog lock: it is held by elsewhere since "),
        ])
    func aLockOfAnotherIsTold(url: String, said: String) async throws {
        let scenario = try Self.project(Self.table, target: "{url: '\(url)', username: sa}")
        try await scenario.run("migrate", "update").exits(0)
        let time = "'2026-01-02 03:04:05'"
        try await scenario.run(
            "migrate", "execute-sql",
            "--sql=UPDATE DATABASECHANGELOGLOCK SET LOCKED=1, LOCKEDBY='elsewhere', "
                + "LOCKGRANTED=\(time)"
        ).exits(0)
        let locked = try await scenario.run(
            "migrate", "--yes", "--changelog-lock-wait-time-in-minutes=0", "rollback-count", "1"
        ).stdout("").exits(75)
        #expect(locked.errorText.hasPrefix("devtool: " + said), "\(locked.errorText)")
    }

    @Test func successesThatAreNoneAreTold() async throws {
        let misspelt = try await Scenario().withLiquibase().project("{url: jdbc:sqlite:app.db}")
            .file(
                "db/changelog.yaml",
                """
                databaseChangeLog:
                - changeSet: {id: 1, author: ada, changes: [{creatTable: {tableName: t}}]}

                """
            )
            .run("migrate", "--no-lint", "--changelog-file=db/changelog.yaml", "update").exits(0)
        #expect(
            misspelt.errorText.contains(
                "\ndb/changelog.yaml:2:3: warning: changeset db/changelog.yaml::1::ada was recorded as run, but "
            ))
        let headless = try await Scenario().withLiquibase().project("{url: jdbc:sqlite:app.db}")
            .file("db/t.sql", "create table t (i int);\n")
            .run("migrate", "--no-lint", "--changelog-file=db/t.sql", "update").exits(0)
        #expect(
            headless.errorText.contains(
                "\ndb/t.sql:1:1: warning: db/t.sql has no '--liquibase formatted sql' header, and ")
        )
    }

    /// What fails has a place also where the changelog is not checked before: it is read for that.
    @Test(
        arguments: [
            (
                "<include file=\"db/nix.xml\"/>",
                "db/changelog.xml:6:10: The file db/nix.xml was not found\n"
            ),
            (
                "<changeSet id=\"1\" author=\"ada\"><sql>select 1</sql></changeSet>\n"
                    + "<changeSet id=\"1\" author=\"ada\"><sql>select 2</sql></changeSet>",
                "db/changelog.xml:6:1: several different changesets are named "
                    + "db/changelog.xml::1::ada\n"
            ),
        ])
    func whatAValidationFindsHasAPlace(changelog: String, message: String) async throws {
        let scenario = try Self.project(changelog)
        let outcome = try await scenario.run("migrate", "validate").stdout("").exits(65)
        #expect(outcome.errorText.hasPrefix(message), "\(outcome.errorText)")
    }

    @Test func aRollbackThatCannotBeHasAPlace() async throws {
        let scenario = try Self.project(
            "<changeSet id=\"1\" author=\"ada\"><sql>create table t (i int)</sql></changeSet>")
        try await scenario.run("migrate", "update").exits(0)
        let outcome = try await scenario.run("migrate", "--yes", "rollback-count", "1").stdout("")
        #expect(outcome.errorText.hasPrefix("db/changelog.xml:6:1: "), "\(outcome.errorText)")
    }

    @Test func permissionsAreRefusedByPostgreSQL() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Self.project(
                """
                <changeSet id="1" author="ada"><sql>create role weak login password 'hunter2'</sql></changeSet>
                <changeSet id="2" author="ada"><sql>select pg_terminate_backend(pg_backend_pid())</sql></changeSet>
                """,
                target: "{url: '\(server.url)', username: app, password: {env: DB_PASSWORD}}"
            ).variable("DB_PASSWORD", server.password)
            let lost = try await scenario.run("migrate", "update").stdout("").exits(69)
            #expect(
                lost.errorText.contains(
                    "\ndb/changelog.xml:7:1: changeset db/changelog.xml::2::ada: FATAL: terminating connection "
                )
            )
            #expect(lost.errorText.contains("\ndevtool: warning: the changelog lock could not be "))
            let weak = try await scenario.config(
                """
                migrate:
                  changelog: db/changelog.xml
                  targets:
                    dev: {url: '\(server.url)', username: weak, password: {env: WEAK}}

                """
            ).variable("WEAK", "hunter2").run("migrate", "update").stdout("").exits(77)
            #expect(
                weak.errorText.contains("devtool: ERROR: permission denied for "))
            let missing = try await scenario.config(
                """
                migrate:
                  changelog: db/changelog.xml
                  targets:
                    dev: {url: '\(server.url)x', username: app, password: {env: DB_PASSWORD}}

                """
            ).run("migrate", "status").stdout("").exits(69)
            #expect(
                missing.errorText == """
                    devtool: cannot connect: FATAL: database "\(server.database)x" does not exist
                      hint: create it, or correct the url in devtool.yml

                    """)
        }
    }
}
