import TestSupport
import Testing

/// Servers of pages that are slow, silent, broken or mean.
@Suite(.serialized) struct FaviconNetworkServerScenarios {
    private static let html = "<link rel=icon href=icon.gif>"

    private static func raw(_ start: String, _ body: String = "") -> CannedResponse {
        .raw("HTTP/1.1 200 OK\r\n\(start)\r\n\(body)")
    }

    /// A part of an answer, after which nothing comes, and the step at which the time is up.
    private static let stalls: [(CannedResponse, String)] = [
        (.raw("").held, "waiting for the response"), (.raw("HTTP/1.1 2").held, "waiting for the response"),
        (.raw("HTTP/1.1 200 OK\r\nContent-Type: te").held, "receiving the response"),
        (raw("Content-Length: 100\r\n").held, "receiving the response"),
        (raw("Content-Length: 100\r\n", html).held, "receiving the response"),
        (raw("Transfer-Encoding: chunked\r\n", "1d\r\n\(html)").held, "receiving the response"),
        (
            .html(String(repeating: "x", count: 99_999)).paced(every: .milliseconds(20), inPiecesOf: 1),
            "receiving the response"
        ),
    ]

    /// All at once, for each takes its time.
    @Test func keepsTheDeadline() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (response, step) in Self.stalls {
                group.addTask {
                    let server = try LoopbackServer(["/": response])
                    let message = "\(server.url("/")): timed out while \(step)"
                    try await Scenario().favicon(server.url("/"), timingOut: message).fails(message, 75)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func keepsTheDeadlineWhereNobodySpeaks() async throws {
        let socket = try LoopbackSocket()
        try socket.acceptSilently()
        for (scheme, step) in [("http", "waiting for the response"), ("https", "connecting")] {
            let url = "\(scheme)://127.0.0.1:\(socket.port)/"
            let message = "\(url): timed out while \(step)"
            try await Scenario().favicon(url, timingOut: message).fails(message, 75)
        }
    }

    /// Redirects do not begin the time anew.
    @Test func keepsTheDeadlineOfTheWholeChain() async throws {
        let late = CannedResponse.redirect(to: "more/").kept(after: .milliseconds(150))
        let server = try LoopbackServer(["*": late])
        let outcome = try await Scenario().favicon(server.url("/"), "--timeout", "0.5").stdout("").exits(75)
        #expect(outcome.errorText.contains(": timed out"))
        #expect(server.paths.count < 6)
    }

    /// An answer that ends too early, or is none.
    private static let broken: [(CannedResponse, String)] = [
        (.raw(""), "the connection closed before the response was complete"),
        (raw("Content-Length: 1000\r\n", html), "the connection closed before the response was complete"),
        (
            raw("Transfer-Encoding: chunked\r\n", "1d\r\n\(html)\r\n"),
            "the connection closed before the response was complete"
        ), (.raw("\u{1}\u{2}\u{3} not HTTP\r\n"), "transfer failed: Received HTTP/0.9 when not allowed"),
        (.raw("220 ftp.test ready\r\n"), "transfer failed: Received HTTP/0.9 when not allowed"),
        (.raw("HTTP/7.3 200 OK\r\n\r\n"), "transfer failed: Unsupported HTTP version"),
        (raw("Content-Length: many\r\n", html), "transfer failed: Invalid Content-Length: value"),
        (raw("Content-Length: -5\r\n", html), "transfer failed: Invalid Content-Length: value"),
        (
            raw("Content-Encoding: gzip\r\nContent-Length: 4\r\n", "nope"),
            "transfer failed: Error while processing content unencoding: "
        ),
        // See: audit of 0.2.0, E16.
        (
            raw("X-Long: \(String(repeating: "y", count: 400_000))\r\n"),
            "transfer failed: a line of the header is larger than 100 KiB"
        ),
        (
            .html("", status: "200 " + String(repeating: "O", count: 1 << 19)),
            "transfer failed: a line of the header is larger than 100 KiB"
        ),
        (
            raw((0..<6000).map { "X-\($0): \(String(repeating: "x", count: 50))\r\n" }.joined()),
            "transfer failed: the header is larger than 262144 bytes"
        ),
        (
            .raw(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 20_000)),
            "transfer failed: the header is larger than 262144 bytes"
        ),
    ]

    @Test(arguments: broken) func saysWhatIsWrongWithAnAnswer(response: CannedResponse, reason: String) async throws {
        let server = try LoopbackServer(["/": response])
        let outcome = try await Scenario().favicon(server.url("/")).stdout("").exits(69)
        #expect(outcome.errorText.hasPrefix("devtool: \(server.url("/")): \(reason)"))
    }

    @Test func readsNoMoreThanAServerAnnounces() async throws {
        let server = try LoopbackServer([
            "/": Self.raw(
                "Content-Length: \(Self.html.utf8.count)\r\n", Self.html + "<link rel=icon href=smuggled.gif>"),
            "/icon.gif": .body(Picture.gif()), "/smuggled.gif": .body(Picture.gif()),
        ])
        try await Scenario().favicon(server.url("/"), "--full").finds(server.url("/icon.gif"))
    }

    @Test func readsToTheEndOfAConnection() async throws {
        let server = try LoopbackServer([
            "/": Self.raw("Connection: close\r\n", Self.html), "/icon.gif": .body(Picture.gif()),
        ])
        try await Scenario().favicon(server.url("/")).finds(server.url("/icon.gif"))
    }

    @Test func readsPastHintsThatComeEarly() async throws {
        let hints = "HTTP/1.1 103 Early Hints\r\nLink: </x.gif>; rel=icon\r\n\r\n"
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.html.utf8.count)\r\n\r\n"
        let server = try LoopbackServer([
            "/": .raw(hints + hints + answer + Self.html), "/icon.gif": .body(Picture.gif()),
        ])
        try await Scenario().favicon(server.url("/")).finds(server.url("/icon.gif"))
    }

    @Test func unpacksNoMoreThanItReads() async throws {
        let bomb = DeflateBomb.bytes(unpackingTo: 100_000_000)
        let server = try LoopbackServer(["/": .body(bomb, fields: ["Content-Encoding: gzip"])])
        let url = server.url("/")
        try await Scenario().favicon(url, "--timeout", "60").stdout("").stderr(
            """
            devtool: warning: \(url): only the first 16 MiB were read
            devtool: \(url): no icon found

            """
        ).exits(1)
    }

    @Test(arguments: [
        "400 Bad Request", "401 Unauthorized", "403 Forbidden", "404 Not Found", "410 Gone", "429 Too Many Requests",
        "500 Internal Server Error", "503 Service Unavailable", "599 x", "304 Not Modified", "300 Multiple Choices",
    ]) func namesTheStatusWithoutAnIcon(status: String) async throws {
        let server = try LoopbackServer(["/": .html("<p>", status: status)])
        try await Scenario().favicon(server.url("/")).fails(
            "\(server.url("/")): no icon found: " + "the server responded with status \(status.prefix(3))"
                + (status.hasPrefix("403")
                    ? "\n  hint: if a browser can load the page, pass that browser's User-Agent with --user-agent" : "")
        )
    }

    /// Whoever is asked to wait does not: it takes longer than anybody waits for an icon.
    @Test(arguments: [(429, "Too Many Requests"), (503, "Service Unavailable")]) func doesNotWaitWhereItIsAskedTo(
        status: Int, reason: String
    ) async throws {
        let server = try LoopbackServer([
            "/": .text("busy", status: "\(status) \(reason)", fields: ["Retry-After: 3600"]),
            "/favicon.ico": .body(Picture.gif()),
        ])
        try await Scenario().favicon(server.url("/")).finds(
            server.url("/favicon.ico"), ofErrorPage: server.url("/"), status: status)
        #expect(server.paths == ["/", "/favicon.ico"])
    }

    @Test func takesAnAnswerWithoutAPage() async throws {
        let server = try LoopbackServer(["/": .raw("HTTP/1.1 204 No Content\r\n\r\n")])
        try await Scenario().favicon(server.url("/")).fails("\(server.url("/")): no icon found", 1)
    }

    // How much is read.

    private static let long =
        "<head><link rel=icon href=icon.gif sizes=16x16></head><body>"
        + String(repeating: "<p>text</p>", count: 100_000) + "<link rel=icon href=b.gif sizes=16x16>"

    @Test func hangsUpWhenTheHeadHasNamedAnIcon() async throws {
        let server = try LoopbackServer([
            "/": .html(Self.long).paced(every: .milliseconds(5), inPiecesOf: 4096), "/icon.gif": .body(Picture.gif()),
        ])
        try await Scenario().favicon(server.url("/")).finds(server.url("/icon.gif"))
        #expect(server.sentByteCount < Self.long.utf8.count / 2)
    }

    /// A `meta` element after the head may name the encoding, as long as it is in the first 1,024 bytes.
    @Test(arguments: [("", 0, false), ("; charset=utf-8", 0, true), ("", 1100, true)]) func waitsForTheEncoding(
        charset: String, padding: Int, finds: Bool
    ) async throws {
        let page = "<head><link rel=icon href=icon.gif></head><body>" + String(repeating: "x", count: padding)
        let fields = "Content-Type: text/html\(charset)\r\nContent-Length: 9999\r\n"
        for (response, status) in [(Self.raw(fields, page).held, 75), (Self.raw(fields, page), 69)]
            as [(CannedResponse, Int32)]
        {
            let server = try LoopbackServer(["/": response, "/icon.gif": .body(Picture.gif())])
            if finds {
                try await Scenario().favicon(server.url("/")).finds(server.url("/icon.gif"))
            } else {
                try await Scenario().favicon(server.url("/"), "--timeout", "1").stdout("").exits(status)
            }
        }
    }

    @Test func readsAllWhereItIsToldTo() async throws {
        let server = try LoopbackServer(["/": .html(Self.long), "/icon.gif": .body(Picture.gif())])
        try await Scenario().favicon(server.url("/"), "--full", "--timeout", "600").finds(server.url("/icon.gif"))
        #expect(server.sentByteCount > Self.long.utf8.count)
    }
}
