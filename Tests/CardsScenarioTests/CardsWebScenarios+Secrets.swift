import Foundation
import SystemPackage
import TestSupport
import Testing

/// Who gets the key and the token, and what is wrong with the settings that name them.
extension CardsWebScenarios {
    @Test func anotherServerGetsNoCredentials() async throws {
        let api = try LoopbackServer([:])
        let other = try LoopbackServer(["/board.json": Self.json])
        try await project(api).run("cards", other.url("/board.json")).stdout(Self.numbered).stderr("").exits(0)
        #expect(!(try #require(other.requests.first).contains("uthorization")))
        // A secret that is not needed need not be there.
        try await project(api).variable("TRELLO_KEY", "").run("cards", other.url("/board.json")).stderr("").exits(0)
    }

    @Test func aRedirectToAnotherServerCarriesNoCredentials() async throws {
        let other = try LoopbackServer(["/board.json": Self.json])
        let server = try server(.redirect(to: other.url("/board.json")))
        try await project(server).run("cards", Self.page).stdout(Self.numbered).exits(0)
        #expect(try #require(server.requests.first).contains(Self.authorization))
        let request = try #require(other.requests.first)
        #expect(!request.contains("uthorization"))
        #expect(!request.contains("ATTAtoken"))
    }

    /// See issue 24: a project's address got what is the user's.
    @Test(arguments: [
        ("devtool.yml", "cards:\n  api: ADDRESS\n", "devtool.yml:2:8"),
        (".env", "DEVTOOL_CARDS_API=ADDRESS\n", ".env:1:1"),
        ("devtool.yml", "env: {DEVTOOL_CARDS_API: ADDRESS}\ntasks: {a: {cards: [PAGE]}}\n", "devtool.yml:2:9"),
        ("devtool.yml", "tasks: {a: {cards: [PAGE], env: {DEVTOOL_CARDS_API: ADDRESS}}}\n", "devtool.yml:1:9"),
    ]) func theUsersTokenGoesToNoAddressOfAProject(_ file: String, _ text: String, _ place: String) async throws {
        let api = try server(Self.json)
        let own = ".config/devtool/config.yml"
        let secrets = "cards:\n  key: {env: TRELLO_KEY}\n  token: {env: TRELLO_TOKEN}\n"
        let scenario = try project(api).config("{}\n").file(
            file, text.replacing("ADDRESS", with: api.url("")).replacing("PAGE", with: Self.page))
        let command = text.contains("tasks") ? ["run", "a"] : ["cards", Self.page]
        let message =
            "\(place): 'cards.token' from your own configuration is not sent to the 'api' set by the project\n"
        let hint = "  hint: set 'api' in your own configuration too, or set the secret in the project's configuration\n"
        let variables = scenario.variable("DEVTOOL_CARDS_KEY", "k0123").variable("DEVTOOL_CARDS_TOKEN", "ATTAtoken")
        for (scenario, text) in [(scenario, secrets), (variables, "{}\n")] {
            let outcome = try await scenario.file(own, text).run(command).stdout("").exits(78)
            #expect(outcome.errorText.contains(message))
            #expect(outcome.errorText.contains(hint))
        }
        #expect(api.requests.isEmpty)
        if command[0] == "run" { return }
        // The user may trust it.
        try await scenario.file(own, secrets).variable("DEVTOOL_CARDS_API", api.url("")).run("cards", Self.page).stdout(
            Self.numbered
        ).exits(0)
        #expect(api.requests.count == 1)
    }

    /// See issue 24: what a user's own file leaves open, a project's `.env` would have filled in.
    @Test func aProjectHasNoSayInTheUsersOwnFile() async throws {
        let server = try server(Self.json)
        let api = try LoopbackServer([:])
        let scenario = try project(server).config("{}\n").file(".env", "API=\(api.url(""))\n").file(
            ".config/devtool/config.yml",
            """
            cards:
              api: ${API:-\(server.url(""))}
              key: {env: TRELLO_KEY}
              token: {env: TRELLO_TOKEN}

            """)
        try await scenario.run("cards", Self.page).stdout(Self.numbered).exits(0)
        #expect(api.requests.isEmpty)
    }

    /// A server that repeats the token does not make it appear anywhere.
    @Test func theTokenIsShownNowhere() async throws {
        let server = try server(.text("bad ATTAtoken of k0123", status: "401 Unauthorized"))
        let outcome = try await project(server).run(
            "--verbose", "--report", "json=r.json", "--report", "sarif=r.sarif", "--report", "junit=r.xml", "cards",
            Self.page
        ).stdout("").exits(77)
        #expect(outcome.errorText.contains(": the server responded with status 401: bad *** of ***\n"))
        for text in [outcome.errorText] + ["r.json", "r.sarif", "r.xml"].map({ outcome.folder.text($0) ?? "" }) {
            #expect(text.contains("the server responded with status 401"))
            #expect(!text.contains("ATTAtoken") && !text.contains("k0123"))
        }
    }

    // See: audit of 0.2.0, E5.
    @Test func noPartOfTheTokenIsShown() async throws {
        let long = String(repeating: "p", count: 195) + "ATTAtoken"
        let server = try server(.text(long, status: "401 Unauthorized"))
        let refused = try await project(server).run("cards", Self.page).stdout("").exits(77)
        #expect(refused.errorText.contains("pp***\n"), "\(refused.errorText)")
        // The excerpt shows 40 columns before the place.
        let broken = "[" + String(repeating: " ", count: 20) + "\"ATTAtoken\"" + String(repeating: " ", count: 36) + "x"
        let answer = try self.server(.text(broken, status: "200 OK"))
        let outcome = try await project(answer).run("cards", Self.page).stdout("")
        #expect(!outcome.errorText.contains("token\""), "\(outcome.errorText)")
    }

    @Test func theTokenIsOnNoCommandLine() async throws {
        let server = try server(Self.json)
        let scenario = try project(server, "", token: "{command: [./ask]}").file(
            "ask", "#!/bin/sh\ncat /proc/$PPID/cmdline >line\necho ATTAtoken\n")
        try scenario.makeExecutable("ask")
        let outcome = try await scenario.run("cards", Self.page).stdout(Self.numbered).stderr("").exits(0)
        let line = try #require(outcome.folder.text("line"))
        #expect(line.hasSuffix("\0cards\0\(Self.page)\0"))
        #expect(try #require(server.requests.first).contains(Self.authorization))
    }

    @Test(arguments: [
        ("key: {env: HOME}", "2:8: 'cards.key' is set but 'cards.token' is not; both are required"),
        ("token: {env: HOME}", "2:10: 'cards.token' is set but 'cards.key' is not; both are required"),
        ("api: http://ex.test", "2:8: 'cards.api' must be an https URL"),
        ("api: ex.test", "2:8: 'cards.api' must be an http or https URL, not ex.test"),
        ("{key: {env: BAD}, token: {env: HOME}}", "2:9: 'cards.key' and 'cards.token' must each be a single"),
        ("tokn: x", "2:3: unknown key 'tokn' in 'cards'"),
    ]) func wrongSettings(_ setting: String, _ message: String) async throws {
        let outcome = try await Scenario().config("cards:\n  \(setting)\n").variable("BAD", "a\nb").run(
            "cards", Self.page
        ).stdout("").exits(78)
        #expect(outcome.errorText.hasPrefix("devtool.yml:\(message)"))
    }

    @Test func wrongURLs() async throws {
        try await Scenario().run("cards", "ftp://u:secret@ex.test/board.json").stdout("").stderr(
            "devtool: ftp://ex.test/board.json: not an http or https URL\n"
        ).exits(64)
        for option in ["-i", "--in-place"] {
            let outcome = try await Scenario().run("cards", option, Self.page).stdout("").exits(64)
            #expect(outcome.errorText.hasPrefix("devtool: '--in-place' requires a file; it cannot replace a URL\n"))
        }
    }
}
