import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// What people do to `devtool run` at a terminal, without having read anything.
@Suite(.timeLimit(.minutes(10))) struct RunHandsScenarios {
    @Test func theOnlyTaskReadsTheTerminal() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              ask:
                run: read -r line; test -t 0 && echo "got $line"
            """
        ).stdin("Ada\n")
        let outcome = try await scenario.outcome(of: scenario.onTerminal("run ask"))
        outcome.exits(0)
        #expect(outcome.outputText.contains("\ngot Ada\r\n"))
    }

    /// A database shell takes Ctrl-C for the end of a query.
    @Test func anInteractiveTaskThatTakesCtrlCGoesOn() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              all: { needs: [shell, last] }
              shell:
                interactive: true
                shell: bash
                run: |
                  trap 'touch taken; echo taken' INT
                  echo ready
                  until [ -e taken ]; do sleep 0.05 || :; done
                  echo goes on
              last: { needs: [shell], run: echo last }
            """
        ).onTerminal(typing: "\u{3}", "run", "-q", "--color", "never", "all")
        outcome.stdout("ready\n^Ctaken\ngoes on\nlast\n").exits(0)
    }

    /// The shell waits for a job, as what it would start itself may lose a signal that comes just then.
    ///
    /// The job may get the signal, too, before it ignores it.
    @Test func anInteractiveTaskThatEndsForCtrlCStopsTheRun() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              shell:
                interactive: true
                run: |
                  sleep 600 &
                  trap "kill $! 2>&- || :; trap - INT; kill -INT $$" INT
                  echo ready
                  wait
                finally: [clean]
              next: { needs: [shell], run: echo next }
              clean: { run: echo clean }
            """
        ).onTerminal(typing: "\u{3}", "run", "-q", "--color", "never", "next")
        outcome.stdout("ready\n^Cclean\n").exits(128 + SIGINT)
    }

    /// The shell has other meanings for YAML's truth values: 'yes' would never end.
    @Test(arguments: ["yes", "no", "on", "Off", "True", "FALSE"]) func aConditionIsNoTruthValue(word: String)
        async throws
    {
        try await Scenario().config("tasks: {a: {run: echo, if: \(word)}}").run("run", "a").stdout("").stderr(
            """
            devtool.yml:1:28: 'tasks.a.if' must be a shell line, not '\(word)'
            tasks: {a: {run: echo, if: \(word)}}
                                       ^
              hint: write true or false

            """
        ).exits(78)
    }

    /// A question that is not there cannot be answered.
    @Test func confirmIsAQuestion() async throws {
        try await Scenario().config("tasks: {a: {run: echo, confirm: true}}").run("run", "a").stdout("").stderr(
            """
            devtool.yml:1:33: 'tasks.a.confirm' must be a question, not 'true'
            tasks: {a: {run: echo, confirm: true}}
                                            ^
              hint: write the question, such as 'confirm: Migrate production?'

            """
        ).exits(78)
    }

    @Test func aParameterWithoutItsValueIsReportedOnce() async throws {
        try await Scenario().config("tasks: {a: {run: 'echo ${params.tag}', params: {tag: {required: true}}}}").run(
            "run", "a"
        ).stdout("").stderr(
            """
            devtool: the task 'a' requires the parameter 'tag'
              hint: use --tag VALUE

            """
        ).exits(64)
    }

    @Test(arguments: [
        ("--regoin", "did you mean '--region'?"), ("--jbos", "did you mean '--jobs'?"),
        ("--something", "known: --region; put arguments for a task's command after '--'"),
    ]) func anUnknownOptionHasAHint(option: String, hint: String) async throws {
        try await Scenario().config("tasks: {a: {run: echo, params: {region: eu}}}").run("run", "a", option, "us")
            .stdout("").stderr("devtool: unknown option '\(option)'\n  hint: \(hint)\n").exits(64)
    }

    /// npm's habit, without its '--'.
    @Test(arguments: ["--something", "--grep"]) func anOptionForACommandComesAfterDashes(option: String) async throws {
        try await Scenario().config("tasks: {a: {run: echo}}").run("run", "a", option).stdout("").stderr(
            """
            devtool: unknown option '\(option)'
              hint: put arguments for a task's command after '--'

            """
        ).exits(64)
    }

    /// make and npm would take it, devtool must not drop it.
    @Test(arguments: [
        "run: 'true'", "needs: [b]", "run: 'echo $HOME ${HOME}'", "run: [{task: b}, 'true']", "run: [{tasks: [b, b]}]",
        "run: [{task: c}]", "run: [{task: rest}]", "run: 'for x in format shift; do echo $x; done'",
        "run: 'echo for x; echo ${#HOME} eval'", "run: 'awk ''{ print $1 }'' x'",
    ]) func argumentsThatNothingTakesAreAnError(body: String) async throws {
        try await Scenario().config(
            "tasks: {a: {\(body)}, b: {run: [[echo]]}, c: 'true', rest: {params: {x: {rest: true}}, run: [[echo]]}}"
        ).run("run", "a", "--", "x").stdout("").stderr(
            """
            devtool: no step in 'a' takes arguments after '--'
              hint: write "$@" in a shell line to pass them on

            """
        ).exits(64)
    }

    /// See: issue 47, L4.
    @Test func argumentsNeedATask() async throws {
        try await Scenario().config("tasks: {a: {run: [[echo]]}}").run("run", "--", "a").stdout("a\n").stderr(
            "devtool: devtool.yml has no task 'default'\n  hint: name the task to run\n"
        ).exits(64)
    }

    /// npm's scripts that end with another one; see issue 47, M7.
    @Test(arguments: [
        ("ci -- x -y", "lint\ntest x -y\n"), ("outer -- x", "lint\ntest x\n"), ("own -- x", "own x\ntest\n"),
        ("ci test -- x", "lint\ntest x\ntest x\n"), ("needing ci -- x", "lint\ntest x\n"),
    ]) func argumentsGoToTheTaskOfTheLastStep(words: String, printed: String) async throws {
        try await Scenario().config(
            """
            tasks:
              lint: echo lint
              test: 'echo test "$@"'
              ci: [{task: lint}, {task: test}]
              outer: [{task: ci}]
              own: ['echo own "$@"', {task: test}]
              needing: {needs: ci}
            """
        ).run(["run", "-q"] + words.split(separator: " ").map(String.init)).stdout(printed).stderr("").exits(0)
    }

    @Test(arguments: [
        "'echo \"$@\"'", "[[echo]]", "'for x do echo $x; done'", "'if true; then for x; do echo $x; done; fi'",
        "'echo ${1}'", "'echo $*'",
    ]) func argumentsGoToTheNamedTask(run: String) async throws {
        try await Scenario().config("tasks: {a: {run: \(run)}}").run("run", "-q", "a", "--", "x").stdout("x\n").stderr(
            ""
        ).exits(0)
    }

    @Test func doctorLooksAtTheTasks() async throws {
        let good = try await Scenario().config("tasks: {a: {run: echo}, b: {needs: [a]}}").run("doctor")
        #expect(good.outputText.contains("\nok    tasks: 2\n"))
        let bad = try await Scenario().config("tasks: {a: {rnu: echo}}").run("doctor")
        bad.exits(1)
        #expect(
            bad.outputText.contains(
                """

                fail  tasks: devtool.yml:1:13: unknown key or command 'rnu' in 'tasks.a'
                      did you mean 'run'?

                """))
        let none = try await Scenario().config("run: {jobs: 2}").run("doctor")
        #expect(!none.outputText.contains("tasks"))
    }

    @Test func aReasonIsToldOnce() async throws {
        // Another task may make the folder.
        try await Scenario().config("tasks: {a: {needs: b, run: [[echo, a]], dir: gone}, b: 'true'}").run(
            "run", "-q", "a"
        ).stdout("").stderr(
            """
            devtool.yml:1:9: the task 'a' failed: cannot run '/usr/bin/echo': \
            the working directory '[DIR]/gone' does not exist

            """
        ).exits(69)
    }
}

extension Scenario {
    /// A run of devtool on a terminal, by the program `script` of util-linux.
    fileprivate func onTerminal(_ arguments: String) -> Subprocess.Configuration {
        var configuration = configuration(["-qec", "'\(Self.devtool)' \(arguments)", "/dev/null"])
        configuration.executable = .name("script")
        return configuration
    }
}
