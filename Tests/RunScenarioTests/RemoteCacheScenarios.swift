import Files
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import TaskRunner

/// `devtool run` with `run.remote-cache` at Debian's nginx, a server with WebDAV.
@Suite(.takingTurns, .enabled(if: NginxServer.isAvailable, "nginx and openssl are not installed"))
struct RemoteCacheScenarios {
    private static let dav = "dav_methods PUT; create_full_put_path on; client_max_body_size 0;"

    /// A machine with a copy of the project, and no stored results.
    static func machine(_ address: String, writes: Bool = false, _ settings: String = "") throws -> Scenario {
        try Scenario().file("src/a", "1\n").config(
            "run:\n  remote-cache: \(address)\n\(settings)\(RunCacheScenarios.config)\n"
        ).variable("DEVTOOL_RUN_REMOTE_CACHE_WRITE", writes ? "true" : nil)
    }

    /// A server to which one machine has sent its result.
    private static func filled(_ directives: String = dav) async throws -> NginxServer {
        let server = try NginxServer([:], directives: directives)
        try await machine(server.url("/"), writes: true).run("run", "-q", "gen").stdout("built\n").stderr("").exits(0)
        return server
    }

    /// The only file of a folder of the server.
    private static func entry(_ folder: String, of server: NginxServer) throws -> FilePath {
        let folder = server.files.appending(folder)
        #expect(folder.entryNames().count == 1)
        return folder.appending(try #require(folder.entryNames().first))
    }

    static func warning(_ address: String, _ reason: String, _ what: String = "using") -> String {
        "devtool: warning: not \(what) the remote cache \(address): \(reason)\n"
    }

    @Test func whatOneMachineSendsAnotherRestores() async throws {
        let server = try await Self.filled()
        let other = try Self.machine(server.url("/"))
        try await other.run("run", "--why", "--report", "json=report", "use").stdout("1\n").says(
            """
            gen is restored from the remote cache: never run
            use: cat out/all
            TASK  RESULT                          TIME
            gen   restored from the remote cache  TIME
            use   ok                              TIME
            1 ok, 1 restored in TIME

            """
        ).exits(0)
        #expect(other.folder.text("report")?.contains(#""restored from the remote cache""#) == true)
        try await other.shell("stat -c '%a %F' out/all; readlink out/link").stdout("750 regular file\nall\n").exits(0)
        // From now on it is stored here.
        try await other.shell("rm -r out").exits(0)
        try await other.run("run", "gen").stdout("").stderr("gen: restored\n").exits(0)
        let log = try await server.log(atLeast: 5)
        #expect(log.map { $0.path.prefix(4) } == ["/ac/", "/cas", "/ac/", "/ac/", "/cas"])
        #expect(log.map(\.status) == [404, 201, 201, 200, 200])
    }

    /// The issue's promise: a server that checks entries takes ours.
    @Test func anEntryIsAnActionResult() async throws {
        let server = try await Self.filled()
        let content = try Self.entry("cas", of: server)
        let size = try content.stat().size
        #expect(try SHA256.ofFile(content) == SHA256(argument: try #require(content.lastComponent?.string)))
        let checksum = try #require(content.lastComponent?.string)
        // ActionResult.output_files: OutputFile.path, OutputFile.digest: Digest.hash, Digest.size_bytes.
        #expect(
            try Self.entry("ac", of: server).contents() == [0x12, 89, 0x0A, 16] + Array("devtool-result-1".utf8) + [
                0x12, 69, 0x0A, 64,
            ] + Array(checksum.utf8) + [0x10, UInt8(size & 0x7F | 0x80), UInt8(size >> 7)])
    }

    /// The same outputs are one file, on whichever machine they were made.
    @Test func twoMachinesThatSendAtTheSameTime() async throws {
        let server = try NginxServer([:], directives: Self.dav)
        let machines = try (0..<4).map { _ in try Self.machine(server.url("/"), writes: true) }
        try await withThrowingTaskGroup { group in
            for machine in machines {
                group.addTask { try await machine.run("run", "-q", "--force-run", "gen").stderr("").exits(0) }
            }
            try await group.waitForAll()
        }
        _ = try Self.entry("cas", of: server)
        try await Self.machine(server.url("/")).run("run", "gen").stderr("gen: restored from the remote cache\n").exits(
            0)
    }

    @Test func nothingIsSentUnlessTheSettingSaysSo() async throws {
        let server = try NginxServer([:], directives: Self.dav)
        try await Self.machine(server.url("/")).run("run", "-q", "gen").stdout("built\n").stderr("").exits(0)
        #expect(server.files.entryNames() == [])
        try await Self.machine(server.url("/"), "  remote-cache-write: true\n").run("run", "-q", "gen").exits(0)
        #expect(server.files.entryNames().sorted() == ["ac", "cas"])
    }

    /// A result that is not stored here is not sent, whatever the reason.
    @Test(arguments: [
        ("cache: true", "cache: false"), ("ln -sf all", "ln -sf /none"), ("outputs: out", "outputs: [out, none]"),
        ("cat src/*", "echo 2 >src/a; cat src/*"),
    ]) func whatIsNotStoredIsNotSent(text: String, other: String) async throws {
        let server = try NginxServer([:], directives: Self.dav)
        let machine = try Self.machine(server.url("/"), writes: true)
        try await machine.config(try #require(machine.folder.text("devtool.yml")).replacing(text, with: other)).run(
            "run", "-q", "gen"
        ).exits(0)
        #expect(server.files.entryNames() == [])
    }

    @Test func aSecretIsSentOverHTTPS() async throws {
        let server = try NginxServer(
            ["users": Array("ci:{PLAIN}our-word\n".utf8)],
            directives: "\(Self.dav) auth_basic cache; auth_basic_user_file files/users;")
        let address = server.secureURL("/a/path")
        let settings = "  remote-cache-username: ci\n  remote-cache-password: {env: CACHE_PASSWORD}\n"
        func machine(_ word: String?) throws -> Scenario {
            try Self.machine(address, writes: true, settings).variable("CACHE_PASSWORD", word).variable(
                "CURL_CA_BUNDLE", server.authorityFile)
        }
        try await machine("our-word").run("run", "-q", "gen").stdout("built\n").stderr("").exits(0)
        try await machine("our-word").run("run", "gen").stderr("gen: restored from the remote cache\n").exits(0)
        #expect(server.files.appending("a/path").entryNames().sorted() == ["ac", "cas"])
        try await machine("another").run("run", "-q", "gen").stdout("built\n").stderr(
            Self.warning("\(address)/", "the server responded with status 401")
        ).exits(0)
        try await machine(nil).run("run", "-q", "gen").stdout("built\n").stderr(
            """
            devtool.yml:4:27: warning: not using the remote cache \(address)/: the environment variable CACHE_PASSWORD is not set
              remote-cache-password: {env: CACHE_PASSWORD}
                                      ^

            """
        ).exits(0)
        let stranger = try await machine("our-word").variable("CURL_CA_BUNDLE", nil).run("run", "-q", "gen").stdout(
            "built\n"
        ).exits(0)
        #expect(
            stranger.errorText.hasPrefix(
                Self.warning("\(address)/", "cannot establish a secure connection: ").dropLast()))
    }

    @Test func aToken() async throws {
        let server = try NginxServer(
            [:], directives: "\(Self.dav) if ($http_authorization != 'Bearer our-word') { return 403; }")
        let settings = "  remote-cache-token: {env: CACHE_TOKEN}\n"
        for message in ["gen: mkdir", "gen: restored from the remote cache\n"] {
            let outcome = try await Self.machine(server.url("/"), writes: true, settings).variable(
                "CACHE_TOKEN", "our-word"
            ).run("run", "gen").exits(0)
            #expect(outcome.errorText.hasPrefix(message))
        }
        try await Self.machine(server.url("/")).run("run", "-q", "gen").stdout("built\n").stderr(
            Self.warning(server.url("/"), "the server responded with status 403")
        ).exits(0)
    }

    /// As of a server that is full, one that is read-only, and one that takes no large files.
    @Test(arguments: [
        ("if ($request_method = PUT) { return 507; }", 507), ("", 405),
        ("dav_methods PUT; client_max_body_size 10;", 413),
    ]) func aServerThatTakesNothingIsStillRead(directives: String, status: Int) async throws {
        let server = try NginxServer([:], directives: directives)
        let machine = try Self.machine(server.url("/"), writes: true).config(
            """
            run: {remote-cache: "\(server.url("/"))"}
            tasks:
              all: [{task: a}, {task: b}]
              a: {run: cp src/a a, sources: src, outputs: a, cache: true}
              b: {run: cp src/a b, sources: src, outputs: b, cache: true}
            """)
        try await machine.run("run", "-q", "all").stdout("").stderr(
            Self.warning(server.url("/"), "the server responded with status \(status)", "writing to")
        ).exits(0)
        let log = try await server.log(atLeast: 3)
        #expect(log.map(\.status) == [404, status, 404])
    }

    /// What is wrong with what a server has for a key is one warning, and the task runs.
    @Test(arguments: [
        ("printf '%241s' x >$1", "the content of cas/HASH does not match its checksum"),
        ("truncate -s 100 $1", "the content of cas/HASH does not match its checksum"),
        ("echo more >>$1", "cas/HASH is larger than 241 bytes"),
        (": >$1", "the content of cas/HASH does not match its checksum"),
        ("echo '<html>' >$2", "the entry ac/KEY is not a devtool result"),
        (": >$2", "the entry ac/KEY is not a devtool result"),
        ("head -c 50 $2 >x; cp x $2", "the entry ac/KEY is not a devtool result"),
        ("head -c 70000 /dev/zero >$2", "ac/KEY is larger than 65536 bytes"),
    ]) func whatIsDamaged(damage: String, reason: String) async throws {
        let server = try await Self.filled()
        let (content, entry) = (try Self.entry("cas", of: server), try Self.entry("ac", of: server))
        let machine = try Self.machine(server.url("/"))
        try await machine.shell("set -- \(content) \(entry); \(damage)").exits(0)
        let shown = reason.replacing("HASH", with: content.lastComponent?.string ?? "").replacing(
            "KEY", with: entry.lastComponent?.string ?? "")
        let isEntry = damage.contains("$2")
        let warning = Self.warning(server.url("/"), shown, isEntry ? "using" : "using a result from")
        try await machine.run("run", "-q", "use").stdout("built\n1\n").stderr(warning).exits(0)
        if isEntry { return }
        // Who may write replaces it.
        let writer = try Self.machine(server.url("/"), writes: true)
        try await writer.run("run", "-q", "use").stdout("built\n1\n").stderr(warning).exits(0)
        try await Self.machine(server.url("/")).run("run", "-q", "use").stdout("1\n").stderr("").exits(0)
    }

    /// The content is elsewhere, or cannot be had.
    @Test(arguments: [
        ("302 http://localhost:1/", "too many redirects"), ("503", "the server responded with status 503"),
    ]) func aContentThatIsNotGiven(answer: String, reason: String) async throws {
        let server = try await Self.filled(
            "location /ac/ { \(Self.dav) } location /cas/ { \(Self.dav) if ($request_method = GET) { return \(answer); } }"
        )
        try await Self.machine(server.url("/")).run("run", "-q", "use").stdout("built\n1\n").stderr(
            Self.warning(server.url("/"), reason)
        ).exits(0)
    }

    /// An entry without its content, which the server has removed, is as none; the content is sent again.
    @Test func anEntryWithoutItsContent() async throws {
        let server = try await Self.filled()
        let content = try Self.entry("cas", of: server)
        content.removeFile()
        try await Self.machine(server.url("/"), writes: true).run("run", "-q", "gen").stdout("built\n").stderr("")
            .exits(0)
        #expect(content.isFile)
    }

    /// Neither is fetched what is larger than the cache here may become, nor is it sent.
    @Test func aResultThatIsTooLarge() async throws {
        let server = try NginxServer([:], directives: Self.dav)
        func machine(_ size: Int) throws -> Scenario {
            try Self.machine(server.url("/"), writes: true).config(
                """
                run: {remote-cache: "\(server.url("/"))", cache-size: \(size)}
                tasks: {gen: {run: 'head -c 1100000 /dev/zero >out; echo built', sources: src, outputs: out, cache: true}}
                """)
        }
        try await machine(1).run("run", "-q", "gen").stdout("built\n").stderr("").exits(0)
        #expect(server.files.entryNames() == [])
        try await machine(2).run("run", "-q", "gen").stdout("built\n").stderr("").exits(0)
        try await machine(1).run("run", "-q", "gen").stdout("built\n").stderr("").exits(0)
        try await machine(2).run("run", "gen").stdout("").stderr("gen: restored from the remote cache\n").exits(0)
    }

    /// What somebody who can write to the server would like to have restored.
    @Test(arguments: [
        [Forged("out/l", .link(Array("../outside".utf8))), Forged("out/l/victim")], [Forged("out/../src/a")],
        [Forged("/out/a")], [Forged("src/a")], [Forged("out/l", .link(Array("/etc/passwd".utf8)))],
        [Forged("out/a", .file(mode: 0o6755))], [Forged("out//a")],
    ]) func whatIsForged(entries: [Forged]) async throws {
        let server = try NginxServer([:], directives: Self.dav)
        let forger = try Self.machine(server.url("/"))
        try await forger.run("run", "-q", "gen").exits(0)
        try Self.send(entries, of: forger, to: server)
        let machine = try Self.machine(server.url("/"))
        try await machine.shell("mkdir outside; echo precious >outside/victim").exits(0)
        try await machine.run("run", "-q", "gen").stdout("built\n").stderr(
            Self.warning(
                server.url("/"),
                "the content of cas/\(try Self.entry("cas", of: server).lastComponent?.string ?? "") is not a result of the task",
                "using a result from")
        ).exits(0)
        #expect(machine.folder.text("outside/victim") == "precious\n")
        #expect(machine.folder.text("src/a") == "1\n")
    }

    /// As a control for those above.
    @Test func whatIsForgedAsDevtoolSendsIt() async throws {
        let server = try NginxServer([:], directives: Self.dav)
        let forger = try Self.machine(server.url("/"))
        try await forger.run("run", "-q", "gen").exits(0)
        try Self.send([Forged("out/a"), Forged("out/l", .link(Array("a".utf8)))], of: forger, to: server)
        let machine = try Self.machine(server.url("/"))
        try await machine.run("run", "gen").stderr("gen: restored from the remote cache\n").exits(0)
        #expect(machine.folder.text("out/l") == "forged\n")
    }

    /// Puts a result with these entries on a server.
    private static func send(_ entries: [Forged], of machine: Scenario, to server: NginxServer) throws {
        let key = try Forged.write(entries, to: machine)
        let result = machine.folder.path.appending(".cache/devtool/results/\(key)")
        let manifest = try result.appending("manifest").contents()
        var head = ByteWriter()
        head.append(manifest)
        var bytes = head.bytes
        for (index, entry) in entries.enumerated() {
            if case .file = entry.kind { bytes += try result.appending("\(index)").contents() }
        }
        let checksum = SHA256(of: bytes)
        let entry = ActionResult(checksum: checksum, size: Int64(bytes.count)).bytes
        for (name, bytes) in [("cas/\(checksum)", bytes), ("ac/\(key)", entry)] {
            let file = server.files.appending(name)
            try file.containingFolder.createDirectories()
            try Data(bytes).write(to: URL(filePath: file.string))
        }
    }

    @Test func aCacheHereThatCannotBeWritten() async throws {
        let server = try await Self.filled()
        let machine = try Self.machine(server.url("/")).file(".cache/devtool/results", "")
        let reason = "cannot create '[DIR]/.cache/devtool/results': Not a directory"
        try await machine.run("run", "-q", "gen").stdout("built\n").stderr(
            """
            devtool: warning: gen: not restored: \(reason)
            devtool: warning: gen: not stored: cannot create '[DIR]/.cache/devtool/results/lock': Not a directory

            """
        ).exits(0)
    }
}
