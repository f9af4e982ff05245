import Files
import Reporting
import SystemPackage
import TestSupport
import Testing

/// `devtool run` killed: what its tasks have started ends with it.
@Suite(.takingTurns) struct RunKillScenarios {
    /// Finds out whether a process is there; one that has ended may be listed until it is reaped, which nobody may do
    /// here.
    private static let isThere = """
        is_there() { state=$(cut -d ' ' -f 3 "/proc/$(cat "$1")/stat" 2>/dev/null) && [ "$state" != Z ]; }
        """

    /// Kills devtool as soon as it has shown that so many tasks are ready, and waits for the end of the processes whose
    /// numbers are in files.
    private func kill(_ scenario: Scenario, _ task: String, ready: Int = 1, ends: String) async throws -> Outcome {
        try await scenario.shell(
            """
            \(Self.isThere)
            "$devtool" run -q --output prefix \(task) >out & killed=$!
            until [ "$(grep -c ready out)" = \(ready) ]; do sleep 0.01; done
            kill -KILL $killed
            for file in \(ends); do while is_there "$file"; do sleep 0.01; done; done
            """)
    }

    @Test func whatItsTasksHaveStartedEnds() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              all: {needs: [a, b]}
              a: "echo $$ >shell; sleep 1000 & echo $! >child; echo ready; wait"
              b: {timeout: 10m, run: "echo $$ >program; echo ready; exec sleep 1000"}
            """)
        try await kill(scenario, "all", ready: 2, ends: "shell child program").exits(0)
    }

    /// What decides whether a task runs, and what its variables are.
    @Test(arguments: [
        "tasks: {a: {if: $line, run: 'true'}}", "tasks: {a: {status: $line, run: 'true'}}",
        "tasks: {a: {vars: {v: {shell: $line}}, run: 'echo ${vars.v}'}}",
        "tasks: {a: {vars: {v: {command: [sh, -c, $line]}}, run: 'echo ${vars.v}'}}",
    ]) func whatIsAskedBeforeATaskRunsEnds(configuration: String) async throws {
        let line = #""echo $$ >asked; exec sleep 1000""#
        let scenario = try Scenario().config(configuration.replacing("$line", with: line))
        try await scenario.shell(
            """
            \(Self.isThere)
            "$devtool" run -q a & killed=$!
            until [ -s asked ]; do sleep 0.01; done
            kill -KILL $killed
            while is_there asked; do sleep 0.01; done
            """
        ).exits(0)
    }

    /// Its standard error is closed: with devtool the reader of what it writes is gone.
    @Test func theyAreAskedFirst() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: "exec 2>/dev/null; trap 'rm half; exit' TERM; touch half; echo $$ >shell; echo ready; while :; do sleep 0.01 || :; done"
            """)
        try await kill(scenario, "a", ends: "shell").exits(0).file("half", nil)
    }

    @Test func whoIgnoresThatIsKilled() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: "trap '' TERM; echo $$ >shell; echo ready; while :; do sleep 0.01; done"
            run: {grace-period: 100ms}
            """)
        try await kill(scenario, "a", ends: "shell").exits(0)
    }

    @Test func aRunWithinEndsToo() async throws {
        let scenario = try Scenario().variable("d", Scenario.devtool).config(
            """
            tasks:
              a: $d run -q --output prefix b
              b: "echo $$ >shell; echo ready; exec sleep 1000"
            """)
        try await kill(scenario, "a", ends: "shell").exits(0)
    }

    /// Where nobody reaps what has no parent any more, as in a container without an init, nothing is left.
    @Test(
        .enabled(if: SmallDisk.canBeMounted, "namespaces cannot be made here"),
        arguments: ["true", "exit 3", "kill -TERM $PPID; sleep 1000"]) func nothingIsLeftToReap(line: String)
        async throws
    {
        let scenario = try Scenario().config("tasks: {a: '\(line)'}")
        try await scenario.shell(
            """
            exec unshare -rpf --mount-proc sh -c '
            "$devtool" -q run a 2>err &
            wait $!
            for file in /proc/[0-9]*/comm; do read name <$file; echo $name; done'
            """
        ).stdout("sh\n").exits(0)
    }

    @Test func whatHasAGroupOfItsOwnStays() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: {run: [[bash, -c, "set -m; sleep 1000 >/dev/null & echo $! >stays; echo $$ >shell; echo ready; wait"]]}
            """)
        try await kill(scenario, "a", ends: "shell").exits(0)
        try await scenario.shell("\(Self.isThere)\nis_there stays && echo there\nkill -KILL $(cat stays)").stdout(
            "there\n"
        ).exits(0)
    }

    /// What has a session of its own was meant to stay, and so was what a task that is over has left behind.
    @Test func whatIsDetachedStays() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: {needs: earlier, run: "setsid sh -c 'echo $$ >stays; exec sleep 1000' & until [ -s stays ]; do sleep 0.01; done; echo $$ >shell; echo ready; exec sleep 1000"}
              earlier: "sleep 1000 >/dev/null 2>&1 & echo $! >left"
            """)
        try await kill(scenario, "a", ends: "shell").exits(0)
        try await scenario.shell(
            """
            \(Self.isThere)
            is_there stays && is_there left && echo there
            kill -KILL $(cat stays left)
            """
        ).stdout("there\n").exits(0)
    }

    /// The guard is a process of devtool's, and is gone with it.
    @Test func nothingIsLeftOfARun() async throws {
        let outcome = try await Scenario().config("tasks: {a: cat /proc/$PPID/task/*/children}").run("run", "-q", "a")
            .exits(0)
        for process in outcome.outputText.split(separator: " ").compactMap({ Int($0) }) {
            try await eventually { !FilePath("/proc/\(process)/exe").isFile }
        }
    }

    /// More tasks than the soft limit on open files allows, each of which waits for all others.
    @Test func theSoftLimitOnOpenFilesIsRaised() async throws {
        let names = (1...20).map { "t\($0)" }
        let tasks = names.map {
            "  \($0): \"touch there/\($0); until [ $(ls there | wc -l) = 20 ]; do sleep 0.01; done\"\n"
        }
        try await Scenario().file("there/.keep", "").config(
            "tasks:\n  all: {needs: [\(names.joined(separator: ", "))]}\n\(tasks.joined())"
        ).shell("ulimit -S -n 60 && exec \"$devtool\" run -q -j20 all").stdout("").stderr("").exits(0)
    }
}
