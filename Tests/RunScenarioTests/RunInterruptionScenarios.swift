import TestSupport
import Testing

/// `devtool run` when it is interrupted, or killed: the tasks send the signals themselves, when it matters.
@Suite(.takingTurns) struct RunInterruptionScenarios {
    @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)]) func anInterruptionStopsTheTasksAndCleansUp(
        signal: String, status: Int32
    ) async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              all: {needs: long, run: echo never, finally: last}
              long: {run: "sleep 600 & echo $! >child; kill -\(signal) $PPID; wait", finally: clean}
              clean: {run: "echo cleanup; echo cleaned"}
              last: {run: echo last}
            """
        ).run("run", "-j1", "all")
        outcome.stdout("cleanup\ncleaned\nlast\n").says(
            """
            long: sleep 600 & echo $! >child; kill -\(signal) $PPID; wait
            clean: echo cleanup; echo cleaned
            last: echo last
            TASK   RESULT   TIME
            long   stopped  TIME
            clean  ok       TIME
            last   ok       TIME
            all    not run
            2 ok, 1 stopped, 1 not run in TIME

            """
        ).exits(status)
        try await outcome.expectEnded(processIn: "child")
    }

    @Test func theSecondOneStopsCleanUpToo() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              long: {run: "kill -INT $PPID; sleep 600", finally: [clean, later]}
              clean: {run: "echo $$ >child; echo cleanup; kill -INT $PPID; sleep 600"}
              later: {needs: clean, run: echo later}
            """
        ).run("run", "-q", "-j1", "long")
        outcome.stdout("cleanup\n").stderr("").exits(130)
        try await outcome.expectEnded(processIn: "child")
    }

    @Test func aTaskMayEndInItsOwnWay() async throws {
        try await Scenario().config(
            """
            tasks: {a: {run: "trap 'echo bye; exit 9' INT; kill -INT $PPID; sleep 600 & wait"}}
            """
        ).run("run", "-q", "a").stdout("bye\n").stderr("").exits(130)
    }

    @Test func aTaskThatDoesNotEndIsKilled() async throws {
        let outcome = try await Scenario().config(
            """
            run: {grace-period: 200ms}
            tasks: {a: {run: "trap '' INT TERM; echo $$ >child; kill -INT $PPID; while :; do sleep 1; done"}}
            """
        ).run("run", "-q", "a")
        outcome.stdout("").exits(130)
        try await outcome.expectEnded(processIn: "child")
    }

    @Test func theNextAttemptIsNotMade() async throws {
        try await Scenario().config(
            """
            tasks: {a: {run: "kill -INT $PPID; exit 1", retry: {attempts: 3, delay: 1m}}}
            """
        ).run("run", "-q", "a").stdout("").exits(130)
    }

    @Test func controlCOnATerminal() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              a: {run: "sleep 600 & echo $! >child; echo ready; wait", finally: clean}
              clean: {run: echo cleaned}
            """
        ).onTerminal(typing: "\u{3}", "run", "-q", "--color", "never", "a")
        outcome.stdout("ready\n^Ccleaned\n").exits(130)
        try await outcome.expectEnded(processIn: "child")
    }

    @Test func aKilledRunLeavesNoLockAndIsNoSuccess() async throws {
        let scenario = try Scenario().file("in", "").config(
            """
            tasks:
              a: {run: "touch out; [ -n \\"$OK\\" ] || kill -KILL $PPID; echo done", sources: in, outputs: out}
            """)
        try await scenario.run("run", "-q", "a").exits(137)
        try await scenario.variable("OK", "1").run("run", "--why", "a").stdout("done\n").stderr(
            """
            a runs: the last run did not succeed
            a: touch out; [ -n "$OK" ] || kill -KILL $PPID; echo done

            """
        ).exits(0)
    }

    @Test func nobodyReadsTheOutput() async throws {
        try await Scenario().config(
            """
            tasks:
              a: {run: seq 100000}
              b: {needs: a, run: touch done}
            """
        ).program("/bin/sh", "-c", #"("$0" run -q b; echo $? >status) | head -n 1"#, Scenario.devtool).stdout("1\n")
            .stderr("").file("done", "").file("status", "0\n")
    }

    /// The only task has devtool's own output, or would have it; either ends when nobody reads any more, as
    /// without devtool, and that is no failure (15.21).
    @Test(arguments: ["", "migrate: {targets: {a: {url: 'jdbc:x', password: {env: PASSWORD}}}}\n"])
    func nobodyReadsTheOnlyTask(secrets: String) async throws {
        try await Scenario().variable("PASSWORD", "hunter22").config(secrets + "tasks: {a: {run: 'yes; touch done'}}")
            .program("/bin/sh", "-c", #"("$0" run -q a; echo $? >status) | head -n 1"#, Scenario.devtool).stdout("y\n")
            .stderr("").file("done", nil).file("status", "0\n")
    }

    /// From a process, not from the terminal, which would have told the task itself (24.8).
    @Test(arguments: [("INT", 130), ("QUIT", 131), ("TERM", 143)]) func aSignalOfAProcessReachesAnInteractiveTask(
        signal: String, status: Int32
    ) async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              a:
                interactive: true
                run: |
                  sh -c 'trap "" INT QUIT; echo $$ >grandchild; while :; do sleep 600; done' &
                  until [ -s grandchild ]; do sleep 0.01; done
                  kill -\(signal) $PPID
                  sleep 600
            """
        ).run("run", "-q", "a")
        outcome.stdout("").exits(status)
        try await outcome.expectEnded(processIn: "grandchild")
    }

    @Test func whatAPluginHasStartedEndsWithIt() async throws {
        let outcome = try await Scenario().plugin(
            "start",
            """
            sh -c 'sleep 600 & echo $! >grandchild; wait' &
            until [ -s grandchild ]; do sleep 0.01; done
            kill -TERM $PPID
            exec sleep 600
            """
        ).run("start")
        outcome.exits(143)
        try await outcome.expectEnded(processIn: "grandchild")
    }

    @Test func aFullDisk() async throws {
        let scenario = try Scenario().config("tasks: {a: {run: echo a}, b: {run: touch done, needs: a}}")
        try await scenario.program("/bin/sh", "-c", #""$0" run -q b >/dev/full"#, Scenario.devtool).stderr(
            """
            devtool.yml:1:9: the task 'a' failed: cannot write to standard output: No space left on device

            """
        ).exits(74).file("done", nil)
    }
}
