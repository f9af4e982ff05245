import TestSupport
import Testing

/// What `devtool favicon` prints beside one URL, and how the icon is chosen.
@Suite struct FaviconChoiceScenarios {
    private static let html = """
        <link rel=icon href=a.png sizes=16x16><link rel=icon href=b.png sizes=64x64 type=image/png>
        <link rel=apple-touch-icon href=t.png sizes=180x180><link rel=mask-icon href=m.svg>
        <link rel=icon href=d.png media="(prefers-color-scheme: dark)">
        <link rel=manifest href=/app.json><meta http-equiv=refresh content="9; url=/next">
        """

    /// The largest is the one that is, not the one that is declared so, where a look needs no network.
    @Test func theLargestOfWhatThePageHolds() async throws {
        let gif =
            "data:image/gif;base64,R0lGODlhMAAwAIAAACBgwP///ywAAAAAMAAwAAACMYSPqcvtD6OctNqLs968+w+G4kiW5omm6sq27gvH8kzX9"
            + "o3n+s73/g8MCofEovHoKQAAOw=="
        let page = "<link rel=icon sizes=16x16 href=\"\(gif)\"><link rel=icon sizes=32x32 href=b>"
        try await Scenario().file("page.html", page).run(
            "favicon", "page.html", "--base-url", "https://example.com/", "--for", "largest"
        ).stdout("\(gif)\n").stderr("").exits(0)
    }

    @Test(arguments: [
        ([], "a.png"), (["--size", "64"], "b.png"), (["--size", "48"], "b.png"), (["--size", "64x64"], "b.png"),
        (["--size", "64X64"], "b.png"), (["--timeout", "5s"], "a.png"), (["--timeout", "5"], "a.png"),
        (["--for", "tab"], "a.png"), (["--for", "touch"], "t.png"), (["--for", "largest"], "t.png"),
        (["--for", "largest", "--size", "100"], "b.png"), (["--scheme", "light"], "a.png"),
        (["--scheme", "dark"], "d.png"), (["--as", "chromium"], "a.png"),
        (["--as", "chromium", "--scheme", "dark"], "d.png"), (["--as", "chromium", "--for", "largest"], "b.png"),
        // The one for dark tabs declares no size, and Firefox looks at no media.
        (["--as", "firefox"], "a.png"), (["--as", "firefox", "--for", "largest"], "t.png"),
        (["--as", "firefox", "--for", "touch"], "t.png"), (["--as", "firefox", "--size", "64"], "b.png"),
    ]) func choosesWhatIsWanted(options: [String], icon: String) async throws {
        try await page(Self.html, options).stdout("https://ex.test/x/\(icon)\n").stderr("").exits(0)
    }

    @Test func printsATable() async throws {
        try await page(Self.html, ["--all"]).stdout(
            """
            RANK  KIND              SIZES    IMAGE                 URL
            1     icon              16x16    -                     https://ex.test/x/a.png
            2     icon              64x64    -                     https://ex.test/x/b.png
            3     apple-touch-icon  180x180  -                     https://ex.test/x/t.png
            -     mask-icon                  silhouette            https://ex.test/x/m.svg
            -     icon                       media does not match  https://ex.test/x/d.png
            4     default                    -                     https://ex.test/favicon.ico

            """
        ).stderr("").exits(0)
    }

    @Test func saysWhyEachStandsWhereItStands() async throws {
        try await page(Self.html, ["--explain"]).stdout(
            """
            1. https://ex.test/x/a.png: declared 16x16, scores 0.5525 (1 for 16, 0.105 for 32)
            2. https://ex.test/x/b.png: declared 64x64, scores 0.1538 (0.1525 for 16, 0.155 for 32)
            3. https://ex.test/x/t.png: icon for phones, ranked after regular icons; declared 180x180, scores \
            0.0763 (0.0009 for 16, 0.1518 for 32)
            -  https://ex.test/x/m.svg: not used: a mask-icon is a single-color silhouette
            -  https://ex.test/x/d.png: not used: its media query does not match: \
            (prefers-color-scheme: dark)
            4. https://ex.test/favicon.ico: the server's default icon, ranked after all \
            declared icons
            it is unknown what Chromium shows, because the icons were not fetched

            """
        ).stderr("").exits(0)
    }

    @Test func saysWhatABrowserMakesOfIt() async throws {
        try await page(Self.html, ["--explain", "--as", "firefox", "--for", "largest"]).stdout(
            """
            1. https://ex.test/x/t.png: 180 pixels wide (widest first)
            -  https://ex.test/x/a.png: not used: Firefox shows it only where icons are small
            -  https://ex.test/x/b.png: not used: Firefox shows it only where icons are small
            -  https://ex.test/x/m.svg: not used: Firefox treats links with a color or 'mask' \
            as silhouettes
            -  https://ex.test/x/d.png: not used: Firefox shows it only where icons are small
            -  https://ex.test/favicon.ico: not used: Firefox does not request it

            """
        ).stderr("").exits(0)
    }

    @Test func printsJSON() async throws {
        let html = """
            <link rel="Shortcut Icon" href=a.png sizes="16X16 any" type=image/png media=all>
            <meta http-equiv=refresh content="9; url=/next"><link rel=manifest href=/app.json>
            <base href=/b/>
            """
        try await page(html, ["--json"]).stdout(
            """
            {
              "schema": 1,
              "url": "page.html",
              "document": "https://ex.test/x/",
              "status": null,
              "base": "https://ex.test/b/",
              "chosen": "https://ex.test/b/a.png",
              "shown": null,
              "shown_reason": "not fetched",
              "file": null,
              "error": null,
              "candidates": [
                {
                  "url": "https://ex.test/b/a.png",
                  "source": "link",
                  "kinds": [
                    "icon"
                  ],
                  "rel": "Shortcut Icon",
                  "sizes": [
                    "16x16",
                    "any"
                  ],
                  "type": "image/png",
                  "media": "all",
                  "purposes": [],
                  "offset": 0,
                  "in_head": true,
                  "in_noscript": false,
                  "verified": null,
                  "rejected": null,
                  "reason": "declares 'sizes=any', assumed to fit, scores 1"
                },
                {
                  "url": "https://ex.test/favicon.ico",
                  "source": "default",
                  "kinds": [],
                  "rel": null,
                  "sizes": [],
                  "type": null,
                  "media": null,
                  "purposes": [],
                  "offset": null,
                  "in_head": false,
                  "in_noscript": false,
                  "verified": null,
                  "rejected": null,
                  "reason": "the server's default icon, ranked after all declared icons"
                }
              ],
              "manifest": "https://ex.test/app.json",
              "refresh": "https://ex.test/next",
              "encoding": "windows-1252",
              "bytes": \(html.utf8.count),
              "cut": false
            }

            """
        ).stderr("").exits(0)
    }

    @Test func printsJSONOfAPageWithoutAnIcon() async throws {
        try await Scenario().file("page.html", "<link rel=icon href=a>").run("favicon", "page.html", "--json").stdout(
            """
            {
              "schema": 1,
              "url": "page.html",
              "document": null,
              "status": null,
              "base": null,
              "chosen": null,
              "shown": null,
              "shown_reason": "the page's URL is unknown",
              "file": null,
              "error": {
                "message": "page.html: no icon found: its links are relative",
                "exit": 1
              },
              "candidates": [],
              "manifest": null,
              "refresh": null,
              "encoding": "windows-1252",
              "bytes": 22,
              "cut": false
            }

            """
        ).stderr(
            """
            devtool: page.html: no icon found: its links are relative
              hint: use --base-url to set the page's URL

            """
        ).exits(1)
        try await Scenario().file("page.html", "").run("favicon", "page.html", "--all").stdout("").stderr(
            "devtool: page.html: no icon found\n"
        ).exits(1)
    }

    /// See issue 46: only `data:,` was understood.
    @Test(arguments: [
        "data:,", "data:;base64,=", "data:;base64,iVBORw0KGgo=", "data:;base64,", "data:image/x-icon;,",
        "data:image/png;base64,", "about:blank", "javascript:void(0)",
    ]) func showsThatAPageDeclinesAnIcon(href: String) async throws {
        let html = "<link rel=icon href='\(href)'><link rel=apple-touch-icon href=t>"
        let message = "devtool: page.html: the page declares that it has no icon\n"
        for options in [[], ["--no-fetch"], ["--as", "chromium"], ["--as", "firefox"]] {
            try await page(html, options).stdout("").stderr(message).exits(1)
        }
        let outcome = try await page(html, ["--explain"]).stderr(message).exits(1)
        #expect(outcome.outputText.contains("-  \(href): not used: declares no icon\n"))
        #expect(outcome.outputText.hasSuffix("\nChromium shows no icon: the page declares that it has no icon\n"))
    }

    @Test func anotherLinkBesideOneThatIsEmptyCounts() async throws {
        try await page("<link rel=icon href=a><link rel=icon href=data:,>", ["--explain"]).stdout(
            """
            1. https://ex.test/x/a: no sizes declared, assumed to fit, scores 1
            -  data:,: not used: declares no icon
            2. https://ex.test/favicon.ico: the server's default icon, ranked after all \
            declared icons
            it is unknown what Chromium shows, because the icons were not fetched

            """
        ).stderr("").exits(0)
    }

    @Test func showsThatTheServerHasNoIcon() async throws {
        let server = try LoopbackServer(["/": .html("<link rel=mask-icon href=m>")])
        try await Scenario().run("favicon", server.url("/"), "--explain").stdout(
            """
            -  \(server.url("/m")): not used: a mask-icon is a single-color silhouette
            -  \(server.url("/favicon.ico")): not used: the server does not have it
            Chromium shows no icon: the page has no icon link that Chromium uses, and /favicon.ico is not an icon

            """
        ).stderr("devtool: \(server.url("/")): no icon found\n").exits(1)
    }

    @Test func findsNothingThatFirefoxShowsInLargePlaces() async throws {
        try await page("<link rel=icon href=a>", ["--as", "firefox", "--for", "largest"]).stdout("").stderr(
            "devtool: page.html: no icon found\n"
        ).exits(1)
    }

    @Test func keepsATableReadable() async throws {
        let sizes = (1...100).map { "\($0)x\($0)" }.joined(separator: " ")
        let html = "<link rel=icon href=a sizes='\(sizes)'><link rel=icon href=b media='\u{1B}[1m\n'>"
        try await page(html, ["--all"]).stdout(
            """
            RANK  KIND     SIZES                  IMAGE                 URL
            1     icon     1x1 2x2 3x3 4x4 5x5 …  -                     https://ex.test/x/a
            -     icon                            media does not match  https://ex.test/x/b
            2     default                         -                     \
            https://ex.test/favicon.ico

            """
        ).stderr("").exits(0)
        try await page(html, ["--explain"]).stdout(
            """
            1. https://ex.test/x/a: declared 1x1 2x2 3x3, scores 1 (1 for 16, 1 for 32)
            -  https://ex.test/x/b: not used: its media query does not match: \u{FFFD}[1m\u{FFFD}
            2. https://ex.test/favicon.ico: the server's default icon, ranked after all \
            declared icons
            it is unknown what Chromium shows, because the icons were not fetched

            """
        ).stderr("").exits(0)
    }

    @Test func shortensDataInATable() async throws {
        let data =
            "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' id='\(String(repeating: "A", count: 99))'/>"
        let html = "<link rel=icon href=\"\(data)\">"
        try await page(html, []).stdout("\(data)\n").stderr("").exits(0)
        try await page(html, ["--explain"]).stdout(
            """
            1. \(data.prefix(64))…: no sizes declared, assumed to fit, scores 1; an SVG, counted as 32x32, \
            scores 0.5775 (0.155 for 16, 1 for 32)
            2. https://ex.test/favicon.ico: the server's default icon, ranked after all \
            declared icons
            Chromium shows \(data.prefix(64))…: no other link remains

            """
        ).stderr("").exits(0)
    }

    /// See issue 22: without a network nobody had looked at them.
    @Test(arguments: ["data:image/png;base64,", "data:image/png;base64,AAAA", "data:image/png,%"])
    func judgesDataWithoutANetwork(data: String) async throws {
        let html = "<link rel=icon href=a.png sizes=32x32><link rel=icon href='\(data)' sizes=16x16>"
        try await page(html, []).stdout("https://ex.test/x/a.png\n").stderr("").exits(0)
        try await page(html, ["--as", "chromium"]).stdout("https://ex.test/x/a.png\n").stderr("").exits(0)
    }

    @Test func aProjectCanSayWhatItWants() async throws {
        let config = "favicon:\n  for: touch\n  size: 64\n  scheme: dark\n  timeout: 2s\n"
        let touch = "<link rel=apple-touch-icon href=u.png sizes=64x64>"
        for (options, icon) in [
            ([], "u.png"), (["--size", "180"], "t.png"), (["--for", "tab"], "d.png"),
            (["--for", "tab", "--scheme", "light"], "b.png"), (["--as", "chromium"], "a.png"),
        ] {
            try await Scenario().config(config).file("page.html", Self.html + touch).run(
                ["favicon", "page.html", "--base-url", "https://ex.test/x/"] + options
            ).stdout("https://ex.test/x/\(icon)\n").stderr("").exits(0)
        }
    }

    @Test func refusesASettingThatIsNone() async throws {
        try await Scenario().config("favicon:\n  size: 0\n").file("page.html", "").run("favicon", "page.html").stdout(
            ""
        ).stderr(
            """
            devtool.yml:2:9: 'favicon.size' must be an integer from 1 to 10000, not '0'
              size: 0
                    ^

            """
        ).exits(78)
    }

    @Test(arguments: [
        (["--size", "0"], "'--size' must be an integer from 1 to 10000"),
        (["--size", "10001"], "'--size' must be an integer from 1 to 10000"),
        (["--size", "x"], "'--size' must be a size in pixels like 32 or 32x32, not 'x'"),
        (["--size=-1"], "'--size' must be an integer from 1 to 10000"), (["--for", "x"], "'--for' must be one of "),
        (["--scheme", "x"], "'--scheme' must be one of light, dark, not 'x'"),
        (["--as", "safari"], "'--as' must be one of chromium, firefox, not 'safari'"),
        (["--as", ""], "'--as' must be one of chromium, firefox, not ''"),
        (["--timeout", "0"], "'--timeout' must be a duration above 0 and at most 24h"),
        (["--timeout", "86400001ms"], "'--timeout' must be a duration above 0 and at most 24h"),
        (["--timeout", "nan"], "'--timeout' must be a duration like 500ms, 10s or 1h30m, not 'nan'"),
        (["--all", "--explain"], "'--explain' and '--all' cannot be combined"),
        (["--json", "--explain"], "'--explain' and '--json' cannot be combined"),
        (["--size", "32x16"], "'--size' must be a square such as 32x32"),
        (["--size", "32x"], "'--size' must be a size in pixels like 32 or 32x32, not '32x'"),
        (["--size", "any"], "'--size' must be a size in pixels like 32 or 32x32, not 'any'"),
        (["--size", "99999x99999"], "'--size' must be an integer from 1 to 10000"),
        (["--as", "chromium", "--for", "touch"], "'--as chromium' requires '--for tab' or '--for largest'"),
        (
            ["--as", "firefox", "--for", "touch", "--size", "9"],
            "'--as firefox' accepts '--size' only with '--for tab'"
        ),
        (
            ["--as", "firefox", "--for", "largest", "--size", "9"],
            "'--as firefox' accepts '--size' only with '--for tab'"
        ),
    ]) func refusesBadValues(options: [String], message: String) async throws {
        let outcome = try await page(Self.html, options).stdout("").exits(64)
        #expect(outcome.errorText.hasPrefix("devtool: \(message)"), "\(outcome.errorText)")
    }

    private func page(_ html: String, _ options: [String]) async throws -> Outcome {
        try await Scenario().file("page.html", html).run(
            ["favicon", "page.html", "--base-url", "https://ex.test/x/", "--no-fetch"] + options)
    }
}
