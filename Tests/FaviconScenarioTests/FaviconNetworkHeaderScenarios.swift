import TestSupport
import Testing

/// What requests say, and to whom.
@Suite(.serialized) struct FaviconNetworkHeaderScenarios {
    private static let page = CannedResponse.html("<link rel=icon href=icon.gif>")
    private static let icon = CannedResponse.body(Picture.gif())

    @Test func sendsFieldsAndCookiesToTheServerOfThePage() async throws {
        let server = try LoopbackServer(["/": Self.page, "/icon.gif": Self.icon])
        try await Scenario().favicon(
            server.url("/"), "-H", "X-Token: s3cret", "--header", "Accept-Language: de", "--cookie", "a=1", "--cookie",
            "b=2", "--user-agent", "Mozilla/5.0"
        ).finds(server.url("/icon.gif"))
        #expect(server.requests.count >= 2)
        for request in server.requests {
            let lines = request.split(separator: "\r\n")
            for line in ["X-Token: s3cret", "Accept-Language: de", "User-Agent: Mozilla/5.0"] {
                #expect(lines.contains { $0 == line }, "\(request)")
            }
            // The order is libcurl's.
            #expect(lines.contains { ["Cookie: a=1; b=2", "Cookie: b=2; a=1"].contains($0) })
        }
    }

    @Test func sendsFieldsInThePlaceOfItsOwn() async throws {
        let server = try LoopbackServer(["/": Self.page, "/icon.gif": Self.icon])
        try await Scenario().favicon(
            server.url("/"), "-H", "accept: x/y", "-H", "User-Agent: me", "-H", "X: 1", "-H", "X: 2"
        ).finds(server.url("/icon.gif"))
        for request in server.requests {
            let lines = request.lowercased().split(separator: "\r\n")
            #expect(lines.filter { $0.hasPrefix("accept:") } == ["accept: x/y"])
            #expect(lines.filter { $0.hasPrefix("user-agent:") } == ["user-agent: me"])
            #expect(lines.filter { $0.hasPrefix("x:") } == ["x: 1", "x: 2"])
        }
    }

    private static func isTold(_ request: String) -> Bool {
        ["s3cret", "Cookie", "Authorization"].contains { request.contains($0) }
    }

    /// How a page leads to another server, which is told nothing that is meant for the first.
    @Test(arguments: [
        "<link rel=icon href=[OTHER]/icon.gif>", "<link rel=icon href=/hop>",
        "<meta http-equiv=refresh content='0;[OTHER]/'>", "<link rel=manifest href=[OTHER]/manifest.json>",
        "<meta name=msapplication-config content=[OTHER]/config.xml>",
    ]) func tellsOtherServersNothing(html: String) async throws {
        for host in ["localhost", "127.0.0.1"] {
            let other = try LoopbackServer([
                "/": Self.page, "/icon.gif": Self.icon,
                "/manifest.json": .text(#"{"icons": [{"src": "icon.gif"}]}"#, status: "200 OK"),
                "/config.xml": .text(
                    "<browserconfig><msapplication><tile><square70x70logo src='icon.gif'/>"
                        + "</tile></msapplication></browserconfig>", status: "200 OK"),
            ])
            let origin = "http://\(host):\(other.port)"
            let server = try LoopbackServer([
                "/": .html(html.replacing("[OTHER]", with: origin)), "/hop": .redirect(to: "\(origin)/icon.gif"),
            ])
            // Cookies are those of a host, whatever the port.
            let cookie = host == "localhost" ? ["--cookie", "a=s3cret"] : []
            try await Scenario().run(
                ["favicon", server.url("/"), "-H", "X-Token: s3cret", "-H", "Authorization: Bearer s3cret"] + cookie
            ).exits(0)
            #expect(server.requests.allSatisfy { $0.contains("X-Token: s3cret") })
            #expect(!other.requests.isEmpty)
            for request in other.requests { #expect(!Self.isTold(request), "\(request)") }
        }
    }

    /// The same for a redirect of the page itself.
    @Test(arguments: ["localhost", "127.0.0.1"]) func tellsAServerNothingThatARedirectLeadsTo(host: String) async throws
    {
        let other = try LoopbackServer(["/": Self.page, "/icon.gif": Self.icon])
        let server = try LoopbackServer(["/": .redirect(to: "http://\(host):\(other.port)/")])
        try await Scenario().favicon(server.url("/"), "-H", "X-Token: s3cret", "-H", "Authorization: Bearer s3cret")
            .finds("http://\(host):\(other.port)/icon.gif")
        #expect(server.requests.allSatisfy { $0.contains("X-Token: s3cret") })
        #expect(other.requests.count >= 2)
        for request in other.requests { #expect(!Self.isTold(request), "\(request)") }
    }

    @Test func tellsNobodyElseTheCookies() async throws {
        let other = try LoopbackServer(["/": Self.page, "/icon.gif": Self.icon])
        let server = try LoopbackServer(["/": .redirect(to: "http://localhost:\(other.port)/")])
        try await Scenario().favicon(server.url("/"), "--cookie", "a=s3cret").finds(
            "http://localhost:\(other.port)/icon.gif")
        #expect(server.requests.allSatisfy { $0.contains("\r\nCookie: a=s3cret\r\n") })
        for request in other.requests { #expect(!Self.isTold(request), "\(request)") }
    }

    @Test(arguments: ["X: 1\r\nX-Evil: 1", "X: 1\nX-Evil: 1", "X\r\nX-Evil: 1", "X Y: 1", "X: 1\r"])
    func refusesFieldsThatWriteOthers(field: String) async throws {
        let server = try LoopbackServer(["*": Self.page])
        let outcome = try await Scenario().favicon(server.url("/"), "--header", field)
        outcome.stdout("").exits(64)
        #expect(outcome.errorText.contains("line breaks are not allowed"))
        #expect(!outcome.errorText.contains(": 1"), "The value may be a secret.")
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: ["a=1\r\nX-Evil: 1", "a=1\n", "a=1\tTRUE"]) func refusesCookiesThatWriteOthers(cookie: String)
        async throws
    {
        let server = try LoopbackServer(["*": Self.page])
        let outcome = try await Scenario().favicon(server.url("/"), "--cookie", cookie)
        outcome.stdout("").exits(64)
        #expect(outcome.errorText.contains("'--cookie' must not contain"))
        #expect(server.connectionCount == 0)
    }

    @Test func refusesANameThatWritesOthers() async throws {
        let server = try LoopbackServer(["*": Self.page])
        let outcome = try await Scenario().favicon(server.url("/"), "--user-agent", "a\r\nX-Evil: 1")
        outcome.stdout("").exits(64)
        #expect(outcome.errorText.contains("'--user-agent' must not contain"))
        #expect(server.connectionCount == 0)
    }

    /// Line ends in a URL are dropped, as the standard has it, or stay encoded.
    @Test(arguments: [
        ("/a%0d%0aX-Evil:%201", "/a%0d%0aX-Evil:%201"), ("/a\r\nX-Evil: 1", "/aX-Evil:%201"),
        ("/a\nX-Evil: 1", "/aX-Evil:%201"), ("/a HTTP/1.1\r\nX-Evil: 1", "/a%20HTTP/1.1X-Evil:%201"),
        ("/a?\r\nX-Evil: 1", "/a?X-Evil:%201"), ("/a%00b", "/a%00b"),
    ]) func sendsNoLineEndsOfAURL(path: String, sent: String) async throws {
        let server = try LoopbackServer([
            "/": .html("<link rel=icon href='\(path)'>"), sent: .html("<link rel=icon href=/icon.gif>"),
        ])
        try await Scenario().favicon(server.url(path), "--no-verify").finds(server.url("/icon.gif"))
        // A page's links, too.
        try await Scenario().favicon(server.url("/"), "--timeout", "30").stdout("").exits(1)
        #expect(server.paths.filter { $0 != "/favicon.ico" } == [sent, "/", sent])
        for request in server.requests {
            #expect(!request.split(separator: "\r\n").contains { $0.hasPrefix("X-Evil") })
        }
    }

    @Test(arguments: ["/b%0d%0aX-Evil: 1", "/b\rX-Evil: 1", "/b\tX-Evil:1"]) func sendsNoLineEndsOfARedirect(
        location: String
    ) async throws {
        let server = try LoopbackServer(["/": .redirect(to: location), "*": Self.page])
        _ = try await Scenario().favicon(server.url("/"), "--no-verify")
        #expect(!server.requests.isEmpty)
        for request in server.requests {
            let lines = request.split { $0 == "\r\n" || $0 == "\r" || $0 == "\n" }
            #expect(!lines.contains { $0.hasPrefix("X-Evil") })
        }
    }
}
