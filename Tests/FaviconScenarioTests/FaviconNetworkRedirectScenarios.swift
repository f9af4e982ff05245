import TestSupport
import Testing

/// Where servers and pages lead to.
@Suite(.serialized) struct FaviconNetworkRedirectScenarios {
    private static let page = CannedResponse.html("<link rel=icon href=icon.gif>")
    private static let icon = CannedResponse.body(Picture.gif())

    @Test func followsTenRedirects() async throws {
        let hops = (0..<10).map { ("/\($0)", CannedResponse.redirect(to: "/\($0 + 1)")) }
        let server = try LoopbackServer(
            Dictionary(uniqueKeysWithValues: hops + [("/10", Self.page), ("/icon.gif", Self.icon)]))
        try await Scenario().favicon(server.url("/0")).finds(server.url("/icon.gif"))
    }

    @Test func doesNotFollowTheEleventh() async throws {
        let server = try LoopbackServer(["*": .redirect(to: "more/")])
        let last = server.url("/" + String(repeating: "more/", count: 10))
        try await Scenario().favicon(server.url("/")).fails("\(last): too many redirects")
        #expect(server.paths.count == 11)
    }

    @Test func doesNotGoInCircles() async throws {
        let server = try LoopbackServer(["/a": .redirect(to: "b"), "/b": .redirect(to: "a")])
        try await Scenario().favicon(server.url("/a")).fails("\(server.url("/a")): too many redirects")
    }

    @Test(arguments: [("c", "/a/c"), ("../c", "/c"), ("/c?d=1", "/c?d=1"), ("?d", "/a/b?d"), ("./", "/a/")])
    func resolvesRelativeRedirects(location: String, path: String) async throws {
        let server = try LoopbackServer([
            "/a/b": .redirect(to: location), path: .html("<link rel=icon href=/icon.gif>"), "/icon.gif": Self.icon,
        ])
        try await Scenario().favicon(server.url("/a/b")).finds(server.url("/icon.gif"))
        #expect(server.paths.prefix(3) == ["/a/b", path, "/icon.gif"])
    }

    @Test func keepsTheSchemeOfTheServer() async throws {
        let server = try LoopbackServer(["/b": Self.page, "/icon.gif": Self.icon])
        let first = try LoopbackServer(["/": .redirect(to: "//127.0.0.1:\(server.port)/b")])
        try await Scenario().favicon(first.url("/")).finds(server.url("/icon.gif"))
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/_x", "dict://127.0.0.1/d", "ldap://127.0.0.1/",
        "scp://127.0.0.1/x",
    ]) func followsToTheWebOnly(location: String) async throws {
        let server = try LoopbackServer(["/": .redirect(to: location)])
        try await Scenario().favicon(server.url("/")).fails("\(location): only http and https URLs are supported")
    }

    @Test(arguments: ["javascript:alert(1)", "data:text/html,<link rel=icon href=/icon.gif>"])
    func takesNoPageOutOfARedirect(location: String) async throws {
        let server = try LoopbackServer(["/": .redirect(to: location)])
        let outcome = try await Scenario().favicon(server.url("/")).stdout("").exits(69)
        #expect(outcome.errorText.hasPrefix("devtool: "))
        #expect(!server.paths.contains("/icon.gif"))
    }

    @Test func takesNoLocationForTheEnd() async throws {
        let server = try LoopbackServer(["/": .html("<p>", status: "302 Found")])
        try await Scenario().favicon(server.url("/")).fails(
            "\(server.url("/")): no icon found: the server responded with status 302")
    }

    @Test func saysThatNobodyIsWhereARedirectLeads() async throws {
        let socket = try LoopbackSocket()
        let url = "http://127.0.0.1:\(socket.port)/"
        let server = try LoopbackServer(["/": .redirect(to: "http://u:p@127.0.0.1:\(socket.port)/")])
        try await Scenario().favicon(server.url("/")).fails("\(url): cannot connect: Connection refused")
        withExtendedLifetime(socket) {}
    }

    @Test func bringsCookiesBackWithinAChain() async throws {
        let other = try LoopbackServer(["/c": Self.page, "/icon.gif": Self.icon])
        let chain = try LoopbackServer([
            "/": .redirect(to: "/b", fields: ["Set-Cookie: a=1", "Set-Cookie: c=2; Path=/no"]),
            "/b": .redirect(to: "http://localhost:\(other.port)/c"),
        ])
        try await Scenario().favicon(chain.url("/")).finds("http://localhost:\(other.port)/icon.gif")
        #expect(chain.requests(for: "/b").allSatisfy { $0.contains("\r\nCookie: a=1\r\n") })
        #expect(other.requests.count >= 2)
        #expect(other.requests.allSatisfy { !$0.contains("Cookie") })
    }

    // Pages that lead on by themselves.

    private static func refresh(_ reference: String) -> String {
        "<meta http-equiv=refresh content='0; url=\(reference)'>"
    }

    @Test func followsThreePagesThatLeadOn() async throws {
        var pages = Dictionary(
            uniqueKeysWithValues: (0..<9).map { ("/\($0)", CannedResponse.html(Self.refresh("/\($0 + 1)"))) })
        pages["/3"] = .html("<link rel=icon href=icon.gif>" + Self.refresh("/4"))
        pages["/icon.gif"] = Self.icon
        let server = try LoopbackServer(pages)
        try await Scenario().favicon(server.url("/0")).stdout("\(server.url("/icon.gif"))\n").stderr(
            "devtool: warning: \(server.url("/3")): stopped after 3 refreshes\n"
        ).exits(0)
    }

    @Test func leavesPagesThatLeadToEachOther() async throws {
        let server = try LoopbackServer([
            "/a": .html(Self.refresh("/b")), "/b": .html(Self.refresh("/a")), "/favicon.ico": Self.icon,
        ])
        try await Scenario().favicon(server.url("/a")).stdout("\(server.url("/favicon.ico"))\n").stderr(
            "devtool: warning: \(server.url("/b")): the refreshes form a loop\n"
        ).exits(0)
    }

    /// The page that leads back is never the one that was asked for, but where that one redirects to.
    @Test func leavesPagesThatLeadBackThroughARedirect() async throws {
        let server = try LoopbackServer([
            "/a": .redirect(to: "/b"), "/b": .html(Self.refresh("/a")), "/favicon.ico": Self.icon,
        ])
        try await Scenario().favicon(server.url("/a")).stdout("\(server.url("/favicon.ico"))\n").stderr(
            "devtool: warning: \(server.url("/b")): the refreshes form a loop\n"
        ).exits(0)
        #expect(server.paths == ["/a", "/b", "/favicon.ico"])
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "data:,x"])
    func ignoresPagesThatLeadOutOfTheWeb(reference: String) async throws {
        let server = try LoopbackServer(["/": .html(Self.refresh(reference)), "/favicon.ico": Self.icon])
        try await Scenario().favicon(server.url("/")).finds(server.url("/favicon.ico"))
    }

    @Test func keepsThePageThatLeadsNowhere() async throws {
        let server = try LoopbackServer([
            "/": .html("<link rel=icon href=icon.gif>" + Self.refresh("/b")), "/b": .raw(""), "/icon.gif": Self.icon,
        ])
        try await Scenario().favicon(server.url("/")).stdout("\(server.url("/icon.gif"))\n").stderr(
            """
            devtool: warning: \(server.url("/")): refreshes to a page that cannot be fetched: \
            \(server.url("/b")): the connection closed before the response was complete

            """
        ).exits(0)
    }
}
