import TestSupport
import Testing

/// What a task's programs see, and what is told of them: what a shell would give them, and no secrets.
@Suite struct RunFidelityScenarios {
    @Test(arguments: [("tool", "./tool x\n", 3), ("bad", "", 127)]) func aScriptIsTheShells(
        name: String, output: String, status: Int32
    ) async throws {
        try await Scenario().file("tool", "echo \"$0 $1\"\nexit 3\n").executable("tool").file(
            "bad", "#!/nonexistent/x\n"
        ).executable("bad").config("tasks: {a: {run: ./\(name) x}}\n").run("run", "a").stdout(output).exits(status)
    }

    @Test(arguments: ["run: printenv PWD", "run: [[printenv, PWD]]", "run: echo $PWD"]) func theFolderIsTold(
        action: String
    ) async throws {
        try await Scenario().config("tasks: {a: {dir: sub, \(action)}}\n").file("sub/x", "").run("run", "-q", "a")
            .stdout("[DIR]/sub\n").stderr("").exits(0)
    }

    @Test func whatFollowsTheDashesIsForATaskThatAnotherNeedsToo() async throws {
        try await Scenario().config("tasks: {b: {run: [[echo, b]]}, a: {needs: b, run: [[echo, a]]}}\n").run(
            "run", "-q", "--output=raw", "a", "b", "--", "-v"
        ).stdout("b -v\na -v\n").exits(0)
    }

    @Test func whatAConditionComplainsOfComesWithItsTask() async throws {
        let outcome = try await Scenario().config(
            "tasks: {a: {if: 'echo shown; echo no >&2; false', run: 'true'}, b: {needs: a, run: 'true'}}\n"
        ).run("run", "--output=prefix", "b").exits(0)
        outcome.stdout("")
        #expect(outcome.errorText.hasPrefix("a | no\nb | $ true\n"))
    }

    @Test(arguments: [["-n"], []]) func passwordsOfAddressesAreNotTold(options: [String]) async throws {
        let outcome = try await Scenario().config(
            """
            migrate: {targets: {dev: {url: "postgresql://ann:hunter22@localhost/x"}}}
            tasks:
              a: {run: 'echo ${config.migrate.targets.dev.url} | wc -c'}

            """
        ).run(["run"] + options + ["a"]).exits(0)
        #expect(!(outcome.outputText + outcome.errorText).contains("hunter22"))
        #expect((outcome.outputText + outcome.errorText).contains("echo '***' | wc -c"))
    }

    @Test(arguments: [["-n"], []]) func secretVariablesAreNotTold(options: [String]) async throws {
        let outcome = try await Scenario().config(
            """
            migrate: {targets: {dev: {url: "jdbc:h2:mem:a", password: {env: PASSWORD}}}}
            tasks: {a: {run: 'echo ${env.PASSWORD} | wc -c'}}

            """
        ).variable("PASSWORD", "hunter22").run(["run"] + options + ["a"]).exits(0)
        #expect(!(outcome.outputText + outcome.errorText).contains("hunter22"))
    }

    private static let secrets = """
        migrate:
          targets:
            a: {url: "jdbc:h2:mem:a", password: {env: PASSWORD}}
            b: {url: "jdbc:h2:mem:b", password: {file: secret}}
        tasks:
          a: {run: 'echo "one $PASSWORD"; cat secret; echo "$PASSWORD" >&2'}
          b: {needs: a, if: 'echo "if $PASSWORD" >&2', run: 'printf %s "$PASSWORD"'}
          plugin: {spill: x}
        """

    /// In whatever way it is shown, and in pieces, too (15.9).
    @Test(arguments: ["raw", "group", "prefix", nil]) func secretsThatChildrenPrintAreNotTold(mode: String?)
        async throws
    {
        let options = mode.map { ["--output", $0] } ?? []
        for task in ["a", "b", "plugin"] {
            let outcome = try await Scenario().config(Self.secrets).file("secret", "sesame99\n").plugin(
                "spill", "printf hunt; \(Scenario.untilRead()); echo er22; cat secret"
            ).variable("PASSWORD", "hunter22").run(["run", "-q"] + options + [task]).exits(0)
            let text = outcome.outputText + outcome.errorText
            #expect(!text.contains("hunter22") && !text.contains("sesame99"), "\(text)")
            #expect(outcome.outputText.contains("***"), "\(text)")
        }
    }

    @Test func aTaskThatPrintsASecretIsWarnedOf() async throws {
        let outcome = try await Scenario().config(Self.secrets).file("secret", "sesame99\n").variable(
            "PASSWORD", "hunter22"
        ).run("run", "-q", "a").exits(0)
        outcome.stdout("one ***\n***\n")
        #expect(
            outcome.errorText.hasSuffix(
                "***\ndevtool: warning: the output of '/usr/bin/sh' contained a secret, shown as ***\n")
                || outcome.errorText.hasSuffix(
                    "***\ndevtool: warning: the output of '/bin/sh' contained a secret, shown as ***\n"),
            "\(outcome.errorText)")
    }

    @Test func secretOptionsAreNotTold() async throws {
        let outcome = try await Scenario().config("tasks: {a: {migrate: status, options: {password: hunter22}}}\n").run(
            "run", "-n", "a"
        ).exits(0)
        outcome.stdout("a\n  DEVTOOL_MIGRATE_PASSWORD=*** devtool migrate status\n")
    }

    @Test func aCommandThatTakesTooLongIsComplainedOfOnce() async throws {
        let server = try LoopbackSocket()
        try server.acceptSilently()
        let page = "http://127.0.0.1:\(server.port)/"
        try await Scenario().config("tasks:\n  a: {favicon: ['\(page)'], timeout: 300ms}\n").run("run", "a").stdout("")
            .stderr(
                """
                a: devtool favicon \(page)
                devtool.yml:2:3: the task 'a' failed: timed out after 300ms

                """
            ).exits(75)
        withExtendedLifetime(server) {}
    }

    @Test(arguments: ["raw", "group", "prefix"]) func oneTaskReadsWhatDevtoolIsGiven(output: String) async throws {
        let outcome = try await Scenario().config("tasks: {a: {run: cat}}\n").stdin("some text\n").run(
            "run", "-q", "--output=\(output)", "a"
        ).exits(0)
        #expect(outcome.outputText.hasSuffix("some text\n"))
    }

    @Test(arguments: [
        ("", "typed\ntyped\nend\n"), (", interactive: true", "typed\ntyped\nend\n"), (", timeout: 1m", "end\n"),
    ]) func noTaskIsStoppedForReadingFromATerminal(key: String, output: String) async throws {
        let outcome = try await Scenario().config("tasks: {a: {run: 'echo ready; head -n 1; echo end'\(key)}}\n")
            .onTerminal(typing: "typed\r", "run", "-q", "a").exits(0)
        #expect(outcome.outputText.contains(output))
    }
}
