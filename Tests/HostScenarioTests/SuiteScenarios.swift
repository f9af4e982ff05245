import Foundation
import TestSupport
import Testing

/// The suite of the documentation's articles, beside devtool.
@Suite struct SuiteScenarios {
    private static let ourtool = URL(filePath: Scenario.devtool).deletingLastPathComponent().appending(path: "ourtool")
        .path

    /// Each warned about the sections of the other.
    ///
    /// See: first minutes with 0.2.0, U19.
    @Test func suitesShareAFile() async throws {
        let scenario = try Scenario().config(
            """
            greet: {greeting: Welcome}
            welcome: {token: {env: TEAM_TOKEN}}
            cards: {format: "{number}: "}
            favicon: {for: tab}
            migrate: {changelog: c.xml}
            run: {jobs: 1}
            tasks: {a: echo a}
            includes: {}
            vars: {}
            env: {}
            dotenv: []
            """)
        try await scenario.program(Self.ourtool, "greet", "Ada").stdout("Welcome, Ada\n").stderr("").exits(0)
        try await scenario.program(Self.ourtool, "config", "get", "greet.greeting").stdout("Welcome\n").stderr("")
            .exits(0)
        try await scenario.run("run", "-q", "a").stdout("a\n").stderr("").exits(0)
        try await scenario.run("config", "get", "cards.format").stdout("{number}: \n").stderr("").exits(0)
        let own = try await scenario.program(Self.ourtool, "config", "check").stdout("").exits(0)
        #expect(own.errorText.matches(of: /: note: unknown section/).count == 8, "\(own.errorText)")
        let check = try await scenario.run("config", "check").stdout("").exits(0)
        #expect(check.errorText.matches(of: /: note: unknown section '(greet|welcome)'/).count == 2)
        try await scenario.config("gret: {greeting: Welcome}").program(Self.ourtool, "greet", "Ada").exits(78)
    }

    /// One command accepts global options after its name, the other before it only.
    @Test func globalOptionsOfASuite() async throws {
        let scenario = Scenario()
        let outcome = try await scenario.program(Self.ourtool, "greet", "nobody", "--report", "sarif=x.sarif").exits(1)
        #expect(outcome.folder.text("x.sarif")?.contains("there is nobody") == true)
        try await scenario.program(Self.ourtool, "welcome", "--report", "sarif=x.sarif").stdout("").stderr(
            """
            ourtool: unknown option '--report'
              hint: write '--report' before the command, as it is a global option

            """
        ).exits(64)
    }

    @Test func aSecretReachesAProgram() async throws {
        let scenario = try Scenario().config("welcome: {token: {env: T}}").file(
            "bin/team", "#!/bin/sh\necho \"token $TEAM_TOKEN\" >&2; echo '[\"Ada\"]'\n"
        ).executable("bin/team").path("bin").variable("T", "s3cret")
        try await scenario.program(Self.ourtool, "welcome").stdout("Hello, Ada\n").stderr("token ***\n").exits(0)
        try await scenario.variable("T", nil).program(Self.ourtool, "welcome").stdout("").stderr(
            """
            devtool.yml:1:19: the environment variable T is not set
            welcome: {token: {env: T}}
                              ^

            """
        ).exits(78)
    }

    @Test func anExampleIsInTheHelp() async throws {
        let help = try await Scenario().program(Self.ourtool, "welcome", "--help").exits(0).outputText
        #expect(
            help.contains("\n  # Write down who was greeted.\n  ourtool welcome --journal greeted.json\n"), "\(help)")
    }
}
