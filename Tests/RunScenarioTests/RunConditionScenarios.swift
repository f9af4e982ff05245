import TestSupport
import Testing

/// `devtool run`: conditions, requirements, platforms, and questions.
@Suite struct RunConditionScenarios {
    private static let conditional = """
        tasks:
          a: {needs: b, run: echo a}
          b: {if: 'echo heard; test -n "$CI"', run: echo b}
        """

    @Test func aConditionThatIsNotMet() async throws {
        try await Scenario().config(Self.conditional).run("run", "b").stdout("").stderr(
            "b: skipped: its condition is not met\n"
        ).exits(0)
    }

    @Test func whatNeedsASkippedTaskRuns() async throws {
        try await Scenario().config(Self.conditional).run("run", "a").stdout("a\n").says(
            """
            a: echo a
            TASK  RESULT                             TIME
            b     skipped: its condition is not met
            a     ok                                 TIME
            1 ok, 1 skipped in TIME

            """
        ).exits(0)
    }

    @Test func aConditionThatIsMet() async throws {
        try await Scenario().config(Self.conditional).variable("CI", "1").run("run", "-q", "a").stdout("b\na\n").stderr(
            ""
        ).exits(0)
    }

    @Test func aConditionIsAskedWhenItsNeedsHaveEnded() async throws {
        try await Scenario().config(
            """
            tasks: {a: {needs: b, if: test -e made, run: echo a}, b: {run: touch made}}
            """
        ).run("run", "-q", "a").stdout("a\n").exits(0)
    }

    @Test func allThatIsMissingIsSaidBeforeAnythingStarts() async throws {
        try await Scenario().config(
            """
            tasks:
              all: {needs: [first, second]}
              first: {run: touch started}
              second:
                requires:
                  programs: [sh, nosuchprogram]
                  variables: NOSUCH
                  files: [devtool.yml, cert.pem]
                run: echo never
            """
        ).run("run", "all").stdout("").stderr(
            """
            devtool.yml:6:22: the task 'second' needs the program 'nosuchprogram', which was not found
                  programs: [sh, nosuchprogram]
                                 ^
            devtool.yml:7:18: the task 'second' needs the variable NOSUCH, which is not set
                  variables: NOSUCH
                             ^
            devtool.yml:8:28: the task 'second' needs the file 'cert.pem', which does not exist
                  files: [devtool.yml, cert.pem]
                                       ^

            """
        ).exits(69).file("started", nil)
    }

    @Test func whatIsRequiredIsThere() async throws {
        try await Scenario().file("sub/x", "").config(
            """
            tasks: {a: {dir: sub, env: {A: "1"}, requires: {programs: sh, variables: A, files: x}, run: echo a}}
            """
        ).run("run", "-q", "a").stdout("a\n").stderr("").exits(0)
    }

    @Test(arguments: ["windows", "[macos, macos/arm64]"]) func aTaskForAnotherSystem(platforms: String) async throws {
        let outcome = try await Scenario().config(
            "tasks: {a: {platforms: \(platforms), run: echo a, requires: {files: nosuch}, confirm: x}}"
        ).run("run", "a")
        let names = platforms.filter { !"[]".contains($0) }
        outcome.stdout("").stderr("a: skipped: only for \(names)\n").exits(0)
    }

    @Test func aTaskForThisSystem() async throws {
        try await Scenario().config("tasks: {a: {platforms: [windows, linux], run: echo a}}").run("run", "-q", "a")
            .stdout("a\n").exits(0)
    }

    private static let question = """
        tasks:
          a: {confirm: 'Deploy to ${WHERE:-prod}?', needs: b, run: echo a}
          b: {run: echo b}
        """

    @Test func whatIsConfirmedIsDone() async throws {
        try await Scenario().config(Self.question).onTerminal(typing: "y\n", "run", "-q", "--color", "never", "a")
            .stdout("Deploy to prod? [y/N] y\nb\na\n").exits(0)
    }

    @Test func theQuestionComesBeforeTheNeeds() async throws {
        try await Scenario().config(Self.question).onTerminal(typing: "n\n", "run", "--color", "never", "a").stdout(
            "Deploy to prod? [y/N] n\ndevtool: cancelled\n"
        ).exits(1)
    }

    @Test func withoutATerminalNothingIsDone() async throws {
        try await Scenario().config(Self.question).run("run", "a").stdout("").stderr(
            """
            devtool: Deploy to prod? Confirmation required, but standard input is not a terminal
              hint: use --yes to skip confirmation prompts

            """
        ).exits(64)
    }

    @Test func yesAnswersForSteps() async throws {
        let scenario = try Scenario().plugin("show", "echo $DEVTOOL_ASSUME_YES").config(
            "tasks: {a: {confirm: Really?, show: []}}")
        try await scenario.run("run", "-q", "--yes", "a").stdout("1\n").stderr("").exits(0)
        try await scenario.variable("DEVTOOL_ASSUME_YES", "1").run("run", "-q", "a").stdout("1\n").exits(0)
    }

    @Test func anInteractiveTaskHasTheTerminal() async throws {
        try await Scenario().config(
            """
            tasks:
              all: {needs: [a, b]}
              a: {run: 'test -t 0 || echo no terminal'}
              b: {needs: a, interactive: true, run: 'test -t 0 && test -t 1; echo ready; read x; echo "<$x>"'}
            """
        ).onTerminal(typing: "hello\n", "run", "--color", "never", "-q", "all").stdout(
            "no terminal\nready\nhello\n<hello>\n"
        ).exits(0)
    }

    @Test func anInteractiveTaskIsAnnouncedFirst() async throws {
        let outcome = try await Scenario().config(
            "tasks: {all: {needs: [b, c]}, b: {interactive: true, run: echo asks}, c: {run: echo c}}"
        ).onTerminal(typing: "", "run", "--color", "never", "-j1", "all")
        #expect(outcome.outputText.hasPrefix("b: echo asks\nasks\n"))
        outcome.exits(0)
    }
}
