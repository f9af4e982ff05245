import TestSupport
import Testing

/// `devtool run --output`: how the output of tasks that run at the same time is shown.
@Suite struct RunOutputScenarios {
    /// `a` begins, then `b` does all it does, then `a` ends.
    private static let project = """
        tasks:
          all: {needs: [a, long-name]}
          a: {run: "echo a1; touch begun; while [ ! -e done ]; do sleep 0.01; done; printf a2"}
          long-name: {run: "while [ ! -e begun ]; do sleep 0.01; done; echo b1; echo b2; printf b3; touch done"}
        """

    @Test func groupKeepsEachInOnePiece() async throws {
        try await Scenario().config(Self.project).program(
            "/bin/sh", "-c", #""$0" run -q -j2 all 2>&1"#, Scenario.devtool
        ).stdout("a1\na2\nb1\nb2\nb3\n").exits(0)
    }

    /// As on a terminal: what goes the same way in the end has one pipe.
    @Test func bothStreamsKeepTheirOrder() async throws {
        try await Scenario().config(
            """
            tasks:
              a: {run: "for i in 1 2 3 4 5; do printf '%s out, ' $i; echo err >&2; done"}
              b: {run: "for i in 6 7 8 9; do printf '%s out, ' $i; echo err >&2; done"}
            """
        ).program("/bin/sh", "-c", #""$0" run -q -p -j2 a b 2>&1"#, Scenario.devtool).stdout(
            (1...9).map { "\($0) out, err\n" }.joined()
        ).exits(0)
    }

    @Test func theOneInTheForegroundIsLive() async throws {
        try await Scenario().config(
            """
            tasks:
              a: {run: "echo live; while [ ! -e seen ]; do sleep 0.01; done; echo more"}
              b: {run: "true"}
            """
        ).program(
            "/bin/sh", "-c",
            #"""
            "$0" run -q -p -j2 a b >out & process=$!
            while [ "$(cat out 2>&1)" != live ]; do sleep 0.01; done
            touch seen; wait $process; cat out
            """#, Scenario.devtool
        ).stdout("live\nmore\n").exits(0)
    }

    @Test func aFailureIsSaidBehindWhatTheTaskHasSaid() async throws {
        try await Scenario().config(
            """
            tasks:
              a: {run: "\(Scenario.untilReaped("b")); echo a"}
              b: {run: "echo b; echo $$ >b; exit 3"}
            """
        ).program("/bin/sh", "-c", #""$0" run -q -p -j2 a b 2>&1"#, Scenario.devtool).stdout(
            "a\nb\ndevtool.yml:3:3: the task 'b' failed: exit status 3\n"
        ).exits(3)
    }

    @Test func prefixNamesTheTaskOnEveryLine() async throws {
        let outcome = try await Scenario().config(Self.project).run("run", "-j2", "--output", "prefix", "all")
        let lines = outcome.outputText.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("a ") } == ["a         | a1", "a         | a2"])
        #expect(lines.filter { !$0.hasPrefix("a ") } == ["long-name | b1", "long-name | b2", "long-name | b3"])
        outcome.exits(0)
        // Which of the two ends first is anybody's guess.
        #expect(
            outcome.timelessErrorText.split(separator: "\n").suffix(5).sorted() == [
                "3 ok in TIME", "TASK       RESULT  TIME", "a          ok      TIME", "all        ok",
                "long-name  ok      TIME",
            ], "\(outcome.errorText)")
        #expect(outcome.errorText.contains("a         | $ echo a1; touch begun;"))
    }

    @Test(arguments: ["raw", nil]) func rawIsAsItComes(mode: String?) async throws {
        let scenario = try Scenario().config(mode == nil ? "run: {output: raw}\n" + Self.project : Self.project)
        try await scenario.program(
            "/bin/sh", "-c", #""$0" run -q -j2 \#(mode.map { "--output \($0)" } ?? "") all 2>&1"#, Scenario.devtool
        ).stdout("a1\nb1\nb2\nb3a2").exits(0)
    }

    @Test func aSingleTaskHasTheTerminal() async throws {
        try await Scenario().config("tasks: {all: {needs: a}, a: {run: test -t 0 && test -t 1 && test -t 2}}")
            .onTerminal(typing: "", "run", "-q", "all").stdout("").exits(0)
    }

    @Test func ofSeveralNoneHasIt() async throws {
        try await Scenario().config("tasks: {a: {run: '! test -t 0 && ! test -t 1'}, b: {run: '! test -t 0'}}")
            .onTerminal(typing: "", "run", "-q", "a", "b").stdout("").exits(0)
    }

    @Test func quietSaysOnlyWhatIsWrong() async throws {
        let scenario = try Scenario().config("tasks: {a: {run: echo a}, b: {needs: a, run: exit 2}}")
        try await scenario.run("-q", "run", "b").stdout("a\n").stderr(
            "devtool.yml:1:27: the task 'b' failed: exit status 2\n"
        ).exits(2)
    }

    /// Two servers that wait for each other's first line.
    private static let servers = """
        tasks:
          dev: {needs: [api, web], output: prefix}
          api: "echo api up; touch api; while [ ! -e web ]; do sleep 0.01; done; echo api down; touch down"
          web: "while [ ! -e api ]; do sleep 0.01; done; sleep 0.2; echo web up; sleep 0.2; touch web; while [ ! -e down ]; do sleep 0.01; done"

        """

    @Test func aTaskChoosesTheOutputOfWhatItLeadsTo() async throws {
        try await Scenario().config(Self.servers).program(
            "/bin/sh", "-c", #""$0" run -q -j2 dev 2>&1"#, Scenario.devtool
        ).stdout("api | api up\nweb | web up\napi | api down\n").exits(0)
    }

    /// The task's choice is for a task on its own, too; the command line decides first, the setting last.
    @Test(arguments: [("run: {output: raw}\n", "", "api | up\n"), ("", "--output raw", "up\n"), ("", "", "api | up\n")])
    func theCommandLinePrecedesTheTaskAndThatTheSetting(setting: String, option: String, output: String) async throws {
        try await Scenario().config("\(setting)tasks: {dev: {needs: api, output: prefix}, api: echo up}").program(
            "/bin/sh", "-c", #""$0" run -q \#(option) dev 2>&1"#, Scenario.devtool
        ).stdout(output).exits(0)
    }

    @Test func aNearerTaskChoosesItsOwnOutput() async throws {
        try await Scenario().config(
            "tasks: {all: {needs: [a, b], output: prefix}, a: {needs: c, output: raw}, b: echo b, c: echo c}"
        ).program("/bin/sh", "-c", #""$0" run -q -j1 all 2>&1"#, Scenario.devtool).stdout("b | b\nc\n").exits(0)
    }

    /// The group's line is not complete when another one comes.
    @Test func aLineWithAPrefixIsNoPartOfAnotherLine() async throws {
        try await Scenario().config(
            """
            tasks:
              all: {needs: [a, b]}
              a: {run: "printf a1; while ! grep -q b out; do sleep 0.01; done; echo a2"}
              b: {run: "while ! grep -q a1 out; do sleep 0.01; done; echo b", output: prefix}
            """
        ).program("/bin/sh", "-c", #""$0" run -q -j2 all >out 2>&1; cat out"#, Scenario.devtool).stdout(
            "a1\nb | b\na2\n"
        ).exits(0)
    }

    @Test func anUnknownOutputIsAnError() async throws {
        try await Scenario().config("tasks: {a: {run: echo a, output: prefixed}}").run("run", "a").stdout("").stderr(
            """
            devtool.yml:1:34: 'tasks.a.output' must be one of prefix, group, raw, not 'prefixed'
            tasks: {a: {run: echo a, output: prefixed}}
                                             ^
              hint: did you mean 'prefix'?

            """
        ).exits(78)
    }

    /// It is announced when it has the terminal, and its time begins there.
    @Test func anInteractiveTaskBeginsWhenItHasTheTerminal() async throws {
        let outcome = try await Scenario().config(
            "tasks: {all: {needs: [slow, ask]}, slow: 'echo a; sleep 1; echo b', ask: {interactive: true, run: echo c}}"
        ).run("run", "-j2", "--report", "junit=report.xml", "all")
        outcome.stdout("a\nb\nc\n").says(
            """
            slow: echo a; sleep 1; echo b
            ask: echo c
            TASK  RESULT  TIME
            slow  ok      TIME
            ask   ok      TIME
            all   ok
            3 ok in TIME

            """
        ).exits(0)
        let report = try #require(outcome.folder.text("report.xml"))
        let time = try #require(report.firstMatch(of: /name="ask"[^>]* time="([0-9.]+)"/))
        #expect(Double(time.1) ?? 9 < 0.9, "\(report)")
    }
}
