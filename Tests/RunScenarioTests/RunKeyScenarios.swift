import TestSupport
import Testing

/// Keys of tasks that say how they are run and shown.
@Suite struct RunKeyScenarios {
    @Test func aTaskCanBeWhatItRuns() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              hello: echo hello
              steps: [echo one, [echo, "two $HOME"], {config: [get, run.jobs]}]
              web:
                targets:
                  a: echo a
                  b: [echo b, echo c]
            run: {jobs: 3}
            """)
        try await scenario.run("run", "-q", "-j1", "hello", "steps", "web").stdout(
            "hello\none\ntwo $HOME\n3\na\nb\nc\n"
        ).stderr("").exits(0)
        try await scenario.run("run", "--list").stdout("hello\nsteps\nweb\n  web:a\n  web:b\n").exits(0)
        try await scenario.run("config", "check").exits(0)
    }

    @Test func aShellCanHaveOtherOptions() async throws {
        let line = "run: 'false | true; echo \"on $1 $-\" | tr -d hsB'"
        let scenario = try Scenario().config(
            """
            tasks:
              lax: {\(line), shell: bash}
              strict: {\(line), shell: [bash, -euo, pipefail, -c]}
              more: {\(line), shell: [bash, -uc]}
            """)
        try await scenario.run("run", "-q", "lax", "--", "x").stdout("on x ec\n").exits(0)
        try await scenario.run("run", "-q", "strict", "--", "x").stdout("").exits(1)
        try await scenario.run("run", "-q", "more", "--", "x").stdout("on x uc\n").exits(0)
        try await Scenario().config("tasks: {a: {run: echo, shell: [bash, -c, -e]}}").run("run", "a").stdout("").stderr(
            """
            devtool.yml:1:31: the last option of 'tasks.a.shell' must be '-c'
            tasks: {a: {run: echo, shell: [bash, -c, -e]}}
                                          ^
              hint: such as [bash, -euo, pipefail, -c]

            """
        ).exits(78)
    }

    /// Who comes from another task runner is told our word.
    @Test func theWordsOfOthersAreKnown() async throws {
        try await Scenario().config("tasks: {a: {desc: x, cmds: [y]}, b: {deps: a}}").run("config", "check").stdout("")
            .stderr(
                """
                devtool.yml:1:13: unknown key or command 'desc' in 'tasks.a'
                tasks: {a: {desc: x, cmds: [y]}, b: {deps: a}}
                            ^
                  hint: use devtool's key 'description'
                devtool.yml:1:22: unknown key or command 'cmds' in 'tasks.a'
                tasks: {a: {desc: x, cmds: [y]}, b: {deps: a}}
                                     ^
                  hint: use devtool's key 'run'
                devtool.yml:1:38: unknown key or command 'deps' in 'tasks.b'
                tasks: {a: {desc: x, cmds: [y]}, b: {deps: a}}
                                                     ^
                  hint: use devtool's key 'needs'

                """
            ).exits(78)
    }

    @Test func aSilentTaskIsNotAnnounced() async throws {
        try await Scenario().config("tasks: {a: {run: echo a, silent: true}, b: {needs: a, run: echo b}}").run(
            "run", "-j1", "b"
        ).stdout("a\nb\n").says(
            """
            b: echo b
            TASK  RESULT  TIME
            a     ok      TIME
            b     ok      TIME
            2 ok in TIME

            """
        ).exits(0)
    }

    @Test func anInternalTaskIsForOthers() async throws {
        let scenario = try Scenario().config("tasks: {a: {run: echo a, internal: true}, b: {needs: a, run: echo b}}")
        try await scenario.run("run", "-q", "b").stdout("a\nb\n").stderr("").exits(0)
        try await scenario.run("run", "a").stdout("").stderr(
            """
            devtool: the task 'a' is internal
              hint: run a task that needs it instead

            """
        ).exits(64)
        try await scenario.run("run", "--list").stdout("b\n").exits(0)
        try await scenario.run("run", "nothing").stderr(
            """
            devtool: unknown task 'nothing'
              hint: known: b

            """
        ).exits(64)
    }

    @Test func anErrorCanBeIgnored() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              all: {needs: [[bad], [next]], run: echo all}
              bad: {run: "echo bad; exit 3", ignore-error: true}
              next: echo next
            """)
        try await scenario.run("run", "-j1", "--report", "junit=report.xml", "all").stdout("bad\nnext\nall\n").says(
            """
            bad: echo bad; exit 3
            devtool.yml:3:3: warning: the task 'bad' failed: exit status 3 (ignored)
            next: echo next
            all: echo all
            TASK  RESULT                  TIME
            bad   ignored: exit status 3  TIME
            next  ok                      TIME
            all   ok                      TIME
            2 ok, 1 ignored in TIME

            """
        ).exits(0)
        let report = try #require(scenario.folder.text("report.xml"))
        #expect(report.contains("<skipped message=\"ignored: exit status 3\""), "\(report)")
    }

    /// Each clean-up is told how the run went so far.
    @Test func cleanUpKnowsHowItWent() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              good: {run: "true", finally: tell}
              bad: {run: "exit 4", finally: tell}
              stopped: {run: 'kill -TERM $PPID; sleep 60', finally: tell}
              tell: echo "$DEVTOOL_STATUS '$DEVTOOL_FAILED_TASK'"
            """)
        try await scenario.run("run", "-q", "good").stdout("0 ''\n").exits(0)
        try await scenario.run("run", "-q", "bad").stdout("4 'bad'\n").exits(4)
        let stopped = try await scenario.run("run", "-q", "stopped")
        stopped.stdout("143 ''\n").exits(128 + 15)
    }

    /// Keys that begin with `x-` are for anchors; `<<` merges mappings, as YAML 1.1 says.
    @Test func anchorsAndMergeKeysSaveWords() async throws {
        let scenario = try Scenario().config(
            """
            x-env: &env {GREETING: hello, NAME: world}
            x-common: &common
              silent: true
              env: {<<: *env, NAME: all}
            tasks:
              a: {<<: *common, run: 'echo "$GREETING $NAME"'}
              b: {<<: [{dir: sub}, *common], run: 'echo "$GREETING $NAME in ${PWD##*/}"', silent: false}
            """
        ).file("sub/file", "")
        try await scenario.run("run", "a").stdout("hello all\n").stderr("").exits(0)
        try await scenario.run("run", "b").stdout("hello all in sub\n").stderr(
            "b: echo \"$GREETING $NAME in ${PWD##*/}\"\n"
        ).exits(0)
        try await scenario.run("config", "check").exits(0)
        try await Scenario().config("tasks: {a: {<<: [b], run: echo}}").run("run", "a").stderr(
            """
            devtool.yml:1:18: not valid YAML: '<<' must be a mapping or a list of mappings, not a string
            tasks: {a: {<<: [b], run: echo}}
                             ^

            """
        ).exits(78)
    }

    @Test func anUnknownKeyOfAStepIsOneError() async throws {
        try await Scenario().config("tasks: {a: {run: [{run: echo, silnt: true}]}}").run("config", "check").stdout("")
            .stderr(
                """
                devtool.yml:1:31: unknown key 'silnt' in 'tasks.a.run'
                tasks: {a: {run: [{run: echo, silnt: true}]}}
                                              ^
                  hint: did you mean 'silent'?

                """
            ).exits(78)
    }

    @Test func aCycleThroughCleanUpNamesTheTaskBetween() async throws {
        let outcome = try await Scenario().config(
            "tasks:\n  a: {needs: [b], run: echo}\n  b: {finally: [a], run: echo}\n"
        ).run("config", "check").exits(78)
        #expect(outcome.errorText.hasPrefix("devtool.yml:2:15: task cycle: b → a → b\n"))
    }

    /// A run finds it, too, but only when something names one of them.
    @Test func aVariableThatRefersToItselfIsFoundByTheCheck() async throws {
        let scenario = try Scenario().config("vars: {a: '${vars.b}', b: '${vars.a}'}\ntasks: {x: echo}\n")
        let outcome = try await scenario.run("config", "check").exits(78)
        #expect(outcome.errorText.hasPrefix("devtool.yml:1:8: the variable 'a' refers to itself: a → b → a\n"))
        try await scenario.run("run", "-q", "x").exits(0)
    }

    @Test func aTextHasNoZeroByte() async throws {
        let scenario = try Scenario().config(
            "tasks:\n  first: touch done\n  a: {needs: [first], run: env, env: {A: \"x\\0y\"}}\n")
        for words in [["config", "check"], ["run", "a"]] {
            let outcome = try await scenario.run(words).stdout("").exits(78).file("done", nil)
            #expect(outcome.errorText.hasPrefix("devtool.yml:3:42: a string cannot contain a zero byte\n"))
        }
    }

    /// With raw output it has devtool's own, and goes on.
    @Test(arguments: ["group", "prefix"]) func whatIsLeftInTheBackgroundCannotWriteAfterItsTask(output: String)
        async throws
    {
        try await Scenario().config(
            """
            tasks:
              all: {needs: [[a], [b]]}
              a: "(trap '' PIPE; until [ -e go ]; do sleep 0.01; done; echo late 2>error || touch failed; touch done) &"
              b: "touch go; until [ -e done ]; do sleep 0.01; done; test -e failed"
            """
        ).run("run", "-q", "--output", output, "all").stdout("").stderr("").exits(0)
    }
}
