import SystemPackage
import TestSupport
import Testing

/// `devtool run`: tasks whose commands run devtool, which shares slots, reports and what has run.
@Suite(.takingTurns) struct RunNestedScenarios {
    private func project(_ tasks: String) throws -> Scenario {
        try Scenario().config("tasks:\n" + tasks).variable("d", Scenario.devtool)
    }

    @Test func whatHasRunDoesNotRunAgain() async throws {
        let scenario = try project(
            """
              a: {needs: dep, run: $d run -q b c}
              b: {needs: dep, run: echo b}
              c: {needs: [dep, other], run: echo c}
              d: {needs: other, run: echo d}
              dep: echo dep
              other: echo other
            """)
        try await scenario.run("run", "-q", "a", "d").stdout("dep\nb\nother\nc\nd\n").stderr("").exits(0)
        try await scenario.run("run", "a").says(
            """
            dep: echo dep
            a: $d run -q b c
            TASK  RESULT  TIME
            dep   ok      TIME
            a     ok      TIME
            2 ok in TIME

            """
        ).exits(0)
        // Where the outer run cannot be reached, it goes on alone.
        try await scenario.variable("DEVTOOL_SESSION", "nobody").run("run", "-q", "b").stdout("dep\nb\n").stderr("")
            .exits(0)
    }

    /// How much they say makes no difference.
    @Test(arguments: ["-q", "-v", "--color=always", "--color=never"]) func whatHasRunWithinDoesNotRunAgain(
        option: String
    ) async throws {
        let scenario = try project(
            """
              all: {needs: [[a], [b]]}
              a: $d \(option) run c
              b: {needs: dep, run: echo b}
              c: {needs: dep, run: echo c}
              dep: echo dep
            """)
        try await scenario.run("run", "all").stdout("dep\nc\nb\n").exits(0)
        try await scenario.run("run", "-q", "all").stdout("dep\nc\nb\n").exits(0)
    }

    /// A variable of a file is in the environment of the run within, and in the file that this one reads.
    @Test(arguments: [(".env", "", "a"), ("none", "env: {Q: 1}\n", "a"), ("none", "", "cleaned"), ("none", "", "made")])
    func whereVariablesComeFromMakesNoDifference(file: String, env: String, task: String) async throws {
        try await Scenario().file(file, "Q=1\n").config(
            env + """
                tasks:
                  a: {needs: x, run: $d run -q y}
                  cleaned: {needs: x, run: 'true', finally: b}
                  b: $d run -q y
                  made: {needs: x, run: MAKEFLAGS=s MAKELEVEL=1 MFLAGS=-s $d run -q y}
                  x: {run: echo x $Q, finally: clean}
                  y: {needs: x, run: echo y}
                  clean: "true"

                """
        ).variable("d", Scenario.devtool).run("run", "-q", task).stdout(
            "x\(file == ".env" || !env.isEmpty ? " 1" : "")\ny\n"
        ).stderr("").exits(0)
    }

    @Test func whatCleansUpRunsOnce() async throws {
        try await project(
            """
              a: {needs: x, run: $d run -q y}
              x: {run: echo x, finally: clean}
              y: {needs: x, run: echo y}
              clean: echo clean >>log
            """
        ).run("run", "-q", "a").stdout("x\ny\n").stderr("").exits(0).file("log", "clean\n")
    }

    @Test func whatIsNamedRunsEachTime() async throws {
        try await project(
            """
              a: {needs: b, run: "$d run -q b; $d run -q b"}
              b: echo b
            """
        ).run("run", "-q", "a").stdout("b\nb\nb\n").stderr("").exits(0)
    }

    /// With other variables, of another project, or with another value.
    @Test func whatIsDifferentRuns() async throws {
        let scenario = try project(
            """
              a: {needs: dep, env: {MODE: x}, run: $d run -q b}
              b: {needs: dep, run: echo b}
              c: {needs: dep, run: $d -C other run -q b}
              e: {needs: [one, dep], run: $d run -q f}
              f: {needs: {task: one, params: {x: "2"}}, run: echo f}
              one: {params: {x: "1"}, run: "echo one ${params.x}"}
              dep: echo dep $MODE
            """
        ).file("other/devtool.yml", "tasks: {b: {needs: dep, run: echo b}, dep: echo other}")
        try await scenario.run("run", "-q", "a").stdout("dep\ndep x\nb\n").exits(0)
        try await scenario.run("run", "-q", "c").stdout("dep\nother\nb\n").exits(0)
        try await scenario.run("run", "-q", "-j1", "e").stdout("one 1\ndep\none 2\nf\n").exits(0)
    }

    /// It is waited for, by the run within as by the outer one.
    @Test(arguments: ["-j4", "-j1"]) func whatRunsIsWaitedFor(jobs: String) async throws {
        let scenario = try project(
            """
              all: {needs: [a, b, slow]}
              a: $d run -q x
              b: $d run -q x
              x: {needs: slow, run: cat made}
              slow: "while [ ! -e ready ]; do [ -e go ] || touch go; sleep 0.01; done; echo slow >>made"
            """)
        try await scenario.shell(
            "(while [ ! -e go ]; do sleep 0.01; done; touch ready) & \"$devtool\" run -q \(jobs) all"
        ).stdout("slow\nslow\n").stderr("").exits(0).file("made", "slow\n")
    }

    @Test func slotsAreShared() async throws {
        var tasks = "  all: {needs: [a, b, c]}\n"
        for outer in ["a", "b", "c"] {
            tasks += "  \(outer): $d run -q -p -j8 \(outer)1 \(outer)2 \(outer)3 \(outer)4\n"
            for inner in 1...4 { tasks += "  \(outer)\(inner): \"echo + >>log; sleep 0.02; echo - >>log\"\n" }
        }
        let scenario = try project(tasks)
        for jobs in [1, 2, 3] {
            try await scenario.file("log", "").run("run", "-q", "-j\(jobs)", "all").stderr("").exits(0)
            var (running, most) = (0, 0)
            for sign in try #require(scenario.folder.text("log")).split(separator: "\n") {
                running += sign == "+" ? 1 : -1
                most = max(most, running)
            }
            #expect(running == 0)
            #expect(most <= jobs, "of \(jobs)")
        }
    }

    @Test func nobodyWaitsForItself() async throws {
        try await project(
            """
              a: $d run -q b
              b: {needs: a, run: echo b}
            """
        ).run("run", "-q", "a").stdout("").stderr(
            """
            devtool.yml:2:3: the task 'a' waits for itself: its own command runs devtool, and that run needs the task
              a: $d run -q b
              ^
              hint: list what it needs in 'needs'
            devtool.yml:2:3: the task 'a' failed: it waits for itself
            devtool.yml:2:3: the task 'a' failed: exit status 78

            """
        ).exits(78)
    }

    /// Each waits for the other.
    @Test func nobodyWaitsInACircle() async throws {
        let outcome = try await project(
            """
              a: "touch a; while [ ! -e b ]; do sleep 0.01; done; $d run -q x"
              b: "touch b; while [ ! -e a ]; do sleep 0.01; done; $d run -q y"
              x: {needs: b, run: echo x}
              y: {needs: a, run: echo y}
              all: {needs: [a, b]}
            """
        ).run("run", "-q", "-k", "-j2", "all").stdout("").exits(78)
        #expect(outcome.errorText.contains("waits for itself: its own command runs devtool"))
    }

    @Test func theReportHasAllTasks() async throws {
        let scenario = try project(
            """
              a: {needs: dep, run: $d run -q b}
              b: {needs: dep, run: "echo no; false"}
              dep: echo dep
            """)
        try await scenario.run("--report", "junit=report.xml", "run", "-q", "a").exits(1)
        let report = try #require(scenario.folder.text("report.xml"))
        #expect(report.contains(#"tests="4" failures="1" errors="0" skipped="2""#), "\(report)")
        #expect(report.contains("<testcase name=\"b\""))
        #expect(report.contains(#"<skipped message="it has already run""#))
    }

    @Test func whatFailsWithinIsAFailure() async throws {
        try await project(
            """
              a: $d run -q b
              b: {needs: dep, run: echo b}
              c: {needs: [a, dep], run: echo c}
              dep: exit 3
            """
        ).run("run", "-q", "a").stdout("").stderr(
            """
            devtool.yml:5:3: the task 'dep' failed: exit status 3
            devtool.yml:2:3: the task 'a' failed: exit status 3

            """
        ).exits(3)
    }

    @Test func theChecksumsOfWhatHasRunAreKnown() async throws {
        let scenario = try project(
            """
              all: {needs: gen, run: $d run -q use}
              use: {needs: gen, run: cat out, sources: main}
              gen: {run: cp in out, sources: in, outputs: out}
            """
        ).file("main", "")
        for (text, output) in [("1\n", "1\n"), ("1\n", ""), ("2\n", "2\n")] {
            try await scenario.file("in", text).run("run", "-q", "all").stdout(output).exits(0)
        }
    }

    /// A run within that is killed gives back what it has.
    @Test func aRunWithinThatIsKilled() async throws {
        try await project(
            """
              a: "$d run -q -j2 x & until [ -e begun ]; do sleep 0.01; done; kill -KILL $!; touch killed; wait; true"
              x: {needs: [long, long2], run: echo x}
              long: "[ -e killed ] || { touch begun; exec sleep 60; }; echo long"
              long2: "[ -e killed ] || exec sleep 60; echo long"
              all: [{task: a}, {tasks: [long, long2]}]
            """
        ).run("run", "-q", "-j2", "all").stdout("long\nlong\n").exits(0)
    }

    // See: audit of 0.2.0, L10.
    @Test(.enabled(if: Scenario.has("python3"), "python3 is not installed")) func aMuteOutermostRunIsLeftAfterASignal()
        async throws
    {
        let scenario = try Scenario().config(
            "run: {grace-period: 1s}\ntasks: {a: {needs: b, run: echo a}, b: echo b}\n"
        ).file(
            "mute.py",
            """
            import os, signal, socket, subprocess
            name = "devtool-mute-%d" % os.getpid()
            server = socket.socket(socket.AF_UNIX)
            server.bind("\\0" + name)
            server.listen()
            os.environ.update(DEVTOOL_SESSION=name, DEVTOOL_NESTED_RUNS="1", DEVTOOL_WITHIN_TASKS="#0")
            run = subprocess.Popen(["devtool", "-q", "run", "a"])
            connection, _ = server.accept()
            connection.recv(1)
            run.send_signal(signal.SIGTERM)
            print(run.wait())

            """)
        #expect(try await scenario.shellOutput("python3 mute.py") == "-15\n")
    }
}
