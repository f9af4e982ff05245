import SystemPackage
import TestSupport
import Testing

@Suite struct FaviconScenarios {
    /// Passwords of what is no URL, as one has to write `#` in it as `%23`.
    @Test(arguments: [
        ("http://u:sek#ret@127.0.0.1:1/", "http://***@127.0.0.1:1/: not an http or https URL", 64),
        ("http://u:sek?ret@127.0.0.1:1/", "http://***@127.0.0.1:1/: not an http or https URL", 64),
        ("http://u:sek/ret@127.0.0.1:1/", "http://***@127.0.0.1:1/: not an http or https URL", 64),
        (
            "view-source:http://u:sekret@127.0.0.1:1/", "view-source:http://***@127.0.0.1:1/: not an http or https URL",
            64
        ), ("http:\\\\u:sekret@127.0.0.1:1\\", "http://127.0.0.1:1/: cannot connect: Connection refused", 69),
        ("u:sek#ret@a.test", "cannot read '***@a.test': No such file or directory", 66),
        ("http:/u:sekret@a.test", "cannot read 'http:/a.test': No such file or directory", 66),
    ]) func aPasswordIsNotShownInWhatIsNoURL(page: String, message: String, status: Int32) async throws {
        let outcome = try await Scenario().run("favicon", page, "--report", "json=report.json").stdout("").stderr(
            "devtool: \(message)\n"
        ).exits(status)
        #expect(outcome.folder.text("report.json")?.contains("ret@") == false)
        let line = try await Scenario().stdin(page).run("favicon", "--batch", "-").exits(1)
        #expect(!line.outputText.contains("ret@"))
        #expect(!line.outputText.contains("sek"))
    }

    /// It was taken for an empty page, which has no icon.
    @Test(arguments: ["favicon -", "favicon --batch -", "cards -"]) func aClosedStandardInputIsAnError(command: String)
        async throws
    {
        let outcome = try await Scenario().shell("$devtool \(command) <&-").stdout("").exits(66)
        #expect(outcome.errorText.contains("cannot read '<stdin>': Bad file descriptor"))
    }

    @Test func aPasswordIsNotShownInWhatIsNotUTF8() async throws {
        try await Scenario().shell(#"$devtool favicon "$(printf 'http://u:sekret@a.test/\377')""#).stdout("").stderr(
            """
            devtool: the argument 'http://u:***@a.test/\u{FFFD}' is not valid UTF-8
              hint: if it is a file, rename the file or specify its folder instead

            """
        ).exits(64)
    }

    private static let html = "<title>T</title><link rel=icon href=icon.png sizes=16x16>"

    @Test func findsTheIconOfAPage() async throws {
        let server = try LoopbackServer(["/a/": .html(Self.html), "/a/icon.png": .body(Self.picture)])
        try await Scenario().run("favicon", server.url("/a/")).stdout("\(server.url("/a/icon.png"))\n").stderr("")
            .exits(0)
        let request = try #require(server.requests.first)
        #expect(request.contains("\r\nUser-Agent: devtool/"))
        // Where the machine is slow, the server's own icon is asked for meanwhile.
        #expect(server.paths.prefix(2) == ["/a/", "/a/icon.png"])
    }

    @Test func followsRedirectsAndResolvesAgainstTheFinalURL() async throws {
        let server = try LoopbackServer([
            "/": .redirect(to: "/b/c"), "/b/c": .html(Self.html), "/b/icon.png": .body(Self.picture),
        ])
        try await Scenario().run("favicon", server.url("/")).stdout("\(server.url("/b/icon.png"))\n").stderr("").exits(
            0)
    }

    @Test func fallsBackToTheServersIcon() async throws {
        let server = try LoopbackServer(["/": .html("<base href=/x/>"), "/favicon.ico": .body(Self.picture)])
        try await Scenario().run("favicon", server.url("/")).stdout("\(server.url("/favicon.ico"))\n").stderr("").exits(
            0)
    }

    @Test func saysThatThereIsNoIcon() async throws {
        let server = try LoopbackServer(["/": .html("<p>")])
        try await Scenario().run("favicon", server.url("/")).stdout("").stderr(
            "devtool: \(server.url("/")): no icon found\n"
        ).exits(1)
    }

    /// With `--as` the reason is the browser's.
    @Test func saysWhyABrowserShowsNoIcon() async throws {
        let server = try LoopbackServer([
            "/": .html("<link rel=apple-touch-icon href=t.png>"),
            "/p": .html("<meta http-equiv=Content-Security-Policy content=\"img-src 'none'\"><link rel=icon href=a>"),
            "/gone": .html("<p>", status: "404 Not Found"),
            "/favicon.ico": .body(WholePictures.gif(16, 16), fields: ["Content-Type: image/gif"]),
        ])
        try await Scenario().run("favicon", server.url("/p"), "--as", "chromium").stdout("").stderr(
            """
            devtool: \(server.url("/p")): no icon found: no declared icon is usable \
            ('\(server.url("/a"))': blocked by Content-Security-Policy or \
            Cross-Origin-Resource-Policy)
              hint: use --explain to see why each icon was rejected

            """
        ).exits(1)
        try await Scenario().run("favicon", server.url("/gone")).exits(69).stdout("\(server.url("/favicon.ico"))\n")
            .stderr(
                "devtool: \(server.url("/gone")): the server responded with status 404; the icon is "
                    + "the server's default\n")
        let answer = try await Scenario().run("favicon", server.url("/"), "--explain").exits(0)
        #expect(
            answer.outputText.hasPrefix(
                "1. \(server.url("/favicon.ico")): the server's default icon, for a page without an icon\n"))
        let other = try LoopbackServer(["/": .html("<link rel=apple-touch-icon href=t.png>")])
        try await Scenario().run("favicon", other.url("/"), "--as", "chromium").stdout("").stderr(
            "devtool: \(other.url("/")): no icon found: the page has no icon link that Chromium "
                + "uses, and /favicon.ico is not an icon\n"
        ).exits(1)
        let lines = try await Scenario().run("favicon", other.url("/"), "--as", "firefox", "--explain").exits(1)
            .outputText
        #expect(lines.contains("/t.png: not used: Firefox shows it only where icons are large\n"))
    }

    @Test func doesNotTakeAPageForTheServersIcon() async throws {
        let server = try LoopbackServer(["/": .html("<p>"), "/favicon.ico": .html("<!DOCTYPE html><p>not found")])
        try await Scenario().run("favicon", server.url("/")).stdout("").stderr(
            "devtool: \(server.url("/")): no icon found\n"
        ).exits(1)
    }

    @Test func findsTheIconOfAnErrorPage() async throws {
        let server = try LoopbackServer([
            "/gone": .html("<link rel=icon href=/i.svg>", status: "404 Not Found"), "/i.svg": .body(Self.picture),
        ])
        // See issue 15: a browser shows the icon, and whoever asked with curl -f would be told.
        try await Scenario().run("favicon", server.url("/gone")).stdout("\(server.url("/i.svg"))\n").exits(69).stderr(
            "devtool: \(server.url("/gone")): the server responded with status 404; the icon "
                + "is from its error page\n")
    }

    @Test func saysThatAPageDeclinesAnIcon() async throws {
        let server = try LoopbackServer(["/": .html("<link rel=icon href=data:,>")])
        try await Scenario().run("favicon", server.url("/")).stdout("").stderr(
            "devtool: \(server.url("/")): the page declares that it has no icon\n"
        ).exits(1)
    }

    @Test func saysThatNobodyAnswers() async throws {
        let socket = try LoopbackSocket()
        let url = "http://127.0.0.1:\(socket.port)/"
        try await Scenario().run("favicon", url).stdout("").stderr(
            "devtool: \(url): cannot connect: Connection refused\n"
        ).exits(69)
        withExtendedLifetime(socket) {}
    }

    @Test func saysThatAHostIsUnknown() async throws {
        try await Scenario().run("favicon", "nosuch.invalid").stdout("").stderr(
            "devtool: https://nosuch.invalid/: cannot resolve the host name\n"
        ).exits(69)
    }

    @Test func blamesTheProxyAndNotTheHost() async throws {
        let socket = try LoopbackSocket()
        for (proxy, reason) in [
            ("nosuch.invalid:1", "Could not resolve proxy: nosuch.invalid"),
            ("127.0.0.1:\(socket.port)", "Failed to connect to 127.0.0.1 port \(socket.port)"),
        ] {
            let outcome = try await Scenario().variable("http_proxy", "http://\(proxy)").run(
                "favicon", "http://ex.test/"
            ).stdout("").exits(69)
            let start = "devtool: http://ex.test/: cannot use the proxy: \(reason)"
            #expect(outcome.errorText.hasPrefix(start))
        }
        withExtendedLifetime(socket) {}
    }

    @Test func saysThatARedirectLeadsNowhere() async throws {
        let server = try LoopbackServer(["/": .redirect(to: "http://a b[/")])
        try await Scenario().run("favicon", server.url("/")).stdout("").stderr(
            "devtool: \(server.url("/")): redirects to an invalid URL\n"
        ).exits(69)
    }

    @Test func keepsAPasswordToItself() async throws {
        try await Scenario().run("favicon", "http://user:secret@nosuch.invalid/").stdout("").stderr(
            "devtool: http://nosuch.invalid/: cannot resolve the host name\n"
        ).exits(69)
        try await Scenario().run("favicon", "ftp://user:secret@ex.test/").stdout("").stderr(
            "devtool: ftp://ex.test/: not an http or https URL\n"
        ).exits(64)
        let server = try LoopbackServer([:])
        let origin = "127.0.0.1:\(server.port)"
        try await Scenario().run("favicon", "http://user:secret@\(origin)/").stdout("").exits(69).stderr(
            "devtool: http://\(origin)/: no icon found: the server responded with status 404\n")
    }

    /// See issue 24: those that others name were shown.
    @Test func keepsPasswordsOfLinksToItself() async throws {
        let page = """
            <base href=//b:geheim@ex.test/x/><link rel=manifest href=m>
            <meta http-equiv=refresh content="9; url=http://r:geheim@ex.test/"><link rel=icon href=i>
            <link rel=icon href=http://l:geheim@ex.test/j>
            """
        let scenario = try Scenario().file("page.html", page)
        for options in [["--json"], ["--all"], ["--explain"], [], ["--html", "sheet.html"]] {
            let outcome = try await scenario.run(
                ["favicon", "page.html", "--base-url", "http://d:geheim@ex.test/", "--no-fetch"] + options
            ).stderr("").exits(0)
            #expect(outcome.outputText.contains("http://ex.test/"))
            #expect(!outcome.outputText.contains("geheim"), "\(options)")
            #expect(outcome.folder.text("sheet.html")?.contains("geheim") != true)
        }
    }

    @Test func keepsPasswordsOfRedirectsToItself() async throws {
        let socket = try LoopbackSocket()
        let server = try LoopbackServer(
            [
                "/": .redirect(to: "http://r:geheim@127.0.0.1:\(socket.port)/b"),
                "/b": .html("<link rel=icon href=i.svg><link rel=manifest href=m>"), "/i.svg": .body(Self.picture),
            ], on: socket)
        for options in [["--json"], ["--all"], []] {
            let outcome = try await Scenario().run(["favicon", server.url("/")] + options).exits(0)
            #expect(outcome.outputText.contains(server.url("/i.svg")))
            #expect(!(outcome.outputText + outcome.errorText).contains("geheim"))
        }
    }

    /// A file that is no library stands in its place.
    @Test func saysThatTheLibraryIsMissing() async throws {
        let scenario = try Scenario().withoutLibraries().file("page.html", "<p>").file(
            "link.html", "<link rel=icon href=//møller.test/a>"
        ).file("base.html", "<base href=http://møller.test/><link rel=icon href=a>")
        for outcome in [
            try await scenario.run("favicon", "ex.test"), try await scenario.run("favicon", "https://møller.test/"),
            try await scenario.run("favicon", "page.html", "--base-url", "http://127.0.0.1/"),
            try await scenario.run("favicon", "link.html", "--base-url", "http://127.0.0.1/"),
            try await scenario.run("favicon", "base.html", "--base-url", "http://127.0.0.1/"),
        ] {
            outcome.stdout("").stderr(
                """
                devtool: cannot use libcurl: [DIR]/lib/libcurl.so.4: file too short
                  hint: install libcurl (on Debian: apt install libcurl4)

                """
            ).exits(69)
        }
    }

    @Test func readsAFileWithoutTheLibrary() async throws {
        try await Scenario().file("page.html", Self.html).withoutLibraries().run(
            "favicon", "page.html", "--base-url", "http://127.1/"
        ).stdout("http://127.0.0.1/icon.png\n").stderr("").exits(0)
    }

    @Test func triesHTTPWhereHTTPSFails() async throws {
        let server = try LoopbackServer(["/": .html(Self.html), "/icon.png": .body(Self.picture)])
        try await Scenario().run("favicon", "127.0.0.1:\(server.port)").stdout("\(server.url("/icon.png"))\n").stderr(
            ""
        ).exits(0)
    }

    @Test func keepsTheDeadline() async throws {
        let server = try LoopbackServer(["/": .drip(String(repeating: "x", count: 10_000), every: .milliseconds(50))])
        let message = "\(server.url("/")): timed out while receiving the response"
        try await Scenario().favicon(server.url("/"), timingOut: message).fails(message, 75)
    }

    /// A name server that does not answer cannot be had everywhere, so the resolver is replaced.
    @Test func keepsTheDeadlineWhileANameIsLookedUp() async throws {
        let resolver = """
            #include <netdb.h>
            #include <unistd.h>
            int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                            struct addrinfo **result) {
                sleep(900);
                return EAI_AGAIN;
            }
            """
        let library = try PreloadedLibrary(resolver)
        // Scenarios have less time than the resolver takes.
        let message = "http://slow.test/: timed out while looking up the host name"
        try await Scenario().preloading(library).favicon("http://slow.test/", timingOut: message).fails(message, 75)
    }

    @Test func doesNotFollowARedirectToAFile() async throws {
        let server = try LoopbackServer(["/": .redirect(to: "file:///etc/passwd")])
        try await Scenario().run("favicon", server.url("/")).stdout("").stderr(
            "devtool: file:///etc/passwd: only http and https URLs are supported\n"
        ).exits(69)
    }

    @Test func readsAFile() async throws {
        try await Scenario().file("page.html", Self.html).run(
            "favicon", "page.html", "--base-url", "https://ex.test/a/b"
        ).stdout("https://ex.test/a/icon.png\n").stderr("").exits(0)
    }

    @Test func readsStandardInput() async throws {
        try await Scenario().stdin(Self.html).run("favicon", "-", "--base-url", "https://ex.test/").stdout(
            "https://ex.test/icon.png\n"
        ).stderr("").exits(0)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "127.1", "0x7f.1", "2130706433", "[::1]"])
    func asksPublicServersOnlyWhereItIsToldSo(host: String) async throws {
        let server = try LoopbackServer(["/": .html(Self.html)])
        let url = server.url("/").replacing("127.0.0.1", with: host)
        let result = try await Scenario().shell("$devtool favicon '\(url)' --public-only 2>&1")
        #expect(result.outputText.hasSuffix("is not a public address\n"))
        result.exits(69)
        #expect(server.requests.isEmpty)
    }

    @Test func asksNoPrivateServerForTheIconOfAFile() async throws {
        try await Scenario().file("page.html", "<p>").run(
            "favicon", "page.html", "--base-url", "http://127.0.0.1:1/", "--public-only"
        ).stdout("").stderr("devtool: http://127.0.0.1:1/favicon.ico: 127.0.0.1 is not a public address\n").exits(69)
    }

    @Test func saysWhereItsRequestsComeFrom() async throws {
        let server = try LoopbackServer(["/": .html(Self.html), "/icon.png": .body(Self.picture)])
        try await Scenario().run("favicon", server.url("/"), "--user-agent", "Mozilla/5.0").stdout(
            "\(server.url("/icon.png"))\n"
        ).stderr("").exits(0)
        #expect(server.requests.count >= 2)
        #expect(server.requests.allSatisfy { $0.contains("User-Agent: Mozilla/5.0\r\n") })
    }

    private static let picture = WholePictures.gif(16, 16)

    @Test func tellsWhatTheIconOfAServerIs() async throws {
        let server = try LoopbackServer(["/favicon.ico": .body(Self.picture)])
        try await Scenario().file("page.html", "<p>").shell(
            """
            $devtool favicon page.html --base-url \(server.url("/a")) --json \
                | python3 -c 'import json, sys
            print(json.load(sys.stdin)["candidates"][0]["verified"])'
            """
        ).stdout("{'type': 'image/gif', 'sizes': ['16x16']}\n").stderr("").exits(0)
    }

    @Test func believesTheBytesOfAnIconOnly() async throws {
        let server = try LoopbackServer(["/favicon.ico": .body(Array("<!doctype html>".utf8))])
        try await Scenario().file("page.html", "<p>").run(
            "favicon", "page.html", "--base-url", server.url("/a"), "--explain"
        ).stdout(
            """
            -  \(server.url("/favicon.ico")): not used: \
            the server's response is not an icon: an HTML page instead of an image
            Chromium shows no icon: the page has no icon link that Chromium uses, and /favicon.ico is not an icon

            """
        ).stderr("devtool: page.html: no icon found\n").exits(1)
    }

    @Test func asksForTheIconOfAFilesServer() async throws {
        let server = try LoopbackServer(["/favicon.ico": .body(Self.picture)])
        try await Scenario().file("page.html", "<p>").run("favicon", "page.html", "--base-url", server.url("/a"))
            .stdout("\(server.url("/favicon.ico"))\n").stderr("").exits(0)
    }

    @Test func fetchesNothingWhereItIsToldSo() async throws {
        try await Scenario().file("page.html", "<p>").run(
            "favicon", "page.html", "--base-url", "https://nosuch.invalid/a", "--no-fetch"
        ).stdout("https://nosuch.invalid/favicon.ico\n").stderr("").exits(0)
    }

    @Test func asksForTheURLOfAFileWithRelativeLinks() async throws {
        try await Scenario().file("page.html", Self.html).run("favicon", "page.html").stdout("").stderr(
            """
            devtool: page.html: no icon found: its links are relative
              hint: use --base-url to set the page's URL

            """
        ).exits(1)
    }

    @Test func missesAFile() async throws {
        try await Scenario().run("favicon", "nosuch.html").stdout("").stderr(
            "devtool: cannot read 'nosuch.html': No such file or directory\n"
        ).exits(66)
    }

    @Test func cannotReadAFolder() async throws {
        try await Scenario().file("folder/a", "").run("favicon", "folder").stdout("").stderr(
            """
            devtool: cannot read 'folder': Is a directory
              hint: to check the icons of a folder, run 'devtool favicon --check FOLDER'

            """
        ).exits(66)
    }

    @Test func anOptionWithoutDashes() async throws {
        let hint = "\n  hint: did you mean '--check'?\n"
        try await Scenario().run("favicon", "check").stdout("").exits(66).stderr(
            "devtool: cannot read 'check': No such file or directory" + hint)
        try await Scenario().file("dist/index.html", "").run("favicon", "check", "dist").stdout("").exits(64).stderr(
            "devtool: unexpected argument 'check'" + hint)
        try await Scenario().file("check", "").run("favicon", "check", "dist").stdout("").exits(64).stderr(
            "devtool: unexpected argument 'check'" + hint)
    }

    @Test func warnsOfAnAttributeThatIsTooLong() async throws {
        let long = String(repeating: "x", count: 1 << 20)
        try await Scenario().file("page.html", "\(Self.html)<link rel=icon href='data:,\(long)'>").run(
            "favicon", "page.html", "--base-url", "https://ex.test/"
        ).stdout("https://ex.test/icon.png\n").stderr(
            """
            devtool: warning: page.html: an attribute of an icon link is longer than 1 MiB and \
            was ignored

            """
        ).exits(0)
    }

    @Test func refusesEmptyArguments() async throws {
        var outcome = try await Scenario().run("favicon", "").stdout("").exits(64)
        #expect(outcome.errorText.hasPrefix("devtool: the page argument is empty\n"))
        outcome = try await Scenario().file("page.html", Self.html).run("favicon", "page.html", "--base-url", "")
            .stdout("").exits(64)
        #expect(outcome.errorText.hasPrefix("devtool: '--base-url' requires a URL\n"))
    }

    @Test func refusesOtherSchemes() async throws {
        try await Scenario().run("favicon", "ftp://ex.test/").stdout("").stderr(
            "devtool: ftp://ex.test/: not an http or https URL\n"
        ).exits(64)
    }
}
