import TestSupport
import Testing

/// `after`, `status`, `group` and `fail-fast`.
@Suite struct RunAfterScenarios {
    private static let tasks = """
        tasks:
          build: {run: "echo build; exit ${STATUS:-0}", after: [notify, {task: tag, params: {x: 1}}], finally: [clean]}
          notify: {needs: [prep], run: echo notify}
          prep: echo prep
          tag: {params: {x: 0}, run: 'echo tag ${params.x}'}
          clean: echo clean
          deploy: {needs: [build], run: echo deploy}
          twice: {run: [{task: build}, {task: build}]}
        """

    /// What needs the task waits; clean-up comes last.
    @Test func afterRunsBehindItsTask() async throws {
        let scenario = try Scenario().config(Self.tasks)
        try await scenario.run("run", "-q", "-j1", "build").stdout("build\ntag 1\nprep\nnotify\nclean\n").stderr("")
            .exits(0)
        let outcome = try await scenario.run("run", "-q", "-j4", "deploy")
        outcome.exits(0)
        let lines = outcome.outputText.split(separator: "\n").map(String.init)
        #expect(lines.first == "build")
        let deploy = try #require(lines.firstIndex(of: "deploy"))
        #expect(Set(lines[..<deploy]).isSuperset(of: ["build", "prep", "notify", "tag 1"]))
    }

    @Test func afterRunsEachTimeThatAStepDoes() async throws {
        try await Scenario().config(Self.tasks).run("run", "-q", "-j1", "twice").stdout(
            "build\ntag 1\nprep\nnotify\nclean\nbuild\ntag 1\nnotify\nclean\n"
        ).stderr("").exits(0)
    }

    @Test func afterDoesNotRunBehindAFailure() async throws {
        let outcome = try await Scenario().config(Self.tasks).variable("STATUS", "4").run("run", "deploy")
        outcome.stdout("build\nclean\n").exits(4)
        #expect(outcome.errorText.contains("\n1 ok, 1 failed, 4 not run in "), "\(outcome.errorText)")
    }

    @Test func aFailureOfAfterIsOneOfTheRun() async throws {
        let outcome = try await Scenario().config(
            "tasks: {all: {needs: [a], run: echo never}, a: {run: echo a, after: [b]}, b: exit 5}"
        ).run("run", "all")
        outcome.stdout("a\n").exits(5)
        #expect(outcome.errorText.contains("\n1 ok, 1 failed, 1 not run in "), "\(outcome.errorText)")
    }

    @Test func aTaskIsUpToDateIfItsStatusLinesSucceed() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              plain: {status: ["true", 'test -e ${params.file}; echo unseen'], params: {file: made}, run: 'echo run; touch ${params.file}'}
              both: {status: test -e made, sources: in, run: echo both}
            """.replacing("; echo unseen", with: "")
        ).file("in", "")
        try await scenario.run("run", "--why", "plain").stdout("run\n").stderr(
            "plain runs: 'test -e 'made'' failed\nplain: echo run; touch 'made'\n"
        ).exits(0)
        try await scenario.run("run", "plain").stdout("").stderr("plain: up to date\n").exits(0)
        try await scenario.run("run", "-q", "--force-run", "plain").stdout("run\n").exits(0)
        // With sources, too, both have to say so.
        try await scenario.run("run", "-q", "both").stdout("both\n").exits(0)
        try await scenario.run("run", "-q", "both").stdout("").exits(0)
        _ = try scenario.file("in", "2")
        try await scenario.run("run", "-q", "both").stdout("both\n").exits(0)
        try await scenario.shell("rm made; $devtool run -q both; $devtool run -q both").stdout("both\nboth\n").exits(0)
    }

    @Test func listsHaveGroups() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              lint: {group: Checks, run: x, description: Look}
              build: {run: x, description: Make}
              push: {group: Release, run: x}
              test: {group: Checks, run: x}
            """)
        try await scenario.run("run", "--list").stdout(
            """
            build     Make

            Checks:
            lint      Look
            test

            Release:
            push

            """
        ).exits(0)
        let json = try await scenario.run("run", "--list", "--json").exits(0).outputText
        #expect(json.contains("\"group\": \"Checks\"") && json.contains("\"group\": null"))
    }

    @Test(arguments: [["--fail-fast", "kill"], []]) func runningTasksAreStoppedOnDemand(options: [String]) async throws
    {
        let config = options.isEmpty ? "run: {fail-fast: kill}\n" : ""
        let outcome = try await Scenario().config(
            """
            \(config)tasks:
              all: {needs: [bad, slow], finally: [clean]}
              bad: "while ! test -e started; do sleep 0.05; done; exit 3"
              slow: touch started; exec sleep 600
              clean: echo clean
            """
        ).run(["run", "-j2"] + options + ["all"])
        outcome.stdout("clean\n").exits(3)
        #expect(outcome.errorText.contains("\n1 ok, 1 failed, 1 stopped, 1 not run in "), "\(outcome.errorText)")
    }

    @Test func anotherFolderIsEntered() async throws {
        let scenario = try Scenario().file(
            "sub/devtool.yml", "tasks: {t: 'pwd; [ \"$PWD\" = \"$(pwd)\" ]', p: {run: [[printenv, PWD]]}}\n")
        try await scenario.run("-C", "sub", "run", "-q", "t").stdout("[DIR]/sub\n").exits(0)
        try await scenario.run("run", "-q", "-C", "sub", "p").stdout("[DIR]/sub\n").exits(0)
        try await scenario.run("-C", "none", "run", "t").stdout("").stderr(
            "devtool: cannot enter 'none': No such file or directory\n"
        ).exits(66)
    }

    @Test func theOtherNameOfTheFileIsFound() async throws {
        let scenario = try Scenario().file("devtool.yaml", "tasks: {t: echo yaml}\n")
        try await scenario.run("run", "-q", "t").stdout("yaml\n").exits(0)
        _ = try scenario.config("tasks: {t: echo yml}")
        try await scenario.run("run", "-q", "t").stdout("").stderr(
            """
            devtool: 'devtool.yaml' exists next to 'devtool.yml'
              hint: remove one of them, or specify one with --config

            """
        ).exits(78)
        try await scenario.run("--config", "devtool.yml", "run", "-q", "t").stdout("yml\n").exits(0)
    }
}
