import TestSupport
import Testing

/// What `devtool migrate` does only when it is meant; a scripted Java tells whether it was started.
@Suite struct MigrateApprovalScenarios {
    private static func project(_ target: String = "{url: jdbc:x}") throws -> Scenario {
        try Scenario().project(target).withScriptedJava("touch started")
    }

    @Test(arguments: [
        ["drop-all"], ["dropAll"], ["rollback", "v1"], ["rollback-count", "1"], ["rollbackCount", "1"],
        ["rollback-to-date", "2020-01-01"], ["changelog-sync"], ["changelogSync"], ["clear-checksums"],
        ["clearCheckSums"],
    ]) func whatDestroysMustBeConfirmed(command: [String]) async throws {
        try await Self.project().run(["migrate"] + command).stdout("").stderr(
            """
            devtool: Run \(command[0]) on 'dev' (jdbc:x)? Confirmation required, but \
            standard input is not a terminal
              hint: use --yes to skip confirmation prompts

            """
        ).exits(64).file("started", nil)
    }

    @Test func anyWayToSayYesWillDo() async throws {
        try await Self.project().run("migrate", "--yes", "drop-all").stdout("").stderr("").exits(0).file("started", "")
        try await Self.project().run("migrate", "rollback-count", "1", "-y").stdout("").stderr("").exits(0).file(
            "started", "")
        try await Self.project().variable("DEVTOOL_ASSUME_YES", "1").run("migrate", "drop-all").stdout("").stderr("")
            .exits(0).file("started", "")
        try await Self.project().variable("DEVTOOL_ASSUME_YES", "0").run("migrate", "drop-all").stdout("").exits(64)
            .file("started", nil)
    }

    @Test(
        arguments: [
            ("y\n", 0, "", ""), ("Yes\n", 0, "", ""), ("n\n", 1, "devtool: cancelled\n", nil),
            ("\n", 1, "devtool: cancelled\n", nil), ("\u{4}", 1, "devtool: cancelled\n", nil),
        ] as [(String, Int32, String, String?)]) func theUserIsAskedOnATerminal(
            keys: String, status: Int32, said: String, started: String?
        ) async throws
    {
        let outcome = try await Self.project("{url: 'jdbc:mysql://h/d?password=hunter2', username: app}").onTerminal(
            typing: keys, "--color", "never", "migrate", "drop-all")
        outcome.exits(status).file("started", started)
        let question = "Run drop-all on 'dev' (jdbc:mysql://h/d?password=***)? [y/N] "
        let text = outcome.outputText
        #expect(text.hasPrefix(question), "\(text)")
        #expect(text.hasSuffix(said), "\(text)")
    }

    @Test func aProtectedTargetIsNotWrittenTo() async throws {
        let scenario = try Self.project("{url: jdbc:x, protected: true}")
        for command in ["update", "drop-all", "tag", "execute-sql", "release-locks"] {
            try await scenario.run(["migrate", command] + (command == "tag" ? ["v1"] : [])).stdout("").stderr(
                """
                devtool: the target 'dev' is protected, and \(command) writes to it
                  hint: use --yes to skip confirmation prompts

                """
            ).exits(64).file("started", nil)
        }
        for words in [["status"], ["update-sql"], ["rollback-sql", "v1"], ["history"], ["diff"], ["--version"]] {
            try await Self.project("{url: jdbc:x, protected: true}").run(["migrate"] + words).stdout("").stderr("")
                .exits(0).file("started", "")
        }
        try await scenario.run("migrate", "tag", "v1", "--yes").stdout("").stderr("").exits(0).file("started", "")
    }

    /// Issue 15.18: on a terminal it asks, as before what destroys.
    @Test(arguments: [("y\n", 0, ""), ("n\n", 1, nil)] as [(String, Int32, String?)])
    func ofAProtectedTargetTheUserIsAskedOnATerminal(keys: String, status: Int32, started: String?) async throws {
        let outcome = try await Self.project("{url: jdbc:x, protected: true}").onTerminal(
            typing: keys, "--color", "never", "migrate", "tag", "v1")
        outcome.exits(status).file("started", started)
        let question = "Run tag on 'dev' (jdbc:x), which is protected? [y/N] "
        #expect(outcome.outputText.hasPrefix(question), "\(outcome.outputText)")
    }

    /// Issue 15.18.
    @Test func aDryRunShowsTheQuestion() async throws {
        let outcome = try await Self.project().run("migrate", "--dry-run", "drop-all").exits(0).file("started", nil)
        #expect(outcome.errorText.hasPrefix("would ask: Run drop-all on 'dev' (jdbc:x)?\n"))
        let meant = try await Self.project().run("migrate", "--dry-run", "--yes", "drop-all").exits(0)
        #expect(!meant.errorText.contains("would ask"))
    }

    @Test func oneProtectedTargetAmongSeveralIsEnough() async throws {
        try await Self.project().config(
            """
            migrate:
              targets:
                dev: {url: jdbc:d}
                prod: {url: jdbc:p, protected: true}

            """
        ).run("migrate", "--all-targets", "tag", "v1").stdout("").stderr(
            """
            devtool: the target 'prod' is protected, and tag writes to it
              hint: use --yes to skip confirmation prompts

            """
        ).exits(64).file("started", nil)
    }
}
