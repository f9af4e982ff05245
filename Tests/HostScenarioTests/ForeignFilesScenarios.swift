import Foundation
import TestSupport
import Testing

/// Files that devtool finds by itself and that another user owns, who would decide what it runs: they are
/// not obeyed, as Git obeys no repository of another user.
@Suite(.enabled(if: geteuid() == 0, "only root may give files away")) struct ForeignFilesScenarios {
    private static let configuration = "tasks: { hi: { run: echo hi } }\n"

    /// What devtool says of the `devtool.yml` when it is run in a folder below.
    private static func refusal(of name: String, alternative: String = ", or specify it with --config") -> String {
        """
        devtool: '\(name)' is owned by another user, so it is not used
          hint: if you trust it, set DEVTOOL_SAFE_DIRECTORY=[DIR]\(alternative)

        """
    }

    /// A project whose `devtool.yml` is another user's.
    private func project() throws -> Scenario {
        try Scenario().config(Self.configuration).file("below/board.json", "{}").file(
            "page.html", "<link rel=icon href='data:,'>"
        ).file(".local/share/devtool/plugins/devtool-hello", "#!/bin/sh\necho hello\n")
    }

    private func giveAway(_ names: String...) -> String { "chown -h 65534 \(names.joined(separator: " "))" }

    @Test(arguments: [
        "config", "config get run.jobs", "config check", "run hi", "run --list", "migrate status", "migrate targets",
        "migrate lint", "cards below/board.json", "favicon page.html", "hello",
    ]) func aConfigurationOfAnotherUser(command: String) async throws {
        try await project().shell(
            """
            chmod 755 .local/share/devtool/plugins/*; \(giveAway("devtool.yml"))
            $devtool \(command)
            """
        ).stdout("").stderr(Self.refusal(of: "devtool.yml")).exits(78)
    }

    @Test func oneInAFolderAbove() async throws {
        try await project().shell("\(giveAway("devtool.yml")); cd below; $devtool cards board.json").stdout("").stderr(
            Self.refusal(of: "[DIR]/devtool.yml")
        ).exits(78)
    }

    /// Its owner has no say in where it leads.
    @Test func aLinkOfAnotherUserToAFileOfOnesOwn() async throws {
        try await project().shell(
            """
            mkdir own; mv devtool.yml own; ln -s own/devtool.yml .; \(giveAway("devtool.yml"))
            $devtool run hi
            """
        ).stdout("").stderr(Self.refusal(of: "devtool.yml")).exits(78)
    }

    /// What does not need it goes on.
    @Test func helpAndCompletions() async throws {
        let outcome = try await project().shell(
            """
            \(giveAway("devtool.yml"))
            { $devtool --help; $devtool plugins; $devtool completions bash; } >/dev/null || echo no
            """)
        outcome.stdout("").stderr("").exits(0)
    }

    @Test func theDoctorTells() async throws {
        let outcome = try await project().shell("\(giveAway("devtool.yml")); $devtool doctor")
        outcome.exits(1)
        #expect(outcome.outputText.contains("'devtool.yml' is owned by another user"))
        #expect(outcome.outputText.contains("DEVTOOL_SAFE_DIRECTORY=[DIR]"))
    }

    @Test(arguments: [
        "DEVTOOL_SAFE_DIRECTORY=$PWD $devtool", "DEVTOOL_SAFE_DIRECTORY=/nowhere:$PWD/ $devtool",
        "DEVTOOL_SAFE_DIRECTORY=${PWD%/*}/'*' $devtool", "DEVTOOL_SAFE_DIRECTORY='*' $devtool",
        "$devtool --config devtool.yml", "DEVTOOL_CONFIG=devtool.yml $devtool",
        // As root by sudo, as Git does it.
        "SUDO_UID=65534 $devtool",
    ]) func theWaysOut(call: String) async throws {
        try await project().file(".env", "DEVTOOL_RUN_JOBS=2\n").shell(
            "\(giveAway("devtool.yml", ".env")); \(call) -q run hi"
        ).stdout("hi\n").stderr("").exits(0)
    }

    @Test(arguments: [
        "DEVTOOL_SAFE_DIRECTORY=${PWD%/*}", "DEVTOOL_SAFE_DIRECTORY=/nowhere/'*'", "DEVTOOL_SAFE_DIRECTORY=${PWD%?}'*'",
        "DEVTOOL_SAFE_DIRECTORY=.", "DEVTOOL_CONFIG=", "SUDO_UID=65533",
    ]) func whatIsNoWayOut(variable: String) async throws {
        try await project().shell("\(giveAway("devtool.yml")); \(variable) $devtool run hi").stdout("").stderr(
            Self.refusal(of: "devtool.yml")
        ).exits(78)
    }

    /// In the folder of a file of one's own another user may have put theirs.
    @Test(arguments: ["", "--config devtool.yml"]) func variablesOfAnotherUser(option: String) async throws {
        try await project().file(".env", "DEVTOOL_RUN_JOBS=2\n").shell("\(giveAway(".env")); $devtool \(option) run hi")
            .stdout("").stderr(Self.refusal(of: ".env", alternative: "")).exits(78)
    }

    @Test(arguments: ["liquibase.properties", "liquibase.local.properties"]) func propertiesOfAnotherUser(name: String)
        async throws
    {
        try await Scenario().config("migrate: { changelog: a.xml, url: 'jdbc:sqlite:a.db' }\n").file(
            name, "classpath: evil.jar\n"
        ).shell("\(giveAway(name)); $devtool migrate targets").stdout("").stderr(
            Self.refusal(of: name, alternative: "")
        ).exits(78)
    }

    @Test func aCacheOfAnotherUser() async throws {
        let config = "tasks: { hi: { run: echo hi, sources: [devtool.yml], outputs: [out] } }\n"
        try await Scenario().config(config).file(".cache/devtool/x", "").shell(
            "\(giveAway(".cache/devtool")); $devtool run hi"
        ).stdout("").stderr(
            """
            devtool: '[DIR]/.cache/devtool' is owned by another user, so it is not used
              hint: if you trust it, set DEVTOOL_SAFE_DIRECTORY=[DIR]/.cache

            """
        ).exits(73)
    }

    /// As with Git, root's count as anybody's.
    @Test func rootsFileAsAnotherUser() async throws {
        try await project().shell(
            """
            chmod 755 .; cp "$devtool" program
            \(Scenario.asUser) nobody ./program config
            """
        ).stdout("").stderr(Self.refusal(of: "devtool.yml")).exits(78)
    }
}
