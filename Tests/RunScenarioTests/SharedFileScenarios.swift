import Files
import TestSupport
import Testing

/// `includes` with `url` and `sha256`, and `devtool run --update-includes`.
@Suite struct SharedFileScenarios {
    private static let shared = "tasks: {here: 'cat name', say: 'echo $WORD'}\n"
    private static let other = "tasks: {here: echo other}\n"

    private static func checksum(_ text: String) -> String { Array(text.utf8).withUnsafeBytes { "\(SHA256(of: $0))" } }

    /// A project that includes a server's file as `ci`.
    private static func project(_ server: LoopbackServer, _ text: String = shared, _ more: String = "") throws
        -> Scenario
    {
        try Scenario().config(
            """
            includes:
              ci:
                url: \(server.url("/tasks.yml"))
                sha256: \(checksum(text))
            \(more)

            """
        ).file("name", "the project\n").file(".env", "WORD=hello\n")
    }

    private static func server(_ text: String = shared) throws -> LoopbackServer {
        try LoopbackServer(["/tasks.yml": .body(Array(text.utf8)), "/old": .redirect(to: "/tasks.yml")])
    }

    @Test func isFetchedOnceAndNotByARun() async throws {
        let server = try Self.server()
        let project = try Self.project(server)
        let message = """
            devtool.yml:3:10: file '.devtool/includes/ci.yml' not found
                url: \(server.url("/tasks.yml"))
                     ^
              hint: run 'devtool run --update-includes' to fetch it

            """
        for arguments in [["run", "ci:here"], ["run", "--list"], ["config", "check"]] {
            try await project.run(arguments).stdout("").stderr(message).exits(78)
        }
        #expect(server.requests.isEmpty)
        try await project.run("run", "--update-includes").stdout("").stderr("wrote .devtool/includes/ci.yml\n").exits(0)
            .file(".devtool/includes/ci.yml", Self.shared)
        try await project.run("run", "--update-includes").stdout("").stderr(".devtool/includes/ci.yml is up to date\n")
            .exits(0)
        try await project.run("config", "check").stdout("").stderr("").exits(0)
        #expect(server.requests.count == 1)
    }

    @Test func pathsStartFromTheFolderOfTheIncludingFile() async throws {
        let server = try Self.server()
        let project = try Self.project(server)
        try await project.run("run", "-q", "--update-includes").stderr("").exits(0)
        try await project.run("run", "-q", "ci:here").stdout("the project\n").exits(0)
        try await project.run("run", "-q", "ci:say").stdout("hello\n").exits(0)
        let elsewhere = try Self.project(server, Self.shared, "    dir: web").file("web/name", "the web\n")
        try await elsewhere.run("run", "-q", "--update-includes").exits(0)
        try await elsewhere.run("run", "-q", "ci:here").stdout("the web\n").exits(0)
    }

    /// A file that is included includes one of the web: both as a part of the project and as its own.
    @Test func isKeptBesideTheFileThatIncludesIt() async throws {
        let server = try Self.server()
        let project = try Scenario().config("includes: {web: web/devtool.yml}\n").file("web/name", "the web\n").file(
            "web/devtool.yml",
            "includes: {ci: {url: '\(server.url("/old"))', sha256: \(Self.checksum(Self.shared).uppercased())}}\n")
        try await project.run("run", "--update-includes").stderr("wrote .devtool/includes/ci.yml\n").exits(0).file(
            "web/.devtool/includes/ci.yml", Self.shared)
        try await project.run("run", "-q", "web:ci:here").stdout("the web\n").exits(0)
        try await project.run("run", "-q", "ci:here", in: "web").stdout("the web\n").exits(0)
        #expect(server.paths == ["/old", "/tasks.yml"])
    }

    @Test func anotherChecksumIsAnError() async throws {
        let server = try Self.server(Self.other)
        let sums = "has the SHA-256 \(Self.checksum(Self.other)), not \(Self.checksum(Self.shared))"
        let project = try Self.project(server)
        // The first of two files is as it should be, and is not written, either.
        let both = try Scenario().config(
            """
            includes:
              a: {url: '\(server.url("/tasks.yml"))', sha256: \(Self.checksum(Self.other))}
              b: {url: '\(server.url("/tasks.yml"))', sha256: \(Self.checksum(Self.shared))}
            """)
        try await both.run("run", "--update-includes").exits(65).file(".devtool/includes/a.yml", nil)
        try await project.run("run", "--update-includes").stdout("").stderr(
            """
            devtool.yml:3:10: \(server.url("/tasks.yml")) \(sums); nothing was written
                url: \(server.url("/tasks.yml"))
                     ^
              hint: if you trust the file, write sha256: \(Self.checksum(Self.other))

            """
        ).exits(65)
        #expect(project.folder.names == [".env", "devtool.yml", "name"])
        try await project.file(".devtool/includes/ci.yml", Self.other).run("run", "ci:here").stdout("").stderr(
            """
            devtool.yml:3:10: '.devtool/includes/ci.yml' \(sums)
                url: \(server.url("/tasks.yml"))
                     ^
              hint: run 'devtool run --update-includes' to fetch it

            """
        ).exits(78)
    }

    @Test func whatIsKeptIsReplaced() async throws {
        let server = try Self.server()
        let project = try Self.project(server).file(".devtool/includes/ci.yml", Self.other)
        try await project.run("run", "--update-includes").stderr("wrote .devtool/includes/ci.yml\n").exits(0).file(
            ".devtool/includes/ci.yml", Self.shared)
    }

    /// In a clone somebody may have put links there.
    @Test func noLinkLeadsElsewhere() async throws {
        let server = try Self.server()
        let project = try Self.project(server).file("precious", "mine\n")
        try await project.shell("mkdir -p .devtool/includes; ln -s ../../precious .devtool/includes/ci.yml").exits(0)
        try await project.run("run", "--update-includes").stderr("wrote .devtool/includes/ci.yml\n").exits(0).file(
            "precious", "mine\n"
        ).file(".devtool/includes/ci.yml", Self.shared)
        try await project.shell("rm -r .devtool; mkdir elsewhere; ln -s ../elsewhere .devtool").exits(0)
        try await project.run("run", "--update-includes").exits(73)
        try await project.shell("rm .devtool; ln -s elsewhere .devtool").exits(0)
        try await project.run("run", "--update-includes").stdout("").stderr(
            "devtool: '.devtool/includes' is a link to another folder\n"
        ).exits(73)
        try await project.shell("rm .devtool; mkdir -p .devtool/includes; mkfifo .devtool/includes/ci.yml").exits(0)
        try await project.run("run", "--update-includes").stderr("wrote .devtool/includes/ci.yml\n").exits(0)
    }

    @Test func includesOfItsOwnAreAnError() async throws {
        let text = "includes: {x: x.yml}\ntasks: {}\n"
        let server = try Self.server(text)
        let project = try Self.project(server, text)
        try await project.run("run", "-q", "--update-includes").exits(0)
        let outcome = try await project.run("run", "--list").stdout("").exits(78)
        #expect(
            outcome.errorText.hasPrefix(
                "devtool.yml:3:10: '.devtool/includes/ci.yml' is from the web and must not have 'includes'\n"))
    }

    @Test func whatCannotBeFetched() async throws {
        let socket = try LoopbackSocket()
        let server = try LoopbackServer([
            "/large": .body([UInt8](repeating: 0x20, count: 16 << 20 + 1)),
            "/cut": .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"),
        ])
        for (url, reason) in [
            (server.url("/none?token=abc"), "the server responded with status 404"),
            (server.url("/large"), "it is larger than 16 MiB"),
            (server.url("/cut"), "the connection closed before the response was complete"),
            ("http://127.0.0.1:\(socket.port)/", "cannot connect: Connection refused"),
        ] {
            let outcome = try await Scenario().config("includes: {ci: {url: '\(url)', sha256: \(Self.checksum(""))}}\n")
                .run("run", "--update-includes").stdout("").exits(69)
            let message = "devtool.yml:1:22: cannot download \(url.replacing("abc", with: "***")): \(reason)\n"
            #expect(outcome.errorText.hasPrefix(message), "\(outcome.errorText)")
        }
    }

    @Test func otherErrorsComeFirst() async throws {
        let server = try Self.server()
        let project = try Self.project(server)
        let text = try #require(project.folder.text("devtool.yml"))
        try await project.config("\(text)tasks: {a: {runs: x}}\n").run("run", "--update-includes").exits(78)
        #expect(server.requests.isEmpty)
        // A task that only the fetched file can have is no error.
        try await project.config("\(text)tasks: {a: {needs: 'ci:here'}}\n").run("run", "--update-includes").exits(0)
    }

    @Test func oneThatMayBeMissing() async throws {
        let server = try Self.server()
        let project = try Self.project(server, Self.shared, "    optional: true")
        let text = try #require(project.folder.text("devtool.yml"))
        try await project.config("\(text)tasks: {a: x}\n").run("run", "--list").stdout("a\n").stderr("").exits(0)
        try await project.run("run", "--update-includes").stderr("wrote .devtool/includes/ci.yml\n").exits(0)
    }

    @Test func withoutAnyThereIsNothingToDo() async throws {
        try await Scenario().config("tasks: {a: x}\n").run("run", "--update-includes").stdout("").stderr(
            "no included file has a URL\n"
        ).exits(0)
        try await Scenario().run("run", "--update-includes", "ci").stdout("").stderr(
            """
            devtool: '--update-includes' fetches all files included by URL: omit the task names
              hint: run 'devtool run --help' for usage

            """
        ).exits(64)
    }

    @Test(arguments: [
        ("{url: https://a/b}", "'includes.ci' must have either 'file' or both 'url' and 'sha256'"),
        ("{file: b.yml, url: https://a/b}", "'includes.ci' must have either 'file' or both 'url' and 'sha256'"),
        ("{file: b.yml, sha256: SUM}", "'includes.ci' must have either 'file' or both 'url' and 'sha256'"),
        ("{url: https://a/b, sha256: abc}", "'includes.ci.sha256' must be a checksum of 64 hexadecimal digits"),
        ("{url: ftp://a/b, sha256: SUM}", "'includes.ci.url' must be an http or https URL without a user name"),
        ("{url: https://me@a/b, sha256: SUM}", "'includes.ci.url' must be an http or https URL without a user name"),
        ("{dir: a}", "missing 'file' in 'includes.ci'"),
    ]) func mistakes(include: String, message: String) async throws {
        let text = "includes: {ci: \(include.replacing("SUM", with: Self.checksum("")))}\n"
        let outcome = try await Scenario().config(text).run("config", "check").stdout("").exits(78)
        #expect(outcome.errorText.firstMatch(of: /devtool\.yml:1:\d+: (.*)\n/)?.1 == message[...])
        // The only one.
        #expect(outcome.errorText.matches(of: /devtool\.yml:1:/).count == 1, "\(outcome.errorText)")
    }
}
