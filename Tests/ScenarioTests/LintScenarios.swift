import SystemPackage
import TestSupport
import Testing

/// `devtool migrate lint`.
@Suite struct LintScenarios {
    @Test func mistakesAreShownWithTheirPlaces() async throws {
        try await Scenario().withLiquibase().project("{url: 'jdbc:sqlite:app.db'}")
            .file(
                "db/changelog.xml",
                Scenario.changelog.replacing(
                    "tableName=\"customer\">\n", with: "tablename=\"c\">\n"
                )
                .replacing(
                    "</databaseChangeLog>",
                    with: "    <include file=\"db/orders.yaml\"/>\n</databaseChangeLog>")
            )
            .file(
                "db/orders.yaml",
                """
                databaseChangeLog:
                  - changeSet:
                      id: 1
                      author: ada
                      changes:
                        - createTabel: {tableName: orders}
                """
            )
            .run("migrate", "lint")
            .stdout("")
            .stderr(
                """
                db/changelog.xml:7:22: the element 'createTable' has no attribute 'tablename'
                        <createTable tablename="c">
                                     ^
                  hint: did you mean 'tableName'?
                db/changelog.xml:7:9: the element 'createTable' needs the attribute 'tableName'
                        <createTable tablename="c">
                        ^
                db/orders.yaml:6:11: there is no change 'createTabel': Liquibase passes over it, and \
                records the changeset as executed
                        - createTabel: {tableName: orders}
                          ^
                  hint: did you mean 'createTable'?
                4 changesets in 2 files: 3 errors

                """
            )
            .exits(65)
    }

    @Test func aGoodChangelogIsSaidToBe() async throws {
        let scenario = try Scenario().withLiquibase().project("{url: 'jdbc:sqlite:app.db'}")
        for _ in 0..<2 {
            // The second run finds the schemas in the cache.
            try await scenario.run("migrate", "lint")
                .stdout("").stderr("3 changesets in 1 file: nothing is wrong\n").exits(0)
        }
        try await scenario.run("migrate", "lint", "changelog.xml", in: "db")
            .stderr("3 changesets in 1 file: nothing is wrong\n").exits(0)
        try await scenario.run("--quiet", "migrate", "lint").stderr("").exits(0)
    }

    @Test func withoutLiquibaseTheOtherRulesAreChecked() async throws {
        try await Scenario()
            .file("a.sql", "--liquibase formatted sql\n\n--changeset ada 3\nselect 1;\n")
            .file("b.xml", Scenario.changelog)
            .run("migrate", "lint", "a.sql", "b.xml")
            .stdout("")
            .stderr(
                """
                devtool: warning: changelogs are not checked against Liquibase's schema: Liquibase is \
                not installed
                a.sql:3:1: a changeset begins with '--changeset AUTHOR:ID'
                --changeset ada 3
                ^
                3 changesets in 2 files: 1 error

                """
            )
            .exits(65)
    }

    @Test func historyIsCompared() async throws {
        try await Scenario()
            .file("a.sql", "--liquibase formatted sql\n--changeset ada:1\nselect 1;\n")
            .file(
                "history.csv",
                "ID,AUTHOR,FILENAME,MD5SUM\n1,ada,a.sql,8:00\n2,ada,a.sql,8:11\n"
            )
            .run("migrate", "lint", "--history", "history.csv", "a.sql")
            .stderr(
                """
                a.sql:2:1: 'a.sql::1::ada' has been changed after it was applied: its checksum was \
                8:00 and is 8:07d7d7a28c35b80d36e41424401a2f3e
                --changeset ada:1
                ^
                  hint: undo the change and add a changeset, or accept it with validCheckSum
                devtool: warning: 'a.sql::2::ada' has been applied, and the changelog does not have \
                it any more
                1 changeset in 1 file: 1 error, 1 warning

                """
            )
            .exits(65)
    }

    @Test func whatIsNotThereIsNoInput() async throws {
        try await Scenario().run("migrate", "lint", "none.sql")
            .stderr("devtool: cannot read 'none.sql': No such file or directory\n").exits(66)
        try await Scenario().file("a.sql", "--liquibase formatted sql\n")
            .run("migrate", "lint", "a.sql", "--history", "none.csv")
            .stderr("devtool: cannot read 'none.csv': No such file or directory\n").exits(66)
        try await Scenario().config("migrate: {}\n").run("migrate", "lint")
            .stderr(
                """
                devtool: devtool.yml names no changelog
                  hint: set migrate.changelog, or name files: devtool migrate lint FILE

                """
            )
            .exits(78)
    }

    @Test func reportsHaveTheRules() async throws {
        let scenario = try Scenario().file("a.sql", "select 1;\n")
        try await scenario.run("migrate", "lint", "a.sql", "--report", "sarif=lint.sarif").exits(65)
        let report = try #require(scenario.folder.text("lint.sarif"))
        #expect(report.contains("\"sql-header\""))
        #expect(report.contains("a.sql"))
    }
}
