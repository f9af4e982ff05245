import Foundation
import TestSupport
import Testing

/// Secrets of tasks: `env: {TOKEN: {env: MY_TOKEN, secret: true}}`.
@Suite struct RunSecretScenarios {
    private static let project = """
        tasks:
          show:
            env: {TOKEN: {env: MY_TOKEN, secret: true}, PLAIN: text}
            run: echo "$TOKEN $PLAIN"

        """

    @Test func aSecretIsHiddenInOutputAndReports() async throws {
        let fails = "  fails: {needs: show, env: {A: {env: MY_TOKEN, secret: true}}, run: 'echo \"$A!\"; exit 3'}"
        let outcome = try await Scenario().config(Self.project + fails).variable("MY_TOKEN", "hunter2").run(
            "run", "-v", "--report", "junit=r.xml", "--report", "sarif=r.sarif", "fails")
        outcome.stdout("*** text\n***!\n").exits(3)
        for text in [outcome.errorText, outcome.folder.text("r.xml") ?? "", outcome.folder.text("r.sarif") ?? ""] {
            #expect(!text.contains("hunter2") && !text.isEmpty)
        }
    }

    @Test func aFileAndACommandAreSourcesToo() async throws {
        try await Scenario().config(
            """
            tasks:
              show:
                env: {A: {file: token, secret: true}, B: {command: [./print], secret: true}}
                run: echo "$A $B" | tr a-z A-Z
            """
        ).file("token", "from-file\n").file("print", "#!/bin/sh\necho x >>count; echo printed\n").executable("print")
            .program("/bin/sh", "-c", #"chmod 600 token; "$0" run -q -p show show; cat count"#, Scenario.devtool)
            .stdout("FROM-FILE PRINTED\nx\n").stderr("").exits(0)
    }

    /// One command, though it is the secret of several tasks, whose values are what it has printed.
    @Test func aSecretIsResolvedOnce() async throws {
        try await Scenario().config(
            """
            env: {A: {command: [sh, -c, "echo x >>count; wc -l <count | tr -d ' '; echo secret"], secret: true}}
            tasks: {all: {needs: [a, b]}, a: 'echo "$A" >a', b: 'echo "$A" >b'}
            """
        ).program("/bin/sh", "-c", #""$0" run -q all; cat a b count"#, Scenario.devtool).stdout(
            "1\nsecret\n1\nsecret\nx\n"
        ).stderr("").exits(0)
    }

    @Test func nothingThatOnlyTellsOfTheRunResolvesIt() async throws {
        let scenario = try Scenario().config(
            "tasks: {a: {env: {A: {command: [./missing], secret: true}, B: b}, run: 'echo $A'}}")
        try await scenario.run("run", "--env", "a").stdout(
            """
            NAME   VALUE  FROM
            env.A  ***    devtool.yml:1
            env.B  b      devtool.yml:1

            """
        ).stderr("").exits(0)
        try await scenario.run("run", "--dry-run", "a").stdout("a\n  echo $A\n").stderr("").exits(0)
        try await scenario.run("config", "check").stdout("").exits(0)
    }

    @Test func GitHubMasksIt() async throws {
        let outcome = try await Scenario().config(Self.project).variable("MY_TOKEN", "hunter2").variable(
            "GITHUB_ACTIONS", "true"
        ).run("run", "show")
        outcome.exits(0)
        #expect(outcome.errorText.hasPrefix("::add-mask::hunter2\n"), "\(outcome.errorText)")
        #expect(!outcome.outputText.contains("hunter2"))
    }

    /// As with all findings of a task, so that they are not in the group of another one.
    @Test func theWarningOfASecretInTheOutputIsInTheTasksGroup() async throws {
        let outcome = try await Scenario().config(
            "tasks: {all: {needs: a, run: echo all}, a: {env: {A: {env: MY_TOKEN, secret: true}}, run: echo $A}}"
        ).variable("MY_TOKEN", "hunter2").variable("GITHUB_ACTIONS", "true").run("run", "all")
        outcome.exits(0)
        // The shell is the first on the path.
        let text = outcome.errorText.replacing("/usr/bin/sh", with: "/bin/sh")
        #expect(
            text.contains(
                """
                ::group::a
                a: echo $A
                devtool: warning: the output of '/bin/sh' contained a secret, shown as ***
                ::warning::the output of '/bin/sh' contained a secret, shown as ***
                ::endgroup::

                """), "\(text)")
    }

    /// Neither the secret nor a checksum of it is stored, so another value makes no difference.
    @Test func aSecretIsNoInputOfStoredResults() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: {env: {A: {env: MY_TOKEN, secret: true}}, run: cp in out, sources: in, outputs: out, cache: true}
            """
        ).file("in", "1")
        try await scenario.variable("MY_TOKEN", "hunter2").run("run", "a").stderr("a: cp in out\n").exits(0)
        try await scenario.variable("MY_TOKEN", "other").run("run", "a").stderr("a: up to date\n").exits(0)
        try await scenario.program("/bin/sh", "-c", "rm out; grep -rl hunter2 .cache").stdout("").exits(1)
        try await scenario.variable("MY_TOKEN", "third").run("run", "a").stderr("a: restored\n").exits(0)
    }

    @Test func aSecretThatIsMissingIsAnErrorBeforeAnythingStarts() async throws {
        try await Scenario().config(Self.project + "  all: {needs: [other, show]}\n  other: touch begun\n").program(
            "/bin/sh", "-c", #""$0" run all; ls"#, Scenario.devtool
        ).stdout("devtool.yml\n").stderr(
            """
            devtool.yml:3:19: the environment variable MY_TOKEN is not set
                env: {TOKEN: {env: MY_TOKEN, secret: true}, PLAIN: text}
                              ^

            """
        ).exits(0)
    }

    @Test(arguments: [
        (
            "env: {A: {env: B}}, run: x",
            """
            devtool.yml:1:23: 'tasks.a.env.A' refers to a secret, but has no 'secret: true'
            tasks: {a: {env: {A: {env: B}}, run: x}}
                                  ^
              hint: write {env: B, secret: true}, or "${B}" for a value that may be shown

            """
        ),
        (
            "vars: {A: {file: b}}, run: x",
            """
            devtool.yml:1:24: 'tasks.a.vars.A' refers to a secret, but has no 'secret: true'
            tasks: {a: {vars: {A: {file: b}}, run: x}}
                                   ^
              hint: set secrets in 'env': {file: b, secret: true}

            """
        ),
        (
            "vars: {A: {env: b, secret: true}}, run: x",
            """
            devtool.yml:1:32: 'tasks.a.vars.A' cannot be a secret
            tasks: {a: {vars: {A: {env: b, secret: true}}, run: x}}
                                           ^
              hint: set it in 'env'

            """
        ),
        (
            "env: {A: {env: b, secret: false}}, run: x",
            """
            devtool.yml:1:31: 'tasks.a.env.A.secret' must be true
            tasks: {a: {env: {A: {env: b, secret: false}}, run: x}}
                                          ^

            """
        ),
        (
            "env: {A: {secret: true}}, run: x",
            """
            devtool.yml:1:22: 'tasks.a.env.A' must be a reference to a secret
              hint: write A: {env: NAME_OF_A_VARIABLE, secret: true}

            """
        ),
        (
            "env: {A: {shell: b, secret: true}}, run: x",
            """
            devtool.yml:1:23: unknown key 'shell' in 'tasks.a.env.A'
              hint: known: env, file, command

            """
        ),
    ]) func whatIsNoReferenceIsAnError(keys: String, message: String) async throws {
        try await Scenario().config("tasks: {a: {\(keys)}}").run("run", "a").stdout("").stderr(message).exits(78)
    }

    @Test func aTextCannotContainASecret() async throws {
        try await Scenario().config("tasks: {a: {env: {A: {env: HOME, secret: true}}, run: 'echo ${env.A}'}}").run(
            "run", "a"
        ).stdout("").stderr(
            """
            devtool.yml:1:61: 'A' is a secret and cannot be inserted into text
            tasks: {a: {env: {A: {env: HOME, secret: true}}, run: 'echo ${env.A}'}}
                                                                        ^
              hint: let the program read it, as a shell line does with $A

            """
        ).exits(78)
    }

    /// The task's variable is what the reference of a setting finds.
    @Test func aSettingOfACommandMayReferToIt() async throws {
        try await Scenario().config(
            """
            migrate: {targets: {dev: {url: jdbc:x, password: {env: DB}}}}
            tasks: {a: {env: {DB: {env: MY_TOKEN, secret: true}}, config: [get, migrate.targets.dev.password, --reveal]}}
            """
        ).variable("MY_TOKEN", "hunter2").run("run", "-q", "a").stdout("hunter2\n").exits(0)
    }
}
