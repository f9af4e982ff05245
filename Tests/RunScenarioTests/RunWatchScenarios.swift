import TestSupport
import Testing

/// `devtool run --watch`: tasks that run again when what they read changes.
@Suite(.takingTurns) struct RunWatchScenarios {
    /// Runs `devtool run --watch` beside a script that changes files; `seen N WORD` waits until the output
    /// has a word so many times.
    private func watch(_ scenario: Scenario, _ script: String) async throws -> Outcome {
        try await scenario.program(
            "/bin/sh", "-c",
            #"""
            devtool=$0
            seen() {
                while [ "$(grep -c -e "$2" out)" -lt "$1" ]; do sleep 0.02; done
            }
            : >out
            "$devtool" run --watch a >>out 2>&1 & process=$!
            """# + "\n" + script + "\n" + #"""
                kill -TERM $process; wait $process; status=$?
                cat out
                exit $status
                """#, Scenario.devtool)
    }

    @Test func aChangeRunsTheTaskAgain() async throws {
        let scenario = try Scenario().file("src/x", "1\n").config("tasks: {a: {run: cat src/x, sources: src/*}}")
        let outcome = try await watch(
            scenario, "seen 1 waiting; echo 2 >src/x; seen 2 waiting; echo y >src/y; seen 3 waiting")
        outcome.stdout(
            """
            a: cat src/x
            1
            waiting for changes; press Ctrl-C to stop
            'src/x' changed
            a: cat src/x
            2
            waiting for changes; press Ctrl-C to stop
            'src/y' changed
            a: cat src/x
            2
            waiting for changes; press Ctrl-C to stop

            """
        ).exits(143)
    }

    @Test func theOldRunIsEndedInOrder() async throws {
        let scenario = try Scenario().file("src/x", "1\n").config(
            """
            tasks:
              a:
                run: "trap 'echo ended; exit 1' TERM INT; echo begun; sleep 600 & wait"
                sources: src/*
                finally: clean
              clean: {run: echo cleaned}
            """)
        let outcome = try await watch(scenario, "seen 2 begun; echo 2 >src/x; seen 4 begun")
        let lines = outcome.outputText.split(separator: "\n").filter {
            ["begun", "ended", "cleaned", "'src/x' changed"].contains($0)
        }
        #expect(lines == ["begun", "ended", "cleaned", "'src/x' changed", "begun", "ended", "cleaned"])
        outcome.exits(143)
    }

    // See: audit of 0.2.0, E14.
    @Test func aTaskThatWritesItsSourceIsNamed() async throws {
        let scenario = try Scenario().file("src/x", "").config("tasks: {a: {run: echo x >> src/x, sources: src/*}}")
        let outcome = try await watch(scenario, "seen 1 outputs; seen 8 'echo x'")
        #expect(
            outcome.outputText.ranges(
                of: """
                    devtool: warning: 'src/x' changed during each of the last 5 runs and triggered the next run each time
                      hint: if a task writes it, list it in the task's 'outputs'
                    'src/x' changed

                    """
            ).count == 1, "\(outcome.outputText)")
    }

    @Test func aFailureIsWaitedOut() async throws {
        let scenario = try Scenario().file("x", "").config("tasks: {a: {run: test -s x, sources: x}}")
        let outcome = try await watch(scenario, "seen 1 waiting; echo 2 >x; seen 2 waiting")
        outcome.stdout(
            """
            a: test -s x
            devtool.yml:1:9: the task 'a' failed: exit status 1
            waiting for changes; press Ctrl-C to stop
            'x' changed
            a: test -s x
            waiting for changes; press Ctrl-C to stop

            """
        ).exits(143)
    }

    @Test func theFileWithTheTasksIsWatched() async throws {
        let scenario = try Scenario().file("x", "").config("tasks: {a: {run: echo one, sources: x}}")
        let outcome = try await watch(
            scenario,
            """
            seen 1 waiting
            echo 'tasks: {a: {rnu: x}}' >devtool.yml; seen 1 unknown; seen 2 waiting
            echo 'tasks: {a: {run: echo two, sources: x}}' >devtool.yml; seen 3 waiting
            """)
        #expect(outcome.outputText.contains("'devtool.yml' changed\ndevtool.yml:1:13: unknown key or command 'rnu'"))
        #expect(outcome.outputText.hasSuffix("a: echo two\ntwo\nwaiting for changes; press Ctrl-C to stop\n"))
        outcome.exits(143)
    }

    @Test func withoutSourcesThereIsNothingToWatch() async throws {
        try await Scenario().config("tasks: {a: {run: touch started}}").run("run", "-w", "a").stdout("").stderr(
            """
            devtool: nothing to watch: none of the tasks has 'sources'
              hint: list the files that a task reads, such as sources: ['src/**']; it then runs only if they change

            """
        ).exits(64).file("started", nil)
    }
}
