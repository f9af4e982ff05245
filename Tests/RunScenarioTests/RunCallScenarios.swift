import TestSupport
import Testing

/// Steps that are tasks: they run where the step stands, each time.
@Suite struct RunCallScenarios {
    private static let release = """
        tasks:
          release:
            run:
              - rm -f log
              - {task: build, params: {target: linux}}
              - {task: build}
              - {tasks: [lint, {task: test, params: {suite: unit}}]}
              - echo done
          build:
            params: {target: all}
            needs: [gen]
            run: echo build ${params.target}
            finally: [clean]
          gen: echo gen
          clean: echo clean
          lint: echo lint
          test: {needs: [gen], params: {suite: all}, run: "echo test ${params.suite}"}
        """

    /// What the tasks need runs once, when the first step comes to it; what cleans up after them each time.
    @Test func stepsRunTasksInTheirOrder() async throws {
        for jobs in ["1", "4"] {
            try await Scenario().config(Self.release).run("run", "-q", "-j", jobs, "release").stdout(
                """
                gen
                build linux
                clean
                build all
                clean
                lint
                test unit
                done

                """
            ).stderr("").exits(0)
        }
    }

    @Test func theyArePlannedAndShown() async throws {
        let scenario = try Scenario().config(Self.release)
        try await scenario.run("run", "--dry-run", "release").stdout(
            """
            release
              rm -f log
              → gen
                echo gen
              → build(target=linux)  # needs gen
                echo build 'linux'
              → clean  # finally
                echo clean
              → build  # needs gen
                echo build 'all'
              → clean  # finally
                echo clean
              → lint
                echo lint
              → test(suite=unit)  # needs gen
                echo test 'unit'
              echo done

            """
        ).stderr("").exits(0)
        try await scenario.run("run", "--graph", "mermaid", "release").stdout(
            """
            flowchart LR
              t0["release"]
              t1["build(target=linux)"]
              t2["build"]
              t3["lint"]
              t4["test(suite=unit)"]
              t5["gen"]
              t6(["clean"])
              t7(["clean"])
              t0 --> t1
              t0 --> t2
              t0 --> t3
              t0 --> t4
              t1 --> t5
              t2 --> t5
              t4 --> t5
              t6 -.-> t1
              t7 -.-> t2

            """
        ).exits(0)
        let outcome = try await scenario.run("run", "release")
        outcome.exits(0)
        #expect(outcome.errorText.contains("\n8 ok in "), "\(outcome.errorText)")
    }

    @Test func aFailureEndsTheTaskAndWhatNeedsIt() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              all: {needs: [release], run: echo never}
              release: [echo one, {task: bad}, echo never]
              bad: {run: exit 3, finally: [clean]}
              clean: echo clean $DEVTOOL_STATUS
            """.replacing("[echo one, {task: bad}, echo never]", with: "{run: [echo one, {task: bad}, echo never]}")
        ).run("run", "all")
        outcome.stdout("one\nclean 3\n").exits(3)
        for line in [
            "devtool.yml:4:3: the task 'bad' failed: exit status 3",
            "devtool.yml:3:3: the task 'release' failed: 'bad' failed", "1 ok, 2 failed, 1 not run in ",
        ] { #expect(outcome.errorText.contains("\n\(line)"), "\(outcome.errorText)") }
    }

    @Test func anIgnoredFailureOfAStepCountsAsASuccess() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              all:
                run:
                  - {run: exit 4, ignore-error: true}
                  - {run: [sh, -c, exit 5], ignore-error: true}
                  - {task: bad, ignore-error: true}
                  - {cards: [nosuch.json], ignore-error: true}
                  - echo end
              bad: exit 3
            """
        ).run("run", "all")
        outcome.stdout("end\n").exits(0)
        for line in [
            "devtool: warning: a step of the task 'all' failed: exit status 4 (ignored)",
            "devtool: warning: a step of the task 'all' failed: exit status 5 (ignored)",
            "devtool.yml:9:3: warning: the task 'bad' failed: exit status 3 (ignored)",
            "devtool: warning: a step of the task 'all' failed: 'bad' failed (ignored)", "1 ok, 1 ignored in ",
        ] { #expect(outcome.errorText.contains("\n\(line)"), "\(line) in \(outcome.errorText)") }
    }

    @Test func aSilentStepIsNotShown() async throws {
        try await Scenario().config("tasks: {a: {run: [{run: echo one, silent: true}, {run: [echo, two]}]}}").run(
            "run", "a"
        ).stdout("one\ntwo\n").stderr("a: echo two\n").exits(0)
    }

    /// The attempts of the task are those of its steps; the last one counts.
    @Test func aTaskThatTriesAgainRunsThemAgain() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              a: {retry: {attempts: 3, delay: 1ms}, run: [{task: b}, echo end]}
              b: {needs: [once], run: "echo b >> log; test $(wc -l < log) = 2"}
              once: echo once
            """
        ).run("run", "a")
        outcome.stdout("once\nend\n").file("log", "b\nb\n").exits(0)
        #expect(outcome.errorText.contains("\n3 ok in "), "\(outcome.errorText)")
    }

    @Test func aTaskThatIsSkippedOrUpToDateRunsNone() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              skipped: {if: "false", run: [{task: b}]}
              built: {sources: in, run: [{task: b, params: {x: 1}}]}
              b: {params: {x: 0}, needs: [n], run: "echo b ${params.x}"}
              n: echo n
            """
        ).file("in", "1")
        try await scenario.run("run", "-q", "skipped").stdout("").exits(0)
        try await scenario.run("run", "-q", "built").stdout("n\nb 1\n").exits(0)
        try await scenario.run("run", "-q", "built").stdout("").exits(0)
        // What a step runs is part of the task.
        let text = try #require(scenario.folder.text("devtool.yml"))
        _ = try scenario.config(text.replacing("echo b", with: "echo changed"))
        try await scenario.run("run", "-q", "built").stdout("n\nchanged 1\n").exits(0)
    }

    /// What only a step runs counts as made by the task.
    @Test func outputsOfStepsAreSourcesOfWhatNeedsTheTask() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              use: {needs: [all], sources: devtool.yml, run: cat out}
              all: {run: [{task: make}]}
              make: {outputs: out, sources: in, run: cp in out}
            """
        ).file("in", "1\n")
        try await scenario.run("run", "-q", "use").stdout("1\n").exits(0)
        try await scenario.run("run", "-q", "use").stdout("").exits(0)
        _ = try scenario.file("in", "2\n")
        try await scenario.run("run", "-q", "use").stdout("2\n").exits(0)
    }

    @Test(arguments: [
        ("a: {run: [{task: b}]}, b: {run: [{task: a}]}", "a → b → a"),
        ("a: {run: [{task: b}]}, b: {needs: [a]}", "a → b → a"),
        ("a: {finally: [b]}, b: {run: [{task: a}]}", "b → a → b"),
        ("a: {needs: [b]}, b: {run: [{tasks: [c, a]}]}, c: echo", "b → a → b"),
    ]) func aTaskThatWouldRunItselfIsACycle(tasks: String, cycle: String) async throws {
        let scenario = try Scenario().config("tasks: {\(tasks)}")
        for arguments in [["run", "a"], ["config", "check"]] {
            let outcome = try await scenario.run(arguments)
            outcome.stdout("").exits(78)
            #expect(outcome.errorText.contains(": task cycle: \(cycle)\n"), "\(outcome.errorText)")
        }
    }

    @Test func aTaskWithinATaskKeepsToTheJobs() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              all: {needs: [a, b, c]}
              a: {run: [{tasks: [w, w, w]}, {task: w}]}
              b: {run: [{tasks: [w, w, w]}, {task: w}]}
              c: {run: [{task: w}, {tasks: [w, w, w]}]}
              w: "mkdir now.$$; ls -d now.* | wc -l; sleep 0.05; rmdir now.$$"
            """
        ).run("run", "-q", "-j2", "all")
        outcome.exits(0)
        #expect(outcome.outputText.split(separator: "\n").count == 12)
        #expect(outcome.outputText.split(separator: "\n").allSatisfy { $0 == "1" || $0 == "2" })
    }

    @Test func endlesslyManyAreRefused() async throws {
        let levels = (0..<16).map { "t\($0): {run: [{task: t\($0 + 1)}, {task: t\($0 + 1)}]}" }
        let outcome = try await Scenario().config("tasks: {\(levels.joined(separator: ", ")), t16: echo}").run(
            "run", "t0")
        outcome.stdout("").exits(78)
        #expect(outcome.errorText.contains("the run would have more than 50000 tasks"))
    }

    @Test func aNameMayHaveColons() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              "lint:fix": {run: [{task: "lint:all"}], aliases: ["l:f"]}
              "lint:all": echo all
              lint: {targets: {one: {run: echo one}}}
            """)
        try await scenario.run("run", "-q", "lint:fix", "l:f", "lint:one").stdout("all\none\n").exits(0)
        try await scenario.run("schema").exits(0)
        try await scenario.config("tasks: {\"a:b\": x, a: {targets: {b: {run: y}}}}").run("run", "a:b").stdout("")
            .exits(78)
    }

    /// What all of a run share is not lost with the first who waits for it.
    @Test func aTimeoutDoesNotTakeSharedNeedsWithIt() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              all: {needs: [r], run: [{task: x}, echo end]}
              r: {timeout: 300ms, ignore-error: true, run: [{task: x}]}
              x: {needs: [n], run: echo x}
              n: "test -e f || { touch f; exec sleep 600; }; echo n"
            """
        ).run("run", "all")
        outcome.stdout("n\nx\nend\n").exits(0)
    }

    @Test func anotherAttemptRunsWhatTheFirstOneStopped() async throws {
        try await Scenario().config(
            """
            tasks:
              a: {timeout: 4s, retry: {attempts: 2, delay: 10ms}, run: [{task: x}]}
              x: {needs: [n], run: echo x}
              n: "test -e f || { touch f; exec sleep 600; }"
            """
        ).run("run", "-q", "a").stdout("x\n").exits(0)
    }

    /// A command of devtool's own checks for itself whether it is to stop.
    @Test func nothingStartsBehindATimeout() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              a: {timeout: 4s, run: [{task: c}, {cards: [-o, numbered.json, board.json]}, touch late]}
              c: {run: echo c, finally: [cf]}
              cf: sleep 5
            """
        ).file("board.json", "{\"name\":\"a#\",\"cards\":[]}").run("run", "a")
        outcome.stdout("c\n").exits(75).file("numbered.json", nil).file("late", nil)
    }

    @Test func cleanUpComesWithEachAttempt() async throws {
        try await Scenario().config(
            """
            tasks:
              r: {retry: {attempts: 3, delay: 1ms}, run: [{task: x}, "exit 1"]}
              x: {run: "mkdir lock; echo up", finally: [down], after: [said]}
              down: rmdir lock; echo down
              said: echo said
            """
        ).run("run", "-q", "-j1", "r").stdout(String(repeating: "up\nsaid\ndown\n", count: 3)).exits(1)
    }

    @Test func cleanUpKnowsHowItsTaskWent() async throws {
        try await Scenario().config(
            """
            tasks:
              r: {run: [{task: x}]}
              x: {run: exit 9, finally: [f]}
              f: echo $DEVTOOL_STATUS $DEVTOOL_FAILED_TASK
            """
        ).run("run", "-q", "r").stdout("9 x\n").exits(9)
    }

    @Test(arguments: [("r", "n a x r-end"), ("r s", "n a x r-end s"), ("x", "n a x")])
    func whatRunsAfterASharedNeedComesBeforeWhatNeedsIt(names: String, expected: String) async throws {
        try await Scenario().config(
            """
            tasks:
              r: {run: [{task: x}, "echo r-end"]}
              s: {needs: [n], run: echo s}
              x: {run: echo x, needs: [n]}
              n: {run: echo n, after: [a]}
              a: echo a
            """
        ).run(["run", "-q", "-j1"] + names.split(separator: " ").map(String.init)).stdout(
            expected.replacing(" ", with: "\n") + "\n"
        ).stderr("").exits(0)
    }

    @Test func whatIsLeftOutHasNoEnd() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              skipped: {if: "false", run: echo n, after: [a]}
              done: {status: "true", run: [{task: x}]}
              x: {run: echo x, needs: [n]}
              n: {run: echo n, finally: [f]}
              a: echo a
              f: echo f
            """)
        try await scenario.run("run", "-q", "skipped", "done").stdout("").stderr("").exits(0)
    }

    @Test func aStepsTaskThatWaitsForItsCallerIsAnError() async throws {
        let outcome = try await Scenario().config(
            "tasks: {r: {sources: devtool.yml, run: [{task: x}]}, x: exec $DEVTOOL run r}"
        ).variable("DEVTOOL", Scenario.devtool).run("run", "r")
        outcome.stdout("").exits(78)
        #expect(outcome.errorText.contains("the task 'r' waits for itself"), "\(outcome.errorText)")
    }

    @Test func aCommandOfAVariableDoesNotRunItselfEndlessly() async throws {
        let outcome = try await Scenario().config(
            "vars: {v: {shell: '$DEVTOOL run -q x'}}\ntasks: {x: 'echo ${vars.v}'}"
        ).variable("DEVTOOL", Scenario.devtool).run("run", "x")
        outcome.stdout("").exits(78)
        #expect(outcome.errorText.contains("more than 32 nested runs of devtool"))
    }
}
