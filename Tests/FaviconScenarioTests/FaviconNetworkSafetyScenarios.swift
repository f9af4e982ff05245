import TestSupport
import Testing

/// Strangers' pages that lead to servers which are nobody's business, with `--public-only`.
@Suite(.serialized, .enabled(if: PretendedInternet.shared != nil, "needs a C compiler"))
struct FaviconNetworkSafetyScenarios {
    /// Ways to write addresses that are not for the whole Internet, and what they are.
    private static let hosts = [
        ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("0x7f.1", "127.0.0.1"), ("0177.0.0.01", "127.0.0.1"),
        ("2130706433", "127.0.0.1"), ("0x7F000001", "127.0.0.1"), ("%31%32%37.0.0.1", "127.0.0.1"),
        ("127。0。0。1", "127.0.0.1"), ("①②⑦.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("0", "0.0.0.0"),
        ("10.0.0.1", "10.0.0.1"), ("172.31.255.255", "172.31.255.255"), ("192.168.1.1", "192.168.1.1"),
        ("100.64.0.1", "100.64.0.1"), ("169.254.169.254", "169.254.169.254"), ("224.0.0.1", "224.0.0.1"),
        ("255.255.255.255", "255.255.255.255"), ("[::1]", "::1"), ("[::]", "::"),
        ("[::ffff:127.0.0.1]", "::ffff:127.0.0.1"), ("[::ffff:a9fe:a9fe]", "::ffff:169.254.169.254"),
        ("[64:ff9b::7f00:1]", "64:ff9b::7f00:1"), ("[2002:7f00:1::]", "2002:7f00:1::"), ("[fe80::1]", "fe80::1"),
        ("[fd00::1]", "fd00::1"), ("[ff02::1]", "ff02::1"), ("inside.test", "127.0.0.1"),
    ]
    private static let names = ["outside.test": [PretendedInternet.address], "inside.test": ["127.0.0.1"]]

    /// A server on the Internet, and one behind it.
    private struct Servers {
        let outside: LoopbackServer
        let inside: LoopbackServer

        init(_ responses: (_ inside: LoopbackServer) -> [String: CannedResponse]) throws {
            inside = try LoopbackServer(["/": .html("<link rel=icon href=/icon.gif>"), "*": .body(Picture.gif())])
            outside = try LoopbackServer(responses(inside))
        }

        /// The page of the one outside, asked for with `--public-only`.
        func favicon(_ options: String...) async throws -> Outcome {
            try await Scenario().names(names).run(["favicon", "\(url)/", "--public-only", "--timeout", "30"] + options)
        }

        /// The origin of the one outside.
        var url: String { "http://outside.test:\(outside.port)" }
    }

    @Test func asksPublicServers() async throws {
        let servers = try Servers { _ in
            ["/": .redirect(to: "/b"), "/b": .html("<link rel=icon href=icon.gif>"), "/icon.gif": .body(Picture.gif())]
        }
        try await servers.favicon().finds("\(servers.url)/icon.gif")
    }

    @Test(arguments: hosts.suffix(8)) func asksNoOtherForAPage(host: String, address: String) async throws {
        let servers = try Servers { _ in [:] }
        let outcome = try await Scenario().names(Self.names).favicon(
            "http://\(host):\(servers.inside.port)/", "--public-only"
        ).stdout("").exits(69)
        #expect(outcome.errorText.hasSuffix("/: \(address) is not a public address\n"))
        #expect(servers.inside.connectionCount == 0)
    }

    @Test(arguments: hosts) func followsNoRedirectToOthers(host: String, address: String) async throws {
        let servers = try Servers { inside in ["/": .redirect(to: "http://\(host):\(inside.port)/")] }
        let outcome = try await servers.favicon().stdout("").exits(69)
        #expect(outcome.errorText.hasSuffix("/: \(address) is not a public address\n"))
        #expect(servers.outside.requests.count == 1)
        #expect(servers.inside.connectionCount == 0)
    }

    @Test(arguments: ["meta", "header"]) func followsNoPageToOthers(way: String) async throws {
        for host in ["127.1", "[::ffff:127.0.0.1]", "inside.test"] {
            let servers = try Servers { inside in
                let content = "0; url=http://\(host):\(inside.port)/"
                return [
                    "/": way == "meta"
                        ? .html("<meta http-equiv=refresh content='\(content)'>")
                        : .body([], fields: ["Refresh: \(content)"]), "/favicon.ico": .body(Picture.gif()),
                ]
            }
            let outcome = try await servers.favicon().stdout("\(servers.url)/favicon.ico\n").exits(0)
            #expect(outcome.errorText.contains("refreshes to a page that cannot be fetched: http://"))
            #expect(outcome.errorText.hasSuffix(" is not a public address\n"))
            #expect(servers.inside.connectionCount == 0)
        }
    }

    /// What names icons on servers that are not public, for each of which there is an item in a page
    /// or in a file.
    private static let places: [(item: String, page: String, file: String)] = [
        ("<link rel=icon href='[URL]'>", "[ITEMS]", ""), ("<link rel=icon href='/hop?[NUMBER]'>", "[ITEMS]", ""),
        (#"{"src": "[URL]"}"#, "<link rel=manifest href=/file>", #"{"icons": [[ITEMS]]}"#),
        (
            "<square70x70logo src='[URL]'/>", "<meta name=msapplication-config content=/file>",
            "<browserconfig><msapplication><tile>[ITEMS]</tile></msapplication></browserconfig>"
        ),
    ]

    @Test(arguments: places) func takesNoIconOfOthers(item: String, page: String, file: String) async throws {
        let servers = try Servers { inside in
            let urls = Self.hosts.map { "http://\($0.0):\(inside.port)/icon.gif" }
            let items = urls.enumerated().map { item.replacing("[URL]", with: $1).replacing("[NUMBER]", with: "\($0)") }
            let text = items.joined(separator: file.contains("{") ? "," : "")
            let hops = urls.enumerated().map { ("/hop?\($0)", CannedResponse.redirect(to: $1)) }
            return Dictionary(uniqueKeysWithValues: hops).merging([
                "/": .html(page.replacing("[ITEMS]", with: text)),
                "/file": .body(Array(file.replacing("[ITEMS]", with: text).utf8)),
            ]) { $1 }
        }
        let outcome = try await servers.favicon("--explain").exits(69)
        let reasons = outcome.outputText.split(separator: "\n").filter { $0.hasSuffix(" is not a public address") }
        #expect(reasons.count >= 20)
        for (_, address) in Self.hosts {
            #expect(reasons.contains { $0.hasSuffix("icon.gif: \(address) is not a public address") }, "\(address)")
        }
        #expect(servers.inside.connectionCount == 0)
    }

    @Test func resolvesNothingAgainstABaseOfOthers() async throws {
        let servers = try Servers { inside in
            ["/": .html("<base href=http://127.1:\(inside.port)/><link rel=icon href=icon.gif>")]
        }
        let url = "http://127.0.0.1:\(servers.inside.port)/icon.gif"
        try await servers.favicon().fails("\(url): 127.0.0.1 is not a public address")
        #expect(servers.inside.connectionCount == 0)
    }

    @Test(arguments: ["<link rel=manifest href='[URL]'>", "<meta name=msapplication-config content='[URL]'>"])
    func asksNoOtherForFilesThatNameIcons(page: String) async throws {
        let servers = try Servers { inside in
            let url = "http://169.254.169.254:\(inside.port)/"
            return ["/": .html(page.replacing("[URL]", with: url)), "/favicon.ico": .body(Picture.gif())]
        }
        let url = "http://169.254.169.254:\(servers.inside.port)/"
        try await servers.favicon("--for", "largest").stdout("\(servers.url)/favicon.ico\n").stderr(
            "devtool: warning: \(servers.url)/: \(url): 169.254.169.254 is not a public address\n"
        ).exits(0)
        #expect(servers.inside.connectionCount == 0)
    }

    /// A name server that gives a public address to whoever looks before, and another to whoever
    /// connects then.
    @Test func isNotMisledByANameThatMoves() async throws {
        let servers = try Servers { inside in
            [
                "/": .html(
                    """
                    <link rel=icon href=http://moving.test:\(inside.port)/secret.gif>
                    <link rel=icon href=icon.gif sizes=1x1>
                    """), "/icon.gif": .body(Picture.gif()),
            ]
        }
        let page = "http://moving.test:\(servers.outside.port)"
        try await Scenario().names(["moving.test": [PretendedInternet.address, "127.0.0.1"]]).favicon(
            "\(page)/", "--public-only"
        ).finds("\(page)/icon.gif")
        #expect(servers.outside.paths.contains("/icon.gif"))
        #expect(servers.inside.connectionCount == 0)
    }

    @Test func asksThemWhereNobodyForbidsIt() async throws {
        let servers = try Servers { _ in [:] }
        try await Scenario().names(Self.names).favicon("http://inside.test:\(servers.inside.port)/").finds(
            "http://inside.test:\(servers.inside.port)/icon.gif")
    }
}
