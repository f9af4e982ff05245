import TestSupport
import Testing

/// What other programs that look for icons get wrong.
@Suite(.serialized) struct FaviconNetworkDefectScenarios {
    /// A page in a folder, and what is chosen.
    private static let pages: [(html: String, icon: String)] = [
        // A path that is relative, resolved against the root.
        ("<link rel=icon href=icon.gif>", "/dir/sub/icon.gif"), ("<link rel=icon href=../icon.gif>", "/dir/icon.gif"),
        ("<link rel=icon href=./x/../icon.gif>", "/dir/sub/icon.gif"),
        ("<link rel=icon href='?icon'>", "/dir/sub/page?icon"),
        // Sizes that are compared as texts.
        (
            "<link rel=icon href=9 sizes=9x9><link rel=icon href=16 sizes=16x16>"
                + "<link rel=icon href=100 sizes=100x100>", "/dir/sub/16"
        ),
        // Sizes that a program falls over.
        (
            "<link rel=icon href=a sizes=192X192><link rel=icon href=b sizes=16X16>"
                + "<link rel=icon href=c sizes='x 0x0 -1x-1 16 1e3x9 99999999999999999999x1'>", "/dir/sub/b"
        ),
        // The last of several bases; and one that comes after the link.
        ("<base href=/first/><base href=/last/><link rel=icon href=icon.gif>", "/first/icon.gif"),
        ("<link rel=icon href=icon.gif><base href=/base/>", "/base/icon.gif"),
        ("<base href=base/><link rel=icon href=icon.gif>", "/dir/sub/base/icon.gif"),
        // An error that ends the search.
        ("<link rel=icon href=good><link rel=icon href=500><link rel=icon href=404>", "/dir/sub/good"),
        // What stands in a comment or a script, or is written otherwise.
        (
            "<!-- <link rel=icon href=a> --><script>'<link rel=icon href=b>'</script>"
                + "<LINK HREF='c' REL='Shortcut\nICON'>", "/dir/sub/c"
        ), ("<link rel=icon href='a&amp;b&copy=c'>", "/dir/sub/a&b&copy=c"),
        ("<link rel=icon href=' \n icon.gif\t '>", "/dir/sub/icon.gif"),
        ("<link rel=icon href='\\other\\icon.gif'>", "/other/icon.gif"),
        ("<link rel=icon><link rel=icon href=''><link rel=icon href=a>", "/dir/sub/a"),
        ("<link rel=favicon href=a><link rel='icons' href=b>", "/favicon.ico"),
    ]

    @Test(arguments: pages) func findsTheIcon(html: String, icon: String) async throws {
        let server = try LoopbackServer([
            "/dir/sub/page": .html(html), "/dir/sub/404": .html("", status: "404 Not Found"),
            "/dir/sub/500": .html("", status: "500 Internal Server Error"), "*": .body(Picture.gif()),
        ])
        try await Scenario().favicon(server.url("/dir/sub/page")).finds(server.url(icon))
    }

    @Test func comparesSizesAsNumbers() async throws {
        let server = try LoopbackServer([
            "/": .html(
                "<link rel=icon href=9 sizes=9x9><link rel=icon href=100 sizes=100x100>"
                    + "<link rel=icon href=32 sizes=32x32>"), "*": .body(Picture.gif()),
        ])
        try await Scenario().favicon(server.url("/"), "--for", "largest", "--no-verify").finds(server.url("/100"))
    }

    @Test func keepsTheSchemeOfAnIcon() async throws {
        let server = try LoopbackServer(["/": .html("<link rel=icon href=https://cdn.test/a.png>")])
        try await Scenario().favicon(server.url("/"), "--no-verify").finds("https://cdn.test/a.png")
    }

    @Test(.enabled(if: TLSServer.isAvailable, "openssl is the server")) func fetchesAnIconByItsOwnScheme() async throws
    {
        let server = try TLSServer(for: "IP:127.0.0.1", ["/a": .body(Picture.gif())])
        let page = try LoopbackServer(["/": .html("<link rel=icon href=\(server.url("/a"))>")])
        try await Scenario().variable("SSL_CERT_FILE", server.certificate).favicon(page.url("/")).finds(
            server.url("/a"))
    }

    @Test func takesTheSchemeOfThePageWhereAnIconHasNone() async throws {
        let icons = try LoopbackServer(["/a": .body(Picture.gif())])
        let server = try LoopbackServer(["/": .html("<link rel=icon href=//127.0.0.1:\(icons.port)/a>")])
        try await Scenario().favicon(server.url("/")).finds(icons.url("/a"))
    }

    @Test func resolvesAgainstTheFinalURL() async throws {
        let final = try LoopbackServer([
            "/b/c": .html("<link rel=icon href=icon.gif>"), "/b/icon.gif": .body(Picture.gif()),
        ])
        let server = try LoopbackServer(["/x/y": .redirect(to: final.url("/b/c"))])
        try await Scenario().favicon(server.url("/x/y")).finds(final.url("/b/icon.gif"))
    }

    @Test func findsTheServersIconAtTheFinalURL() async throws {
        let final = try LoopbackServer(["/b": .html("<p>", status: "500 Oops"), "/favicon.ico": .body(Picture.gif())])
        let server = try LoopbackServer(["/": .redirect(to: final.url("/b"))])
        try await Scenario().favicon(server.url("/")).finds(
            final.url("/favicon.ico"), ofErrorPage: final.url("/b"), status: 500)
    }

    @Test func doesNotTakeAnIconOutOfAHeader() async throws {
        let server = try LoopbackServer([
            "/": .body(Array("<p>".utf8), fields: ["Content-Type: text/html", "Link: </a>; rel=icon"]),
            "*": .body(Picture.gif()),
        ])
        try await Scenario().favicon(server.url("/")).finds(server.url("/favicon.ico"))
    }

    @Test(arguments: [
        "", "<", "<link", "<link rel=icon href=", "\u{0}", "<!--", "<script>", "<svg><style>",
        String(repeating: "<div>", count: 100_000), String(repeating: "<link rel=icon>", count: 9_999),
    ]) func comesToAnEndOfAnyPage(html: String) async throws {
        let server = try LoopbackServer(["/": .html(html), "/favicon.ico": .body(Picture.gif())])
        try await Scenario().favicon(server.url("/"), "--timeout", "30").finds(server.url("/favicon.ico"))
    }
}
