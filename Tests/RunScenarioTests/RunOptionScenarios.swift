import TestSupport
import Testing

/// `devtool run`: options of tasks for commands of the suite and for plugins.
@Suite(.takingTurns) struct RunOptionScenarios {
    /// A plugin that says what it is configured with.
    private static let plugin = """
        [ "$1" != --devtool-describe ] || exec cat <<'END'
        {"configuration": {"color": {"type": "string", "default": "red"},
         "size": {"type": "string", "default": "1"}, "tone": {"type": "string", "default": "t"},
         "names": {"type": "list"}}}
        END
        for key in color size tone names; do
            printf '%s=%s ' $key "$("$DEVTOOL_BIN" config get show.$key | paste -sd,)"
        done
        echo "args=$* in=$PWD X=$X"
        """

    private func scenario() async throws -> Scenario {
        let scenario = try Scenario().plugin("show", Self.plugin).file("sub/x", "").config(
            """
            show: {color: section, size: section}
            tasks:
              plain: {show: []}
              multi:
                show: [x]
                options: {color: task, name: v, flag: true, off: false, many: [1, b c]}
                env: {X: x}
                dir: sub
                targets:
                  one: {options: {color: target, names: [p, q]}}
                  two: {show: other, options: {name: w}}
            """)
        try await scenario.listPlugins()
        return scenario
    }

    @Test func withoutOptionsTheSectionIsOverTheDefaults() async throws {
        try await scenario().run("run", "-q", "plain").stderr("").exits(0).stdout(
            "color=section size=section tone=t names= args= in=[DIR] X=\n")
    }

    @Test func theTargetIsOverTheTaskOverTheSection() async throws {
        try await scenario().run("run", "multi:one").stdout(
            "color=target size=section tone=t names=p,q args=x --name v --flag --many 1 --many b c in=[DIR]/sub X=x\n"
        ).stderr(
            """
            multi:one: DEVTOOL_SHOW_COLOR=target DEVTOOL_SHOW_NAMES='["p","q"]' devtool show x --name v --flag --many 1 --many 'b c'

            """
        ).exits(0)
    }

    @Test func anActionOfATargetReplacesTheTasks() async throws {
        try await scenario().run("run", "-q", "multi:two").stdout(
            "color=task size=section tone=t names= args=other --name w --flag --many 1 --many b c in=[DIR]/sub X=x\n"
        ).stderr("").exits(0)
    }

    @Test func theEnvironmentDoesNotReplaceATasksOption() async throws {
        try await scenario().variable("DEVTOOL_SHOW_COLOR", "env").variable("DEVTOOL_SHOW_SIZE", "env").run(
            "run", "-q", "multi:two"
        ).stdout("color=task size=env tone=t names= args=other --name w --flag --many 1 --many b c in=[DIR]/sub X=x\n")
            .exits(0)
    }

    @Test func aCommandOfTheSuiteRunsInItsFolder() async throws {
        try await Scenario().file("sub/board.json", #"{"name":"Roadmap #","cards":[]}"#).config(
            "tasks: {a: {cards: [board.json, -o, out.json], dir: sub}, b: {needs: a, run: echo b}}"
        ).run("run", "-q", "b").stdout("b\n").stderr("").exits(0).file(
            "sub/out.json", #"{"name":"Roadmap #","cards":[]}"#
        ).file("out.json", nil)
    }

    @Test func whatItSaysOfAFileIsSeenFromWhereDevtoolRuns() async throws {
        let scenario = try Scenario().file("sub/x", "").config("tasks: {a: {cards: nosuch.json, dir: sub}}")
        for (folder, name) in [(".", "sub/nosuch.json"), ("sub", "nosuch.json")] {
            let outcome = try await scenario.run("run", "a", in: folder)
            #expect(outcome.errorText.contains("devtool: cannot read '\(name)': No such file or directory\n"))
        }
    }

    @Test func aCommandOfTheSuiteThatFailsHasItsOwnStatus() async throws {
        try await Scenario().config("tasks: {a: {cards: nosuch.json}}").run("run", "a").stdout("").stderr(
            """
            a: devtool cards nosuch.json
            devtool: cannot read 'nosuch.json': No such file or directory
            devtool.yml:1:9: the task 'a' failed: exit status 66

            """
        ).exits(66)
    }

    @Test func aCommandsArgumentsAreCheckedBeforeAnythingStarts() async throws {
        try await Scenario().config(
            """
            tasks:
              first: {run: touch started}
              a: {needs: first, cards: [board.json, --nonsense]}
            """
        ).run("run", "a").stdout("").stderr(
            """
            devtool.yml:3:21: unknown option '--nonsense'
              a: {needs: first, cards: [board.json, --nonsense]}
                                ^

            """
        ).exits(78).file("started", nil)
    }

    @Test func theFaviconOfAFileWithOptions() async throws {
        let page = #"<link rel=icon href="/a.png"><link rel=icon sizes=any href="/b.svg">"#
        let scenario = try Scenario().file("web/index.html", page).config(
            """
            tasks:
              icons: {favicon: [index.html], dir: web, options: {base-url: "https://example.com/", json: true}}
            """)
        let direct = try await scenario.run(
            "favicon", "index.html", "--base-url", "https://example.com/", "--json", in: "web")
        try await scenario.run("run", "-q", "icons").stdout(direct.outputText).stderr(direct.errorText).exits(
            direct.status)
        #expect(direct.outputText.contains("https://example.com/"))
    }

    @Test func targetsOfMigrations() async throws {
        let scenario = try Scenario().config(
            """
            migrate: {changelog: main.sql, targets: {dev: {url: "jdbc:dev"}, prod: {url: "jdbc:prod"}}}
            tasks:
              db:
                migrate: [update, --dry-run]
                targets:
                  dev: {options: {target: dev}}
                  prod: {options: {target: prod, changelog: other.sql}, confirm: Really?}
            """)
        try await scenario.run("run", "-n", "db").stdout(
            """
            db:dev
              devtool migrate update --dry-run --target dev
            db:prod  # asks
              DEVTOOL_MIGRATE_CHANGELOG=other.sql devtool migrate update --dry-run --target prod

            """
        ).stderr("").exits(0)
    }

    @Test func optionsOfAShellLine() async throws {
        try await Scenario().config("tasks: {a: {run: x, options: {b: c}}}").run("run", "a").stdout("").stderr(
            """
            devtool.yml:1:34: the task 'a' has 'options', but no command that takes them
            tasks: {a: {run: x, options: {b: c}}}
                                             ^

            """
        ).exits(78)
    }

    @Test func aSecretAmongTheOptionsIsNotShown() async throws {
        let script = """
            [ "$1" != --devtool-describe ] || exec cat <<'END'
            {"configuration": {"password": {"type": "secret"}}}
            END
            [ "$("$DEVTOOL_BIN" config get login.password --reveal)" = hush ] && echo known
            """
        let scenario = try Scenario().plugin("login", script).variable("PW", "hush").config(
            "tasks: {a: {login: [], options: {password: '${PW}'}}}")
        try await scenario.listPlugins()
        try await scenario.run("run", "-n", "a").stdout("a\n  DEVTOOL_LOGIN_PASSWORD=*** devtool login\n").exits(0)
        try await scenario.run("run", "a").stdout("known\n").stderr("a: DEVTOOL_LOGIN_PASSWORD=*** devtool login\n")
            .exits(0)
    }

    /// Before anything starts, and `config check` says the same.
    @Test func aValueThatTheSettingCannotHave() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: {needs: first, cards: x.json, options: {format: []}}
              b: {migrate: status, options: {timeout: soon}}
              first: echo first
              known: {cards: x.json, params: {n}, options: {format: ["${params.n}"]}}
            """)
        let cards = """
            devtool.yml:2:54: 'cards.format' must contain '{number}' exactly once
              a: {needs: first, cards: x.json, options: {format: []}}
                                                                 ^

            """
        let migrate = """
            devtool.yml:3:43: 'migrate.timeout' must be a duration like 500ms, 10s or 1h30m, not 'soon'
              b: {migrate: status, options: {timeout: soon}}
                                                      ^

            """
        try await scenario.run("run", "a").stdout("").stderr(cards).exits(78)
        try await scenario.run("run", "b").stdout("").stderr(migrate).exits(78)
        try await scenario.run("config", "check").stdout("").stderr(cards + migrate).exits(78)
    }
}
