import SystemPackage
import TestSupport
import Testing

/// `devtool config` and `devtool schema`: what counts, where it comes from, and what is wrong.
@Suite struct ConfigScenarios {
    private static let project = """
        migrate:
          changelog: db/changelog.xml
          default-target: dev
          targets:
            dev:
              url: jdbc:sqlite:${DB:-app.db}
              classpath: [a b.jar, c.jar]
            prod:
              url: jdbc:x
              password: {env: PROD_PASSWORD}

        """

    @Test func showsTheValuesThatCount() async throws {
        try await Scenario().config(Self.project)
            .run("config")
            .stdout(
                """
                migrate.changelog: db/changelog.xml
                migrate.default-target: dev
                migrate.targets.dev.url: jdbc:sqlite:app.db
                migrate.targets.dev.classpath: ["a b.jar", c.jar]
                migrate.targets.prod.url: jdbc:x
                migrate.targets.prod.password: ***

                """
            )
            .stderr("")
            .exits(0)
    }

    @Test func tellsWhereEachValueComesFrom() async throws {
        try await Scenario().config(Self.project)
            .file(".env", "DB=mine.db\nDEVTOOL_MIGRATE_TARGETS_PROD_PASSWORD='hunter2'\n")
            .file(
                ".config/devtool/config.yml",
                "migrate:\n  install-from: lb.zip\n  targets: {mine: {url: jdbc:m}}\n"
            )
            .variable("DEVTOOL_MIGRATE_DEFAULT_TARGET", "prod")
            .file("below/file", "")
            .run("config", "--origin", in: "below")
            .stdout(
                """
                migrate.changelog: db/changelog.xml  # [DIR]/devtool.yml:2:14
                migrate.default-target: prod  # DEVTOOL_MIGRATE_DEFAULT_TARGET
                migrate.targets.dev.url: jdbc:sqlite:mine.db  # [DIR]/devtool.yml:6:12
                migrate.targets.dev.classpath: ["a b.jar", c.jar]  # [DIR]/devtool.yml:7:18
                migrate.targets.prod.url: jdbc:x  # [DIR]/devtool.yml:9:12
                migrate.targets.prod.password: ***  # [DIR]/.env:2:1 DEVTOOL_MIGRATE_TARGETS_PROD_PASSWORD
                migrate.targets.mine.url: jdbc:m  # [DIR]/.config/devtool/config.yml:3:25
                migrate.install-from: lb.zip  # [DIR]/.config/devtool/config.yml:2:17

                """
            )
            .stderr("")
            .exits(0)
    }

    @Test func printsJSON() async throws {
        try await Scenario()
            .config("migrate: {targets: {dev: {classpath: [\"a\\\"b\"], password: {env: A}}}}")
            .variable("DEVTOOL_MIGRATE_CHANGELOG", "x\ty")
            .run("config", "--json")
            .stdout(
                #"""
                {
                  "schema": 1,
                  "settings": [
                    {
                      "key": "migrate.changelog",
                      "value": "x\ty",
                      "origin": {
                        "layer": "environment",
                        "place": "DEVTOOL_MIGRATE_CHANGELOG"
                      }
                    },
                    {
                      "key": "migrate.targets.dev.password",
                      "value": "***",
                      "origin": {
                        "layer": "project",
                        "place": "devtool.yml:1:58"
                      }
                    },
                    {
                      "key": "migrate.targets.dev.classpath",
                      "value": [
                        "a\"b"
                      ],
                      "origin": {
                        "layer": "project",
                        "place": "devtool.yml:1:38"
                      }
                    }
                  ]
                }

                """#
            )
            .stderr("")
            .exits(0)
    }

    @Test func needsNoProject() async throws {
        try await Scenario().run("config").stdout("").stderr("").exits(0)
        try await Scenario().file("xdg/devtool/config.yml", "migrate: {changelog: mine.xml}")
            .variable("XDG_CONFIG_HOME", "relative").run("config").stdout("").exits(0)
        let scenario = try Scenario().file("xdg/devtool/config.yml", "migrate: {changelog: a.xml}")
        try await scenario.variable("XDG_CONFIG_HOME", scenario.folder.path.string + "/xdg")
            .run("config").stdout("migrate.changelog: a.xml\n").stderr("").exits(0)
    }

    @Test(arguments: [
        ("migrate.changelog", "db/changelog.xml\n", 0),
        ("migrate.targets.dev.classpath", "a b.jar\nc.jar\n", 0),
        (
            "migrate.targets.dev",
            """
            migrate.targets.dev.url: jdbc:sqlite:app.db
            migrate.targets.dev.classpath: ["a b.jar", c.jar]

            """, 0
        ),
        ("migrate.targets.prod.password", "***\n", 0),
        ("migrate.install-from", "", 1), ("migrate.targets.none.url", "", 1),
    ])
    func getsOneValue(key: String, output: String, status: Int32) async throws {
        try await Scenario().config(Self.project)
            .run("config", "get", key).stdout(output).stderr("").exits(status)
    }

    @Test func getsNothingThatNobodyDeclares() async throws {
        try await Scenario().config(Self.project)
            .run("config", "get", "migrate.chanelog")
            .stdout("")
            .stderr(
                """
                devtool: no setting 'migrate.chanelog'
                  hint: did you mean 'migrate.changelog'?

                """
            )
            .exits(64)
    }

    @Test func checksInSilence() async throws {
        try await Scenario().config(Self.project)
            .run("config", "check").stdout("").stderr("").exits(0)
    }

    @Test func checksAllLayersAtOnce() async throws {
        try await Scenario()
            .config(
                """
                migrate:
                  changelog: "it's a ${NONE} and ${ROOT}"
                  default-target: dve
                  targets:
                    dev: {url: jdbc:x, usrname: app}
                    dev: {}
                other: 1

                """
            )
            .file(".env", "ROOT=/srv\nDEVTOOL_MIGRATE_CHANGLOG=hunter2\n'hunter2\n")
            .file(".config/devtool/config.yml", "migrate: [a]\n")
            .variable("DEVTOOL_MIGRATE_TARGETS_DEV_PASWORD", "hunter2")
            .run("config", "check")
            .stdout("")
            .stderr(
                """
                .env:2:1: DEVTOOL_MIGRATE_CHANGLOG is not the variable of any setting
                  hint: did you mean 'DEVTOOL_MIGRATE_CHANGELOG'?
                .env:3:1: expected NAME=value
                devtool.yml:2:22: the environment variable NONE is not set
                  changelog: "it's a ${NONE} and ${ROOT}"
                                     ^
                devtool.yml:3:19: 'migrate.default-target' names 'dve', which is not one of the targets
                  default-target: dve
                                  ^
                  hint: did you mean 'dev'?
                devtool.yml:5:24: unknown key 'usrname' in 'migrate.targets.dev'
                    dev: {url: jdbc:x, usrname: app}
                                       ^
                  hint: did you mean 'username'?
                devtool.yml:6:5: the key 'dev' is already on line 5
                    dev: {}
                    ^
                devtool.yml:7:1: unknown key 'other'
                other: 1
                ^
                  hint: known: cards, favicon, includes, migrate, run, tasks
                .config/devtool/config.yml:1:10: 'migrate' must be a mapping, not a list
                migrate: [a]
                         ^
                devtool: DEVTOOL_MIGRATE_TARGETS_DEV_PASWORD is not the variable of any setting
                  hint: did you mean 'DEVTOOL_MIGRATE_TARGETS_DEV_PASSWORD'?

                """
            )
            .exits(78)
    }

    /// Nobody's line with a secret in it is shown, though each of these is a finding.
    @Test(arguments: [
        "password: hunter2", "pasword: hunter2", "password : hunter2\n      password: hunter2",
        "'passwort': 'hunter2", "url: a\n      \"password\": [hunter2",
        "{url: a, password: hunter2}", "password: {env: A}\n      password: hunter2",
    ])
    func neverShowsASecretThatStandsInTheFile(target: String) async throws {
        let outcome = try await Scenario()
            .config("migrate:\n  targets:\n    dev:\n      \(target)\n").run("config").exits(78)
        #expect(!outcome.errorText.isEmpty)
        #expect(!(outcome.errorText + outcome.outputText).contains("hunter2"))
    }

    @Test(.enabled("python3 has no module jsonschema") { await JSONSchemaJudge.isThere() })
    func theSchemaIsOne() async throws {
        let outcome = try await Scenario().run("schema").stderr("").exits(0)
        let documents = [
            #"{"migrate": {"changelog": "a", "targets": {"dev": {"url": "u", "classpath": "x"}}}}"#,
            #"{"migrate": {"targets": {"dev": {"password": {"file": "secrets/dev"}}}}}"#,
            #"{"migrate": {"targets": {"dev": {"password": "hunter2"}}}}"#,
            #"{"migrate": {"targets": {"dev": {"usrname": "app"}}}}"#,
        ]
        #expect(
            await JSONSchemaJudge.verdicts(schema: outcome.outputText, documents: documents)
                == [true, true, false, false])
        for (document, status) in zip(documents, [0, 0, 78, 78] as [Int32]) {
            try await Scenario().config(document).run("config", "check").exits(status)
        }
    }
}
