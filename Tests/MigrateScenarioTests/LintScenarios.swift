import SystemPackage
import TestSupport
import Testing

/// `devtool migrate lint`.
@Suite struct LintScenarios {
    @Test func mistakesAreShownWithTheirPlaces() async throws {
        try await Scenario().withLiquibase().project("{url: 'jdbc:sqlite:app.db'}").file(
            "db/changelog.xml",
            Scenario.changelog.replacing("tableName=\"customer\">\n", with: "tablename=\"c\">\n").replacing(
                "</databaseChangeLog>", with: "    <include file=\"db/orders.yaml\"/>\n</databaseChangeLog>")
        ).file(
            "db/orders.yaml",
            """
            databaseChangeLog:
              - changeSet:
                  id: 1
                  author: ada
                  changes:
                    - createTabel: {tableName: orders}
            """
        ).run("migrate", "lint").stdout("").stderr(
            """
            db/changelog.xml:7:22: the attribute 'tablename' is not allowed on the element 'createTable'
                    <createTable tablename="c">
                                 ^
              hint: did you mean 'tableName'?
            db/changelog.xml:7:9: the element 'createTable' requires the attribute 'tableName'
                    <createTable tablename="c">
                    ^
            db/orders.yaml:6:11: unknown change 'createTabel': Liquibase ignores it but \
            records the changeset as executed
                    - createTabel: {tableName: orders}
                      ^
              hint: did you mean 'createTable'?
            4 changesets in 2 files: 3 errors

            """
        ).exits(65)
    }

    /// A caret was shown below an empty line.
    @Test(arguments: ["lint", "update"]) func theEndOfAFileHasNoCaret(command: String) async throws {
        let end =
            command == "lint"
            ? "0 changesets in 1 file: 1 error" : "the update was not run; use --no-lint to skip this check"
        try await Scenario().withLiquibase().file("a.yaml", "databaseChangeLog:\n  - changeSet: {id: 1, changes: [\n")
            .config("migrate: {changelog: a.yaml, url: 'jdbc:sqlite:a.db'}\n").run("migrate", command).stdout("")
            .stderr(
                """
                a.yaml:3:1: not valid YAML: the file ends inside an unclosed '{' or '['
                \(end)

                """
            ).exits(65)
    }

    /// Liquibase waits for a pipe, and fails at a link that leads nowhere; neither is passed over.
    @Test(arguments: ["mkfifo", "ln -s gone"]) func whatIsIncludedAndCannotBeRead(maker: String) async throws {
        let outcome = try await Scenario().file("all.yaml", "databaseChangeLog: [{includeAll: {path: d}}]\n").config(
            "migrate: {changelog: all.yaml}\n"
        ).shell("mkdir d; \(maker) d/a.sql; $devtool migrate lint").exits(65)
        #expect(outcome.errorText.contains("file 'd/a.sql' not found"), "\(outcome.errorText)")
    }

    /// It was said not to be there.
    @Test(arguments: [
        ("mkfifo a.sql", "it is not a regular file"), ("ln -s /dev/null a.sql", "it is not a regular file"),
        ("ln -s gone a.sql", "No such file or directory"),
    ]) func aRootThatIsNoFile(maker: String, reason: String) async throws {
        try await Scenario().config("migrate: {changelog: a.sql}\n").shell("\(maker); $devtool migrate lint").stdout("")
            .stderr("devtool: cannot read 'a.sql': \(reason)\n").exits(66)
    }

    /// Liquibase waited for what comes out of a pipe.
    @Test(arguments: ["status", "update", "plan"]) func aPipeIsNoChangelog(command: String) async throws {
        try await Scenario().withScriptedJava("touch started").config(
            "migrate: {changelog: a.sql, targets: {a: {url: 'jdbc:x'}}}\n"
        ).shell("mkfifo a.sql; $devtool migrate \(command)").stdout("").stderr(
            "devtool: cannot read 'a.sql': it is not a regular file\n"
        ).exits(78).file("started", nil)
    }

    @Test func aGoodChangelogIsSaidToBe() async throws {
        let scenario = try Scenario().withLiquibase().project("{url: 'jdbc:sqlite:app.db'}")
        for _ in 0..<2 {
            // The second run finds the schemas in the cache.
            try await scenario.run("migrate", "lint").stdout("").stderr("3 changesets in 1 file: no problems found\n")
                .exits(0)
        }
        try await scenario.run("migrate", "lint", "changelog.xml", in: "db").stderr(
            "3 changesets in 1 file: no problems found\n"
        ).exits(0)
        try await scenario.run("--quiet", "migrate", "lint").stderr("").exits(0)
    }

    /// As SnakeYAML reads it for Liquibase; what is merged is checked as what is written.
    @Test func aChangelogMayMergeMappings() async throws {
        func changelog(_ name: String) -> String {
            """
            databaseChangeLog:
            - changeSet:
                id: 1
                author: ada
                changes:
                - createTable: {tableName: t, columns: [column: &c {name: a, \(name): int, constraints: {primaryKey: true}}]}
                - createTable: {tableName: u, columns: [column: {<<: *c, name: b}]}

            """
        }
        try await Scenario().file("c.yaml", changelog("type")).run("migrate", "lint", "c.yaml").stdout("").stderr(
            "1 changeset in 1 file: no problems found\n"
        ).exits(0)
        let wrong = try await Scenario().file("c.yaml", changelog("tpye")).run("migrate", "lint", "c.yaml").exits(65)
        #expect(wrong.errorText.matches(of: /unknown column attribute 'tpye'/).count == 2)
    }

    @Test func withoutLiquibaseTheOtherRulesAreChecked() async throws {
        try await Scenario().file("a.sql", "--liquibase formatted sql\n\n--changeset ada 3\nselect 1;\n").file(
            "b.xml", Scenario.changelog
        ).run("migrate", "lint", "a.sql", "b.xml").stdout("").stderr(
            """
            devtool: warning: changelogs are not checked against Liquibase's schema: Liquibase is \
            not installed
            a.sql:3:1: a changeset must begin with '--changeset AUTHOR:ID'
            --changeset ada 3
            ^
            3 changesets in 2 files: 1 error

            """
        ).exits(65)
    }

    /// Issue 15.17: it was told as a malformed changelog.
    @Test func withoutLibXML2ItSaysWhatToInstall() async throws {
        let scenario = try Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started")
        let without = try scenario.withoutLibraries("libxml2")
        let said = """
            devtool: libxml2 is required to check XML changelogs but is not installed
              hint: Debian: apt-get install libxml2

            """
        let linted = try await without.run("migrate", "lint").stdout("").exits(69)
        #expect(linted.errorText.hasSuffix(said), "\(linted.errorText)")
        try await without.run("migrate", "update").stdout("").stderr(said).exits(69).file("started", nil)
        try await without.run("migrate", "--no-lint", "update").exits(0).file("started", "")
    }

    /// Issue 15.14: JSON is read as RFC 8259 has it, surrogate pairs and tabs included.
    @Test func theHistoryMayBeAnyJSON() async throws {
        let scenario = try Scenario().file(
            "a.sql", "--liquibase formatted sql\n\n--changeset ad\u{1F600}:1\nselect 1;\n")
        try await scenario.file(
            "history.json", #"[{"ID": "1",\#t"AUTHOR": "ad\ud83d\ude00", "FILENAME": "a.sql", "MD5SUM": null}]"#
        ).run("migrate", "lint", "--history", "history.json", "a.sql").stdout("").stderr(
            """
            devtool: note: 1 of 1 applied changesets was found but not compared: devtool can compute checksums only \
            for SQL without parameters, in versions 8 and 9
            1 changeset in 1 file: no problems found

            """
        ).exits(0)
        let row = #"{"ID": 1, "AUTHOR": "a", "FILENAME": "b"}"#
        for text in ["[\(row),]", "[\(row)] // one", "[{'ID': 1}]", "[\(row)"] {
            let outcome = try await scenario.file("history.json", text).run(
                "migrate", "lint", "--history", "history.json", "a.sql"
            ).exits(65)
            #expect(outcome.errorText.contains("not valid JSON: "), "\(outcome.errorText)")
        }
    }

    /// A history that could not be written was one in which nothing had been applied.
    @Test func aHistoryHasTheNamesOfItsColumns() async throws {
        let scenario = try Scenario().file("a.sql", "--liquibase formatted sql\n")
        for text in ["", "\n", "ERROR: no such table\n"] {
            try await scenario.file("history.csv", text).run("migrate", "lint", "--history", "history.csv", "a.sql")
                .stdout("").stderr(
                    """
                    devtool: 'history.csv' does not contain rows of DATABASECHANGELOG: it lacks the columns ID, AUTHOR and FILENAME
                      hint: export the columns ID, AUTHOR, FILENAME and MD5SUM as CSV with a header row, or as a JSON list of objects

                    """
                ).exits(65)
        }
        try await scenario.file("history.csv", "ID,AUTHOR,FILENAME\n").run(
            "migrate", "lint", "--history", "history.csv", "a.sql"
        ).exits(0)
    }

    /// Issue 24.10.
    @Test func aFileOfReferencesTakesNoLongerThanItIsLong() async throws {
        let open = String(repeating: "${", count: 200_000)
        let closed = String(repeating: "${a", count: 200_000) + "}"
        try await Scenario().file(
            "a.sql", "--liquibase formatted sql\n\n--changeset a:1\nselect '\(open)';\n\(closed);\n"
        ).run("migrate", "lint", "a.sql").stdout("").exits(0)
    }

    /// Issue 24.10: values in values in values.
    @Test(arguments: [("a.yaml", "["), ("a.yaml", "{a: "), ("a.json", "["), ("a.xml", "<a>")]) func deepFilesAreRefused(
        name: String, text: String
    ) async throws {
        let outcome = try await Scenario().file(name, String(repeating: text, count: 100_000)).run(
            "migrate", "lint", name
        ).stdout("").exits(65)
        #expect(outcome.errorText.contains("1 error"), "\(outcome.errorText.suffix(200))")
    }

    @Test func historyIsCompared() async throws {
        try await Scenario().file("a.sql", "--liquibase formatted sql\n--changeset ada:1\nselect 1;\n").file(
            "history.csv", "ID,AUTHOR,FILENAME,MD5SUM\n1,ada,a.sql,8:00\n2,ada,a.sql,8:11\n"
        ).run("migrate", "lint", "--history", "history.csv", "a.sql").stderr(
            """
            a.sql:2:1: 'a.sql::1::ada' was changed after it was applied: its checksum was \
            8:00 and is now 8:07d7d7a28c35b80d36e41424401a2f3e
            --changeset ada:1
            ^
              hint: undo the change and add a new changeset, or accept the change with validCheckSum
            devtool: warning: 'a.sql::2::ada' was applied, but is no longer in the changelog
            1 changeset in 1 file: 1 error, 1 warning

            """
        ).exits(65)
    }

    /// Checksums of Liquibase 4.22 and later were not compared, which nothing said.
    @Test func whatIsNotComparedIsSaid() async throws {
        try await Scenario().file(
            "a.yaml",
            """
            databaseChangeLog:
            - changeSet: {id: 1, author: ada, changes: [{sql: {sql: select 1}}]}
            - changeSet: {id: 2, author: ada, changes: [{dropTable: {tableName: t}}]}
            - changeSet: {id: 3, author: ada, changes: [{sql: {sql: "select 3", dbms: h2}}]}

            """
        ).file(
            "history.csv",
            """
            ID,AUTHOR,FILENAME,MD5SUM
            1,ada,a.yaml,9:00000000000000000000000000000000
            2,ada,a.yaml,9:00000000000000000000000000000000
            3,ada,a.yaml,9:00000000000000000000000000000000

            """
        ).run("migrate", "lint", "--history", "history.csv", "a.yaml").stderr(
            """
            devtool: note: 2 of 3 applied changesets were found but not compared: devtool can compute checksums only \
            for SQL without parameters, in versions 8 and 9
            a.yaml:2:3: 'a.yaml::1::ada' was changed after it was applied: its checksum was \
            9:00000000000000000000000000000000 and is now 9:3b78b9910981c62ca27148640fad7bc2
            - changeSet: {id: 1, author: ada, changes: [{sql: {sql: select 1}}]}
              ^
              hint: undo the change and add a new changeset, or accept the change with validCheckSum
            a.yaml:3:46: warning: the table 't' is dropped with its data
            - changeSet: {id: 2, author: ada, changes: [{dropTable: {tableName: t}}]}
                                                         ^
            3 changesets in 1 file: 1 error, 1 warning

            """
        ).exits(65)
    }

    @Test func whatIsNotThereIsNoInput() async throws {
        try await Scenario().run("migrate", "lint", "none.sql").stderr(
            "devtool: cannot read 'none.sql': No such file or directory\n"
        ).exits(66)
        try await Scenario().run("migrate", "lint", ".").stdout("").stderr(
            "devtool: '.' is a folder\n  hint: specify a changelog in it, or one that includes all\n"
        ).exits(66)
        try await Scenario().file("a.sql", "--liquibase formatted sql\n").run(
            "migrate", "lint", "a.sql", "--history", "none.csv"
        ).stderr("devtool: cannot read 'none.csv': No such file or directory\n").exits(66)
        try await Scenario().config("migrate: {}\n").run("migrate", "lint").stderr(
            """
            devtool: devtool.yml does not set a changelog
              hint: set migrate.changelog, or name files: devtool migrate lint FILE

            """
        ).exits(78)
    }

    @Test func reportsHaveTheRules() async throws {
        let scenario = try Scenario().file("a.sql", "select 1;\n")
        try await scenario.run("migrate", "lint", "a.sql", "--report", "sarif=lint.sarif").exits(65)
        let report = try #require(scenario.folder.text("lint.sarif"))
        #expect(report.contains("\"sql-header\""))
        #expect(report.contains("a.sql"))
    }
}
