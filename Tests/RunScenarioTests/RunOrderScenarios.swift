import TestSupport
import Testing

/// `devtool run`: which tasks are run, and in which order.
@Suite struct RunOrderScenarios {
    private static let diamond = """
        tasks:
          top: {needs: [left, right], run: echo top}
          left: {needs: bottom, run: echo left}
          right: {needs: bottom, run: echo right}
          bottom: {run: echo bottom}
        """

    @Test func eachTaskRunsOnceAndAfterWhatItNeeds() async throws {
        try await Scenario().config(Self.diamond).run("run", "-j", "1", "top", "left").stdout(
            "bottom\nleft\nright\ntop\n"
        ).says(
            """
            bottom: echo bottom
            left: echo left
            right: echo right
            top: echo top
            TASK    RESULT  TIME
            bottom  ok      TIME
            left    ok      TIME
            right   ok      TIME
            top     ok      TIME
            4 ok in TIME

            """
        ).exits(0)
    }

    /// Both at once would have built what is being removed (15.2).
    @Test func namedTasksRunInTheOrderGiven() async throws {
        let scenario = try Scenario().file("out/old", "").config(
            """
            tasks:
              clean: {run: "rm -r out; echo clean"}
              build: {needs: gen, run: "mkdir out; echo build"}
              gen: {run: echo gen}
              test: {needs: [build, gen], run: echo test}
            """)
        try await scenario.run("run", "-q", "-j4", "clean", "build", "test").stdout("clean\ngen\nbuild\ntest\n").stderr(
            ""
        ).exits(0).file("out/old", nil)
        try await scenario.run("run", "--dry-run", "clean", "build").stdout(
            """
            clean
              rm -r out; echo clean
            gen
              echo gen
            build  # needs gen
              mkdir out; echo build

            """)
    }

    @Test func theFirstNamedTaskThatFailsIsTheLast() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: {needs: _need, run: exit 3, finally: _tidy}
              b: {needs: _need, run: echo b}
              _need: {run: echo need}
              _tidy: {run: echo tidy}
            """)
        try await scenario.run("run", "-q", "a", "b").stdout("need\ntidy\n").stderr(
            "devtool.yml:2:3: the task 'a' failed: exit status 3\n"
        ).exits(3)
        try await scenario.run("run", "-qk", "a", "b").stdout("need\ntidy\nb\n").exits(3)
    }

    /// What cleans up after one comes before the next, unless the next shares it.
    @Test func namedTasksCleanUpInTheirTurn() async throws {
        try await Scenario().config(
            """
            tasks:
              a: {run: echo a, finally: [own, shared]}
              b: {run: test -e owned && echo b, finally: shared}
              own: {run: "echo own; touch owned"}
              shared: {run: echo shared}
            """
        ).run("run", "-q", "-j4", "a", "b").stdout("a\nown\nb\nshared\n").stderr("").exits(0)
    }

    /// Each waits for the other.
    @Test(arguments: ["-p", "--parallel"]) func namedTasksMayRunAtOnce(option: String) async throws {
        let line = "touch $T; while [ ! -e a ] || [ ! -e b ]; do sleep 0.01; done"
        try await Scenario().config(
            """
            tasks:
              a: {needs: shared, run: "\(line)", env: {T: a}}
              b: {needs: shared, run: "\(line)", env: {T: b}}
              shared: {run: echo once}
            """
        ).run("run", "-q", "-j2", option, "a", "b").stdout("once\n").stderr("").exits(0)
    }

    @Test func aTaskRunsOnceForEachSetOfParameters() async throws {
        try await Scenario().config(
            """
            tasks:
              all: {needs: [{task: say, params: {word: a}}, {task: say, params: {word: b}}, say, {task: say, params: {word: b}}]}
              say: {run: "echo ${params.word}", params: {word: a}}
            """
        ).run("run", "-j1", "-q", "all").stdout("a\nb\n").stderr("").exits(0)
    }

    @Test func aCycleIsNamedInFull() async throws {
        try await Scenario().config(
            """
            tasks:
              ok: {run: touch started}
              a: {needs: [ok, b]}
              b: {needs: c}
              c: {needs: [a]}
            """
        ).run("run", "ok", "a").stdout("").stderr(
            """
            devtool.yml:3:19: task cycle: a → b → c → a
              a: {needs: [ok, b]}
                              ^

            """
        ).exits(78).file("started", nil)
    }

    /// Every level has twice as many tasks, or values without end (24.10).
    @Test(arguments: ["${params.x}${params.x}", "${params.x}."]) func needsThatGrowWithoutEnd(value: String)
        async throws
    {
        let outcome = try await Scenario().config(
            """
            tasks:
              a: {run: touch started, params: {x: "1"}, needs: [{task: b, params: {x: "\(value)"}}, {task: b, params: {x: "\(value)2"}}]}
              b: {needs: [{task: a, params: {x: "${params.x}"}}], params: {x: "1"}}
            """
        ).run("run", "a")
        outcome.stdout("").exits(78).file("started", nil)
        #expect(
            outcome.errorText.contains(": the run would have more than 50000 tasks or more than 16 MiB of values\n"),
            "\(outcome.errorText.prefix(500))")
    }

    @Test func aTaskThatNeedsItselfIsACycle() async throws {
        try await Scenario().config("tasks: {a: {needs: a}}").run("run", "a").stderr(
            """
            devtool.yml:1:20: the task 'a' refers to itself
            tasks: {a: {needs: a}}
                               ^

            """
        ).exits(78)
    }

    @Test func cleanUpThatNeedsWhatItCleansIsNoCycle() async throws {
        try await Scenario().config(
            """
            tasks:
              work: {run: echo work, finally: clean}
              clean: {needs: setup, run: echo clean}
              setup: {run: echo setup}
            """
        ).run("run", "-q", "work").stdout("work\nsetup\nclean\n").exits(0)
    }

    @Test func anUnknownNeedIsFoundBeforeAnythingStarts() async throws {
        try await Scenario().config(
            """
            tasks:
              all: {needs: [build, tset]}
              build: {run: touch started}
              test: {run: "true"}
            """
        ).run("run", "all").stdout("").stderr(
            """
            devtool.yml:2:24: unknown task 'tset'
              all: {needs: [build, tset]}
                                   ^
              hint: did you mean 'test'?

            """
        ).exits(78).file("started", nil)
    }

    /// In the project's file and in included ones.
    @Test func onlyWhatATaskNeedsIsChecked() async throws {
        let scenario = try Scenario().config(
            """
            includes: {web: web.yml}
            tasks:
              a: {needs: [b, 'web:x*'], params: {p: none}, run: "echo a ${params.p}"}
              b: {aliases: [bb], targets: {one: {run: echo one}, two: {run: echo two}}}
              bad: {rnu: x}
              worse: {run: 'echo ${vars.nosuch}'}
            """
        ).file("web.yml", "tasks: {xy: {run: echo xy, needs: z}, z: echo z, y: {needs: nosuch}}")
        try await scenario.run("run", "-q", "-j1", "a").stdout("one\ntwo\nz\nxy\na none\n").stderr("").exits(0)
        // A word that is no task's name changes nothing.
        try await scenario.run("run", "-q", "-j1", "a", "v").stdout("one\ntwo\nz\nxy\na v\n").stderr("").exits(0)
        try await scenario.run("run", "-q", "bb:two", "web:z").stdout("two\nz\n").stderr("").exits(0)
        let list = try await scenario.run("run", "--list").exits(78)
        #expect(list.outputText.contains("\nweb:z\n") && list.errorText.contains("'rnu'"), "\(list.outputText)")
        let completion = try await scenario.run("__complete", "fish", "run", "w").exits(0)
        #expect(completion.outputText.contains("web:z"), "\(completion.outputText)")
        for (word, error) in [
            ("bad", "devtool.yml:5:9: unknown key or command 'rnu' in 'tasks.bad'\n"),
            ("worse", "devtool.yml:6:22: there is no variable 'nosuch' in 'vars'\n"),
            ("web:y", "web.yml:1:61: unknown task 'nosuch'\n"),
        ] {
            let outcome = try await scenario.run("run", "a", word).stdout("").exits(78)
            #expect(outcome.errorText.hasPrefix(error), "\(outcome.errorText)")
            let check = try await scenario.run("config", "check").stdout("").exits(78)
            #expect(check.errorText.contains(error), "\(check.errorText)")
        }
    }

    @Test(arguments: [
        ("tset", "did you mean 'test'?"), ("tset:a", "did you mean 'test:a'?"), ("elsewhere", "known: test, test:a"),
        ("list", "did you mean '--list'?"),
    ]) func anUnknownNameOnTheCommandLine(name: String, hint: String) async throws {
        try await Scenario().config("tasks: {test: {run: touch started, targets: {a: {}, _b: {}}}, _c: {run: x}}").run(
            "run", "test", name
        ).stdout("").stderr("devtool: unknown task '\(name)'\n  hint: \(hint)\n").exits(64).file("started", nil)
    }

    @Test func withoutTargetAllTargetsRun() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              db:
                run: echo $NAME $LOG
                env: {NAME: none, LOG: debug}
                targets: {staging: {env: {NAME: staging}}, prod: {run: "echo own $NAME"}, _test: {}}
            """)
        try await scenario.run("run", "-q", "-j1", "db").stdout("staging debug\nown none\nnone debug\n")
        try await scenario.run("run", "-q", "db:prod").stdout("own none\n").exits(0)
        try await scenario.run("run", "-q", "db:_test").stdout("none debug\n").exits(0)
    }

    @Test func noNeedsLeavesOutWhatIsNeededButCleansUp() async throws {
        let project =
            Self.diamond + "\n  work: {needs: top, run: echo work, finally: clean}\n"
            + "  clean: {needs: bottom, run: echo clean}\n"
        try await Scenario().config(project).run("run", "-q", "-j1", "--no-needs", "work").stdout(
            "work\nbottom\nclean\n"
        ).stderr("").exits(0)
    }

    @Test func aliasesAndTheDefault() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              test: {run: echo test, aliases: [t, default], targets: {unit: {}, ui: {run: echo ui}}}
            """)
        try await scenario.run("run", "-q", "t:ui").stdout("ui\n").exits(0)
        try await scenario.run("run", "-q", "-j1").stdout("test\nui\n").exits(0)
    }

    @Test func theDefaultTakesParameters() async throws {
        try await Scenario().config("tasks: {default: {run: 'echo ${params.to}', params: {to: {required: true}}}}").run(
            "run", "-q", "--to", "you"
        ).stdout("you\n").stderr("").exits(0)
    }

    /// Each task notes how many run, and waits until once as many did as may.
    @Test(arguments: [1, 3]) func atMostSoManyRunAtOnce(jobs: Int) async throws {
        let names = (1...6).map { "t\($0)" }
        let line =
            "mkdir r/$T; until ls r | wc -l >>seen; grep -q [\(jobs)-6] seen; do sleep 0.01; done;" + " rmdir r/$T"
        let tasks = names.map { "  \($0): {run: '\(line)', env: {T: \($0)}}\n" }.joined()
        let outcome = try await Scenario().file("r/.keep", "").config("tasks:\n\(tasks)").run(
            ["run", "-q", "--parallel", "--jobs", "\(jobs)"] + names)
        outcome.exits(0)
        let seen = (outcome.folder.text("seen") ?? "").split(separator: "\n").compactMap { Int($0) }
        #expect(seen.max() == jobs)
    }

    @Test func jobsIsASettingToo() async throws {
        try await Scenario().config(
            """
            run: {jobs: 1}
            tasks:
              a: {run: "echo a; touch ended"}
              b: {run: test -e ended && echo b}
            """
        ).run("run", "-qp", "--output", "raw", "a", "b").stdout("a\nb\n").exits(0)
    }

    /// A job whose task `default` got another name went on as a success.
    @Test func withoutDefaultTheTasksAreListed() async throws {
        let scenario = try Scenario().file(
            "devtool.yaml", "vars: {v: 1}\ntasks: {a: {run: x, description: Does x}, _b: {run: x}}")
        for options in [[], ["--dry-run"], ["--env"], ["--graph", "dot"], ["v=2"]] {
            try await scenario.run(["run"] + options).stdout("a  Does x\n").stderr(
                "devtool: devtool.yaml has no task 'default'\n  hint: name the task to run\n"
            ).exits(64)
        }
    }

    @Test func withoutTasks() async throws {
        try await Scenario().config("").run("run").stdout("").stderr(
            "devtool: there are no tasks in devtool.yml\n  hint: add one under 'tasks'\n"
        ).exits(64)
        try await Scenario().config("tasks: {_a: x}").run("run").stdout("").stderr(
            "devtool: every task in devtool.yml is hidden\n  hint: run one by name\n"
        ).exits(64)
        try await Scenario().config("").file("sub/x", "").run("run", "--list", in: "sub").stdout("").stderr(
            "there are no tasks in [DIR]/devtool.yml\n"
        ).exits(0)
    }
}
