import TestSupport
import Testing

/// `devtool init` in a folder where there is something: it writes what applies, and a task that works.
@Suite struct ProjectStartScenarios {
    private static let header = """
        # yaml-language-server: $schema=.devtool.schema.json
        # Configuration of devtool, with a section for each command that has settings.


        """
    private static let changelog = "--liquibase formatted sql\n--changeset ada:1\nselect 1;\n--rollback empty\n"
    private static let wrote = "wrote devtool.yml\nwrote .devtool.schema.json\n"
    private static let next = "\(wrote)next: devtool migrate lint\nnext: devtool run\n"

    private static func tasks(_ step: String) -> String {
        """
        tasks:                              # devtool run TASK
          default:                          # runs if no task is named
            description: Review what 'init' found
            run:
              - {\(step)}

        """
    }

    /// It named a database of its own, and the next update changed that one.
    @Test func thePropertiesOfLiquibaseStayInForce() async throws {
        let scenario = try Scenario().file(
            "liquibase.properties", "changeLogFile=db/changelog.sql\nurl=jdbc:h2:./real\nusername=sa\npassword=\n"
        ).file("db/changelog.sql", Self.changelog).withScriptedJava("cat >settings")
        try await scenario.run("init").stdout("").stderr("found 'liquibase.properties'\n\(Self.next)").exits(0).file(
            "devtool.yml",
            """
            \(Self.header)# Liquibase's settings are in liquibase.properties. Settings here override those in that file.
            migrate: {}

            \(Self.tasks("migrate: [lint]"))
            """)
        try await scenario.run("run", "--quiet").stdout("").stderr("").exits(0)
        try await scenario.run("migrate", "update").exits(0)
        let settings = try #require(scenario.folder.text("settings"))
        #expect(settings.contains("url=jdbc\\:h2\\:./real\n"), "\(settings)")
    }

    @Test(arguments: [
        ("db/changelog.sql", "changelog: db/changelog.sql"), ("liquibase/all.sql", "changelog: liquibase/all.sql"),
        (
            "src/main/resources/db/changelog/db.changelog-master.sql",
            """
            changelog: db/changelog/db.changelog-master.sql
              classpath: [src/main/resources]     # where Liquibase finds the changelog
            """
        ),
    ]) func aChangelogIsFound(file: String, setting: String) async throws {
        let scenario = try Scenario().file(file, Self.changelog).file("db/seed.sql", "select 2;\n")
        try await scenario.run("init").stdout("").stderr("found '\(file)'\n\(Self.next)").exits(0).file(
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
        try await scenario.run("migrate", "lint").stdout("").stderr("1 changeset in 1 file: no problems found\n").exits(
            0)
    }

    /// The task failed, as the lint had no changelog; what the file leaves open is filled in, or named.
    @Test(
        arguments: [
            (
                ["liquibase.properties": "url=jdbc:h2:./real\n"],
                "'liquibase.properties' without changeLogFile: set migrate.changelog to the root changelog", nil,
                "migrate: {}\n"
            ),
            (
                ["liquibase.properties": "url=jdbc:h2:./real\n", "db/changelog.sql": changelog],
                "'liquibase.properties' without changeLogFile and 'db/changelog.sql'", "migrate lint",
                "migrate:\n  changelog: db/changelog.sql\n"
            ),
            (
                [
                    "liquibase.properties": "", "liquibase.local.properties": "changelog-file: a.sql\n",
                    "a.sql": changelog,
                ], "'liquibase.properties'", "migrate lint", "migrate: {}\n"
            ),
            (
                [
                    "src/main/resources/liquibase.properties": "changeLogFile=db/all.sql\n",
                    "src/main/resources/db/all.sql": changelog,
                ], "'src/main/resources/liquibase.properties'", "migrate lint",
                """
                migrate:
                  properties-file: src/main/resources/liquibase.properties
                  classpath: [src/main/resources]     # where Liquibase finds the changelog

                """
            ),
            (
                ["db/a.sql": changelog, "db/b.sql": changelog],
                "'db/a.sql', 'db/b.sql': set migrate.changelog to the root changelog", nil, ""
            ),
            (
                Dictionary(uniqueKeysWithValues: (1...9).map { ("src/main/resources/db/\($0).sql", changelog) }),
                "'src/main/resources/db/1.sql', 'src/main/resources/db/2.sql', 'src/main/resources/db/3.sql' and 6 more: "
                    + "set migrate.changelog to the root changelog", nil, ""
            ),
        ] as [([String: String], String, String?, String)]) func whatNamesNoChangelog(
            files: [String: String], found: String, check: String?, section: String
        ) async throws
    {
        let scenario = try files.reduce(Scenario()) { try $0.file($1.key, $1.value) }
        let next = check.map { "next: devtool \($0)\n" } ?? ""
        let outcome = try await scenario.run("init").stdout("").stderr(
            "found \(found)\n\(Self.wrote)\(next)next: devtool run\n"
        ).exits(0)
        let written = try #require(outcome.folder.text("devtool.yml"))
        #expect(written.contains("\n\(section)\n\(Self.tasks("x").prefix(30))"), "\(written)")
        let said = check == nil ? "Write your own commands here\n" : ""
        try await scenario.run("run", "--quiet").stdout(said).stderr("").exits(0)
    }

    /// All were listed, and a name with a line break looked like two lines.
    @Test func fewOfManyBoardsAreNamed() async throws {
        let scenario = try (1...9).reduce(Scenario().file("a\nnext: b.json", Self.board)) {
            try $0.file("b\($1).json", Self.board)
        }
        try await scenario.run("init").stdout("").stderr(
            """
            found 'b1.json', 'b2.json', 'b3.json' and 6 more
            wrote devtool.yml
            wrote .devtool.schema.json
            next: devtool cards --diff --all b1.json
            next: devtool run

            """
        ).exits(0)
    }

    private static let board = #"{"name":"B","shortUrl":"x","cards":[{"name":"a","idShort":1,"idList":"1"}]}"#

    @Test func aBuiltSiteAndABoardAreFound() async throws {
        let scenario = try Scenario().file("dist/index.html", "<link rel=icon href=data:,>").file(
            "my board.json", Self.board
        ).file("tsconfig.json", "{}")
        try await scenario.run("init").stdout("").stderr(
            """
            found 'my board.json'
            found 'dist/index.html'
            wrote devtool.yml
            wrote .devtool.schema.json
            next: devtool cards --diff --all 'my board.json'
            next: devtool favicon --check dist
            next: devtool run

            """
        ).exits(0).file(
            "devtool.yml",
            """
            \(Self.header)cards:
              format: "#{number} "              # added before each card's title

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
        try await scenario.run("init").stdout("").stderr("\(Self.wrote)next: devtool run\n").exits(0).file(
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
    @Test(.enabled(if: SmallDisk.canBeMounted, "namespaces cannot be made here")) func onAFullDiskNothingIsLeft()
        async throws
    {
        try await Scenario().shell(
            """
            mkdir small; exec unshare -rm sh -c '
            mount -t tmpfs -o size=512k,mode=700 none small && cd small || exit
            cat /dev/zero >full 2>/dev/null
            "$devtool" -q init --here; echo $?; ls -A
            rm full; "$devtool" -q init --here; echo $?; ls -A'
            """
        ).stdout("74\nfull\n0\n.devtool.schema.json\ndb\ndevtool.yml\n").stderr(
            "devtool: cannot write 'devtool.yml': No space left on device\n"
        ).exits(0)
    }

    /// What cannot be read is not taken for nothing.
    @Test func aFileThatCannotBeReadIsNotPassedOver() async throws {
        let scenario = try Scenario().file("a.json", "{}")
        try await scenario.shell("chmod 0 a.json; \(Scenario.obedient) $devtool init").stdout("").stderr(
            "devtool: cannot read 'a.json': Permission denied\n"
        ).exits(66)
        #expect(scenario.folder.names == ["a.json"])
    }

    // MARK: - Files of other tools

    private var web: Scenario {
        get throws {
            try Scenario().file("package.json", #"{"scripts": {"a": "echo one"}}"#).file("Makefile", "b:\n\techo two\n")
                .file("rules.mk", "c:\n\techo three\n")
        }
    }

    @Test func withoutATerminalTheConversionIsNamed() async throws {
        let scenario = try web
        try await scenario.run("init").stdout("").stderr(
            """
            devtool: found 'Makefile', 'package.json'; nothing was written
              hint: convert the tasks with 'devtool init --from Makefile' or 'devtool init --from package.json', \
            or start without them with 'devtool init --here'

            """
        ).exits(64).file("devtool.yml", nil)
        try await scenario.run("init", "--here").stderr("\(Self.wrote)next: devtool run\n").exits(0)
        // A file without tasks is not offered.
        try await Scenario().file("package.json", "{}").run("init").stderr("\(Self.wrote)next: devtool run\n").exits(0)
        try await Scenario().run("init", "--here", "--from", "Makefile").stdout("").exits(64)
    }

    /// It was passed over without a word.
    @Test func aBrokenFileOfAnotherToolIsNamed() async throws {
        try await Scenario().file("package.json", "{").run("init").stdout("").stderr(
            """
            package.json:1:2: warning: not valid JSON: expected a key in double quotes or '}', but the input ends
            wrote devtool.yml
            wrote .devtool.schema.json
            next: devtool run

            """
        ).exits(0)
    }

    @Test(arguments: [
        ("2\n", "1 task converted", "echo one"), ("7\nMakefile\n", "1 task converted", "echo two"),
        ("3\n", "next: devtool run", "Write your own"),
    ]) func onATerminalItAsks(keys: String, said: String, written: String) async throws {
        let outcome = try await web.onTerminal(typing: keys, "init").exits(0)
        #expect(
            outcome.outputText.contains(
                "Which file's tasks should be converted?\n  1) Makefile\n  2) package.json\n  3) none of them\n? "),
            "\(outcome.outputText)")
        #expect(outcome.outputText.hasSuffix("\(said)\n"), "\(outcome.outputText)")
        #expect(outcome.folder.text("devtool.yml")?.contains(written) == true)
    }

    // MARK: - A project above

    @Test func aProjectAboveIsNamed() async throws {
        let scenario = try Scenario().file("devtool.yaml", "").file("sub/main.c", "")
        try await scenario.run("init", in: "sub").stdout("").stderr(
            """
            devtool: '[DIR]/devtool.yaml' already configures this folder. Nothing was written
              hint: add to that file, or start another project here with --here

            """
        ).exits(64).file("sub/devtool.yml", nil)
        let no = try await scenario.onTerminal(typing: "n\n", "--color", "never", "-C", "sub", "init").exits(1).file(
            "sub/devtool.yml", nil)
        #expect(
            no.outputText.contains(
                "'[DIR]/devtool.yaml' already configures this folder. Start another project here? [y/N]"),
            "\(no.outputText)")
        try await scenario.run("init", "--here", in: "sub").stdout("").stderr("\(Self.wrote)next: devtool run\n").exits(
            0)
        #expect(scenario.folder.text("sub/devtool.yml") != nil)
    }
}
