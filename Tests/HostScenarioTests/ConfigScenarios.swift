import Foundation
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
        try await Scenario().config(Self.project).run("config").stdout(
            """
            cards.format: "#{number} "
            cards.api: https://api.trello.com
            cards.timeout: 5m
            favicon.for: tab
            favicon.scheme: light
            favicon.timeout: 10s
            migrate.changelog: db/changelog.xml
            migrate.lock-timeout: 5m
            migrate.grace-period: 10s
            migrate.protected: false
            migrate.default-target: dev
            migrate.targets.dev.url: jdbc:sqlite:app.db
            migrate.targets.dev.classpath: ["a b.jar", c.jar]
            migrate.targets.prod.url: jdbc:x
            migrate.targets.prod.password: ***
            run.keep-going: false
            run.fail-fast: wait
            run.grace-period: 10s
            run.silent: false
            run.cache-size: 5000
            run.cache-age: 720h
            run.remote-cache-write: false
            run.remote-cache-timeout: 10s

            """
        ).stderr("").exits(0)
    }

    @Test func tellsWhereEachValueComesFrom() async throws {
        try await Scenario().config(Self.project).file(
            ".env", "DB=mine.db\nDEVTOOL_MIGRATE_TARGETS_PROD_PASSWORD='hunter2'\n"
        ).file(".config/devtool/config.yml", "migrate:\n  install-from: lb.zip\n  targets: {mine: {url: jdbc:m}}\n")
            .variable("DEVTOOL_MIGRATE_DEFAULT_TARGET", "prod").file("below/file", "").run(
                "config", "--origin", in: "below"
            ).stdout(
                """
                cards.format: "#{number} "  # default
                cards.api: https://api.trello.com  # default
                cards.timeout: 5m  # default
                favicon.for: tab  # default
                favicon.scheme: light  # default
                favicon.timeout: 10s  # default
                migrate.changelog: db/changelog.xml  # [DIR]/devtool.yml:2:14
                migrate.lock-timeout: 5m  # default
                migrate.grace-period: 10s  # default
                migrate.protected: false  # default
                migrate.default-target: prod  # DEVTOOL_MIGRATE_DEFAULT_TARGET
                migrate.targets.dev.url: jdbc:sqlite:mine.db  # [DIR]/devtool.yml:6:12
                migrate.targets.dev.classpath: ["a b.jar", c.jar]  # [DIR]/devtool.yml:7:18
                migrate.targets.prod.url: jdbc:x  # [DIR]/devtool.yml:9:12
                migrate.targets.prod.password: ***  # [DIR]/.env:2:1 DEVTOOL_MIGRATE_TARGETS_PROD_PASSWORD
                migrate.targets.mine.url: jdbc:m  # [DIR]/.config/devtool/config.yml:3:25
                migrate.install-from: lb.zip  # [DIR]/.config/devtool/config.yml:2:17
                run.keep-going: false  # default
                run.fail-fast: wait  # default
                run.grace-period: 10s  # default
                run.silent: false  # default
                run.cache-size: 5000  # default
                run.cache-age: 720h  # default
                run.remote-cache-write: false  # default
                run.remote-cache-timeout: 10s  # default

                """
            ).stderr("").exits(0)
    }

    @Test func printsJSON() async throws {
        try await Scenario().config("migrate: {targets: {dev: {classpath: [\"a\\\"b\"], password: {env: A}}}}")
            .variable("DEVTOOL_MIGRATE_CHANGELOG", "x\ty").run("config", "--json").stdout(
                #"""
                {
                  "schema": 1,
                  "settings": [
                    {
                      "key": "cards.format",
                      "value": "#{number} ",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "cards.api",
                      "value": "https://api.trello.com",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "cards.timeout",
                      "value": "5m",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "favicon.for",
                      "value": "tab",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "favicon.scheme",
                      "value": "light",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "favicon.timeout",
                      "value": "10s",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "migrate.changelog",
                      "value": "x\ty",
                      "origin": {
                        "layer": "environment",
                        "place": "DEVTOOL_MIGRATE_CHANGELOG"
                      }
                    },
                    {
                      "key": "migrate.lock-timeout",
                      "value": "5m",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "migrate.grace-period",
                      "value": "10s",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "migrate.protected",
                      "value": false,
                      "origin": {
                        "layer": "default",
                        "place": "default"
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
                    },
                    {
                      "key": "run.keep-going",
                      "value": false,
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "run.fail-fast",
                      "value": "wait",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "run.grace-period",
                      "value": "10s",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "run.silent",
                      "value": false,
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "run.cache-size",
                      "value": 5000,
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "run.cache-age",
                      "value": "720h",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "run.remote-cache-write",
                      "value": false,
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    },
                    {
                      "key": "run.remote-cache-timeout",
                      "value": "10s",
                      "origin": {
                        "layer": "default",
                        "place": "default"
                      }
                    }
                  ]
                }

                """#
            ).stderr("").exits(0)
    }

    /// In the file and on the command line alike.
    @Test func durationsAreReadAlike() async throws {
        for (text, shown) in [("90", "1m30s"), ("0.5", "500ms"), ("1h30m", "1h30m")] {
            try await Scenario().config("favicon: {timeout: \(text)}\n").run("config", "get", "favicon.timeout").stdout(
                shown + "\n"
            ).exits(0)
            try await Scenario().file("a.html", "<link rel=icon href='data:,'>").run(
                "favicon", "--timeout", text, "a.html"
            ).exits(1)
            try await Scenario().config("migrate: {url: 'jdbc:h2:mem:x'}\n").run(
                "migrate", "--wait", text, "--", "--help"
            ).exits(69)
        }
        try await Scenario().config("favicon: {timeout: 1d}\n").run("config").exits(78)
        try await Scenario().run("favicon", "--timeout", "1d", "a.html").exits(64)
        try await Scenario().run("migrate", "--wait", "1d", "status").exits(64)
    }

    @Test func needsNoProject() async throws {
        let before = """
            cards.format: "#{number} "
            cards.api: https://api.trello.com
            cards.timeout: 5m
            favicon.for: tab
            favicon.scheme: light
            favicon.timeout: 10s

            """
        let after = """
            migrate.lock-timeout: 5m
            migrate.grace-period: 10s
            migrate.protected: false
            run.keep-going: false
            run.fail-fast: wait
            run.grace-period: 10s
            run.silent: false
            run.cache-size: 5000
            run.cache-age: 720h
            run.remote-cache-write: false
            run.remote-cache-timeout: 10s

            """
        try await Scenario().run("config").stdout(before + after).stderr("").exits(0)
        try await Scenario().file("xdg/devtool/config.yml", "migrate: {changelog: mine.xml}").variable(
            "XDG_CONFIG_HOME", "relative"
        ).run("config").stdout(before + after).exits(0)
        let scenario = try Scenario().file("xdg/devtool/config.yml", "migrate: {changelog: a.xml}")
        try await scenario.variable("XDG_CONFIG_HOME", scenario.folder.path.string + "/xdg").run("config").stdout(
            before + "migrate.changelog: a.xml\n" + after
        ).stderr("").exits(0)
    }

    @Test(arguments: [
        ("migrate.changelog", "db/changelog.xml\n", 0), ("migrate.targets.dev.classpath", "a b.jar\nc.jar\n", 0),
        (
            "migrate.targets.dev",
            """
            migrate.targets.dev.url: jdbc:sqlite:app.db
            migrate.targets.dev.classpath: ["a b.jar", c.jar]

            """, 0
        ), ("migrate.install-from", "", 1), ("migrate.targets.none.url", "", 1),
    ]) func getsOneValue(key: String, output: String, status: Int32) async throws {
        try await Scenario().config(Self.project).run("config", "get", key).stdout(output).stderr("").exits(status)
    }

    @Test func getsNothingThatNobodyDeclares() async throws {
        try await Scenario().config(Self.project).run("config", "get", "migrate.chanelog").stdout("").stderr(
            """
            devtool: unknown setting 'migrate.chanelog'
              hint: did you mean 'migrate.changelog'?

            """
        ).exits(64)
    }

    /// A long section is no reason to suggest a key whose own name is another.
    @Test func suggestsNoKeyThatIsOtherwiseDifferent() async throws {
        try await Scenario().config(Self.project).run("config", "get", "migrate.nope").stdout("").stderr(
            """
            devtool: unknown setting 'migrate.nope'
              hint: run 'devtool schema' for a list

            """
        ).exits(64)
    }

    @Test func checksInSilence() async throws {
        try await Scenario().config(Self.project).run("config", "check").stdout("").stderr("").exits(0)
    }

    @Test func checksAllLayersAtOnce() async throws {
        try await Scenario().config(
            """
            migrate:
              changelog: "it's a ${NONE} and ${ROOT}"
              default-target: dve
              targets:
                dev: {url: jdbc:x, usrname: app}
                dev: {}
            other: 1

            """
        ).file(".env", "ROOT=/srv\nDEVTOOL_MIGRATE_CHANGLOG=hunter2\n'hunter2\n").file(
            ".config/devtool/config.yml", "migrate: [a]\n"
        ).variable("DEVTOOL_MIGRATE_TARGETS_DEV_PASWORD", "hunter2").run("config", "check").stdout("").stderr(
            """
            .env:2:1: DEVTOOL_MIGRATE_CHANGLOG does not match any setting
              hint: did you mean 'DEVTOOL_MIGRATE_CHANGELOG'?
            .env:3:1: expected NAME=value
            devtool.yml:2:22: the environment variable NONE is not set
              changelog: "it's a ${NONE} and ${ROOT}"
                                 ^
            devtool.yml:3:19: 'migrate.default-target' is 'dve', which is not one of the targets
              default-target: dve
                              ^
              hint: did you mean 'dev'?
            devtool.yml:5:24: unknown key 'usrname' in 'migrate.targets.dev'
                dev: {url: jdbc:x, usrname: app}
                                   ^
              hint: did you mean 'username'?
            devtool.yml:6:5: the key 'dev' is already defined on line 5
                dev: {}
                ^
            devtool.yml:7:1: unknown key 'other'
            other: 1
            ^
              hint: known: cards, dotenv, env, favicon, includes, migrate, run, tasks, vars
            .config/devtool/config.yml:1:10: 'migrate' must be a mapping, not a list
            migrate: [a]
                     ^
            devtool: DEVTOOL_MIGRATE_TARGETS_DEV_PASWORD does not match any setting
              hint: did you mean 'DEVTOOL_MIGRATE_TARGETS_DEV_PASSWORD'?

            """
        ).exits(78)
    }

    /// Nobody's line with a secret in it is shown, though each of these is a finding.
    @Test(arguments: [
        "password: hunter2", "pasword: hunter2", "password : hunter2\n      password: hunter2", "'passwort': 'hunter2",
        "url: a\n      \"password\": [hunter2", "{url: a, password: hunter2}",
        "password: {env: A}\n      password: hunter2",
    ]) func neverShowsASecretThatStandsInTheFile(target: String) async throws {
        let outcome = try await Scenario().config("migrate:\n  targets:\n    dev:\n      \(target)\n").run("config")
            .exits(78)
        #expect(!outcome.errorText.isEmpty)
        #expect(!(outcome.errorText + outcome.outputText).contains("hunter2"))
    }

    @Test(.enabled("python3 has no module jsonschema") { await JSONSchemaJudge.isThere() }) func theSchemaIsOne()
        async throws
    {
        let outcome = try await Scenario().run("schema").stderr("").exits(0)
        let documents = [
            #"{"migrate": {"changelog": "a", "targets": {"dev": {"url": "jdbc:h2:u", "classpath": "x"}}}}"#,
            #"{"migrate": {"targets": {"dev": {"password": {"file": "secrets/dev"}}}}}"#,
            #"{"migrate": {"targets": {"dev": {"password": "hunter2"}}}}"#,
            #"{"migrate": {"targets": {"dev": {"usrname": "app"}}}}"#,
        ]
        #expect(
            await JSONSchemaJudge.verdicts(schema: outcome.outputText, documents: documents) == [
                true, true, false, false,
            ])
        for (document, status) in zip(documents, [0, 0, 78, 78] as [Int32]) {
            try await Scenario().config(document).run("config", "check").exits(status)
        }
    }

    /// A plugin parsed "1m30s" itself.
    @Test func valuesForPrograms() async throws {
        let scenario = try Scenario().config(
            "migrate: {lock-timeout: 1m30s, grace-period: 500ms, classpath: [a, b], password: {env: P}}"
        ).variable("P", "s3cret")
        try await scenario.run("config", "get", "--seconds", "migrate.lock-timeout").stdout("90\n").exits(0)
        try await scenario.run("config", "get", "migrate.grace-period", "--seconds").stdout("0.5\n").exits(0)
        func document(_ key: String, _ value: String, column: Int) -> String {
            """
            {
              "schema": 1,
              "settings": [
                {
                  "key": "migrate.\(key)",
                  "value": \(value),
                  "origin": {
                    "layer": "project",
                    "place": "devtool.yml:1:\(column)"
                  }
                }
              ]
            }

            """
        }
        try await scenario.run("config", "get", "--json", "migrate.lock-timeout").stdout(
            document("lock-timeout", #""1m30s""#, column: 25)
        ).stderr("").exits(0)
        try await scenario.run("config", "get", "--json", "--seconds", "migrate.grace-period").stdout(
            document("grace-period", "0.5", column: 46)
        ).exits(0)
        try await scenario.run("config", "get", "--json", "migrate.classpath").stdout(
            document("classpath", "[\n        \"a\",\n        \"b\"\n      ]", column: 64)
        ).exits(0)
        try await scenario.run("config", "get", "--json", "migrate.password").stdout("").exits(64)
        try await scenario.run("config", "get", "--json", "--reveal", "migrate.password").stdout(
            document("password", #""s3cret""#, column: 82)
        ).exits(0)
        let section = try await scenario.run("config", "get", "--json", "migrate").exits(0)
        #expect(section.outputText.contains(#""value": "***""#))
    }

    /// What 'run' refuses before it starts anything was in order for 'config check'.
    @Test(arguments: [
        ("a: {cards: board.json, options: {nosuch: true}}", "unknown option '--nosuch'"),
        ("a: {cards: board.json --nosuch}", "unknown option '--nosuch'"),
        ("a: {run: x, finally: [b]}, b: {run: x, finally: [c]}, c: {run: x, finally: [b]}", "task cycle: "),
        ("a: {run: x, sources: '\(String(repeating: "{a,b}", count: 20))'}", "expand to more than"),
        ("a: {run: x, sources: '\(String(repeating: "{", count: 5_000))'}", "a pattern is longer than 4096 bytes"),
        ("a: {migrate: updat}", "unknown command 'updat'"),
        ("a: {migrate: rollback-count x}", "'x' is not a valid number of changesets"),
        ("a: {migrate: update --dryrun}", "unknown option '--dryrun'"),
        ("a: {migrate: update --target nosuch}", "unknown target 'nosuch'"),
        ("a: {migrate: update, options: {target: nosuch}}", "unknown target 'nosuch'"),
        ("a: {run: ''}", "'tasks.a.run' has an empty step"),
        ("a: {run: [true, ' ']}", "'tasks.a.run' has an empty step"),
        ("a: {run: '# nothing'}", "'tasks.a.run' has an empty step"),
        (#"a: {run: "\\\n"}"#, "'tasks.a.run' has an empty step"),
        (
            "a: {run: [[bash, -c, 'x ${params.x}']], params: {x: {default: y}}}",
            "a value cannot be inserted safely into a command for another shell"
        ), ("a: {run: [['']]}", "a step must be a program and its arguments"),
    ]) func checksTasksAsARunDoes(tasks: String, message: String) async throws {
        let scenario = try Scenario().config("tasks: {\(tasks)}").file("board.json", "{}")
        let outcome = try await scenario.run("config", "check").stdout("").exits(78)
        #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
        #expect(outcome.errorText.hasPrefix("devtool.yml:1:"))
        let planned = try await scenario.run("run", "a").stdout("")
        #expect(planned.errorText.contains(message), "\(planned.errorText)")
    }

    /// What only the command itself saw was in order for 'config check', and for all other commands.
    @Test(arguments: [
        ("cards: {format: nonum}", "1:17: 'cards.format' must contain '{number}' exactly once"),
        ("cards: {api: 'ftp://x'}", "1:14: 'cards.api' must be an http or https URL, not ftp://x"),
        ("migrate: {install-sha256: abc}", "1:27: 'migrate.install-sha256' must be 64 hexadecimal digits"),
    ]) func checksTextsAsTheirCommandsDo(file: String, message: String) async throws {
        let text = "devtool.yml:\(message)\n"
        for arguments in [["config", "check"], ["config"], ["run", "--list"]] {
            let outcome = try await Scenario().config(file).run(arguments).stdout("").exits(78)
            #expect(outcome.errorText.hasPrefix(text), "\(outcome.errorText)")
        }
    }

    @Test func checksTheTextsOfVariables() async throws {
        try await Scenario().config("").variable("DEVTOOL_CARDS_FORMAT", "nonum").run("config", "check").stdout("")
            .stderr(
                """
                devtool: DEVTOOL_CARDS_FORMAT must contain '{number}' exactly once

                """
            ).exits(78)
    }

    @Test(arguments: [("{a: {url: jdbc:y}}", true), ("{a: {url: jdbc:y}, b: {}}", false), ("{}", false)])
    func aURLThatNoTargetInherits(targets: String, isUnused: Bool) async throws {
        let outcome = try await Scenario().config("migrate: {url: jdbc:x, targets: \(targets)}\n").run(
            "config", "check"
        ).stdout("").exits(0)
        #expect(
            outcome.errorText
                == (isUnused
                    ? """
                    devtool.yml:1:16: warning: 'migrate.url' is not used, because every target has its own address
                    migrate: {url: jdbc:x, targets: \(targets)}
                                   ^
                      hint: make it the url of another target

                    """ : ""))
    }

    @Test func aSettingWithoutItsSection() async throws {
        try await Scenario().config("url: jdbc:sqlite:a.db\n").run("config", "check").stdout("").stderr(
            """
            devtool.yml:1:1: unknown key 'url'
            url: jdbc:sqlite:a.db
            ^
              hint: did you mean 'migrate.url'?

            """
        ).exits(78)
    }

    @Test func aSectionInAnother() async throws {
        try await Scenario().config("run: {tasks: {a: echo}}\n").run("config", "check").stdout("").stderr(
            """
            devtool.yml:1:7: unknown key 'tasks' in 'run'
            run: {tasks: {a: echo}}
                  ^
              hint: write 'tasks:' at the start of a line, as it is a section of its own

            """
        ).exits(78)
    }

    /// 'migrate' refuses them, on whatever machine.
    @Test(arguments: [
        ("{url: 'jdbc:h2:x', port: 1}", "devtool.yml:1:49: 'port' and 'url' cannot be combined"),
        ("{url: x}", "devtool.yml:1:30: 'x' is not a supported database URL"),
    ]) func checksWhereDatabasesAre(target: String, message: String) async throws {
        let outcome = try await Scenario().config("migrate: {targets: {a: \(target)}}").run("config", "check").stdout(
            ""
        ).exits(78)
        #expect(outcome.errorText.hasPrefix(message + "\n"), "\(outcome.errorText)")
    }

    /// It may stand in the environment, elsewhere.
    @Test func warnsOfATargetWithoutAnAddress() async throws {
        let scenario = try Scenario().config("migrate: {targets: {a: {changelog: x}}}")
        try await scenario.run("config", "check").stdout("").stderr(
            """
            devtool.yml:1:24: warning: the target 'a' has no url
            migrate: {targets: {a: {changelog: x}}}
                                   ^
              hint: set 'url' or DATABASE_URL

            """
        ).exits(0)
        try await scenario.file("liquibase.properties", "url=jdbc:h2:x\n").run("config", "check").stdout("").stderr("")
            .exits(0)
        let parts = try Scenario().config("migrate: {targets: {a: {host: h}}}")
        let outcome = try await parts.run("config", "check").stdout("").exits(0)
        #expect(outcome.errorText.contains("warning: 'host' requires 'engine'"))
        try await parts.variable("DEVTOOL_MIGRATE_TARGETS_A_ENGINE", "h2").variable(
            "DEVTOOL_MIGRATE_TARGETS_A_DATABASE", "./x"
        ).run("config", "check").stdout("").stderr("").exits(0)
    }

    /// What only this machine, or this command line, does not have is no mistake of the file.
    @Test func leavesToARunWhatDependsOnIt() async throws {
        try await Scenario().config(
            """
            tasks:
              a: {cards: "--list ${env.NOT_SET_HERE} b.json"}
              b: {cards: "--list ${params.name} b.json", params: {name: {required: true}}}
              c: {run: [nosuch], requires: {programs: [nosuch], files: [nosuch]}, dotenv: [nosuch]}

            """
        ).run("config", "check").stdout("").stderr("").exits(0)
    }

    /// Values beyond the hundred thousandth were called those of aliases.
    @Test func takesAsManyTasksAsThereAre() async throws {
        let tasks = (0..<8_193).map { task in "  task-\(task): {run: [echo, a, b, c, d], needs: [one, two, end]}\n" }
        try await Scenario().config("tasks:\n  one: {run: x}\n  two: {run: x}\n  end: {run: x}\n" + tasks.joined()).run(
            "config", "check"
        ).stdout("").stderr("").exits(0)
    }

    /// The limits counted after libyaml had read all.
    @Test func refusesDeepNestingAtOnce() async throws {
        let text = "sample: " + String(repeating: "[", count: 300)
        try await Scenario().config(text).run("config", "check").stdout("").stderr(
            """
            devtool.yml:1:208: not valid YAML: the values are nested too deeply
            …\(String(repeating: "[", count: 80))…
            \(String(repeating: " ", count: 41))^

            """
        ).exits(78)
    }

    @Test func theUsersOwnFileDoesNotSeeTheProjectsVariables() async throws {
        try await Scenario().config("").file(".env", "WHERE=evil").file(
            ".config/devtool/config.yml", "cards: {api: \"https://${WHERE:-good}\"}\n"
        ).run("config", "get", "cards.api").stdout("https://good\n").stderr("").exits(0)
    }

    /// Where '/proc' is not mounted devtool saw no arguments: it printed its help, and was content.
    @Test(.enabled(if: ConfigScenarios.mayUnmount)) func seesItsArgumentsWithoutProc() async throws {
        let scenario = try Scenario().config("migrate: {changelog: a.xml}")
        let command = "umount -l /proc && exec \"$0\" \"$@\""
        func run(_ arguments: String...) async throws -> Outcome {
            try await scenario.program(
                "/usr/bin/unshare", arguments: ["-m", "/bin/sh", "-c", command, Scenario.devtool] + arguments)
        }
        try await run("--version").stderr("").exits(0)
        let refusal = """
            devtool: /proc is not mounted, and Swift's runtime requires it
              hint: mount it: 'mount -t proc proc /proc'

            """
        try await run("migrate", "update").stdout("").stderr(refusal).exits(69)
        try await run("nosuch").stdout("").stderr(
            """
            devtool: unknown command 'nosuch'
              hint: run 'devtool --help' for a list of commands

            """
        ).exits(64)
        _ = try scenario.plugin("bin", "echo started")
        try await run("bin", "x").stdout("").stderr(refusal).exits(69)
    }

    /// Whether a process here may have mounts of its own.
    private static let mayUnmount: Bool = {
        let unshare = OtherProgram("unshare")
        return (try? unshare?.run(["-m", "/bin/sh", "-c", "umount -l /proc"]).status) == 0
    }()

    /// The bytes were repaired in silence: another file was looked for, or written.
    @Test func refusesArgumentsThatAreNotText() async throws {
        try await Scenario().file("b.json", "{}").program(
            "/bin/sh", arguments: ["-c", "exec \"$0\" cards b.json -o \"$(printf 'caf\\351.json')\"", Scenario.devtool]
        ).stdout("").stderr(
            """
            devtool: the argument 'caf\u{FFFD}.json' is not valid UTF-8
              hint: if it is a file, rename the file or specify its folder instead

            """
        ).exits(64)
    }

    @Test func whatChecksFindAsJSON() async throws {
        let board = """
            {"name": "B #", "lists": [{"id": "l", "name": "L"}], "cards": [{"idShort": 1, "idList": "l", "name": "N"}]}
            """
        let log = "--liquibase formatted sql\n--changeset a:1 dbsm:h2\nselect 1;\n"
        let scenario = try Scenario().config("tasks: {a: {rnu: x}}").file("b.json", board).file("a.sql", log)
        for (words, status, severity) in [
            (["config", "check", "--json"], 78 as Int32, "error"),
            (["cards", "--check", "--json", "b.json"], 1, "error"),
            (["migrate", "lint", "--json", "a.sql"], 0, "warning"),
            (["migrate", "lint", "--json", "--warnings-as-errors", "a.sql"], 65, "error"),
            (["--report", "json=-", "migrate", "lint", "a.sql"], 0, "warning"),
        ] {
            let outcome = try await scenario.run(words).exits(status)
            let document = try JSONSerialization.jsonObject(with: Data(outcome.outputText.utf8)) as? [String: Any]
            let found = document?["diagnostics"] as? [[String: Any]]
            #expect(found?.map { $0["severity"] as? String } == [severity], "\(words) \(outcome.outputText)")
            #expect(document?["status"] as? Int == Int(status) && document?["schema"] as? Int == 1)
        }
        try await scenario.run("cards", "--json", "b.json").stdout("").stderr(
            "devtool: '--json' requires '--check'; to export the cards, use '--to json'\n  hint: run 'devtool cards --help' for usage\n"
        ).exits(64)
    }

    /// Whoever mends the first ones has often mended the others.
    @Test(arguments: [(20, nil), (21, "1 more problem not shown"), (50, "30 more problems not shown")])
    func moreThanTwentyErrorsAreCounted(count: Int, last: String?) async throws {
        let names = (0..<count).map { "t\($0)" }
        let scenario = try Scenario().config("tasks:\n" + names.map { "  \($0): {run: x, nosuch: y}\n" }.joined())
        for arguments in [["config", "check"], ["run"] + names] {
            let outcome = try await scenario.run(arguments)
            outcome.stdout("").exits(78)
            let lines = outcome.errorText.split(separator: "\n")
            #expect(lines.count { $0.contains(": unknown key or command 'nosuch' in ") } == 20)
            #expect(lines.contains { $0 == "devtool: \(last ?? "")" } == (last != nil))
        }
    }
}
