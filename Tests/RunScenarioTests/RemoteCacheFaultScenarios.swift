import TestSupport
import Testing

/// `devtool run` with a `run.remote-cache` that is not there, or does not speak as it should: one warning, and the
/// tasks run.
@Suite(.takingTurns) struct RemoteCacheFaultScenarios {
    private func expectWarning(_ address: String, _ reason: String, _ settings: String = "") async throws {
        try await RemoteCacheScenarios.machine(address, writes: true, settings).run("run", "-q", "use").stdout(
            "built\n1\n"
        ).stderr(RemoteCacheScenarios.warning(address, reason)).exits(0)
    }

    /// One that does not answer: how far it came by the end of the time depends on the machine.
    private func expectTimeout(_ address: String, _ outcome: Outcome) {
        let start = RemoteCacheScenarios.warning(address, "timed out while ").dropLast()
        #expect(outcome.errorText.hasPrefix(start), "\(outcome.errorText)")
        #expect(outcome.errorText.split(separator: "\n").count == 1, "\(outcome.errorText)")
    }

    @Test func nobodyListens() async throws {
        let socket = try LoopbackSocket()
        try await expectWarning("http://127.0.0.1:\(socket.port)/", "cannot connect: Connection refused")
    }

    @Test func nobodyAnswers() async throws {
        let socket = try LoopbackSocket()
        try socket.acceptSilently()
        let address = "http://127.0.0.1:\(socket.port)/"
        let machine = try RemoteCacheScenarios.machine(address, writes: true, "  remote-cache-timeout: 300ms\n")
        try await expectTimeout(address, machine.run("run", "-q", "use").stdout("built\n1\n").exits(0))
    }

    @Test(
        arguments: [
            (.text("", status: "401 Unauthorized"), "the server responded with status 401"),
            (.text("", status: "403 Forbidden"), "the server responded with status 403"),
            (.text("", status: "500 Internal Server Error"), "the server responded with status 500"),
            (.text("", status: "204 No Content"), "the server responded with status 204"),
            (
                .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"),
                "the connection closed before the response was complete"
            ), (.raw(""), "the connection closed before the response was complete"),
            (.raw("no HTTP\n"), "transfer failed: Received HTTP/0.9 when not allowed"),
            (
                .raw("HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 300_000))\r\n\r\n"),
                "transfer failed: a line of the header is larger than 100 KiB"
            ), (.redirect(to: "http://127.0.0.1:1/"), "too many redirects"),
        ] as [(CannedResponse, String)]) func whatAServerSays(response: CannedResponse, reason: String) async throws
    {
        let server = try LoopbackServer(["*": response])
        try await expectWarning(server.url("/"), reason)
        #expect(server.requests.count == 1)
    }

    /// libcurl asks whether to send, and waits a second for servers that do not answer that.
    @Test func anUploadAsksNothing() async throws {
        let server = try LoopbackServer(["*": .text("", status: "404 Not Found")])
        let machine = try RemoteCacheScenarios.machine(server.url("/"), writes: true)
        try await machine.run("run", "-q", "use").stdout("built\n1\n").exits(0)
        let uploads = server.requests.filter { $0.hasPrefix("PUT ") }
        #expect(!uploads.isEmpty)
        #expect(uploads.allSatisfy { !$0.lowercased().contains("\nexpect") }, "\(uploads)")
    }

    /// The wrong length, and a page that a proxy shows for every address.
    @Test(
        arguments: [
            .html("<title>Log in</title>"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlonger than that"),
        ] as [CannedResponse]) func anotherAnswer(response: CannedResponse) async throws
    {
        let server = try LoopbackServer(["*": response])
        let outcome = try await RemoteCacheScenarios.machine(server.url("/")).run("run", "-q", "gen").stdout("built\n")
            .exits(0)
        let key = try #require(server.paths.first?.dropFirst(1))
        outcome.stderr(RemoteCacheScenarios.warning(server.url("/"), "the entry \(key) is not a devtool result"))
    }

    /// The tasks do not ask again, and wait no second time.
    @Test func ofManyTasksOneAsks() async throws {
        let socket = try LoopbackSocket()
        try socket.acceptSilently()
        let address = "http://127.0.0.1:\(socket.port)/"
        let tasks = (1...20).map { "  t\($0): {run: cp src/a t\($0), sources: src, outputs: t\($0), cache: true}" }
        let needs = (1...20).map { "[t\($0)]" }.joined(separator: ", ")
        let machine = try RemoteCacheScenarios.machine(address, writes: true).config(
            "run: {remote-cache: '\(address)', remote-cache-timeout: 300ms}\ntasks:\n  all: {needs: [\(needs)]}\n"
                + tasks.joined(separator: "\n"))
        try await expectTimeout(address, machine.run("run", "-q", "all").exits(0))
    }

    /// Of eight tasks at once, four wait for the server, and four for these; they do not blame it.
    @Test func tasksThatWaitForOthersAreNoReason() async throws {
        let socket = try LoopbackSocket()
        try socket.acceptSilently()
        let address = "http://127.0.0.1:\(socket.port)/"
        let tasks = (1...8).map { "  t\($0): {run: cp src/a t\($0), sources: src, outputs: t\($0), cache: true}" }
        let machine = try RemoteCacheScenarios.machine(address, writes: true).config(
            "run: {remote-cache: '\(address)', remote-cache-timeout: 300ms}\ntasks:\n  all: {needs: 't*'}\n"
                + tasks.joined(separator: "\n"))
        try await expectTimeout(address, machine.run("run", "-q", "-j8", "all").exits(0))
    }

    /// One that has no other access is not asked for tasks that are not stored.
    @Test func withoutStoredResultsNothingIsAsked() async throws {
        let server = try LoopbackServer([:])
        let machine = try RemoteCacheScenarios.machine(server.url("/"), "  remote-cache-token: {env: NONE}\n")
        try await machine.config(
            try #require(machine.folder.text("devtool.yml")).replacing("cache: true", with: "cache: false")
        ).run("run", "-q", "use").stderr("").exits(0)
        try await RemoteCacheScenarios.machine(server.url("/")).run("run", "--dry-run", "use").stderr("").exits(0)
        #expect(server.requests.isEmpty)
    }

    @Test func withoutLibcurl() async throws {
        let machine = try RemoteCacheScenarios.machine("http://127.0.0.1:1/").withoutLibraries("libcurl")
        let outcome = try await machine.run("run", "-q", "gen").stdout("built\n").exits(0)
        #expect(
            outcome.errorText.hasPrefix(
                "devtool: warning: not using the remote cache http://127.0.0.1:1/: cannot use libcurl: "))
        #expect(outcome.errorText.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        ("ftp://a/", "must be an http or https URL, not ftp://a/"),
        ("cache", "must be an http or https URL, not cache"),
        ("https://a/?b", "must not have a user name, a query or a fragment"),
        ("https://a/#b", "must not have a user name, a query or a fragment"),
    ]) func anAddressThatIsNone(address: String, problem: String) async throws {
        try await RemoteCacheScenarios.machine(address).run("config", "check").stderr(
            """
            devtool.yml:2:17: 'run.remote-cache' \(problem)
              remote-cache: \(address)
                            ^

            """
        ).exits(78)
    }

    @Test func secretsThatDoNotGoTogether() async throws {
        for settings in [
            "  remote-cache-username: ci\n", "  remote-cache-password: {env: A}\n",
            "  remote-cache-username: ci\n  remote-cache-token: {env: A}\n",
        ] {
            for words in [["run", "gen"], ["config", "check"]] {
                let outcome = try await RemoteCacheScenarios.machine("https://a/", settings).run(words).exits(78)
                #expect(
                    outcome.errorText.contains(
                        ": 'remote-cache-username' and 'remote-cache-password' must be set together, without 'remote-cache-token'\n"
                    ))
            }
        }
    }

    @Test func aSecretIsNotSentUnencrypted() async throws {
        try await RemoteCacheScenarios.machine("http://cache.invalid/", "  remote-cache-token: {env: A}\n").run(
            "run", "gen"
        ).stdout("").stderr(
            """
            devtool.yml:2:17: 'run.remote-cache' must be an https URL: otherwise the secret is sent unencrypted
              remote-cache: http://cache.invalid/
                            ^

            """
        ).exits(78)
    }

    @Test func aSecretOfTheUsersIsNotSentToAnAddressOfTheProject() async throws {
        let machine = try RemoteCacheScenarios.machine("https://cache.invalid/").file(
            ".config/devtool/config.yml", "run: {remote-cache-token: {env: A}}\n")
        try await machine.run("run", "gen").stdout("").stderr(
            """
            devtool.yml:2:17: 'run.remote-cache-token' from your own configuration is not sent to the 'remote-cache' set by the project
              remote-cache: https://cache.invalid/
                            ^
              hint: set 'remote-cache' in your own configuration too, or set the secret in the project's configuration

            """
        ).exits(78)
    }
}
