import SystemPackage
import TestSupport
import Testing

/// `devtool run`: tasks whose results are up to date.
@Suite(.takingTurns) struct RunFingerprintScenarios {
    private func scenario(_ line: String = "cat src/*.c >out; echo built") async throws -> Scenario {
        let scenario = try project(line).file("src/a.c", "a").file("src/b.c", "b").file("src/gen/c.c", "c")
        try await scenario.run("run", "-q", "gen").stdout("built\n").stderr("").exits(0)
        return scenario
    }

    private func project(_ line: String, in scenario: Scenario = Scenario()) throws -> Scenario {
        try scenario.config(
            """
            tasks:
              gen:
                run: \(line)
                sources: ["src/**/*.c", "!src/gen/**"]
                outputs: [out]
                env: {MODE: "${MODE:-debug}"}
              use: {needs: gen, run: cat out; echo}
            """)
    }

    @Test func nothingHasChanged() async throws {
        try await scenario().run("run", "gen").stdout("").stderr("gen: up to date\n").exits(0)
    }

    @Test func whatNeedsItRuns() async throws {
        try await scenario().run("run", "use").stdout("ab\n").says(
            """
            use: cat out; echo
            TASK  RESULT      TIME
            gen   up to date
            use   ok          TIME
            1 ok, 1 up to date in TIME

            """
        ).exits(0)
    }

    /// Nobody knows which of the two the outputs are made of.
    @Test(arguments: ["echo new >in; cp in out; echo old >in", "rm in; echo >out; echo old >in"])
    func aSourceThatIsChangedMeanwhileAndBack(line: String) async throws {
        let scenario = try Scenario().file("in", "old\n").config(
            "tasks: {gen: {run: '\(line)', sources: in, outputs: out}}")
        for reason in ["never run", "'in' changed"] {
            try await scenario.run("run", "--why", "gen").stderr("gen runs: \(reason)\ngen: \(line)\n").exits(0)
        }
    }

    @Test func aSourceThatIsChangedBackAfterwards() async throws {
        let scenario = try Scenario().file("in", "old\n").config(
            "tasks: {gen: {run: '[ -e out ] || echo new >in; cp in out', sources: in, outputs: out}}")
        try await scenario.run("run", "-q", "gen").exits(0).file("out", "new\n")
        _ = try scenario.file("in", "old\n")
        try await scenario.run("run", "-q", "gen").exits(0).file("out", "old\n")
        try await scenario.run("run", "gen").stderr("gen: up to date\n").exits(0)
    }

    @Test func contentsCountNotTimes() async throws {
        try await scenario().file("src/a.c", "a").file("src/gen/c.c", "other").file("src/x.h", "").run(
            "run", "--why", "gen"
        ).stdout("").stderr("gen: up to date\n").exits(0)
    }

    @Test(arguments: [("src/a.c", "'src/a.c' changed"), ("src/new.c", "'src/new.c' is new")]) func aSourceThatIsAnother(
        file: String, reason: String
    ) async throws {
        let outcome = try await scenario().file(file, "changed").run("run", "--why", "gen")
        outcome.stdout("built\n").stderr("gen runs: \(reason)\ngen: cat src/*.c >out; echo built\n").exits(0)
    }

    @Test func anOutputThatIsMissing() async throws {
        let scenario = try await scenario()
        try await scenario.program("/bin/rm", "out").exits(0)
        try await scenario.run("run", "--why", "gen").stdout("built\n").stderr(
            "gen runs: the output 'out' is missing\ngen: cat src/*.c >out; echo built\n"
        ).exits(0).file("out", "ab")
    }

    @Test func anotherEnvironment() async throws {
        try await scenario().variable("MODE", "release").run("run", "--why", "gen").stdout("built\n").stderr(
            "gen runs: the variable 'MODE' changed\ngen: cat src/*.c >out; echo built\n")
    }

    @Test func anotherCommand() async throws {
        try await project("echo new >out", in: scenario()).run("run", "--why", "gen").stdout("").stderr(
            "gen runs: the command changed\ngen: echo new >out\n"
        ).exits(0)
    }

    @Test func otherOptions() async throws {
        let scenario = try Scenario().plugin("make", "echo made $*").file("in", "")
        func config(_ options: String) throws -> Scenario {
            try scenario.config("tasks: {a: {make: x, sources: in, options: {\(options)}}}")
        }
        try await config("a: b").run("run", "-q", "a").stdout("made x --a b\n").exits(0)
        try await config("a: b").run("run", "-q", "a").stdout("").exits(0)
        try await config("a: c").run("run", "-q", "a").stdout("made x --a c\n").exits(0)
    }

    @Test func forceRunDoesNotAsk() async throws {
        try await scenario().run("run", "-q", "--force-run", "gen").stdout("built\n").exits(0)
    }

    @Test func afterAFailureItRunsAgain() async throws {
        let scenario = try await scenario().file("src/a.c", "x")
        let failing = try project("echo new >out; exit 3", in: scenario)
        try await failing.run("run", "-q", "gen").exits(3)
        try await failing.run("run", "--why", "gen").stderr(
            """
            gen runs: the last run did not succeed
            gen: echo new >out; exit 3
            devtool.yml:2:3: the task 'gen' failed: exit status 3

            """
        ).exits(3)
    }

    @Test func eachSetOfParametersHasItsOwn() async throws {
        let scenario = try Scenario().file("in", "").config(
            "tasks: {a: {run: 'echo ${params.x}', sources: in, params: {x: d}}}")
        try await scenario.run("run", "-q", "a").stdout("d\n")
        try await scenario.run("run", "-q", "a", "--x", "e").stdout("e\n")
        try await scenario.run("run", "-q", "a").stdout("")
        try await scenario.run("run", "-q", "a", "--x", "e").stdout("").exits(0)
    }

    @Test func theFingerprintsAreInTheCacheFolder() async throws {
        let scenario = try Scenario().file("in", "").config("tasks: {a: {run: echo a, sources: in}}")
        try await scenario.variable("XDG_CACHE_HOME", scenario.folder.path.string + "/cache").run("run", "-q", "a")
            .stdout("a\n").exits(0)
        #expect(scenario.folder.names.contains("cache"))
    }

    @Test(
        "where fingerprints cannot be stored, a task that needs one runs with a warning",
        arguments: ["sources: in", "outputs: made"]) func theFolderOfFingerprintsIsAFile(key: String) async throws
    {
        let scenario = try Scenario().file("in", "").config("tasks: {a: {run: echo a, \(key)}, b: echo b}")
        try await scenario.variable("XDG_CACHE_HOME", scenario.folder.path.string + "/in").run("run", "-q", "a").stdout(
            "a\n"
        ).stderr(
            "devtool: warning: a: the next run will repeat it: cannot create '[DIR]/in/devtool': Not a directory\n"
        ).exits(0)
        try await scenario.variable("XDG_CACHE_HOME", scenario.folder.path.string + "/in").run("run", "-q", "b").stdout(
            "b\n"
        ).exits(0)
    }

    @Test func twoRunsAtOnceDoTheWorkOnce() async throws {
        try await Scenario().file("in", "").config(
            "tasks: {a: {run: 'touch started; while [ ! -s err ]; do sleep 0.01; done; echo done', sources: in}}"
        ).program(
            "/bin/sh", "-c",
            #"""
            "$0" run -q a & first=$!
            while [ ! -e started ]; do sleep 0.01; done
            "$0" run a 2>err || exit
            wait $first
            """#, Scenario.devtool
        ).stdout("done\n").stderr("").exits(0).file("err", "a: waiting for another run of devtool\na: up to date\n")
    }

    @Test func anOutputThatWasOverwritten() async throws {
        try await scenario().file("out", "by hand").run("run", "--why", "gen").stdout("built\n").stderr(
            "gen runs: the output 'out' changed\ngen: cat src/*.c >out; echo built\n"
        ).exits(0).file("out", "ab")
    }

    /// What is needed is run first, and may put something else in the place of the result.
    @Test func anOutputThatANeedHasRewritten() async throws {
        let scenario = try Scenario().file("in", "").config(
            """
            tasks:
              app: {needs: skeleton, run: "echo app >>app; cat app", sources: in, outputs: app}
              skeleton: {run: echo skeleton >app}
            """)
        for _ in 1...2 { try await scenario.run("run", "-q", "app").stdout("skeleton\napp\n").exits(0) }
    }

    @Test func whatANeedHasMadeIsASource() async throws {
        let scenario = try Scenario().file("schema", "1").file("main", "").config(
            """
            tasks:
              app: {needs: all, run: cat made, sources: main}
              all: {needs: gen}
              gen: {run: head -c 1 schema >made, sources: schema, outputs: made}
            """)
        try await scenario.run("run", "-q", "app").stdout("1\n").exits(0)
        try await scenario.run("run", "-q", "app").stdout("").exits(0)
        // What is made is the same.
        try await scenario.file("schema", "1 ").run("run", "-q", "app").stdout("").exits(0)
        let outcome = try await scenario.file("schema", "2").run("run", "--why", "app")
        outcome.stdout("2\n").exits(0)
        #expect(outcome.errorText.contains("\napp runs: the outputs of 'gen' changed\n"))
        try await scenario.run("run", "-q", "--no-needs", "app").stdout("").exits(0)
        try await scenario.run("run", "-q", "app").stdout("").exits(0)
    }

    @Test func whatAnotherTaskAddsIsNoReason() async throws {
        let scenario = try Scenario().file("in", "").config(
            """
            tasks:
              a: {run: "mkdir -p d; echo a >d/a; echo a", sources: in, outputs: d/}
              b: {needs: a, run: "date +%N >d/b"}
            """)
        try await scenario.run("run", "-q", "b").stdout("a\n").exits(0)
        for _ in 1...2 { try await scenario.run("run", "-q", "b").stdout("").exits(0) }
    }

    @Test func sourcesThatMatchNothing() async throws {
        let scenario = try Scenario().file("src/a.c", "").config(
            "tasks: {b: {run: echo b, sources: ['src/*.c', 'scr/*.h', '!x']}}\n")
        for (output, end) in [("b\n", "b: echo b\n"), ("", "b: up to date\n")] {
            try await scenario.run("run", "b").stdout(output).stderr(
                """
                devtool.yml:1:47: warning: the source 'scr/*.h' of the task 'b' matches no file
                tasks: {b: {run: echo b, sources: ['src/*.c', 'scr/*.h', '!x']}}
                                                              ^
                \(end)
                """
            ).exits(0)
        }
    }

    /// It is never up to date: nothing was compared.
    @Test func noSourceAtAll() async throws {
        let scenario = try Scenario().config("tasks: {b: {run: echo b >out, sources: scr/*.h, outputs: out}}\n")
        for reason in ["never run", "no file matches its sources"] {
            try await scenario.run("run", "--why", "b").stdout("").stderr(
                """
                devtool.yml:1:40: warning: the source 'scr/*.h' of the task 'b' matches no file
                tasks: {b: {run: echo b >out, sources: scr/*.h, outputs: out}}
                                                       ^
                b runs: \(reason)
                b: echo b >out

                """
            ).exits(0)
        }
    }

    @Test func whatATaskWritesIsNoSourceOfItsOwn() async throws {
        let scenario = try Scenario().file("a", "").config(
            "tasks: {b: {run: 'date +%N >b; mkdir -p d; date +%N >d/c; echo b', sources: '**', outputs: [b, d]}}")
        try await scenario.run("run", "-q", "b").stdout("b\n").exits(0)
        for _ in 1...2 { try await scenario.run("run", "b").stderr("b: up to date\n").exits(0) }
        try await scenario.file("e", "").run("run", "-q", "b").stdout("b\n").exits(0)
    }

    @Test func whatPatternsMatch() async throws {
        let scenario = try await scenario()
        try await scenario.run("run", "-v", "--why", "gen").stdout("").stderr(
            """
            gen: sources src/**/*.c !src/gen/**
              src/a.c
              src/b.c
            gen: outputs out
              out
            gen: up to date

            """
        ).exits(0)
    }

    /// It would run once, and be up to date for ever.
    @Test func sourcesThatOnlyTakeOut() async throws {
        let scenario = try Scenario().config("tasks: {a: {run: echo a, sources: ['!x', '!y']}}\n")
        for arguments in [["run", "a"], ["config", "check"]] {
            try await scenario.run(arguments).stdout("").stderr(
                """
                devtool.yml:1:36: all patterns in 'sources' exclude files; none includes any
                tasks: {a: {run: echo a, sources: ['!x', '!y']}}
                                                   ^

                """
            ).exits(78)
        }
    }

    /// What is made in this run need not be there before.
    @Test func sourcesThatATaskBeforeMakes() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: {needs: gen, run: cat gen/x, sources: "gen/*"}
              b: {needs: gen, run: echo b, sources: "nge/*"}
              gen: {run: "mkdir -p gen; echo x >gen/x"}
            """)
        try await scenario.run("run", "-q", "a").stdout("x\n").stderr("").exits(0)
        try await scenario.run("run", "-q", "b").stdout("b\n").stderr(
            """
            devtool.yml:3:41: warning: the source 'nge/*' of the task 'b' matches no file
              b: {needs: gen, run: echo b, sources: "nge/*"}
                                                    ^

            """
        ).exits(0)
    }

    @Test(arguments: [
        ("src/[a-z", "has an unclosed '['"), ("{a,b", "has an unclosed '{'"), ("!", "is empty"),
        ("a\\", "ends with a backslash"),
    ]) func patternsThatAreMalformed(pattern: String, problem: String) async throws {
        let config = "tasks: {a: {run: touch started, outputs: '\(pattern)'}}"
        let scenario = try Scenario().config(config)
        let message = """
            devtool.yml:1:42: the pattern '\(pattern)' \(problem)
            \(config)
                                                     ^
              hint: put \\ before a character to match it literally

            """
        try await scenario.run("run", "a").stdout("").stderr(message).exits(78).file("started", nil)
        try await scenario.run("config", "check").stderr(message).exits(78)
    }

    /// It would wait for the lock that its own task holds.
    @Test func aTaskThatRunsItself() async throws {
        try await Scenario().file("in", "").config(
            """
            tasks:
              gen: {run: '"$DEVTOOL" run -q use', sources: in}
              use: {needs: gen, run: echo use}
            """
        ).variable("DEVTOOL", Scenario.devtool).run("run", "-q", "use").stdout("").stderr(
            """
            devtool.yml:2:3: the task 'gen' waits for itself: its own command runs devtool, and that run needs the task
              gen: {run: '"$DEVTOOL" run -q use', sources: in}
              ^
              hint: list what it needs in 'needs'
            devtool.yml:2:3: the task 'gen' failed: it waits for itself
            devtool.yml:2:3: the task 'gen' failed: exit status 78

            """
        ).exits(78)
    }

    /// What a need makes counts, also behind one that only does something.
    @Test(arguments: ["{needs: gen, run: 'true'}", "{run: [{task: gen}]}", "{needs: gen}"])
    func outputsCountThroughTasksWithoutAny(middle: String) async throws {
        let scenario = try Scenario().file("in", "1").config(
            """
            tasks:
              gen: {run: cp in made, sources: in, outputs: made}
              middle: \(middle)
              last: {needs: middle, run: cat made; cp made out, sources: in.txt, outputs: out}

            """
        ).file("in.txt", "")
        try await scenario.run("run", "-q", "last").stdout("1\n").exits(0)
        try await scenario.run("run", "-q", "last").stdout("").exits(0)
        try await scenario.file("in", "2").run("run", "-q", "last").stdout("2\n").exits(0).file("out", "2")
    }

    /// Who asks next waits until the task has ended that nobody watches any more.
    @Test func aKilledRunLeavesItsLockToItsTask() async throws {
        try await Scenario().file("in", "").config(
            """
            tasks:
              a: {run: "trap '' TERM; [ -n \\"$LAST\\" ] && echo last || { touch started; until [ -s err ]; do sleep 0.01; done; touch ended; }", sources: in}
            run: {grace-period: 10m}
            """
        ).program(
            "/bin/sh", "-c",
            #"""
            "$0" run -q a & first=$!
            until [ -e started ]; do sleep 0.01; done
            kill -KILL $first
            LAST=1 "$0" run -q a 2>err & last=$!
            LAST=1 "$0" run a 2>err
            wait $last
            ls ended
            """#, Scenario.devtool
        ).stdout("last\nended\n").exits(0)
    }

    /// On a full disk a task succeeds all the same, and is not up to date the next time.
    @Test(.enabled(if: SmallDisk.canBeMounted, "namespaces cannot be made here")) func aFullDiskIsAWarning()
        async throws
    {
        let scenario = try Scenario().file("in", "1").config("tasks: {a: {run: echo ran, sources: in}}\n")
        let outcome = try await scenario.variable("XDG_CACHE_HOME", scenario.folder.path.appending("small").string)
            .shell(
                """
                mkdir small; exec unshare -rm sh -c '
                mount -t tmpfs -o size=64k,mode=700 none small || exit
                cat /dev/zero >small/full 2>/dev/null
                "$devtool" -q run a && "$devtool" -q run a && rm small/full && "$devtool" -q run a && "$devtool" -q run a'
                """)
        outcome.stdout("ran\nran\nran\n").exits(0)
        let warnings = outcome.errorText.split(separator: "\n")
        #expect(
            warnings.count == 2
                && warnings.allSatisfy {
                    $0.hasPrefix("devtool: warning: a: the next run will repeat it: cannot write '")
                        && $0.hasSuffix("': No space left on device")
                }, "\(outcome.errorText)")
    }
}
