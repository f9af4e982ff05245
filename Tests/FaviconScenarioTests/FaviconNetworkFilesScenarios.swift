import TestSupport
import Testing

/// Icons that manifests and `browserconfig.xml` name, and those that nobody names.
@Suite(.serialized) struct FaviconNetworkFilesScenarios {
    private static let icon = CannedResponse.body(Picture.gif())

    private static let noLink = "the page has no icon link that Chromium uses, and /favicon.ico is not an icon"

    private static func text(_ text: String) -> CannedResponse { .text(text, status: "200 OK") }

    private static func tiles(_ elements: String) -> CannedResponse {
        text("<browserconfig><msapplication><tile>\(elements)</tile></msapplication></browserconfig>")
    }

    @Test func resolvesAgainstTheManifest() async throws {
        let server = try LoopbackServer([
            "/a/": .html("<base href=/b/><link rel=manifest href=../m/app.json>"),
            "/m/app.json": .redirect(to: "/n/app.json"),
            "/n/app.json": Self.text(#"{"icons": [{"src": "icon.gif", "sizes": "192x192"}]}"#),
            "/n/icon.gif": Self.icon,
        ])
        try await Scenario().favicon(server.url("/a/")).finds(
            server.url("/n/icon.gif"), of: server.url("/a/"), Self.noLink)
    }

    /// A silhouette is never taken, and a picture that is to be cut to a shape only after others.
    @Test func mindsWhatIconsOfAManifestAreFor() async throws {
        let server = try LoopbackServer([
            "/": .html("<link rel=manifest href=app.json>"),
            "/app.json": Self.text(
                """
                {"icons": [
                    {"src": "any", "sizes": "512x512"},
                    {"src": "cut", "sizes": "16x16", "purpose": "maskable"},
                    {"src": "one", "sizes": "16x16", "purpose": "monochrome"},
                    {"src": "odd", "sizes": "16x16", "purpose": "other"}
                ]}
                """), "/favicon.ico": .html("", status: "404 Not Found"), "*": Self.icon,
        ])
        let outcome = try await Scenario().favicon(server.url("/"), "--explain").exits(0)
        let lines = outcome.outputText.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.first?.hasPrefix("1. \(server.url("/any")): from the manifest") == true)
        #expect(lines.dropFirst().first?.hasPrefix("2. \(server.url("/cut")): maskable icon") == true)
        #expect(
            lines.dropFirst(2).first?.hasPrefix("-  \(server.url("/one")): not used: ") == true
                || lines.dropFirst(3).first?.hasPrefix("-  \(server.url("/one")): not used: ") == true)
    }

    @Test func resolvesAgainstTheBrowserConfig() async throws {
        let server = try LoopbackServer([
            "/a/": .html("<meta name=msapplication-config content=/b/config.xml>"),
            "/b/config.xml": Self.tiles("<square150x150logo src='tile.gif'/>"), "/b/tile.gif": Self.icon,
        ])
        try await Scenario().favicon(server.url("/a/")).finds(
            server.url("/b/tile.gif"), of: server.url("/a/"), Self.noLink)
    }

    @Test func takesTheManifestBeforeTheTilesAndBothBeforeTheServersIcon() async throws {
        let page = CannedResponse.html(
            "<link rel=icon href=/dead><link rel=manifest href=/app.json>"
                + "<meta name=msapplication-config content=/config.xml>")
        var responses = [
            "/": page, "/app.json": Self.text(#"{"icons": [{"src": "/m"}]}"#),
            "/config.xml": Self.tiles("<square70x70logo src='/t'/>"), "/m": Self.icon, "/t": Self.icon,
            "/favicon.ico": Self.icon,
        ]
        for path in ["/m", "/t", "/favicon.ico"] {
            let server = try LoopbackServer(responses)
            try await Scenario().favicon(server.url("/")).finds(
                server.url(path), of: server.url("/"), "no icon link that Chromium uses can be shown")
            responses[path] = nil
        }
    }

    @Test func asksForNoFileWhereALinkWillDo() async throws {
        let server = try LoopbackServer([
            "/": .html("<link rel=icon href=a><link rel=manifest href=app.json>"), "/a": Self.icon,
        ])
        try await Scenario().favicon(server.url("/")).finds(server.url("/a"))
        #expect(!server.paths.contains("/app.json"))
    }

    /// A file that cannot be read, and what is said of it.
    private static let damaged: [(name: String, response: CannedResponse, warning: String)] = [
        ("manifest", text(#"{"icons": ["#), "not valid JSON at byte 11: "),
        ("manifest", .html("<!doctype html>"), "not valid JSON at byte 0: "),
        ("manifest", .html("", status: "404 Not Found"), "the server responded with status 404"),
        ("manifest", .raw(""), "the connection closed before the response was complete"),
        (
            "manifest", .body(DeflateBomb.bytes(unpackingTo: 100_000_000), fields: ["Content-Encoding: gzip"]),
            "longer than 1048576 bytes"
        ), ("config", text("<browserconfig>"), ""), ("config", text(String(repeating: "<a>", count: 100_000)), ""),
        ("config", text("<!DOCTYPE a [<!ENTITY b SYSTEM '/secret'>]><browserconfig>&b;</browserconfig>"), ""),
        (
            "config", .body(Array("<?xml version='1.0' encoding='Shift_JIS'?><!-- ".utf8) + [0xE9, 32, 45]),
            "not well-formed XML on line 1"
        ), ("config", .html("", status: "500 Oops"), "the server responded with status 500"),
        ("config", .redirect(to: "file:///etc/passwd"), "only http and https URLs are supported"),
    ]

    @Test(arguments: damaged) func goesOnWithoutAFileThatIsDamaged(
        name: String, response: CannedResponse, warning: String
    ) async throws {
        let server = try LoopbackServer([
            "/": .html(
                name == "manifest" ? "<link rel=manifest href=file>" : "<meta name=msapplication-config content=file>"),
            "/file": response, "/favicon.ico": Self.icon,
        ])
        let outcome = try await Scenario().favicon(server.url("/"), "--for", "largest").stdout(
            "\(server.url("/favicon.ico"))\n"
        ).exits(0)
        let start = "devtool: warning: \(server.url("/")): "
        #expect(outcome.errorText.hasPrefix(start), "\(outcome.errorText)")
        #expect(outcome.errorText.contains(warning), "\(outcome.errorText)")
        #expect(outcome.errorText.split(separator: "\n").count == 1)
        #expect(!server.paths.contains("/secret"))
    }

    @Test func losesNoTimeToAFileThatDoesNotCome() async throws {
        let server = try LoopbackServer(["/": .html("<link rel=manifest href=file>"), "/file": .raw("").held])
        let message = "/file: timed out while waiting for the response\n"
        let outcome = try await Scenario().favicon(server.url("/"), timingOut: message).stdout("").exits(1)
        #expect(outcome.errorText.contains(message))
    }

    // Places that nobody names.

    private static let names = ["www.ex.test", "ex.test", "a.b.c.d.ex.test"]

    /// All is refused, so that all is asked for, and told of in its order.
    @Test(
        .enabled(if: PretendedInternet.shared != nil, "needs a C compiler"),
        arguments: [
            (
                "tab",
                [
                    "www.ex.test/favicon.ico", "www.ex.test/apple-touch-icon.png",
                    "www.ex.test/apple-touch-icon-precomposed.png", "www.ex.test/apple-touch-icon-180x180.png",
                    "ex.test/favicon.ico", "ex.test/apple-touch-icon.png",
                ]
            ),
            (
                "touch",
                [
                    "www.ex.test/apple-touch-icon.png", "www.ex.test/apple-touch-icon-precomposed.png",
                    "www.ex.test/apple-touch-icon-180x180.png", "www.ex.test/favicon.ico",
                    "ex.test/apple-touch-icon.png", "ex.test/favicon.ico",
                ]
            ),
        ]) func triesFallbacksInTheirOrder(use: String, places: [String]) async throws
    {
        let server = try LoopbackServer(["/a/b": .html("<p>")])
        let scenario = Scenario().names([
            "www.ex.test": [PretendedInternet.address], "ex.test": [PretendedInternet.address],
        ])
        let page = "http://www.ex.test:\(server.port)/a/b"
        let lines = places.map {
            let url = $0.replacing("ex.test/", with: "ex.test:\(server.port)/")
            return "-  http://\(url): not used: the server does not have it\n"
        }
        let end = use == "tab" ? "Chromium shows no icon: \(Self.noLink)\n" : ""
        try await scenario.favicon(page, "--fallbacks", "--explain", "--for", use).stdout(lines.joined() + end).stderr(
            "devtool: \(page): no icon found\n"
        ).exits(1)
        #expect(server.paths.count == 1 + places.count)
    }

    @Test(.enabled(if: PretendedInternet.shared != nil, "needs a C compiler")) func takesTheFirstFallbackThatIsThere()
        async throws
    {
        var responses = [
            "/": CannedResponse.html("<p>"), "//www.ex.test/apple-touch-icon.png": Self.icon,
            "//www.ex.test/apple-touch-icon-180x180.png": Self.icon, "//ex.test/favicon.ico": Self.icon,
        ]
        let scenario = Scenario().names([
            "www.ex.test": [PretendedInternet.address], "ex.test": [PretendedInternet.address],
        ])
        for (host, path) in [
            ("www.ex.test", "/apple-touch-icon.png"), ("www.ex.test", "/apple-touch-icon-180x180.png"),
            ("ex.test", "/favicon.ico"),
        ] {
            let server = try LoopbackServer(responses)
            try await scenario.favicon("http://www.ex.test:\(server.port)/", "--fallbacks").finds(
                "http://\(host):\(server.port)\(path)", of: "http://www.ex.test:\(server.port)/", Self.noLink)
            responses["//\(host)\(path)"] = nil
        }
    }

    @Test func asksForNoFallbacksUnlessItIsToldTo() async throws {
        let server = try LoopbackServer(["/": .html("<p>")])
        try await Scenario().favicon(server.url("/")).fails("\(server.url("/")): no icon found", 1)
        #expect(server.paths == ["/", "/favicon.ico"])
    }
}
