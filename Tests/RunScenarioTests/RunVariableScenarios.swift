import TestSupport
import Testing

/// Variables that the command line sets, and what is set for other runners.
@Suite struct RunVariableScenarios {
    private static let file = """
        vars: {A: 1, B: "${vars.A}", C: 1, D: 1, E: 1, U: 1}
        env: {D: "${vars.D}"}
        tasks:
          a: echo a
          b: {params: {tag: x}, run: "echo ${vars.B} ${params.tag}"}
          needing: {needs: b, run: echo needing}
          calling: {run: [{task: b}]}
          condition: {if: "test ${vars.C} = 2", run: echo yes}
          passing: {needs: {task: b, params: {tag: "${vars.E}"}}, run: echo $D}
        """

    /// See: issue 47, S3: a variable had no effect, without a word.
    @Test(arguments: [
        ("A=2 a b", "a\n2 x\n"), ("a A=2 b", "a\n2 x\n"), ("a b A=2", "a\n2 x\n"), ("b y A=2", "2 y\n"),
        ("A=2 needing", "2 x\nneeding\n"), ("A=2 calling", "2 x\n"), ("C=2 condition", "yes\n"),
        ("E=2 passing", "1 2\n1\n"), ("passing D=2", "1 1\n2\n"),
    ]) func whatAnyTaskOfTheRunUses(words: String, printed: String) async throws {
        try await Scenario().config(Self.file).run(["run", "-q"] + words.split(separator: " ").map(String.init)).stdout(
            printed
        ).stderr("").exits(0)
    }

    @Test(arguments: [
        ("U=2 b", "no task in this run uses 'U'\n  hint: known: A, B, D, tag"),
        ("A=2 U=2 b", "no task in this run uses 'U'\n  hint: known: A, B, D, tag"),
        ("A=2 a", "no task in this run uses 'A'\n  hint: known: D"),
        ("--no-needs A=2 needing", "no task in this run uses 'A'\n  hint: known: D"),
        ("-n U=2 b", "no task in this run uses 'U'\n  hint: known: A, B, D, tag"),
        ("tag=2 b", "no task in this run uses 'tag'\n  hint: write a task's parameters after its name"),
        ("b y tga=2", "no task in this run uses 'tga'\n  hint: did you mean 'tag'?"),
        ("nosuch=2 a", "no task in this run uses 'nosuch'\n  hint: known: D"),
    ]) func whatNoTaskOfTheRunUses(words: String, message: String) async throws {
        try await Scenario().config(Self.file).run(["run"] + words.split(separator: " ").map(String.init)).stdout("")
            .stderr("devtool: \(message)\n").exits(64)
    }

    /// As `devtool init --from` writes them.
    private static let delegating = """
        vars: {ENV: dev}
        tasks:
          show: {silent: true, run: "echo ${vars.ENV}"}
          deploy: {requires: {programs: [make]}, silent: true, run: make -s deploy "$@"}
          all: {needs: deploy, run: echo all}
          j: {params: {args: {rest: true}}, requires: {programs: [just]}, run: "just -f x.just j ${params.args}"}
          t: {requires: {programs: [task]}, run: task t -- "$@"}
          own: {requires: {programs: [make]}, silent: true, run: "make -s deploy ENV=${vars.ENV}"}
        """

    /// See: issue 47, S3 and S4: hints that contradicted each other.
    @Test(arguments: [
        (["ENV=prod", "deploy"], "ENV", "devtool run deploy -- ENV=prod"),
        (["deploy", "ENV=a b"], "ENV", "devtool run deploy -- 'ENV=a b'"),
        (["X=1", "ENV=prod", "deploy"], "ENV", "devtool run deploy -- ENV=prod X=1"),
        (["ENV=prod", "all"], "ENV", "make -s ENV=prod deploy"),
        (["ENV=prod", "j"], "ENV", "just -f x.just ENV=prod j"), (["E=dev", "t"], "E", "task E=dev t"),
        (["t", "E=dev"], "E", "task E=dev t"),
    ]) func whatAnotherRunnerWouldNotGet(words: [String], name: String, hint: String) async throws {
        try await Scenario().config(Self.delegating).run(["run"] + words).stdout("").stderr(
            "devtool: no task in this run uses '\(name)'\n  hint: write: \(hint)\n"
        ).exits(64)
    }

    @Test func whatOnlyAnotherRunnerDoesNotGet() async throws {
        let scenario = try Scenario().config(Self.delegating).file(
            "Makefile", "ENV = dev\ndeploy: ; @echo deploy $(ENV)\n")
        try await scenario.run("run", "-q", "ENV=prod", "show", "deploy").stdout("prod\ndeploy dev\n").stderr(
            """
            devtool: warning: make does not receive 'ENV'
              hint: write: devtool run deploy -- ENV=prod

            """
        ).exits(0)
        try await scenario.run("run", "-q", "deploy", "--", "ENV=prod").stdout("deploy prod\n").stderr("").exits(0)
        try await scenario.run("run", "-q", "ENV=prod", "own").stdout("deploy prod\n").stderr("").exits(0)
    }

    /// See: issue 47, M4.
    @Test func yesReachesOtherRunners() async throws {
        let scenario = try Scenario().config("tasks: {a: {silent: true, run: 'echo $JUST_YES $TASK_ASSUME_YES.'}}")
        try await scenario.run("run", "--yes", "a").stdout("true true.\n").stderr("").exits(0)
        try await scenario.run("run", "a").stdout(".\n").stderr("").exits(0)
    }

    @Test(arguments: ["just", "task"]) func yesAnswersTheQuestionsOfOtherRunners(runner: String) async throws {
        guard Scenario.has(runner) else { return print("\(runner) is not there") }
        let scenario = try Scenario().file("justfile", "[confirm]\nd:\n  @echo {{uppercase('d')}}\n").file(
            "Taskfile.yml", "version: '3'\nsilent: true\ntasks: {d: {prompt: Sure, cmds: ['echo {{upper .TASK}}']}}\n")
        let outcome = try await scenario.shell(
            "$devtool init --from \(runner == "just" ? "justfile" : "Taskfile.yml") 2>/dev/null;"
                + " $devtool run -q --yes d 2>/dev/null"
        ).exits(0)
        // Task says what it assumes.
        #expect(outcome.outputText.hasSuffix("D\n"))
    }
}
