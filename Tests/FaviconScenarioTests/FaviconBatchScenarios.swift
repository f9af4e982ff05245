import Foundation
import TestSupport
import Testing

/// `devtool favicon --batch`: a line for each page of a list, whatever becomes of it.
@Suite struct FaviconBatchScenarios {
    static let html = "<link rel=icon href=icon.gif>"
    /// A GIF of 16 by 16 pixels, as far as it tells its size.
    static let picture = WholePictures.gif(16, 16)

    @Test func printsALineOfJSONForEachPageInTheirOrder() async throws {
        let server = try LoopbackServer([
            "/": .html(Self.html), "/icon.gif": .body(Self.picture),
            "/slow": .html(Self.html).kept(after: .milliseconds(400)), "/none": .html("<p>"),
        ])
        let outcome = try await Scenario().file(
            "list",
            """
            \u{FEFF}# pages of a site
            \(server.url("/slow"))\r

              \(server.url("/"))\t
            \(server.url("/none"))
            nosuch.invalid
            ftp://ex.test/
            """
        ).run("favicon", "--batch", "list")
        outcome.stderr("devtool: 5 pages: 2 with an icon, 1 without, 2 failed\n").exits(1)
        let lines = outcome.outputText.split(separator: "\n")
        #expect(
            try lines.map { try Line($0).summary } == [
                "\(server.url("/slow")) \(server.url("/icon.gif"))", "\(server.url("/")) \(server.url("/icon.gif"))",
                "\(server.url("/none")) 1 \(server.url("/none")): no icon found",
                "nosuch.invalid 69 https://nosuch.invalid/: cannot resolve the host name",
                "ftp://ex.test/ 64 ftp://ex.test/: not an http or https URL",
            ])
    }

    @Test func reportsTellThatPagesHaveNoIcon() async throws {
        let message = "3 pages: 3 failed"
        let outcome = try await Scenario().stdin("ftp://a.test\nftp://b.test\nftp://c.test\n").variable(
            "GITHUB_ACTIONS", "true"
        ).run("favicon", "-q", "--batch", "-", "--report", "junit=report.xml").stderr(
            "devtool: \(message)\n::error::\(message)\n"
        ).exits(1)
        let report = try #require(outcome.folder.text("report.xml"))
        #expect(report.contains("tests=\"4\" failures=\"4\""))
        #expect(report.contains("<failure message=\"\(message)\""))
    }

    @Test func showsNoPasswordOfAHostWithoutAScheme() async throws {
        let outcome = try await Scenario().stdin("user:geheim@[\n").run("favicon", "-q", "--batch", "-").exits(1)
        let line = try Line(#require(outcome.outputText.split(separator: "\n").first))
        #expect(line.summary == "[ 64 [: not an http or https URL")
        #expect(!outcome.outputText.contains("geheim") && !outcome.errorText.contains("geheim"))
    }

    @Test func aLineHasTheContractOfOnePage() async throws {
        // The page names the server's own icon: under load that would be asked for in one run and not in the other.
        let server = try LoopbackServer([
            "/": .html("<link rel=icon href=/favicon.ico>"), "/favicon.ico": .body(Self.picture),
        ])
        let one = try await Scenario().run("favicon", server.url("/"), "--json").exits(0)
        let line = try await Scenario().stdin(server.url("/")).run("favicon", "--batch", "-").stderr(
            "1 page: 1 with an icon\n"
        ).exits(0)
        let objects = try [one, line].map { try JSONSerialization.jsonObject(with: Data($0.output)) as? NSDictionary }
        #expect(objects[0] != nil)
        #expect(objects[0] == objects[1])
    }

    /// Pages of a server that has answered are looked at without a task, as far as nothing more is to be fetched.
    @Test(arguments: [[], ["--no-verify"], ["--no-verify", "--full", "--for", "touch"]])
    func everyLineOfAServerHasThatContract(options: [String]) async throws {
        let icon = "<link rel=icon href=icon.gif>"
        let server = try LoopbackServer([
            "/": .html(icon), "/none": .html("<p>"), "/away": .redirect(to: "/"), "/loop": .redirect(to: "/loop"),
            "/error": .html(icon, status: "404 Not Found"),
            "/refresh": .html("<meta http-equiv=refresh content='0;url=/'>"),
            "/data": .html("<link rel=icon href=data:,><link rel=apple-touch-icon href=icon.gif>"),
            "/manifest": .html("<link rel=manifest href=/error>"), "/empty": .html(""),
            "/media": .html("<link rel=icon media=print href=icon.gif>"), "/icon.gif": .body(Self.picture),
            "/favicon.ico": .body(Self.picture),
        ])
        let pages = ["/", "/none", "/away", "/loop", "/error", "/refresh", "/data", "/manifest", "/empty", "/media"].map
        { server.url($0) }
        let lines = try await Scenario().stdin(Array(repeating: pages, count: 4).joined().joined(separator: "\n")).run(
            ["favicon", "-q", "--batch", "-"] + options
        ).outputText.split(separator: "\n")
        #expect(lines.count == 4 * pages.count)
        for (index, page) in pages.enumerated() {
            let one = try await Scenario().run(["favicon", page, "--json"] + options).output
            let expected = try JSONSerialization.jsonObject(with: Data(one)) as? NSDictionary
            #expect(expected != nil)
            for line in stride(from: index, to: lines.count, by: pages.count) {
                let object = try JSONSerialization.jsonObject(with: Data(lines[line].utf8)) as? NSDictionary
                #expect(object == expected)
            }
        }
    }

    @Test func printsWhatIsThereFirstOnRequest() async throws {
        let server = try LoopbackServer([
            "/slow": .html(Self.html).kept(after: .seconds(2)), "/": .html(Self.html), "/icon.gif": .body(Self.picture),
        ])
        let outcome = try await Scenario().stdin("\(server.url("/slow"))\n\(server.url("/"))\n").run(
            "favicon", "--batch", "-", "--unordered"
        ).exits(0)
        let lines = outcome.outputText.split(separator: "\n")
        #expect(try lines.map { try Line($0).url } == [server.url("/"), server.url("/slow")])
    }

    /// See issue 15: whoever made the list has made nothing; a part of a list may well be empty.
    @Test func anEmptyListIsAProblem() async throws {
        let scenario = try Scenario().file("list", "\n# nothing\n").file("one", "ftp://a.test\n")
        for options in [[], ["--shard", "1/2"], ["--resume", "out"]] {
            try await scenario.run(["favicon", "--batch", "list"] + options).stdout("").stderr(
                "devtool: list: the list contains no pages\n"
            ).exits(65)
        }
        let parts = try await [
            scenario.run("favicon", "--batch", "one", "--shard", "1/2"),
            scenario.run("favicon", "--batch", "one", "--shard", "2/2"),
        ]
        #expect(parts.map(\.status).sorted() == [0, 1])
    }

    /// See issue 15: a page was no test of the report.
    @Test func eachPageIsATestOfTheReports() async throws {
        let server = try LoopbackServer([
            "/": .html(Self.html), "/none": .html("<p>"), "/icon.gif": .body(Self.picture),
        ])
        let scenario = try Scenario().file("list", "\(server.url("/"))\n\(server.url("/none"))\n")
        let outcome = try await scenario.run(
            "favicon", "--batch", "list", "--report", "json=r.json", "--report", "junit=r.xml"
        ).exits(1)
        let report = try JSONSerialization.jsonObject(with: Data((outcome.folder.text("r.json") ?? "").utf8))
        let tests = try #require((report as? [String: Any])?["tests"] as? [[String: Any]])
        #expect(
            Set(tests.map { "\($0["name"] ?? "") \($0["outcome"] ?? "") \($0["message"] ?? "")" }) == [
                "\(server.url("/")) passed ", "\(server.url("/none")) failed \(server.url("/none")): no icon found",
            ])
        #expect(tests.allSatisfy { $0["group"] as? String == "devtool.favicon" })
        #expect(outcome.folder.text("r.xml")?.contains(" tests=\"3\" failures=\"2\"") == true)
        try await scenario.run("favicon", server.url("/"), "--report", "json=r.json").exits(0)
        #expect(outcome.folder.text("r.json")?.contains("\"outcome\": \"passed\"") == true)
    }

    /// See issue 15: the page's icon is there, but the page is not.
    @Test func anErrorPageIsNoSuccess() async throws {
        let server = try LoopbackServer([
            "/gone": .html("<p>", status: "404 Not Found"), "/favicon.ico": .body(Self.picture),
        ])
        let url = server.url("/gone")
        let message = "\(url): the server responded with status 404; the icon is the server's default"
        try await Scenario().run("favicon", url).stdout("\(server.url("/favicon.ico"))\n").stderr(
            "devtool: \(message)\n"
        ).exits(69)
        let line = try await Scenario().stdin(url).run("favicon", "--batch", "-").stderr("devtool: 1 page: 1 failed\n")
            .exits(1)
        #expect(try Line(line.outputText[...]).chosen == server.url("/favicon.ico"))
        #expect(line.outputText.contains("\"error\":{\"message\":\"\(message)\",\"exit\":69}"))
    }

    @Test func aPasswordOfTheListIsNotRepeated() async throws {
        let server = try LoopbackServer(["/": .html("<p>")])
        let url = server.url("/").replacing("127.", with: "user:secret@127.")
        let scenario = try Scenario().file("list", url)
        let outcome = try await scenario.run("favicon", "--batch", "list", "--resume", "out").stdout("").exits(1)
        #expect(!outcome.errorText.contains("secret"))
        let line = try #require(outcome.folder.text("out"))
        #expect(!line.contains("secret"))
        // user:secret
        #expect(server.requests.allSatisfy { $0.contains("Authorization: Basic dXNlcjpzZWNyZXQ=") })
        try await scenario.run("favicon", "--batch", "list", "--resume", "out").stderr(
            "devtool: 0 pages; 1 done earlier (1 without an icon)\n"
        ).exits(1).file("out", line)
    }

    /// Each line would be asked for by itself, four at a time; on a busy machine a request may come too
    /// late to tell something of its server.
    @Test func aDeadHostCostsOneDeadline() async throws {
        let dead = try LoopbackServer(["*": CannedResponse.raw("").held])
        let server = try LoopbackServer(["/": .html(Self.html), "/icon.gif": .body(Self.picture)])
        let pages = (0..<200).map { dead.url("/\($0)") } + [server.url("/")]
        try await Scenario().stdin(pages.joined(separator: "\n")).shell(
            "$devtool favicon --batch - --timeout 3 | grep -c 'timed out'"
        ).stdout("200\n").stderr("devtool: 201 pages: 1 with an icon, 200 failed\n")
        #expect(dead.requests.count < 100)
    }

    @Test func noHostHasMoreThanFourConnections() async throws {
        let server = try LoopbackServer(["*": .html("<link rel=icon href=data:,>").kept(after: .milliseconds(20))])
        let pages = (0..<60).map { server.url("/\($0)") }
        try await Scenario().stdin(pages.joined(separator: "\n")).run("favicon", "-q", "--batch", "-").exits(1)
        #expect((1...4).contains(server.peakConnectionCount))
        #expect(server.requests.count == 60)
    }

    @Test func pagesShareTheirIcons() async throws {
        let server = try LoopbackServer([
            "*": .html("<link rel=icon href=/icon.gif>").kept(after: .milliseconds(20)),
            "/icon.gif": .body(Self.picture).kept(),
        ])
        let pages = (0..<60).map { server.url("/\($0)") }
        let outcome = try await Scenario().stdin(pages.joined(separator: "\n")).run("favicon", "--batch", "-").stderr(
            "60 pages: 60 with an icon\n"
        ).exits(0)
        let lines = outcome.outputText.split(separator: "\n")
        #expect(try lines.map { try Line($0).url } == pages)
        // The first pages ask for their icon, the others know it.
        #expect(server.requests(for: "/icon.gif").count <= 4)
    }

    @Test(arguments: [
        (["--all"], "'--all' and '--batch' cannot be combined"),
        (["--explain"], "'--explain' and '--batch' cannot be combined"),
        (["--base-url", "http://ex.test"], "'--base-url' and '--batch' cannot be combined"),
        (["--charset", "utf-8"], "'--charset' and '--batch' cannot be combined"),
        (["--no-fetch"], "'--no-fetch' and '--batch' cannot be combined"),
    ]) func refusesWhatIsForOnePage(options: [String], message: String) async throws {
        try await Scenario().file("list", "ex.test").run(["favicon", "--batch", "list"] + options).stdout("").stderr(
            "devtool: \(message)\n"
        ).exits(64)
    }

    @Test(arguments: [
        (["a.test", "--batch", "list"], "'--batch' cannot be combined with a page"),
        ([], "missing page: specify a page, or a list of pages with '--batch'"),
        (["--check"], "missing site: specify a URL, a file or a folder"),
        (["a.test", "--unordered"], "'--unordered' requires '--batch'"),
        (["a.test", "--resume", "x"], "'--resume' requires '--batch'"),
        (["a.test", "--shard", "1/2"], "'--shard' requires '--batch'"),
        (["--batch", ""], "'--batch' requires a file, or '-' for standard input"),
    ]) func refusesWhatMakesNoSense(options: [String], message: String) async throws {
        try await Scenario().run(["favicon"] + options).stdout("").stderr(
            """
            devtool: \(message)
              hint: run 'devtool favicon --help' for usage

            """
        ).exits(64)
    }

    @Test func aMissingListIsNoInput() async throws {
        try await Scenario().run("favicon", "--batch", "nolist", "--resume", "out").stdout("").stderr(
            "devtool: cannot read 'nolist': No such file or directory\n"
        ).exits(66)
    }

    @Test func aReaderThatGoesAwayEndsIt() async throws {
        let server = try LoopbackServer(["*": .html("<link rel=icon href=data:,>")])
        let pages = (0..<500).map { server.url("/\($0)") }
        try await Scenario().stdin(pages.joined(separator: "\n")).shell(
            "($devtool favicon --batch - 2>/dev/null; echo $? >status) | head -1 | wc -l"
        ).stdout("1\n").file("status", "0\n")
    }

    /// A line of the output.
    struct Line: Decodable {
        struct Failure: Decodable {
            let message: String
            let exit: Int
        }
        let url: String
        let chosen: String?
        let error: Failure?

        init(_ text: Substring) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }

        /// The page, and its icon or why there is none.
        var summary: String { "\(url) " + (error.map { "\($0.exit) \($0.message)" } ?? chosen ?? "-") }
    }
}
