import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool favicon --check`: exact output of folders, files and pages on the web.
@Suite(.serialized) struct FaviconCheckScenarios {
    /// A page whose only fault is a size.
    private static let page = """
        <!doctype html>
        <head>
        <link rel="icon" href="/favicon.ico" sizes="64x64">
        <link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any">
        <link rel="apple-touch-icon" href="/touch.png">
        <link rel="manifest" href="/site.webmanifest">
        </head>

        """

    private static let manifest = """
        {"icons": [
          {"src": "192.png", "sizes": "192x192", "purpose": "any"},
          {"src": "icon.svg", "sizes": "any", "purpose": "any"},
          {"src": "mask.png", "sizes": "192x192", "purpose": "maskable"}
        ]}

        """

    private static let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>\
        @media (prefers-color-scheme: dark) { path { fill: #fff } }</style><path d="M0 0h9v9z"/></svg>
        """

    private static func logo(_ width: Int, _ radius: Double = 0.4) -> TinyImage {
        TinyImage(width, width, background: .opaque(0xFFFFFF)).disc(radius, .opaque(0xC03020))
    }

    private static let ico = TinyImage.ico([logo(32)])
    private static let touch = logo(180).png
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("favicon.ico", ico), ("icon.svg", Array(svg.utf8)), ("touch.png", touch), ("192.png", logo(192).png),
        ("mask.png", logo(192, 0.3).png), ("site.webmanifest", Array(manifest.utf8)),
    ]

    /// A built site in the folder `site`.
    private static func site(_ page: String = page) throws -> Scenario {
        try files.reduce(try Scenario().file("site/index.html", page)) {
            try $0.file("site/\($1.name)", bytes: $1.bytes)
        }
    }

    private static let finding = """
        site/index.html:3:38: '/favicon.ico' is declared as 64x64 but is 32x32, so \
        browsers choose it even if another fits better, and show it blurred
        <link rel="icon" href="/favicon.ico" sizes="64x64">
                                             ^
          hint: write sizes="32x32", or make a 64x64 image

        """

    /// What each platform shows of the site, which is told if nothing is wrong.
    private static let platforms = """
          browser tab    /icon.svg
          dark tab       /icon.svg
          search result  /icon.svg
          iPhone         /touch.png
          Android        /mask.png

        """

    @Test func aFolder() async throws {
        try await Self.site().run("favicon", "--check", "site").stdout("").stderr(
            Self.finding + "5 icons of 1 page: 1 error\n"
        ).exits(1)
    }

    @Test func aFolderThatIsRight() async throws {
        let right = Self.page.replacing("64x64", with: "32x32")
        try await Self.site(right).file("site/a/index.html", right).run("favicon", "--check", "site").stdout("").stderr(
            "5 icons of 2 pages: no problems found\n" + Self.platforms
        ).exits(0)
    }

    /// A file is looked at as the only page of its folder.
    @Test func aFile() async throws {
        try await Self.site().file("site/other.html", "<p>").run("favicon", "--check", "site/index.html").stdout("")
            .stderr(Self.finding + "5 icons of 1 page: 1 error\n").exits(1)
    }

    @Test func aPageOnTheWeb() async throws {
        var answers = ["/": CannedResponse.html(Self.page)]
        for (name, bytes) in Self.files where name != "icon.svg" { answers["/\(name)"] = .body(bytes) }
        answers["/icon.svg"] = .body(Array(Self.svg.utf8), fields: ["Content-Type: image/svg+xml"])
        let server = try LoopbackServer(answers)
        try await Scenario().run("favicon", "--check", server.url("/")).stdout("").stderr(
            Self.finding.replacing("site/index.html", with: server.url("/")) + "5 icons of 1 page: 1 error\n"
        ).exits(1)
        // Each icon is asked for once.
        #expect(Set(server.paths).count == server.paths.count)
    }

    @Test func aPageThatIsNotThere() async throws {
        let server = try LoopbackServer(["/": .html("<p>")])
        try await Scenario().run("favicon", "--check", server.url("/gone")).stdout("").stderr(
            "devtool: \(server.url("/gone")): the server responded with status 404, so nothing " + "was checked\n"
        ).exits(69)
        try await Scenario().run("favicon", "--check", "http://localhost:1/").stdout("").stderr(
            "devtool: http://localhost:1/: cannot connect: Connection refused\n"
        ).exits(69)
    }

    /// See #46: these were read as HTML, in which all behind the script is its text.
    @Test func pagesInXML() async throws {
        let page = Self.page.replacing("64x64", with: "32x32")
        let head = "<head>\n<script src=\"a.js\"/>"
        let scenario = try Self.site(page).file(
            "site/x.xhtml",
            "<html xmlns=\"http://www.w3.org/1999/xhtml\">\(head)\n<link rel=\"icon\" "
                + "href=\"/gone.png\"/>\n</head><body/></html>")
        let outcome = try await scenario.run("favicon", "--check", "site").exits(1)
        #expect(outcome.errorText.contains("site/x.xhtml:3:18: '/gone.png' is not available"))
    }

    @Test func nothingToCheckIsAnError() async throws {
        try await Scenario().file("site/a.txt", "").run("favicon", "--check", "site").stdout("").stderr(
            """
            devtool: site: the folder has no HTML pages, so nothing was checked
              hint: specify the folder that contains the built site

            """
        ).exits(65)
        try await Scenario().run("favicon", "--check", "nowhere.html").stdout("").stderr(
            "devtool: cannot read 'nowhere.html': No such file or directory\n"
        ).exits(66)
        try await Scenario().stdin("<p>").run("favicon", "--check", "-").stdout("").stderr(
            "devtool: '--check' requires a URL, a file or a folder, not standard input\n"
        ).exits(64)
    }

    /// Absolute links are the site's own where its URL is known; without it they lead to the network.
    @Test func absoluteLinks() async throws {
        let page = Self.page.replacing("\"/", with: "\"https://ex.test/docs/").replacing("64x64", with: "32x32")
        let scenario = try Self.site(page)
        try await scenario.run("favicon", "--check", "site", "--base-url", "https://ex.test/docs").stdout("").stderr(
            "5 icons of 1 page: no problems found\n" + Self.platforms.replacing(" /", with: " https://ex.test/docs/")
        ).exits(0)
        try await scenario.run("favicon", "--check", "site").stdout("").stderr(
            """
            devtool: all icons and manifests that the pages link to are on other hosts (ex.test), so \
            nothing was checked
              hint: if that is the site's host, use --base-url https://ex.test/, or run the check on the \
            deployed site's URL

            """
        ).exits(65)
        let some = try await Self.site(page.replacing("https://ex.test/docs/touch", with: "/touch")).run(
            "favicon", "--check", "site"
        ).stdout("").exits(0)
        #expect(
            some.errorText.contains("note: 3 icons and manifests are on another host (ex.test) and were not checked"))
    }

    /// Programs learn why nothing was checked, as of a page whose icon is wanted.
    @Test func errorsAsJSON() async throws {
        try await Scenario().file("site/a.txt", "").run("favicon", "--check", "site", "--json").stdout(
            """
            {
              "schema": 1,
              "url": "site",
              "error": {
                "message": "site: the folder has no HTML pages, so nothing was checked",
                "exit": 65
              }
            }

            """
        ).exits(65)
        let outcome = try await Scenario().run("favicon", "--check", "http://localhost:1/", "--json").exits(69)
        #expect(outcome.outputText.contains("\"exit\": 69"))
    }

    @Test func warningsAsErrorsAndLevels() async throws {
        let message = """
            '/favicon.ico' also contains 48x48, which visitors load but no browser shows
            <link rel="icon" href="/favicon.ico" sizes="32x32">
                                                 ^
              hint: keep only 32x32

            """
        let scenario = try Self.site(Self.page.replacing("64x64", with: "32x32")).file(
            "site/favicon.ico", bytes: TinyImage.ico([Self.logo(32), Self.logo(48)]))
        try await scenario.run("favicon", "--check", "site").stdout("").stderr(
            "site/index.html:3:38: warning: \(message)5 icons of 1 page: 1 warning\n"
        ).exits(0)
        try await scenario.run("favicon", "--check", "--warnings-as-errors", "site").stdout("").stderr(
            "site/index.html:3:38: \(message)5 icons of 1 page: 1 error\n"
        ).exits(1)
        for (rules, status, summary) in [
            ("oversized-icon: error", 1 as Int32, "1 error"), ("heavy: off", 0, "no problems found"),
            ("heavy: off\n    oversized-icon: note", 0, "1 note"),
        ] {
            let outcome = try await scenario.config("favicon:\n  rules:\n    \(rules)\n").run(
                "favicon", "--check", "site"
            ).stdout("").exits(status)
            #expect(outcome.errorText.contains("5 icons of 1 page: \(summary)\n"))
        }
    }

    /// A comment above the manifest's link accepts what is found in the manifest, and nothing of the page.
    @Test func commentsOnTheManifestAreForTheManifest() async throws {
        let page = Self.page.replacing(
            "<link rel=\"manifest", with: "<!-- devtool:allow untrue-size: x -->\n<link rel=\"manifest")
        let outcome = try await Self.site(page).run("favicon", "--check", "site").stdout("").exits(1)
        #expect(outcome.errorText.hasPrefix(Self.finding))
        #expect(outcome.errorText.contains("there is no 'untrue-size' finding to accept"))
        #expect(outcome.errorText.hasSuffix("5 icons of 1 page: 1 error, 1 warning\n"))
    }

    /// The set that most guides recommend has nothing to be warned of.
    @Test func theRecommendedSet() async throws {
        try await Self.site(Self.page.replacing("64x64", with: "32x32")).run(
            "favicon", "--check", "--warnings-as-errors", "site"
        ).stdout("").stderr("5 icons of 1 page: no problems found\n" + Self.platforms).exits(0)
    }

    /// A project's pages, as GitHub serves them below its name.
    @Test func aSiteBelowAPath() async throws {
        let page = Self.page.replacing("\"/", with: "\"/project/").replacing("64x64", with: "32x32")
        try await Self.site(page).run("favicon", "--check", "site").stdout("").stderr(
            """
            site/index.html:3:18: note: the pages link to icons below '/project/', so the folder \
            was checked as if it were served there
            <link rel="icon" href="/project/favicon.ico" sizes="32x32">
                             ^
              hint: set the site's URL: --base-url https://HOST/project/
            5 icons of 1 page: 1 note

            """
        ).exits(0)
        try await Self.site(page).run("favicon", "--check", "site", "--base-url", "https://ex.test/project/").stdout("")
            .stderr(
                "5 icons of 1 page: no problems found\n"
                    + Self.platforms.replacing(" /", with: " https://ex.test/project/")
            ).exits(0)
    }

    /// A library that crashes takes no check with it, and no other picture.
    @Test func aLibraryThatCrashes() async throws {
        guard let compiler = OtherProgram("clang") ?? OtherProgram("cc") else { return }
        let webp = try #require(RealPicture.all.first { $0.type == "image/webp" })
        let scenario = try Self.site(
            Self.page.replacing("64x64", with: "32x32").replacing(
                "</head>", with: "<link rel=icon href=/a.webp sizes=24x24>\n</head>")
        ).file("site/a.webp", bytes: webp.bytes).file(
            "stub.c",
            "#include <stdlib.h>\nint WebPGetFeaturesInternal(void) { abort(); }\n"
                + "int WebPDecodeRGBAInto(void) { abort(); }\n")
        let folder = scenario.folder.path
        let (status, _) = try compiler.run([
            "-shared", "-fPIC", "-o", folder.appending("libwebp.so.7").string, folder.appending("stub.c").string,
        ])
        try #require(status == 0)
        try await scenario.variable("LD_LIBRARY_PATH", folder.string).run("favicon", "--check", "site").stdout("")
            .stderr(
                """
                site/index.html:7:16: note: '/a.webp' was not checked: libwebp crashed on it or \
                needed too much memory
                <link rel=icon href=/a.webp sizes=24x24>
                               ^
                  hint: save the image again as PNG, ICO or SVG
                6 icons of 1 page: 1 note

                """
            ).exits(0)
    }

    /// What is wrong with comments counts as what is found.
    @Test func commentsThatAcceptNothing() async throws {
        let page = Self.page.replacing("64x64", with: "32x32").replacing(
            "<link rel=\"man", with: "<!-- devtool:allow icon-not-found: x -->\n<link rel=\"man")
        let scenario = try Self.site(page)
        let outcome = try await scenario.run("favicon", "--check", "site").exits(0)
        #expect(outcome.errorText.hasSuffix("5 icons of 1 page: 1 warning\n"))
        let json = try await scenario.run("favicon", "--check", "--json", "site").exits(0)
        #expect(json.outputText.contains("\"warnings\": 1"))
        #expect(json.outputText.contains("there is no 'icon-not-found' finding to accept"))
        _ = try await scenario.run("favicon", "--check", "--warnings-as-errors", "site").exits(1)
    }

    /// A page below the site's root names files of the whole site, whose folder is told, not guessed.
    @Test func aPartOfASite() async throws {
        let right = Self.page.replacing("64x64", with: "32x32")
        let scenario = try Self.site(right).file("site/docs/index.html", right).file("site/docs/more/a.html", right)
            .file("site/b.html", "<p>").file("c.html", "<p>")
        for part in ["site/docs/index.html", "site/docs/more/a.html"] {
            try await scenario.run("favicon", "--check", part, "--root", "site").stdout("").stderr(
                "5 icons of 1 page: no problems found\n" + Self.platforms
            ).exits(0)
        }
        try await scenario.run("favicon", "--check", "site/docs", "--root", "site").stdout("").stderr(
            "5 icons of 2 pages: no problems found\n" + Self.platforms
        ).exits(0)
        let outcome = try await scenario.run("favicon", "--check", "site/docs").exits(1)
        #expect(
            outcome.errorText.contains(
                "  hint: put the file there, or correct the URL; if only part of "
                    + "the site is checked, set --root to the site's folder\n"))
        try await scenario.run("favicon", "--check", "c.html", "--root", "site").stdout("").stderr(
            "devtool: 'c.html' is not in the '--root' folder 'site'\n"
        ).exits(64)
        try await scenario.run("favicon", "--check", "site", "--root", "gone").stdout("").stderr(
            "devtool: cannot read 'gone': No such file or directory\n"
        ).exits(66)
        try await scenario.run("favicon", "--check", "https://ex.test/", "--root", "site").stdout("").stderr(
            "devtool: '--root' requires a page in a file: a server provides the whole site\n"
        ).exits(64)
        // The URL is that of the root.
        let absolute = right.replacing("\"/", with: "\"https://ex.test/")
        try await scenario.file("site/docs/index.html", absolute).run(
            "favicon", "--check", "site/docs/index.html", "--root", "site", "--base-url", "https://ex.test/"
        ).stdout("").stderr(
            "5 icons of 1 page: no problems found\n" + Self.platforms.replacing(" /", with: " https://ex.test/")
        ).exits(0)
    }

    /// A URL that is not the site's leaves nothing to look at.
    @Test func aWrongBaseURL() async throws {
        let page = Self.page.replacing("\"/", with: "\"https://ex.test/")
        try await Self.site(page).run("favicon", "--check", "site", "--base-url", "https://example.test/").stdout("")
            .stderr(
                """
                devtool: none of the icons and manifests that the pages link to are below https://example.test/, so \
                nothing was checked
                  hint: correct --base-url, or run the check on the deployed site's URL

                """
            ).exits(65)
    }

    /// What cannot be read is not taken for what is not there.
    @Test func whatCannotBeRead() async throws {
        let right = Self.page.replacing("64x64", with: "32x32")
        for (mode, path) in [
            ("000", "site/closed"), ("444", "site/closed"), ("000", "site/touch.png"), ("000", "site/index.html"),
        ] {
            let outcome = try await Self.site(right).file("site/closed/a.html", right).shell(
                "chmod \(mode) \(path); \(Scenario.obedient) $devtool favicon --check site; s=$?; "
                    + "chmod 755 \(path); exit $s"
            ).stdout("").exits(66)
            #expect(outcome.errorText == "devtool: cannot read '\(path)': Permission denied\n")
        }
    }

    @Test func aPageThatLeadsOn() async throws {
        let leading = "<meta http-equiv=refresh content='0; url=/'>"
        try await Scenario().file("site/a.html", leading).run("favicon", "--check", "site").stdout("").stderr(
            "devtool: site/a.html: the page redirects immediately, so nothing was checked\n"
        ).exits(65)
        let server = try LoopbackServer(["/": .html("<meta http-equiv=refresh content='0;url=/b'>")])
        try await Scenario().run("favicon", "--check", server.url("/")).stdout("").stderr(
            "devtool: \(server.url("/b")): the server responded with status 404, so nothing was " + "checked\n"
        ).exits(69)
    }

    @Test func whatIsNoPageIsAnError() async throws {
        let server = try LoopbackServer([
            "/data": .body(Array("{}".utf8), fields: ["Content-Type: application/json"]), "/none": .html(""),
        ])
        try await Scenario().run("favicon", "--check", server.url("/data")).stdout("").stderr(
            "devtool: \(server.url("/data")): not an HTML page, but 'application/json', so " + "nothing was checked\n"
        ).exits(65)
        try await Scenario().run("favicon", "--check", server.url("/none")).stdout("").stderr(
            "devtool: \(server.url("/none")): an empty page, so nothing was checked\n"
        ).exits(65)
        let scenario = try Self.site().file("site/none.html", "").file("site/a", "text")
        for (file, what) in [
            ("none.html", "an empty page"), ("touch.png", "not an HTML page, but 'image/png'"),
            ("site.webmanifest", "not an HTML page, but 'application/manifest+json'"),
            ("a", "not an HTML page, but 'text/plain'"),
        ] {
            try await scenario.run("favicon", "--check", "site/\(file)").stdout("").stderr(
                "devtool: site/\(file): \(what), so nothing was checked\n"
            ).exits(65)
        }
        #expect(mkfifo(scenario.folder.path.appending("pipe.html").string, 0o600) == 0)
        try await scenario.run("favicon", "--check", "pipe.html").stdout("").stderr(
            "devtool: pipe.html: not a file, so nothing was checked\n"
        ).exits(66)
        let long = String(repeating: " ", count: 17 << 20)
        try await Scenario().file("site/a.html", long).run("favicon", "--check", "site").stdout("").stderr(
            "devtool: site/a.html: the page is larger than 16 MiB, so nothing was checked\n"
        ).exits(65)
    }

    /// Pipes without the name of a page, editors' locks and hidden files are no pages.
    @Test func onlyFilesArePages() async throws {
        let scenario = try Self.site(Self.page.replacing("64x64", with: "32x32"))
        let site = scenario.folder.path.appending("site")
        #expect(mkfifo(site.appending("pipe").string, 0o600) == 0)
        #expect(symlink("nobody@nowhere", site.appending(".#index.html").string) == 0)
        try await scenario.run("favicon", "--check", "site").stdout("").stderr(
            "5 icons of 1 page: no problems found\n" + Self.platforms
        ).exits(0)
    }

    /// The page is missing on the server then, and a check that leaves it out would end well.
    @Test func aPageThatCannotBeReadIsAnError() async throws {
        let scenario = try Self.site()
        let site = scenario.folder.path.appending("site")
        #expect(symlink("nowhere", site.appending("link.html").string) == 0)
        try await scenario.run("favicon", "--check", "site").stdout("").stderr(
            "devtool: cannot read 'site/link.html': No such file or directory\n"
        ).exits(66)
        #expect(unlink(site.appending("link.html").string) == 0)
        #expect(mkfifo(site.appending("pipe.html").string, 0o600) == 0)
        try await scenario.run("favicon", "--check", "site").stdout("").stderr(
            "devtool: site/pipe.html: not a file, so nothing was checked\n"
        ).exits(66)
    }

    /// A manifest that hangs took the time of all that was asked for after it, which was told as missing.
    @Test(arguments: ["/site.webmanifest", "/touch.png"]) func whatHangsTakesNoTimeOfOthers(path: String) async throws {
        let files = Self.files.map { ("/\($0.name)", CannedResponse.body($0.bytes)) }
        var answers = Dictionary(uniqueKeysWithValues: files)
        answers["/"] = .html(Self.page.replacing("64x64", with: "32x32"))
        answers[path] = CannedResponse.raw("").held
        answers["/icon.svg"] = .body(Array(Self.svg.utf8), fields: ["Content-Type: image/svg+xml"])
        let server = try LoopbackServer(answers)
        let outcome = try await Scenario().run("favicon", "--check", server.url("/"), "--timeout", "1s", "--json")
            .exits(1)
        #expect(outcome.errorText.contains("'\(path)' cannot be fetched"), "\(outcome.errorText)")
        #expect(outcome.outputText.contains("\"errors\": 1"), "\(outcome.errorText)")
        #expect(server.paths.contains("/robots.txt"))
    }

    /// An SVG may repeat a part of it as often as it likes, so the drawing is stopped.
    @Test func drawingsAreStopped() async throws {
        let repetitions = (1...5).map { level in
            let uses = String(repeating: "<use href=\"#a\(level - 1)\"/>", count: 10)
            return "<g id=\"a\(level)\">\(uses)</g>"
        }
        let svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><defs><path id=\"a0\" "
            + "d=\"M0 0\(String(repeating: "h9v9z", count: 4000))\"/>\(repetitions.joined())</defs>"
            + "<use href=\"#a5\"/></svg>"
        let scenario = try Self.site(Self.page.replacing("64x64", with: "32x32")).file("site/icon.svg", svg).file(
            "site/site.webmanifest",
            Self.manifest.replacing(
                "\"sizes\": \"any\", \"purpose\": \"any\"", with: "\"sizes\": \"any\", \"purpose\": \"maskable\""))
        let outcome = try await scenario.run("favicon", "--check", "site").exits(0)
        #expect(
            outcome.errorText.contains("'/icon.svg' was not checked: drawing it takes too much time or memory"),
            "\(outcome.errorText)")
    }

    @Test func commentsAcceptFindings() async throws {
        let page = Self.page.replacing(
            "<link rel=\"icon\" href=\"/fav",
            with: "<!-- devtool:allow untrue-size: drawn by the server -->\n<link rel=\"icon\" href=\"/fav")
        try await Self.site(page).run("favicon", "--check", "site").stdout("").stderr(
            "5 icons of 1 page: no problems found, 1 accepted\n" + Self.platforms
        ).exits(0)
    }

    @Test func reports() async throws {
        let scenario = try Self.site()
        let outcome = try await scenario.variable("GITHUB_ACTIONS", "true").run(
            "favicon", "--check", "site", "--json", "--report", "sarif=r.sarif", "--report", "junit=r.xml", "--report",
            "json=r.json"
        ).exits(1)
        #expect(outcome.errorText.contains("::error file=site/index.html,line=3,col=38,title=untrue-size::"))
        struct SARIF: Decodable {
            struct Run: Decodable {
                struct Result: Decodable { let ruleId: String }
                let results: [Result]
            }
            let runs: [Run]
        }
        let sarif = try JSONDecoder().decode(SARIF.self, from: Data((outcome.folder.text("r.sarif") ?? "").utf8))
        #expect(sarif.runs.flatMap(\.results).map(\.ruleId) == ["untrue-size"])
        #expect(outcome.folder.text("r.xml")?.contains("devtool.favicon.untrue-size") == true)
        #expect(outcome.folder.text("r.json")?.contains("\"untrue-size\"") == true)
        struct Report: Decodable {
            struct Finding: Decodable {
                let rule, group, severity, message, mend, file, icon, source: String
                let line, column: Int
                let pages: [Place]
            }
            struct Place: Decodable {
                let page, file: String
                let line, column: Int
            }
            struct Page: Decodable {
                let file: String
                let url: String?
                let errors, warnings, notes: Int
                let tab, dark_tab, search, home_screen, launcher: String?
            }
            struct Icon: Decodable {
                let url: String
                let type: String?
                let sizes: [String]
                let bytes: Int
                let transparent, beyond_safe_zone: Bool?
                let problem: String?
            }
            let pages: [Page]
            let errors, warnings, notes, accepted: Int
            let findings: [Finding]
            let icons: [Icon]
        }
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output))
        let page = try #require(report.pages.first)
        #expect((page.file, page.url) == ("site/index.html", nil))
        let found: [Int] = [page.errors, page.warnings, page.notes]
        #expect(found == [1, 0, 0])
        let shown = [page.tab, page.dark_tab, page.search, page.home_screen, page.launcher]
        #expect(shown == ["/icon.svg", "/icon.svg", "/icon.svg", "/touch.png", "/mask.png"])
        #expect(!outcome.outputText.contains(".invalid"))
        let counts: [Int] = [report.errors, report.warnings, report.notes, report.accepted]
        #expect(counts == [1, 0, 0, 0])
        let finding = try #require(report.findings.first)
        #expect((finding.file, finding.line, finding.column) == ("site/index.html", 3, 38))
        let place = try #require(finding.pages.first)
        #expect((place.page, place.line, place.column) == ("site/index.html", 3, 38))
        let touch = try #require(report.icons.first { $0.url.hasSuffix("touch.png") })
        #expect((touch.transparent, touch.beyond_safe_zone, touch.problem) == (false, false, nil))
        #expect(finding.mend == "write sizes=\"32x32\", or make a 64x64 image")
        #expect(finding.source.hasPrefix("https://source.chromium.org/"))
        #expect(report.icons.count == 5)
        #expect(report.icons.first { $0.url.hasSuffix(".ico") }?.sizes == ["32x32"])
    }

    /// Where nothing can decode pictures, what is not looked at is told.
    @Test func withoutLibraries() async throws {
        let outcome = try await Self.site().withoutLibraries().run("favicon", "--check", "site").stdout("").exits(1)
        for (icon, library) in [("touch.png", "libpng"), ("mask.png", "libpng")] {
            #expect(
                outcome.errorText.contains("note: '/\(icon)' was not checked: \(library) is missing"),
                "\(outcome.errorText)")
        }
        #expect(outcome.errorText.contains("hint: install it (on Debian: apt install libpng16-16)"))
    }

    @Test func explainsRules() async throws {
        let outcome = try await Scenario().run("favicon", "--explain-rule", "untrue-size").stderr("").exits(0)
        #expect(outcome.outputText.hasPrefix("untrue-size (untrue, error)\n"))
        try await Scenario().run("favicon", "--explain-rule", "untrue-sise").stdout("").stderr(
            "devtool: unknown rule 'untrue-sise'\n  hint: did you mean 'untrue-size'?\n"
        ).exits(64)
    }

    @Test(arguments: [
        (["--size", "32"], "--size"), (["--for", "tab"], "--for"), (["--all"], "--all"), (["--as", "firefox"], "--as"),
        (["--download", "x"], "--download"), (["--no-fetch"], "--no-fetch"), (["--explain"], "--explain"),
    ]) func refusesWhatAChoiceIsFor(options: [String], name: String) async throws {
        let outcome = try await Scenario().run(["favicon", "--check", "site"] + options).stdout("").exits(64)
        #expect(outcome.errorText.hasPrefix("devtool: '--check' and '\(name)' cannot be combined"))
    }

    @Test func refusesWhatNeedsACheck() async throws {
        let outcome = try await Scenario().run("favicon", "--warnings-as-errors", "site").stdout("").exits(64)
        #expect(outcome.errorText.hasPrefix("devtool: '--warnings-as-errors' requires '--check'"))
        let other = try await Scenario().run("favicon", "--root", "site", "site").stdout("").exits(64)
        #expect(other.errorText.hasPrefix("devtool: '--root' requires '--check'"))
    }
}
