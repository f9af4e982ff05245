import TestSupport
import Testing

/// The rules of policy of `devtool migrate lint` (issue 20): docs/lint.md.
@Suite struct LintRuleScenarios {
    private static let sql = """
        --liquibase formatted sql
        --changeset ada:1
        CREATE INDEX i ON customer (email);
        --changeset ada:2
        DROP TABLE old;

        """

    private func project(_ settings: String = "") throws -> Scenario {
        try Scenario().config(
            """
            migrate:
              changelog: a.sql
              url: jdbc:postgresql://db.invalid/app
            \(settings)
            """
        ).file("a.sql", Self.sql)
    }

    private static let indexFinding = """
        a.sql:3:1: warning: an index on 'customer' is created: all rows are read under SHARE, which blocks \
        writes
        CREATE INDEX i ON customer (email);
        ^
          hint: CREATE INDEX CONCURRENTLY i ON customer (email), in a changeset with \
        runInTransaction:false

        """

    @Test func warningsDoNotFail() async throws {
        try await project().run("migrate", "lint").stdout("").stderr(
            Self.indexFinding + """
                a.sql:5:1: warning: the table 'old' is dropped with its data
                DROP TABLE old;
                ^
                2 changesets in 1 file: 2 warnings

                """
        ).exits(0)
    }

    /// One that a comment accepts does not stand for the others of its file.
    @Test func columnsOfAnORMAreReportedOnce() async throws {
        let columns = "a timestamp,\n  b timestamp, c timestamp"
        let sql = "--liquibase formatted sql\n--changeset ada:1\n"
        let found = """
            note: 'a' is a timestamp without a time zone
            CREATE TABLE t (id bigint PRIMARY KEY, a timestamp,
            ^
              hint: use timestamp with time zone
            1 changeset in 1 file: 1 note

            """
        let table = "CREATE TABLE t (id bigint PRIMARY KEY, \(columns));\n"
        try await project().file("a.sql", sql + table).run("migrate", "lint").stderr("a.sql:3:1: " + found).exits(0)
        let comment = "-- devtool:allow timestamp-without-zone: times of one place\n"
        try await project().file("a.sql", sql + comment + table + table.replacing("TABLE t", with: "TABLE u")).run(
            "migrate", "lint"
        ).stderr("a.sql:6:1: " + found.replacing("TABLE t", with: "TABLE u")).exits(0)
    }

    /// As with a URL: an index blocks writes on PostgreSQL, whatever else a target lacks.
    @Test func theEngineOfATargetIsEnough() async throws {
        try await Scenario().config(
            """
            migrate:
              changelog: a.sql
              targets: {m: {engine: postgresql}}
            """
        ).file("a.sql", Self.sql).run("migrate", "lint").stderr(
            Self.indexFinding + """
                a.sql:5:1: warning: the table 'old' is dropped with its data
                DROP TABLE old;
                ^
                2 changesets in 1 file: 2 warnings

                """
        ).exits(0)
    }

    /// A routine without a block ends at its `;`: what comes after it is looked at, at its own line.
    @Test(arguments: [
        ("mariadb", "CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW SET NEW.a = 1;"),
        ("mariadb", "CREATE PROCEDURE p() INSERT INTO a SELECT b AS c FROM d;"),
        ("mariadb", "CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO INSERT INTO a VALUES (1);"),
        (
            "postgresql",
            "CREATE TRIGGER x BEFORE UPDATE ON t FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION f();"
        ), ("postgresql", "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';"),
    ]) func aRoutineWithoutABlockEnds(engine: String, routine: String) async throws {
        let outcome = try await Scenario().config(
            "migrate: {changelog: a.sql, url: 'jdbc:\(engine)://db.invalid/app'}\n"
        ).file("a.sql", "--liquibase formatted sql\n--changeset ada:1\n\(routine)\nDROP TABLE gone;\n").run(
            "migrate", "lint"
        ).exits(0)
        #expect(outcome.errorText.contains("a.sql:4:1: warning: the table 'gone' is dropped with its data\n"))
    }

    /// In a block nothing is a statement of the changelog's.
    @Test(arguments: [
        "CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW BEGIN DELETE FROM u; DROP TABLE gone; END;",
        "CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW IF NEW.a THEN DELETE FROM u; DROP TABLE gone; END IF;",
    ]) func aBlockIsOneStatement(routine: String) async throws {
        let outcome = try await Scenario().config("migrate: {changelog: a.sql, url: 'jdbc:mariadb://db.invalid/app'}\n")
            .file("a.sql", "--liquibase formatted sql\n--changeset ada:1 splitStatements:false\n\(routine)\n").run(
                "migrate", "lint"
            ).exits(0)
        #expect(!outcome.errorText.contains("'gone' is dropped"))
    }

    /// All versions of Liquibase cut it after the IF, though the body is one token of PostgreSQL's.
    @Test func aBodyInDollarQuotesIsCut() async throws {
        try await Scenario().config("migrate: {changelog: a.sql, url: 'jdbc:postgresql://db.invalid/app'}\n").file(
            "a.sql",
            """
            --liquibase formatted sql
            --changeset ada:1
            DO $$
            BEGIN
             IF NOT EXISTS (SELECT 1) THEN
              INSERT INTO t VALUES (1);
             END IF;
            END $$
            --changeset ada:2
            DO $$ BEGIN INSERT INTO t VALUES (1); END $$;

            """
        ).run("migrate", "lint").stdout("").stderr(
            """
            a.sql:3:1: Liquibase splits this statement at the ';' on line 7
            DO $$
            ^
              hint: write '--changeset ada:1 splitStatements:false'
            2 changesets in 1 file: 1 error

            """
        ).exits(65)
    }

    /// Liquibase does not look for it in strings, comments and words, nor for a slash within a line.
    @Test(arguments: ["/", #"\n/"#, "//", "GO"]) func anEndDelimiterStandsForItself(delimiter: String) async throws {
        let line = delimiter.replacing(#"\n"#, with: "")
        try await Scenario().config("migrate: {changelog: a.sql, url: 'jdbc:postgresql://db.invalid/app'}\n").file(
            "a.sql",
            """
            --liquibase formatted sql
            --changeset ada:1 endDelimiter:\(delimiter)
            /*
             * http://example.com/GO//GO
             */
            CREATE TABLE a (id bigint PRIMARY KEY, GOLD int DEFAULT 6/2, b text DEFAULT 'x
            \(line)
            ')
            \(line)
            DROP TABLE old
            \(line)

            """
        ).run("migrate", "lint").stdout("").stderr(
            """
            a.sql:10:1: warning: the table 'old' is dropped with its data
            DROP TABLE old
            ^
            1 changeset in 1 file: 1 warning

            """
        ).exits(0)
    }

    @Test func levelsAreThoseOfTheProjectAndOfTheTarget() async throws {
        let rules = "  lint: {rules: {blocking: off, drop-table: error}}"
        let dropped = """
            a.sql:5:1: the table 'old' is dropped with its data
            DROP TABLE old;
            ^
            2 changesets in 1 file: 1 error

            """
        try await project(rules).run("migrate", "lint").stdout("").stderr(dropped).exits(65)
        try await Scenario().config(
            """
            migrate:
              changelog: a.sql
              lint: {rules: {blocking: off, drop-table: note}}
              targets:
                one: {url: 'jdbc:postgresql://db.invalid/one'}
                two: {url: 'jdbc:mariadb://db.invalid/two', lint: {rules: {drop-table: error}}}

            """
        ).file("a.sql", Self.sql).run("migrate", "lint").stderr(dropped).exits(65)
        try await project("  lint: {rules: {destructive: note, blocking-index: note}}").run(
            "--quiet", "migrate", "lint"
        ).stdout("").stderr("").exits(0)
        // A rule of correctness that keeps a project back.
        try await project("  lint: {rules: {design: off, sql-header: warning}}").file("a.sql", "SELECT 1;\n").run(
            "migrate", "lint"
        ).exits(0)
    }

    @Test func settingsAreChecked() async throws {
        try await project("  lint: {rules: {drop-tabel: off}}").run("migrate", "lint").stdout("").stderr(
            """
            devtool.yml:4:18: unknown rule 'drop-tabel' in 'migrate.lint.rules'
              lint: {rules: {drop-tabel: off}}
                             ^
              hint: did you mean 'drop-table'?

            """
        ).exits(78)
        try await project("  lint: {id-pattern: '['}").run("migrate", "lint").stdout("").stderr(
            """
            devtool.yml:4:22: 'migrate.lint.id-pattern' is not a regular expression
              lint: {id-pattern: '['}
                                 ^

            """
        ).exits(78)
        let outcome = try await project("  lint: {id-pattern: '[a-z]+', author-pattern: 'a.*', rules: {design: off}}")
            .run("migrate", "lint").exits(0)
        #expect(outcome.errorText.matches(of: /the id '.' does not match/).count == 2)
        #expect(!outcome.errorText.contains("the author"))
    }

    @Test func commentsAcceptFindings() async throws {
        let xml = Scenario.changelog.replacing(
            "</databaseChangeLog>",
            with: """
                <!-- devtool:allow destructive: no version reads it -->
                <changeSet id="9" author="ada"><dropTable tableName="old"/></changeSet>
                <changeSet id="10" author="ada">
                    <!-- devtool:allow update-without-where: a small table -->
                    <sql>
                        select 1;

                        update t set a = 1
                    </sql>
                    <rollback/>
                </changeSet>
                </databaseChangeLog>
                """)
        let yaml = """
            databaseChangeLog:
            - changeSet:
                id: 1
                author: ada
                changes:
                # devtool:allow drop-table, drop-cascade: no version reads it
                - dropTable: {tableName: old, cascadeConstraints: true}
                # devtool:allow update-without-where: a small table
                - sql:
                    sql: update t set a = 1
            """
        let json = """
            {"databaseChangeLog": [{"changeSet": {"id": "1", "author": "ada", "changes": [
                # devtool:allow drop-table: no version reads it
                {"dropTable": {"tableName": "old"}}]}}]}
            """
        let sql = """
            --liquibase formatted sql
            --changeset ada:1
            -- devtool:allow drop-table: no version reads it
            DROP TABLE old;
            """
        for (name, text) in [("a.xml", xml), ("a.yaml", yaml), ("a.json", json), ("a.sql", sql)] {
            let outcome = try await Scenario().file(name, text).run("migrate", "lint", name).stdout("").exits(0)
            #expect(outcome.errorText.hasSuffix(" in 1 file: no problems found\n"), "\(outcome.errorText)")
        }
        try await Scenario().file(
            "a.sql",
            """
            --liquibase formatted sql
            --changeset ada:1
            -- devtool:allow drop-table
            DROP TABLE old;
            -- devtool:allow drop-column: gone
            SELECT 1;

            """
        ).run("migrate", "lint", "a.sql").stdout("").stderr(
            """
            a.sql:4:1: warning: the table 'old' is dropped with its data
            DROP TABLE old;
            ^
            a.sql:3:1: warning: 'devtool:allow drop-table' has no reason, so it has no effect
            -- devtool:allow drop-table
            ^
              hint: write 'devtool:allow drop-table: REASON'
            a.sql:5:1: warning: there is no 'drop-column' finding to accept
            -- devtool:allow drop-column: gone
            ^
              hint: remove the comment
            1 changeset in 1 file: 3 warnings

            """
        ).exits(0)
    }

    @Test func rulesAreExplained() async throws {
        let outcome = try await Scenario().run("migrate", "lint", "--explain-rule", "blocking-index").stderr("").exits(
            0)
        #expect(
            outcome.outputText == """
                blocking-index (blocking, warning)
                An index is created under a lock that blocks writes.

                What happens: Writes to the table wait until the index is built.

                How to fix it: Use CREATE INDEX CONCURRENTLY in a changeset whose runInTransaction is false.

                To accept a finding, add a comment above it: 'devtool:allow blocking-index: REASON'
                To change its level, set migrate.lint.rules.blocking-index: error|warning|note|off

                https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY

                """)
        let group = try await Scenario().run("migrate", "lint", "--explain-rule", "data").exits(0)
        #expect(group.outputText.contains("\n  required-column      warning  A NOT NULL column"))
        try await Scenario().run("migrate", "lint", "--explain-rule", "wrong").stdout("").stderr(
            """
            devtool: unknown rule 'wrong'
              hint: known: destructive, blocking, data, liquibase, design, correctness, format, \
            drop-table, drop-column, drop-schema, drop-sequence, …

            """
        ).exits(64)
    }

    /// SQL is read by its words then, and the lint says so.
    @Test func withoutTheParserItSaysThatItSawLess() async throws {
        try await project().withoutLibraries("libpg_query").run("migrate", "lint").stdout("").stderr(
            Self.indexFinding + """
                a.sql:5:1: warning: the table 'old' is dropped with its data
                DROP TABLE old;
                ^
                devtool: note: libpg_query is not installed: SQL is only tokenized, so the \
                rules find fewer problems
                  hint: Debian: apt-get install libpg-query-dev
                2 changesets in 1 file: 2 warnings

                """
        ).exits(0)
    }

    /// The check before an update looks for what Liquibase refuses, and for nothing that it would run.
    @Test func updatesAreKeptBackByWhatLiquibaseRefuses() async throws {
        let policy = try project("  lint: {rules: {drop-table: error, missing-labels: error}}").withScriptedJava(
            "touch started")
        try await policy.run("migrate", "lint").exits(65)
        try await policy.run("migrate", "update").exits(0).file("started", "")
        let refused = try project().file("a.sql", "SELECT 1;\n").withScriptedJava("touch started")
        try await refused.run("migrate", "update").stdout("").stderr(
            """
            a.sql:1:1: without the line '--liquibase formatted sql', Liquibase runs the file as one \
            changeset with the id 'raw' and the author 'includeAll'
            SELECT 1;
            ^
              hint: begin the file with '--liquibase formatted sql' and '--changeset AUTHOR:ID'
            the update was not run; use --no-lint to skip this check

            """
        ).exits(65).file("started", nil)
        try await refused.run("migrate", "--no-lint", "update").exits(0).file("started", "")
        let allowed = try project("  lint: {rules: {sql-header: warning}}").file("a.sql", "SELECT 1;\n")
            .withScriptedJava("touch started")
        try await allowed.run("migrate", "update").exits(0).file("started", "")
    }

    @Test func reportsTellTheConsequenceAndTheSource() async throws {
        let scenario = try project("  lint: {rules: {drop-table: error}}").variable("GITHUB_ACTIONS", "true")
        let outcome = try await scenario.run("migrate", "lint", "--report", "sarif=r.sarif", "--report", "junit=r.xml")
            .exits(65)
        #expect(
            outcome.errorText.contains("::error file=a.sql,line=5,col=1,title=drop-table::the table 'old' is dropped"))
        #expect(outcome.errorText.contains("::warning file=a.sql,line=3,col=1,title=blocking-index::"))
        let sarif = try #require(scenario.folder.text("r.sarif"))
        #expect(sarif.contains("\"helpUri\": \"https://www.postgresql.org/docs/current/sql-createindex.html"))
        #expect(sarif.contains("Writes to the table wait until the index is built."))
        let junit = try #require(scenario.folder.text("r.xml"))
        #expect(junit.contains("classname=\"devtool.migrate.drop-table\""))
    }
}
