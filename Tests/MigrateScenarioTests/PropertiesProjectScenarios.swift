import Files
import Reporting
import SystemPackage
import TestSupport
import Testing

/// A project of Liquibase with a `liquibase.properties`, as it was before devtool.
///
/// The commands asked for a `devtool.yml`, and the one that `devtool init` wrote moved them to another database.
@Suite struct PropertiesProjectScenarios {
    private static let properties = "changeLogFile=db/changelog.xml\nurl=jdbc:h2:./real\nusername=sa\npassword=\n"

    private var scenario: Scenario {
        get throws {
            try Scenario().withLiquibase().file("liquibase.properties", Self.properties).file(
                "db/changelog.xml", Scenario.changelog)
        }
    }

    @Test func worksWithoutADevtoolFile() async throws {
        let scenario = try scenario
        try await scenario.run("migrate", "lint").stdout("").stderr("3 changesets in 1 file: no problems found\n")
            .exits(0)
        try await scenario.run("migrate", "targets").stdout("TARGET   URL\ndefault  jdbc:h2:./real  default\n").stderr(
            ""
        ).exits(0)
        try await scenario.run("migrate", "update").exits(0).file("app.db", nil)
        #expect(scenario.folder.path.appending("real.mv.db").isFile)
        let new = try await scenario.run("migrate", "new", "Add a phone", "--author", "ada", "--dry-run").exits(0)
        #expect(new.outputText.contains("<changeSet id=\"4\" author=\"ada\">"), "\(new.outputText)")
    }

    @Test func oneInAFolderOfTheProjectDoesNotCount() async throws {
        let outcome = try await Scenario().withScriptedJava("true").file("c.sql", "").config(
            "migrate: {changelog: c.sql, url: 'jdbc:h2:./prod'}\n"
        ).file("sub/liquibase.properties", "url=jdbc:h2:./mine\n").run("migrate", "status", in: "sub")
        let warning = "devtool: warning: 'liquibase.properties' in this folder is ignored: the project is "
        #expect(outcome.errorText.contains(warning), "\(outcome.errorText)")
    }

    /// What the properties say of files counts for the lint, too.
    @Test func lintReadsTheProperties() async throws {
        let changelog = "--liquibase formatted sql\n--changeset ada:1\nselect 1;\n"
        let scenario = try Scenario().file("res/db/changelog.sql", changelog)
        for folders in ["classpath: lib:res", "searchPath: lib, res"] {
            try await scenario.file("liquibase.properties", "changelog-file: db/changelog.sql\n\(folders)\n").config(
                "migrate: {}\n"
            ).run("migrate", "lint").stdout("").stderr("1 changeset in 1 file: no problems found\n").exits(0)
        }
        try await scenario.config("migrate: {changelog: other.sql}\n").run("migrate", "lint").stdout("").stderr(
            "devtool: cannot read 'other.sql': No such file or directory\n"
        ).exits(66)
        try await scenario.config(
            """
            migrate:
              targets:
                a: {changelog: res/db/changelog.sql}
                b: {properties-file: b.properties}

            """
        ).file("b.properties", "changeLogFile=b.sql\n").file("b.sql", changelog).run("migrate", "lint").stdout("")
            .stderr("2 changesets in 2 files: no problems found\n").exits(0)
    }

    @Test func lintNamesTheFileThatSetsNoChangelog() async throws {
        let hint = "\n  hint: set migrate.changelog, or name files: devtool migrate lint FILE\n"
        try await Scenario().file("devtool.yaml", "migrate: {}\n").file("sub/x", "").run("migrate", "lint", in: "sub")
            .stderr("devtool: [DIR]/devtool.yaml does not set a changelog\(hint)").exits(78)
        try await Scenario().run("migrate", "lint").stderr("devtool: no changelog is configured\(hint)").exits(78)
    }

    @Test func doctorChecksItsDatabase() async throws {
        let outcome = try await scenario.config("migrate: {}\n").run("doctor").exits(0)
        #expect(
            outcome.outputText.contains(
                "ok    target default: jdbc:h2:./real; h2-1.4.200.jar is from 2019: the Debian package libh2-java has "
                    + "a newer one in /usr/share/java; add it to 'classpath'\n"), "\(outcome.outputText)")
    }
}
