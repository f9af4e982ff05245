import TestSupport
import Testing

/// `devtool run` in the log of a CI system, where both streams are one.
@Suite(.takingTurns) struct RunLogScenarios {
    private static var gitHub: Scenario {
        Scenario().variable("GITHUB_ACTIONS", "true").variable("d", Scenario.devtool)
    }
    private static var gitLab: Scenario { Scenario().variable("GITLAB_CI", "true").variable("NO_COLOR", "1") }

    /// The log, without what depends on the clock and on chance.
    private func log(_ scenario: Scenario, _ arguments: String, exits status: Int32 = 0) async throws -> String {
        let outcome = try await scenario.program("/bin/sh", "-c", "exec \"$0\" \(arguments) 2>&1", Scenario.devtool)
        outcome.stderr("").exits(status)
        return outcome.outputText.replacing(#/\b[0-9]+(\.[0-9]+)? (ms|s|min)\b/#, with: "TIME").replacing(
            #/:[0-9]+:task_[0-9]+/#, with: ":TIME:NAME")
    }

    /// It stood in the group of the task whose output was shown at that time, and its own task was folded away.
    @Test func aTaskThatFailsIsLastAndNotFolded() async throws {
        let scenario = try Self.gitHub.config(
            """
            tasks:
              ci: {needs: [a, b]}
              a: "echo a1; until [ -e b ]; do sleep 0.01; done; echo a2"
              b: "echo b1; touch b; exit 3"
            """)
        let log = try await log(scenario, "run -j2 ci", exits: 3).replacing(#/\n(a|b) .* TIME/#, with: "")
        #expect(
            log == """
                ::group::a
                a: echo a1; until [ -e b ]; do sleep 0.01; done; echo a2
                a1
                a2
                ::endgroup::
                b: echo b1; touch b; exit 3
                b1
                devtool.yml:4:3: the task 'b' failed: exit status 3
                ::error file=devtool.yml,line=4,col=3,title=task::the task 'b' failed: exit status 3
                TASK  RESULT                 TIME
                ci    not run
                1 ok, 1 failed, 1 not run in TIME

                """)
    }

    /// The others are folded, with what their commands find.
    @Test func findingsAreInTheGroupOfTheirTask() async throws {
        let scenario = try Self.gitHub.file("b.json", #"{"name":"R","cards":[]}"#).config(
            """
            tasks:
              a: {cards: [-o, n.json, b.json]}
              b: {run: exit 4, ignore-error: true}
              c: {cards: [-o, n.json, no.json]}
            """)
        let begin = """
            ::group::a
            a: devtool cards -o n.json b.json
            devtool: note: b.json: the board's title does not end in '#', so no cards were numbered
              hint: use '--all' for boards without '#'
            ::notice::b.json: the board's title does not end in '#', so no cards were numbered%0Ahint: \
            use '--all' for boards without '#'
            ::endgroup::
            ::group::b
            b: exit 4
            devtool.yml:3:3: warning: the task 'b' failed: exit status 4 (ignored)
            ::warning file=devtool.yml,line=3,col=3,title=task::the task 'b' failed: exit status 4 (ignored)
            ::endgroup::
            c: devtool cards -o n.json no.json
            devtool: cannot read 'no.json': No such file or directory
            devtool.yml:4:3: the task 'c' failed: exit status 66
            ::error::cannot read 'no.json': No such file or directory
            ::error file=devtool.yml,line=4,col=3,title=task::the task 'c' failed: exit status 66
            TASK  RESULT

            """.dropLast()
        let log = try await log(scenario, "run a b c", exits: 66)
        #expect(log.hasPrefix(begin), "\(log)")
    }

    /// The runner reads commands at the beginning of a line only.
    @Test func prefixesAreNotBeforeAnnotations() async throws {
        let scenario = try Self.gitHub.config("tasks: {a: {cards: no.json}, b: echo ::error::x, c: $d run -q b}")
        let log = try await log(scenario, "run -k -q --output prefix a b c", exits: 66)
        #expect(
            log == """
                a | devtool: cannot read 'no.json': No such file or directory
                a | devtool.yml:1:9: the task 'a' failed: exit status 66
                ::error::cannot read 'no.json': No such file or directory
                ::error file=devtool.yml,line=1,col=9,title=task::the task 'a' failed: exit status 66
                b | ::error::x
                c | ::error::x

                """)
    }

    /// GitHub shows the end of a group within another one as the end of both (actions/toolkit#1001).
    @Test func groupsAreNotNested() async throws {
        let scenario = try Self.gitHub.config(
            "tasks: {a: {needs: b, run: $d run -q c d}, b: echo b, c: echo c, d: echo d, alone: $d run -q c d}")
        #expect(
            try await log(scenario, "run a").hasPrefix(
                """
                ::group::b
                b: echo b
                b
                ::endgroup::
                ::group::a
                a: $d run -q c d
                c
                d
                ::endgroup::
                TASK  RESULT
                """))
        #expect(
            try await log(scenario, "run alone") == """
                alone: $d run -q c d
                ::group::c
                c
                ::endgroup::
                ::group::d
                d
                ::endgroup::

                """)
    }

    /// What comes before a step that runs other tasks cannot know how the task ends.
    @Test func stepsEndAGroup() async throws {
        let scenario = try Self.gitHub.config("tasks: {a: {run: [echo 1, {task: b}, echo 2]}, b: [echo b, exit 5]}")
        let log = try await log(scenario, "run -q a", exits: 5)
        #expect(
            log == """
                ::group::a
                1
                ::endgroup::
                b
                devtool.yml:1:48: the task 'b' failed: exit status 5
                ::error file=devtool.yml,line=1,col=48,title=task::the task 'b' failed: exit status 5
                devtool.yml:1:9: the task 'a' failed: 'b' failed
                ::error file=devtool.yml,line=1,col=9,title=task::the task 'a' failed: 'b' failed

                """)
    }

    @Test func gitLabHasSections() async throws {
        let scenario = try Self.gitLab.config("tasks: {a: printf a, b: [echo b, exit 5]}")
        let escape = "\u{1B}[0K"
        #expect(
            try await log(scenario, "run -k b a", exits: 5).hasPrefix(
                """
                \(escape)section_start:TIME:NAME[collapsed=true]\r\(escape)a
                a: printf a
                a
                \(escape)section_end:TIME:NAME\r\(escape)
                b: echo b
                b
                b: exit 5
                devtool.yml:1:22: the task 'b' failed: exit status 5
                TASK  RESULT
                """))
    }

    /// GitLab's log shows colours.
    @Test func gitLabHasColours() async throws {
        let log = try await log(Self.gitLab.variable("NO_COLOR", nil).config("tasks: {a: echo a}"), "run a")
        #expect(log == "\u{1B}[35ma: echo a\u{1B}[0m\na\n")
        let plain = Self.gitLab.variable("NO_COLOR", nil)
        #expect(try await self.log(plain.config("tasks: {a: echo a}"), "--color never run a") == "a: echo a\na\n")
    }
}
