import TestSupport
import Testing

/// Tasks that use the same thing never run at the same time.
///
/// See: issue 47, "one concurrency limit for a group of tasks".
@Suite struct RunResourceScenarios {
    /// Fails if another task with the folder is running.
    private static let work = "mkdir busy && sleep 0.05 && rmdir busy"

    @Test func tasksWithOneResourceTakeTurns() async throws {
        try await Scenario().config(
            """
            tasks:
              all: {needs: [a, b, c, "d:x", "d:y", other]}
              a: {resource: database, run: \(Self.work)}
              b: {resource: database, run: [\(Self.work), \(Self.work)]}
              c: {resource: "${params.r}", params: {r: database}, run: \(Self.work)}
              d: {resource: database, run: \(Self.work), targets: {x: {}, y: {}}}
              other: {resource: port, run: "until mkdir other; do :; done"}
            """
        ).run("run", "-q", "--jobs", "8", "all").stdout("").stderr("").exits(0)
    }

    /// Who waits for a resource takes no job from others.
    @Test func othersRunWhileOneWaits() async throws {
        try await Scenario().config(
            """
            tasks:
              all: {needs: [a, b, c]}
              a: {resource: database, run: "until [ -e done ]; do sleep 0.01; done"}
              b: {resource: database, run: "test -e done"}
              c: touch done
            """
        ).run("run", "-q", "--jobs", "2", "all").stdout("").stderr("").exits(0)
    }

    /// While its steps run other tasks, it uses nothing itself.
    @Test func aStepMayUseTheResourceOfItsTask() async throws {
        try await Scenario().config(
            """
            tasks:
              all: {resource: database, run: [\(Self.work), {tasks: [a, b]}, \(Self.work), {task: a}]}
              a: {resource: database, run: \(Self.work)}
              b: {resource: database, needs: [c], run: \(Self.work)}
              c: {resource: database, if: "mkdir busy && rmdir busy", status: "mkdir busy && rmdir busy && false", run: \(Self.work)}
            """
        ).run("run", "-q", "--jobs", "4", "all").stdout("").stderr("").exits(0)
    }

    /// A failure, a stop and one job leave nothing behind that others would wait for.
    @Test(arguments: [["--jobs=1"], ["--jobs=4", "-k"], ["--fail-fast=kill"]]) func aTaskThatFailsGivesItsResourceBack(
        options: [String]
    ) async throws {
        try await Scenario().config(
            """
            tasks:
              all: {needs: [a, b, c], finally: d}
              a: {resource: database, run: exit 3}
              b: {resource: database, run: "true"}
              c: {resource: database, run: "true"}
              d: {resource: database, run: touch cleaned}
            """
        ).run(["run", "-q"] + options + ["all"]).exits(3).file("cleaned", "")
    }

    @Test func theKeysOfOtherSystems() async throws {
        for key in ["resource_group", "concurrency", "mutex"] {
            let outcome = try await Scenario().config("tasks: {a: {\(key): x, run: a}}\n").run("run", "a")
            outcome.exits(78)
            #expect(outcome.errorText.hasSuffix("  hint: use devtool's key 'resource'\n"))
        }
    }
}
