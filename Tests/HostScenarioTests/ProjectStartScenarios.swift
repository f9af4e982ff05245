import TestSupport
import Testing

/// `devtool init` in a folder where there is something: it writes what applies, and a task that works.
@Suite struct ProjectStartScenarios {
    private static let header =
        "# The configuration of devtool: a section for each command that has settings.\n\n"
    private static let changelog =
        "--liquibase formatted sql\n--changeset ada:1\nselect 1;\n--rollback empty\n"
    private static let next = "wrote devtool.yml\nnext: devtool migrate lint\nnext: devtool run\n"

    private static func tasks(_ step: String) -> String {
        """
        tasks:                              # devtool run TASK
          default:                          # runs if no task is named
            description: Look at what 'init' has found
            run:
              - {\(step)}

        """
    }

    /// It named a database of its own, and the next update changed that one.
    @Test func thePropertiesOfLiquibaseStayInForce() async throws {
        let scenario = try Scenario().file(
            "liquibase.properties",
            "changeLogFile=db/changelog.sql\nurl=jdbc:h2:./real\nusername=sa\npassword=\n"
        ).file("db/changelog.sql", Self.changelog).withScriptedJava("cat >settings")
        try await scenario.run("init").stdout("")
            .stderr("found liquibase.properties\n\(Self.next)").exits(0)
            .file(
                "devtool.yml",
                """
                \(Self.header)# Liquibase's settings are in liquibase.properties. A setting here would override the one there.
                migrate: {}

                \(Self.tasks("migrate: [lint]"))
                """)
        try await scenario.run("run", "--quiet").stdout("").stderr("").exits(0)
        try await scenario.run("migrate", "update").exits(0)
        let settings = try #require(scenario.folder.text("settings"))
        #expect(settings.contains("url=jdbc\\:h2\\:./real\n"), "\(settings)")
    }

    @Test(arguments: [
        ("db/changelog.sql", "changelog: db/changelog.sql"),
        ("liquibase/all.sql", "changelog: liquibase/all.sql"),
        (
            "src/main/resources/db/changelog/db.changelog-master.sql",
            """
            changelog: db/changelog/db.changelog-master.sql
              classpath: [src/main/resources]     # where Liquibase finds the changelog
            """
        ),
    ])
    func aChangelogIsFound(file: String, setting: String) async throws {
        let scenario = try Scenario().file(file, Self.changelog).file("db/seed.sql", "select 2;\n")
        try await scenario.run("init").stdout("")
            .stderr("found \(file)\n\(Self.next)").exits(0)
            .file(
                "devtool.yml",
                """
                \(Self.header)migrate:
                  \(setting)
                  # targets:                        # one database each: devtool migrate --target NAME ...
                  #   dev:
                  #     url: jdbc:postgresql://db.example.com/app
                  #     username: app
                  #     password: {env: DEV_PASSWORD}   # a reference, never the password

                \(Self.tasks("migrate: [lint]"))
                """)
        try await scenario.run("run", "--quiet").stdout("").stderr("").exits(0)
        try await scenario.run("migrate", "lint").stdout("")
            .stderr("1 changeset in 1 file: no problems found\n").exits(0)
    }

    @Test func aBuiltSiteAndABoardAreFound() async throws {
        let scenario = try Scenario().file("dist/index.html", "<link rel=icon href=data:,>")
            .file(
                "my board.json",
                #"{"name":"B","shortUrl":"x","cards":[{"name":"a","idShort":1,"idList":"1"}]}"#
            )
            .file("tsconfig.json", "{}")
        try await scenario.run("init").stdout("")
            .stderr(
                """
                found my board.json
                found dist/index.html
                wrote devtool.yml
                next: devtool cards --diff --all 'my board.json'
                next: devtool favicon --check dist
                next: devtool run

                """
            ).exits(0)
            .file(
                "devtool.yml",
                """
                \(Self.header)cards:
                  format: "#{number} "              # what is put before a card's title

                favicon:
                  rules: {}                         # levels for --check: {RULE: error|warning|note|off}

                \(Self.tasks(#"""
                cards: ["--diff", "--all", "my board.json"]}
                      - {favicon: ["--check", dist]
                """#))
                """)
        try await scenario.run("config", "check").stdout("").stderr("").exits(0)
    }

    /// Only what applies is written: a web project got the settings of a database.
    @Test func aFolderWithOtherFiles() async throws {
        let scenario = try Scenario().file("main.c", "")
        try await scenario.run("init").stdout("")
            .stderr("wrote devtool.yml\nnext: devtool run\n").exits(0)
            .file(
                "devtool.yml",
                """
                \(Self.header)tasks:                              # devtool run TASK
                  default:                          # runs if no task is named
                    run: echo "Write your own commands here"

                """)
        try await scenario.run("run", "--quiet").stdout("Write your own commands here\n").exits(0)
    }

    /// An empty file was left, which the next run took for a project.
    ///
    /// See: audit of 0.2.0, L9 and E13.
    @Test(.enabled(if: SmallDisk.canBeMounted, "namespaces cannot be made here"))
    func onAFullDiskNothingIsLeft() async throws {
        try await Scenario().shell(
            """
            mkdir small; exec unshare -rm sh -c '
            mount -t tmpfs -o size=64k,mode=700 none small && cd small || exit
            cat /dev/zero >full 2>/dev/null
            "$devtool" -q init --here; echo $?; ls -A
            rm full; "$devtool" -q init --here; echo $?; ls -A'
            """
        ).stdout("74\nfull\n0\ndb\ndevtool.yml\n")
            .stderr("devtool: cannot write 'devtool.yml': No space left on device\n").exits(0)
    }

    /// What cannot be read is not taken for nothing.
    @Test func aFileThatCannotBeReadIsNotPassedOver() async throws {
        let scenario = try Scenario().file("a.json", "{}")
        try await scenario.shell("chmod 0 a.json; \(Scenario.obedient) $devtool init").stdout("")
            .stderr("devtool: cannot read 'a.json': Permission denied\n").exits(66)
        #expect(scenario.folder.names == ["a.json"])
    }

    // MARK: - Files of other tools

    private var web: Scenario {
        get throws {
            try Scenario().file("package.json", #"{"scripts": {"a": "echo one"}}"#)
                .file("Makefile", "b:\n\techo two\n").file("rules.mk", "c:\n\techo three\n")
        }
    }

    @Test func withoutATerminalTheConversionIsNamed() async throws {
        let scenario = try web
        try await scenario.run("init").stdout("")
            .stderr(
                """
                devtool: found Makefile, package.json; nothing was written
                  hint: convert the tasks with 'devtool init --from Makefile' or 'devtool init --from package.json', \
                or start without them with 'devtool init --here'

                """
            ).exits(64).file("devtool.yml", nil)
        try await scenario.run("init", "--here").stderr("wrote devtool.yml\nnext: devtool run\n")
            .exits(0)
        // A file without tasks is not offered.
        try await Scenario().file("package.json", "{}").run("init")
            .stderr("wrote devtool.yml\nnext: devtool run\n").exits(0)
        try await Scenario().run("init", "--here", "--from", "Makefile").stdout("").exits(64)
    }

    @Test(arguments: [
        ("2\n", "converted 1 task; nothing is left to do", "echo one"),
        ("7\nMakefile\n", "converted 1 task; nothing is left to do", "echo two"),
        ("3\n", "next: devtool run", "Write your own"),
    ])
    func onATerminalItAsks(keys: String, said: String, written: String) async throws {
        let outcome = try await web.onTerminal(typing: keys, "init").exits(0)
        #expect(
            outcome.outputText.contains(
                "Convert the tasks of which file?\n  1) Makefile\n  2) package.json\n  3) none of them\n? "
            ),
            "\(outcome.outputText)")
        #expect(outcome.outputText.hasSuffix("\(said)\n"), "\(outcome.outputText)")
        #expect(outcome.folder.text("devtool.yml")?.contains(written) == true)
    }

    // MARK: - A project above

    @Test func aProjectAboveIsNamed() async throws {
        let scenario = try Scenario().file("devtool.yaml", "").file("sub/main.c", "")
        try await scenario.run("init", in: "sub").stdout("")
            .stderr(
                """
                devtool: '[DIR]/devtool.yaml' is the configuration of this folder. Nothing was written
                  hint: add to that file, or start another project here with --here

                """
            ).exits(64).file("sub/devtool.yml", nil)
        let no = try await scenario.onTerminal(
            typing: "n\n", "--color", "never", "-C", "sub", "init"
        ).exits(1)
            .file("sub/devtool.yml", nil)
        #expect(
            no.outputText.contains(
                "'[DIR]/devtool.yaml' is the configuration of this folder. Start another project here? [y/N]"
            ),
            "\(no.outputText)")
        try await scenario.run("init", "--here", in: "sub").stdout("")
            .stderr("wrote devtool.yml\nnext: devtool run\n").exits(0)
        #expect(scenario.folder.text("sub/devtool.yml") != nil)
    }
}
