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
    private static func project(_ changes: String, target: String = "{url: jdbc:sqlite:app.db}") throws -> Scenario {
        try Scenario().withLiquibase().project(target).file("db/changelog.xml", Self.changelog(changes))
    }

    private static func changelog(_ changes: String) -> String { beginning + changes + "\n</databaseChangeLog>\n" }

    private static let table = """
        <changeSet id="1" author="ada"><createTable tableName="t"><column name="i" type="int"/></createTable></changeSet>
        """

    /// Standard error with every time as `T`.
    private static func said(_ outcome: Outcome) -> String {
        outcome.errorText.replacing(#/\b\d+(\.\d)? m?s\b/#, with: "T")
    }

    private static let twoTables = """
        --liquibase formatted sql
        --changeset ada:1
        create table a (i int);
        --changeset ada:2
        insert into nowhere values (1);

        """

    /// Liquibase 4.6.2 then names the changeset that failed in its stack trace only.
    @Test(arguments: [
        ("sqlite:a.db", "[SQLITE_ERROR] SQL error or missing database (no such table: nowhere)"),
        ("h2:./h", "Table \"NOWHERE\" not found"),
    ]) func aScriptOnThePathStartsLiquibase(url: String, message: String) async throws {
        let scenario = try Scenario().withLiquibase().config("migrate: {changelog: a.sql, url: 'jdbc:\(url)'}\n").file(
            "a.sql", Self.twoTables
        ).withLauncherOnly().variable("LIQUIBASE_HOME", "")
        let path = scenario.value(of: "PATH") ?? "/usr/bin:/bin"
        let outcome = try await scenario.variable("PATH", "\(scenario.folder.path)/bin:\(path)").run(
            "migrate", "update"
        ).stdout("").exits(1)
        #expect(
            Self.said(outcome) == """
                applied a.sql::1::ada in T
                a.sql:4:1: changeset a.sql::2::ada: \(message)
                  SQL: insert into nowhere values (1)
                --changeset ada:2
                ^
                1 changeset applied, 1 failed in T

                """)
    }

    /// A class comes before devtool's, or Liquibase's, and cannot be loaded.
    @Test(arguments: ["Devtool$Listener", "Devtool$History", "liquibase/changelog/visitor/AbstractChangeExecListener"])
    func aClassDoesNotFitLiquibase(name: String) async throws {
        let scenario = try Scenario().withLiquibase().config(
            "migrate: {changelog: a.sql, url: 'jdbc:sqlite:a.db', classpath: classes}\n"
        ).file("a.sql", Self.twoTables).file("classes/\(name).class", "x")
        let outcome = try await scenario.run("--verbose", "migrate", "update").stdout("").exits(69)
        #expect(
            outcome.errorText.hasSuffix(
                """

                devtool: a class is incompatible with this version of Liquibase: ClassFormatError: Truncated class file
                  hint: a jar on the class path or devtool itself requires a different version of Liquibase; \
                'devtool migrate --raw' runs without devtool's reports

                """), "\(outcome.errorText)")
        #expect(!outcome.errorText.contains("what became of changesets"))
    }

    /// On GitHub there are annotations between the lines, and a summary.
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
        let failed = try await scenario.variable("GITHUB_ACTIONS", "true").variable(
            "GITHUB_STEP_SUMMARY", scenario.folder.path.appending("step.md").string
        ).run("--report", "junit=report.xml", "migrate", "update").stdout("").exits(1)
        let nix = "[SQLITE_ERROR] SQL error or missing database (no such table: nix)"
        #expect(
            Self.said(failed).replacing(#/(?m)^::.*\n/#, with: "") == """
                applied db/changelog.xml::1::ada in T
                marked as run db/changelog.xml::2::ada l: db/changelog.xml : Table nix does not exist
                failed db/changelog.xml::3::ada (allowed): \(nix)
                applied db/changelog.xml::4::ada in T
                db/changelog.xml:8:1: warning: changeset db/changelog.xml::3::ada failed, which \
                its 'failOnError: false' allows: \(nix)
                <changeSet id="3" author="ada" failOnError="false"><sql>drop table nix</sql></ch…
                ^
                  hint: Liquibase retries it on each run
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
        #expect(
            failed.errorText.contains(
                "\n::error file=db/changelog.xml,line=10,col=1,title=statement-failed::changeset db/changelog.xml::5::ada: "
            ))
        let summary = try #require(failed.folder.text("step.md"))
        #expect(
            summary.hasPrefix(
                "### devtool migrate update: dev\n\n2 changesets applied, 1 marked as run, 1 failed (allowed), 1 failed in "
            ))
        #expect(summary.contains("| 1 | ada | db/changelog.xml | applied | "))
    }

    /// Each is the changelog of a target: one process finds them all, what is wrong with the address of others, and
    /// what nothing was done for.
    @Test func aBadChangelogEndsWithItsStatus() async throws {
        let bad: [(text: String, status: Int32, said: String)] = [
            ("<databaseChangeLog", 65, "db/0.xml:1:"),
            (Self.changelog("<changeSet id=\"1\" author=\"a\"><nix/></changeSet>"), 65, "db/1.xml:6:"),
            (
                Self.changelog(
                    "<changeSet id=\"1\" author=\"a\"><sql>select 1</sql></changeSet>"
                        + "<changeSet id=\"1\" author=\"a\"><sql>select 2</sql></changeSet>"), 65,
                "db/2.xml:6:1: t2 | several different changesets share the name db/2.xml::1::a\n"
            ),
            (
                Self.changelog("<include file=\"db/nix.xml\"/>"), 65,
                "db/3.xml:6:10: t3 | The file db/nix.xml was not found\n"
            ),
            (
                Self.changelog("<preConditions><tableExists tableName=\"nix\"/></preConditions>"), 1,
                "db/4.xml:6:1: t4 | db/4.xml : Table nix does not exist\n"
            ),
            (
                Self.changelog(
                    "<changeSet id=\"1\" author=\"a\"><preConditions><tableExists tableName=\"nix\"/>"
                        + "</preConditions><sql>select 1</sql></changeSet>"), 1,
                "db/5.xml:6:1: t5 | changeset db/5.xml::1::a: db/5.xml : Table nix does not exist\n"
            ),
        ]
        var targets = ""
        let scenario = Scenario().withLiquibase()
        for (number, (text, _, _)) in bad.enumerated() {
            _ = try scenario.file("db/\(number).xml", text)
            targets += "    t\(number): {url: 'jdbc:sqlite:\(number).db', changelog: db/\(number).xml}\n"
        }
        targets += """
                refused: {url: 'jdbc:postgresql://127.0.0.1:1/x', username: a, changelog: db/4.xml}
                driver: {url: 'jdbc:sqlite:6.db', driver: org.example.Driver, changelog: db/4.xml}

            """
        // Successes that are none.
        targets += """
                yaml: {url: 'jdbc:sqlite:yaml.db', changelog: db/changelog.yaml}
                plain: {url: 'jdbc:sqlite:plain.db', changelog: db/t.sql}

            """
        let outcome = try await scenario.config("migrate:\n  targets:\n" + targets).file(
            "db/changelog.yaml",
            """
            databaseChangeLog:
            - changeSet: {id: 1, author: ada, changes: [{creatTable: {tableName: t}}]}

            """
        ).file("db/t.sql", "create table t (i int);\n").run("migrate", "--all-targets", "--no-lint", "--json", "update")
            .exits(1)
        let runs = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
        #expect(runs.map { $0["status"] as? Int32 } == bad.map(\.status) + [69, 69, 0, 0])
        let others = [
            "devtool: refused | cannot connect: Connection to 127.0.0.1:1 refused.",
            "devtool: driver | Cannot find database driver: org.example.Driver\n",
            "db/changelog.yaml:2:3: warning: yaml | changeset db/changelog.yaml::1::ada was recorded as run but ",
            "db/t.sql:1:1: warning: plain | db/t.sql has no '--liquibase formatted sql' header, so ",
        ]
        for said in bad.map(\.said) + others {
            #expect("\n\(outcome.errorText)".contains("\n\(said)"), "\(outcome.errorText)")
        }
    }

    @Test func anUnknownCommandIsNotRun() async throws {
        let outcome = try await Scenario().withScriptedJava("touch started").project("{url: jdbc:x}").run(
            "migrate", "updaet"
        ).stdout("").exits(64).file("started", nil)
        #expect(
            outcome.errorText.hasPrefix("devtool: unknown command 'updaet'\n  hint: did you mean 'update'? "),
            "\(outcome.errorText)")
    }

    @Test(arguments: [
        ("repiar", "unknown command 'repiar'", "did you mean 'repair'? After '--', any command is passed to Liquibase"),
        ("status --taget prod", "Liquibase does not accept '--taget' here", "did you mean '--target'?"),
        ("update --label=x", "Liquibase does not accept '--label' here", "did you mean '--labels'?"),
        (
            "update --florb=x", "Liquibase does not accept '--florb' here",
            "'devtool migrate -- COMMAND --help' lists the options of a command"
        ), ("florb", "Liquibase does not accept 'florb' here", "'devtool migrate -- --help' lists the commands"),
        ("diff", "missing '--reference-url', which the command requires", nil),
        ("--target= status", "missing value for '--target='", nil),
    ]) func misspeltWordsAreNamed(line: String, message: String, hint: String?) async throws {
        let words = line.split(separator: " ").map(String.init)
        try await Self.project("").run(["migrate"] + words).stdout("").stderr(
            "devtool: \(message)\n" + (hint.map { "  hint: \($0)\n" } ?? "")
        ).exits(64)
    }

    @Test func anAppliedChangeSetMustStayAsItIs() async throws {
        let table = "<changeSet id=\"1\" author=\"ada\"><sql>create table t (i int)</sql></changeSet>"
        let scenario = try Self.project(table)
        try await scenario.run("migrate", "update").exits(0)
        let undone = try await scenario.run("migrate", "--yes", "rollback-count", "1").stdout("")
        #expect(undone.errorText.hasPrefix("db/changelog.xml:6:1: "), "\(undone.errorText)")
        _ = try scenario.file("db/changelog.xml", Self.changelog(table.replacing("(i", with: "(j")))
        func expectRefusal(_ scenario: Scenario, _ words: [String]) async throws {
            let changed = try await scenario.run(["migrate"] + words).stdout("").exits(65)
            #expect(
                changed.errorText.contains(
                    "db/changelog.xml:6:1: changeset db/changelog.xml::1::ada was changed after it was applied"),
                "\(changed.errorText)")
        }
        try await expectRefusal(scenario, ["update"])
        // It says the same of the SQL of an update.
        let scripted = try scenario.withScriptedJava(
            """
            printf '%s\\n' 'Unexpected error running Liquibase: Validation Failed:' \
                '     1 change sets check sum' \
                '          db/changelog.xml::1::ada was: 8:aaa4328e but is now: 8:654ed970' >&2
            exit 1
            """)
        for words in [["plan"], ["--dry-run", "update"]] { try await expectRefusal(scripted, words) }
    }

    @Test func permissionsAreRefusedByPostgreSQL() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Self.project(
                """
                <changeSet id="1" author="ada"><sql>create role weak login password 'hunter2'</sql></changeSet>
                <changeSet id="2" author="ada"><sql>select pg_terminate_backend(pg_backend_pid())</sql></changeSet>
                """, target: "{url: '\(server.url)', username: app, password: {env: DB_PASSWORD}}"
            ).variable("DB_PASSWORD", server.password)
            let lost = try await scenario.run("migrate", "update").stdout("").exits(69)
            #expect(
                lost.errorText.contains(
                    "\ndb/changelog.xml:7:1: changeset db/changelog.xml::2::ada: FATAL: terminating connection "))
            // Liquibase says that it could not release the lock, but devtool then did.
            let lines = lost.errorText.split(separator: "\n").filter { $0.contains(/\block\b/) }
            #expect(lines == ["Released the lock of this run"], "\(lost.errorText)")
            #expect(
                lost.errorText.contains(
                    """

                    db/changelog.xml:7:1: warning: changeset db/changelog.xml::2::ada was interrupted: its changes may \
                    exist without a row in the history
                    <changeSet id="2" author="ada"><sql>select pg_terminate_backend(pg_backend_pid()…
                    ^
                      hint: 'devtool migrate --target dev repair' shows which of them exist
                    """), "\(lost.errorText)")
            #expect(lost.errorText.ranges(of: "  hint: ").count == 1 && !lost.errorText.contains("auto commit"))
            let refused = try await scenario.config(
                """
                migrate:
                  changelog: db/changelog.xml
                  targets:
                    weak: {url: '\(server.url)', username: weak, password: {env: WEAK}}
                    missing: {url: '\(server.url)x', username: app, password: {env: DB_PASSWORD}}
                    wrong: {url: '\(server.url)', username: app, password: {env: WRONG}}

                """
            ).variable("WEAK", "hunter2").variable("WRONG", "wrong-hunter2").run("migrate", "--all-targets", "update")
                .exits(1)
            #expect(refused.errorText.contains("password authentication failed for user \"app\""))
            #expect(!refused.errorText.contains("hunter2"))
            for said in [
                "devtool: weak | ERROR: permission denied for ", "failed (77)",
                """
                devtool: missing | cannot connect: FATAL: database "\(server.database)x" does not exist
                  hint: create it, or correct the url in devtool.yml

                """, "failed (69)",
            ] { #expect(refused.errorText.contains(said), "\(refused.errorText)") }
        }
    }
}
