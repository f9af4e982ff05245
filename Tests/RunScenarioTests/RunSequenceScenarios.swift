import TestSupport
import Testing

/// `needs` in parts: each waits for the one before.
@Suite struct RunSequenceScenarios {
    private static let tasks = """
        tasks:
          all: {needs: [[clean], [build, docs], [pack]]}
          clean: touch clean; echo clean
          build: {needs: gen, run: echo build}
          docs: {needs: gen, run: touch docs; echo docs}
          gen: test -e clean && echo gen
          pack: {needs: build, run: test -e docs && echo pack}
        """

    /// `gen`, which only the second part needs, waits for the first part, too.
    @Test func eachPartWaitsForTheOneBefore() async throws {
        for jobs in ["1", "4"] {
            try await Scenario().config(Self.tasks).run("run", "-q", "-j", jobs, "all").stdout(
                "clean\ngen\nbuild\ndocs\npack\n"
            ).stderr("").exits(0)
        }
    }

    @Test func aFailureKeepsTheNextPartFromStarting() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              all: {needs: [[bad, slow], [never]]}
              bad: exit 3
              slow: echo slow
              never: echo never
            """
        ).run("run", "-k", "all")
        outcome.stdout("slow\n").exits(3)
        #expect(outcome.errorText.contains("never  not run"), "\(outcome.errorText)")
    }

    @Test func theDryRunAndTheGraphShowTheOrder() async throws {
        try await Scenario().config(Self.tasks).run("run", "-n", "all").stdout(
            """
            clean
              touch clean; echo clean
            gen  # after clean
              test -e clean && echo gen
            build  # needs gen; after clean
              echo build
            docs  # needs gen; after clean
              touch docs; echo docs
            pack  # needs build; after docs
              test -e docs && echo pack
            all  # needs clean, build, docs, pack

            """
        ).exits(0)
        let graph = try await Scenario().config("tasks: {all: {needs: [[a], [b]]}, a: echo, b: echo}").run(
            "run", "--graph", "dot", "all")
        graph.exits(0)
        #expect(graph.outputText.contains("t2 -> t1 [style=dotted]\n"), "\(graph.outputText)")
    }

    /// A task runs once in a run, so an order that its needs forbid cannot be kept.
    @Test(arguments: [
        ("{needs: [[b], [a]]}", "{needs: a, run: echo}", ["a → b → a", "b → a → b"]),
        ("{needs: [[a], [b], [a]]}", "echo", ["a → b → a", "b → a → b"]), ("{needs: [[a], [a]]}", "echo", ["a → a"]),
    ]) func anOrderThatCannotBeIsACycle(all: String, b: String, cycles: [String]) async throws {
        let scenario = try Scenario().config("tasks: {all: \(all), a: touch started, b: \(b)}")
        for arguments in [["run", "all"], ["config", "check"]] {
            let outcome = try await scenario.run(arguments).stdout("").exits(78)
            let cycle = outcome.errorText.firstMatch(of: /task cycle: (.*)\n/).map { String($0.1) }
            #expect(cycles.contains(cycle ?? ""), "\(outcome.errorText)")
            outcome.file("started", nil)
        }
    }

    /// What a sequence needs first comes to the part of the run in which it is needed.
    @Test func aNamedTaskWaitsForItsSequenceInAnotherOne() async throws {
        try await Scenario().config(
            """
            tasks:
              build: echo build
              clean: echo clean
              all: {needs: [[clean], [build]]}
            """
        ).run("run", "-q", "build", "all").stdout("clean\nbuild\n").stderr("").exits(0)
    }

    /// More pairs of tasks than a run may have: 1,100 that each wait for 1,100 others.
    @Test func aSequenceOfVeryManyIsRefused() async throws {
        let names = { (letter: String) in (0..<1_100).map { "\(letter)\($0)" } }
        let tasks = (names("a") + names("b")).map { "  \($0): echo\n" }.joined()
        let needs = ["a", "b"].map { "[\(names($0).joined(separator: ","))]" }
        let outcome = try await Scenario().config(
            "tasks:\n  all: {needs: [\(needs.joined(separator: ", "))]}\n\(tasks)"
        ).run("run", "all")
        outcome.stdout("").exits(78)
        #expect(outcome.errorText.contains("the run would have more than 1048576 pairs of tasks in sequences\n"))
    }

    /// Tasks of other parameters are others, in the check of all tasks, too.
    @Test func parametersMakeOtherTasks() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              fetch: echo fetch
              up: {params: {name: {required: true}}, run: "echo up ${params.name}"}
              start: {needs: [{task: up, params: {name: new}}]}
              legacy: {needs: [{task: up, params: {name: old}}]}
              pg: {needs: [[fetch], [start]]}
              test: {needs: [[legacy], [pg]]}
            """)
        try await scenario.run("config", "check").exits(0)
        try await scenario.run("run", "-q", "test").stdout("up old\nfetch\nup new\n").exits(0)
    }
}
