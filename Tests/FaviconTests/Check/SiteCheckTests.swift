import DevtoolKit
import Fetching
import JSON
import TestSupport
import Testing
import URLs

@testable import Favicon

/// The rules of `--check`, each on a site with one fault.
@Suite(.tags(.slow)) struct SiteCheckTests {
    @Test func findsNothingOnASiteThatIsRight() async throws {
        let findings = try await SampleSite.right.findings()
        #expect(findings.findings.map(\.diagnostic.message) == [])
        #expect(findings.commentProblems == [])
    }

    @Test(arguments: SiteFault.all) func findsAFaultByItsRuleOnly(fault: SiteFault) async throws {
        var site = SampleSite.right
        fault.spoil(&site)
        let findings = try await site.findings().findings
        #expect(findings.map { $0.diagnostic.rule?.id } == [fault.rule.id], "\(findings.map(\.diagnostic.message))")
        let diagnostic = try #require(findings.first?.diagnostic)
        #expect(diagnostic.location?.excerpt != nil)
        #expect(diagnostic.hint?.isEmpty == false)
        // Every rule says what a user sees because of it.
        let consequence = /, (so|which|where)|; browsers/
        #expect(
            fault.rule.group?.id == "unchecked" || diagnostic.message.contains(consequence), "\(diagnostic.message)")
    }

    @Test func everyRuleHasAFault() {
        // No default icon of another project is in this one: that rule has a test of its own.
        #expect(Set(SiteFault.all.map(\.rule)) == Set(RuleCatalog.icons.rules).subtracting([.placeholderIcon]))
        #expect(SiteFault.all.count >= 40)
    }

    @Test(arguments: [RuleLevel.error, .warning, .note, .off]) func levelsCanBeSet(level: RuleLevel) async throws {
        var site = SampleSite.right
        site.addToHead("<link rel=icon href=/gone.png>")
        for name in ["icon-not-found", "broken"] {
            let findings = try await site.findings(levels: RuleLevels([name: level])).findings
            #expect(findings.map(\.diagnostic.severity) == [level.severity].compactMap(\.self))
        }
    }

    @Test func aCommentAcceptsAFinding() async throws {
        var site = SampleSite.right
        site.addToHead(
            """
            <!-- devtool:allow icon-not-found: the server makes it -->
            <link rel=icon href=/made.png>
            """)
        var findings = try await site.findings()
        #expect(findings.findings.isEmpty)
        #expect(findings.acceptedCount == 2)
        #expect(findings.commentProblems.isEmpty)
        site.files["about/index.html"] = Array(
            SampleSite.page.replacing("</head>", with: "<link rel=icon href=/made.png>\n</head>").utf8)
        findings = try await site.findings()
        #expect(findings.findings.map(\.pages.count) == [1])
        #expect(findings.acceptedCount == 1)
    }

    /// A tag may have several lines, and a line several tags.
    @Test func aCommentIsForTheTagThatFollows() async throws {
        for (head, count) in [
            ("<!-- devtool:allow icon-not-found: x -->\n<link rel=icon\n  href=/a.png>", 0),
            ("<!-- devtool:allow broken: x --><link rel=icon href=/a.png>", 0),
            ("<!-- devtool:allow broken: x --><link rel=icon href=/a.png><link rel=icon href=/b.png>", 1),
            ("<link rel=icon href=/b.png><!-- devtool:allow broken: x --><link rel=icon href=/a.png>", 1),
            ("<link rel=icon href=/a.png> <!-- devtool:allow broken: x -->", 0),
        ] {
            var site = SampleSite.right
            site.addToHead(head)
            let findings = try await site.findings()
            #expect(findings.findings.count == count, "\(head)")
            #expect(findings.commentProblems.isEmpty, "\(head)")
        }
    }

    /// What a page without `<head>` lacks is accepted above its first tag.
    @Test func aCommentAcceptsWhatAPageLacks() async throws {
        var site = SampleSite.right
        site.files["icon.svg"] = Array(SampleSite.darkVector.utf8)
        let comment = "<!-- devtool:allow no-dark-icon: x -->"
        for head in ["\(comment)\n<head>", "\(comment)<head>", comment] {
            site.files["about/index.html"] = nil
            site.files["index.html"] = Array(SampleSite.page.replacing("<head>", with: head).utf8)
            let findings = try await site.findings()
            #expect(findings.findings.isEmpty, "\(head)")
            #expect(findings.acceptedCount == 1, "\(head)")
        }
    }

    /// An SVG that nobody looked at may be one for dark tabs.
    @Test func whatNobodyLookedAtIsNotSaidToLackColors() async throws {
        var site = SampleSite.right
        site.replaceInPages("href=\"/icon.svg\"", with: "href=\"https://cdn.example.net/icon.svg\"")
        let rules = try await site.findings().findings.map { $0.diagnostic.rule?.id }
        #expect(rules == ["not-looked-at"])
    }

    /// See the finding M2: one tag closes the head, and that is one fault, however many icons follow.
    @Test(arguments: [
        ("<p>", "'/favicon.ico' and 1 more are in the body (started by <p> on line 4)"),
        ("<div\nid=x>", "'/favicon.ico' and 1 more are in the body (started by <div> on line 4)"),
        ("</head><body>", "'/favicon.ico' and 1 more are in the body (started by <body> on line 4)"),
        ("words", "'/favicon.ico' and 1 more are in the body (started by text on line 4)"),
        ("\u{FEFF}", "'/favicon.ico' and 1 more are in the body (started by U+FEFF on line 4)"),
        ("\u{A0}", "'/favicon.ico' and 1 more are in the body (started by U+00A0 on line 4)"),
        ("&nbsp; x", "'/favicon.ico' and 1 more are in the body (started by &nbsp; on line 4)"),
    ]) func whatClosedTheHeadIsNamed(closer: String, message: String) async throws {
        var site = SampleSite.right
        let isInvisible = closer.utf8.first.map { $0 > 0x7F } ?? false
        site.replaceInPages("<meta charset=\"utf-8\">", with: (isInvisible ? "<meta charset=\"utf-8\">" : "") + closer)
        let finding = try #require(try await site.findings().findings.first)
        #expect(finding.diagnostic.message == message + ", so Chromium shows another icon or none")
        #expect(finding.diagnostic.rule?.id == "icon-in-body")
    }

    /// The checksums are those of the tools' own files, of which none is kept here.
    @Test func theIconOfATemplate() async throws {
        var site = try await SampleSite.right.audited()
        let target = try #require(site.pages.first?.page.icons.first?.target)
        #expect(site.icons[target]?.placeholder == nil)
        site.icons[target]?.placeholder = "Vite"
        let finding = try #require(SiteFindings(of: site, levels: RuleLevels()).findings.first)
        #expect(finding.diagnostic.rule?.id == "placeholder-icon")
        #expect(
            finding.diagnostic.message == "'/favicon.ico' is the icon that Vite adds to new projects, so users "
                + "mistake the site for another")
    }

    /// What a page lacks has one cause, so it is one finding, with all lines to paste.
    @Test func whatAPageLacksIsOneFinding() async throws {
        let site = SampleSite(files: ["index.html": Array("<!doctype html><title>x</title>".utf8)])
        let findings = try await site.findings().findings
        #expect(
            findings.map { $0.rules.map(\.id) } == [
                ["no-tab-icon", "no-favicon-ico", "no-svg-icon", "no-touch-icon", "no-manifest-icon"]
            ])
        let hint = try #require(findings.first?.diagnostic.hint)
        #expect(hint.matches(of: /<link/).count == 4)
        // What is off, or accepted, is not among it.
        let some = try await site.findings(levels: RuleLevels(["no-touch-icon": .off])).findings
        #expect(some.first?.rules.map(\.id).contains("no-touch-icon") == false)
        let errors = try await site.findings(levels: RuleLevels(["no-touch-icon": .error]))
        #expect(errors.findings.map { $0.rules.count } == [4, 1])
    }

    /// Of a site in a folder nobody says the URL: icons below a path are found all the same.
    @Test func aSiteBelowAPathLacksNothing() async throws {
        var site = SampleSite.right
        site.base = nil
        for page in ["index.html", "about/index.html"] { site.replace("href=\"/", with: "href=\"/a/b/", in: page) }
        let findings = try await site.findings().findings
        #expect(findings.map { $0.diagnostic.rule?.id } == ["served-below-path"])
        #expect(findings.first?.diagnostic.hint == "set the site's URL: --base-url https://HOST/a/b/")
    }

    /// Whoever follows the mend gets along with one line, and no other file is allowed by it.
    @Test func theMendOfRobotsNamesTheGroup() async throws {
        var site = SampleSite.right
        site.files["robots.txt"] = Array("User-agent: *\nDisallow: /*.svg\nDisallow: /x".utf8)
        let finding = try #require(try await site.findings().findings.first)
        #expect(finding.diagnostic.hint == "add below 'User-agent: *' in robots.txt:\nAllow: /icon.svg$")
        site.files["robots.txt"]? += Array("\nAllow: /icon.svg$".utf8)
        #expect(try await site.findings().findings.isEmpty)
    }

    /// An ICO may have two pictures of one size, for few colours and for many.
    @Test func sizesAreNamedOnce() async throws {
        var site = SampleSite.right
        site.files["favicon.ico"] = SampleSite.ico(32, 32, 48)
        site.replaceInPages("32x32", with: "32x32 64x64")
        let finding = try #require(try await site.findings().findings.first)
        #expect(finding.diagnostic.hint == "write sizes=\"32x32 48x48\", or make a 64x64 image")
    }

    @Test func whoLoadsAHeavyIcon() async throws {
        var site = SampleSite.right
        site.files["icon-512.png"] = TinyImage.logo(512).png(isCompressed: false)
        let finding = try #require(try await site.findings().findings.first)
        #expect(finding.diagnostic.message == "'/icon-512.png' is 262 KB, which phones load when the site is installed")
    }

    /// A server may allow an origin only if it is asked from there.
    @Test func theServerOfAManifestLearnsTheOrigin() async throws {
        let url = try #require(WebURL("https://example.com/"))
        let requests = SearchRequests(SearchOptions(userAgent: "t"), for: url)
        for (manifest, origin) in [
            ("https://cdn.example.net/m.json", "https://example.com"), ("https://example.com/m.json", nil),
        ] as [(String, String?)] {
            let target = try #require(WebURL(manifest))
            let request = requests.file(target, limit: 1, from: url)
            #expect(request.headers.first { $0.name == "Origin" }?.value == origin)
        }
    }

    /// JSON has no comments: what is found in a manifest is accepted where the page names it.
    @Test func aCommentAtTheLinkAcceptsAFindingInTheManifest() async throws {
        var site = SampleSite.right
        site.files["maskable.png"] = TinyImage.logo(128, 0.46).png
        site.replaceInPages(
            "<link rel=\"manifest\"",
            with: "<!-- devtool:allow maskable-cut-off: it may be cut -->\n<link rel=\"manifest\"")
        let findings = try await site.findings()
        #expect(findings.findings.isEmpty)
        #expect(findings.acceptedCount == 2)
    }

    @Test func commentsThatAcceptNothingAreReported() async throws {
        var site = SampleSite.right
        site.files["about/index.html"] = nil
        site.replace(
            "<meta charset",
            with: """
                <!-- devtool:allow heavy-icon: it was heavy -->
                <!-- devtool:allow hevy-icon: misspelt -->
                <!-- devtool:allow untrue-size -->
                <meta charset
                """)
        let problems = try await site.findings().commentProblems
        #expect(problems.map { $0.rule?.id } == ["unused-allow", "unknown-rule", "no-reason"])
    }

    /// Where a page leads on, browsers show the icon of the page to which it leads.
    @Test(arguments: ["<meta http-equiv=refresh content='0; url=/home'>", nil]) func followsAPageThatLeadsOn(
        meta: String?
    ) async throws {
        var site = SampleSite.right
        var answer = ScriptedAnswer.ok(meta ?? "<p>").with("Content-Type", "text/html")
        if meta == nil { answer = answer.with("Refresh", "0; url=/home") }
        site.answers["https://example.com/"] = answer
        site.answers["https://example.com/home"] = .ok(SampleSite.page)
        let report = try await site.report()
        #expect(report.site.pages.map(\.text.name) == ["https://example.com/home"])
        #expect(report.findings.findings.isEmpty)
        site.answers["https://example.com/home"] = .ok("<meta http-equiv=refresh content='0; url=/'>")
        await #expect(
            throws: FaviconError.uncheckedRefresh(of: "https://example.com/home", because: "the refreshes form a loop")
        ) { try await site.report() }
        site.answers["https://example.com/home"] = .page(status: 404, "")
        await #expect(throws: FaviconError.uncheckedPage(404, of: "https://example.com/home")) {
            try await site.report()
        }
    }

    /// A page that browsers leave at once shows nobody an icon.
    @Test func aPageThatLeadsOnLacksNothing() async throws {
        var site = SampleSite.right
        site.files["old.html"] = Array("<meta http-equiv=refresh content='0; url=/'>".utf8)
        #expect(try await site.findings().findings.isEmpty)
        site.files["old.html"] = Array("<meta http-equiv=refresh content='60; url=/'>".utf8)
        #expect(try await !site.findings().findings.isEmpty)
    }

    @Test func aPageThatDeclinesAnIconIsNotBroken() async throws {
        var site = SampleSite.right
        site.addToHead("<link rel=icon href=data:,>")
        #expect(try await site.findings().findings.isEmpty)
    }

    /// What nobody asked for is not missed.
    @Test(arguments: ["", "<link rel=mask-icon href=/icon.svg>"]) func aPageThatIsMeantToHaveNoIconLacksNothing(
        other: String
    ) async throws {
        let page = "<link rel=icon href='data:,'>"
        let site = SampleSite(files: ["index.html": Array(page.utf8)])
        let findings = try await site.findings().findings
        #expect(findings.map { $0.diagnostic.rule?.id } == ["not-looked-at"])
        #expect(
            findings.first?.diagnostic.message
                == "the page declares that it has no icon, so missing icons are not reported")
    }

    /// All ways of saying so that the answer knows.
    @Test(arguments: ["about:blank", "about:", "javascript:void(0)", "javascript:;", "data:;,"])
    func theCheckKnowsWhatDeclinesAnIcon(reference: String) async throws {
        let page = "<!doctype html><title>x</title><link rel=icon href='\(reference)'>"
        let site = SampleSite(files: ["index.html": Array(page.utf8), "favicon.ico": SampleSite.ico(32)])
        let findings = try await site.findings().findings
        #expect(
            findings.map(\.diagnostic.message) == [
                "the page declares that it has no icon, so missing icons are not reported"
            ])
    }

    /// Chromium counts such a link, and shows none.
    @Test(arguments: ["//:0", "blob:x", "ftp://x/a", "http://[", "http://", "mailto:x"])
    func whatIsNoURLKeepsOthersFromBeingShown(reference: String) async throws {
        var site = SampleSite.right
        site.addToHead("<link rel=icon href='\(reference)'>")
        #expect(
            try await site.findings().findings.map(\.diagnostic.message) == [
                "'\(reference)' is not a valid http, https or data: URL, so browsers show another icon or none"
            ])
    }

    /// What was not located is not missing, whatever is declared of it, and it is one note.
    @Test func whatIsOnOtherHostsIsOneNote() async throws {
        var site = SampleSite.right
        for line in [SampleSite.icoLine, SampleSite.svgLine] { site.replaceInPages(line, with: "") }
        site.addToHead("<link rel=icon href=https://img.example/a sizes=192x192>")
        var messages = try await site.findings().findings.map(\.diagnostic.message)
        #expect(messages == ["'https://img.example/a' is on another host and was not checked"])
        site.addToHead("<link rel=icon href=https://img.example/a>")
        site.addToHead("<link rel=icon href=https://cdn.example/b>")
        messages = try await site.findings().findings.map(\.diagnostic.message)
        #expect(
            messages == ["2 icons and manifests are on other hosts (cdn.example, img.example) and were not checked"])
    }

    /// A policy is one cause, with one line to write; it may forbid the manifest, too.
    @Test(arguments: [
        (
            "img-src 'none'",
            "'/favicon.ico', '/icon.svg', '/apple-touch-icon.png' are blocked by img-src 'none' in "
                + "the page's policy, so browsers do not load them", "img-src 'self'"
        ),
        (
            "default-src 'none'; img-src 'self'",
            "the manifest '/site.webmanifest' is blocked by default-src 'none' in the page's policy, "
                + "so browsers do not load it", "manifest-src 'self'"
        ),
        (
            "default-src https://cdn.example.net",
            "'/favicon.ico', '/icon.svg', '/apple-touch-icon.png', the manifest '/site.webmanifest' "
                + "are blocked by default-src https://cdn.example.net in the page's policy, so browsers "
                + "do not load them",
            "img-src https://cdn.example.net 'self'; manifest-src https://cdn.example.net 'self'"
        ),
    ]) func aPolicyIsOneFinding(policy: String, message: String, directives: String) async throws {
        var site = SampleSite.right
        func meta(_ policy: String) -> String { "<meta http-equiv=Content-Security-Policy content=\"\(policy)\">" }
        site.addToHead(meta(policy))
        let report = try await site.report()
        let finding = try #require(report.findings.findings.first)
        #expect(report.findings.findings.map(\.diagnostic.message) == [message])
        #expect(finding.diagnostic.hint == "set in the policy: \(directives)")
        if policy.contains("default") {
            let page = try #require(report.site.pages.first)
            #expect(SitePreview(of: page, in: report.site).launcher == nil)
        }
        site.replaceInPages(meta(policy), with: meta("\(directives); x"))
        #expect(try await site.findings().findings.map(\.diagnostic.message) == [])
    }

    /// The same icon in the head is shown, whatever the body says.
    @Test func anIconInTheHeadMayBeInTheBody() async throws {
        var site = SampleSite.right
        site.replaceInPages("<body>", with: "<body><link rel=icon href=/icon.svg>")
        #expect(try await site.findings().findings.isEmpty)
        site.replaceInPages("/icon.svg>", with: "/fancy.png>")
        site.files["fancy.png"] = TinyImage.logo(64).png
        let finding = try #require(try await site.findings().findings.first)
        #expect(
            finding.diagnostic.hint
                == "remove this link, because the head links to '/icon.svg'; to use it instead, move it into "
                + "the head, above <body> on line 10")
    }

    /// The shape is the one cause, whatever is declared.
    @Test func aPictureOfAnotherShapeIsOneFinding() async throws {
        var site = SampleSite.right
        site.files["icon-512.png"] = TinyImage(512, 300, background: .opaque(0xC03020)).png
        site.files["favicon.ico"] = TinyImage.ico([TinyImage(32, 16, background: .opaque(0xC03020))])
        #expect(try await site.findings().findings.map { $0.diagnostic.rule?.id } == ["not-square", "not-square"])
    }

    /// Files at the root of the host are not the folder's.
    @Test(arguments: [nil, "https://h.example/project/"]) func hintsNameFilesOfTheFolder(base: String?) async throws {
        var site = SampleSite(
            files: [
                "index.html": Array("<!doctype html><title>x</title><link rel=icon href=/project/a.svg>".utf8),
                "a.svg": Array(SampleSite.vector.utf8),
            ], base: base)
        site.files["bare.html"] = Array("<!doctype html><p>x".utf8)
        let findings = try await site.findings().findings
        let hint = try #require(findings.compactMap(\.diagnostic.hint).first { $0.contains("<link") })
        #expect(hint.matches(of: /(?:href|src)"?(?:=|: )"(?<path>[^"]*)/).allSatisfy { $0.path.hasPrefix("/project/") })
        #expect(hint.contains("create a 180x180-pixel /project/apple-touch-icon.png without"))
        if base == nil {
            let note = try #require(findings.first { $0.diagnostic.rule?.id == "served-below-path" })
            #expect(note.diagnostic.location?.file.hasSuffix("index.html") == true)
        }
    }

    /// See the documentation: browsers that show no SVG ask for `/favicon.ico`.
    @Test func theServersIconCountsBesideAnSVG() async throws {
        var site = SampleSite.right
        site.replaceInPages(SampleSite.icoLine, with: "")
        #expect(try await site.findings().findings.isEmpty)
    }

    @Test func moreLinksThanAreLookedAt() async throws {
        var site = SampleSite.right
        let links = String(repeating: "<link rel=icon href=/icon.svg>", count: PageTags.iconLimit)
        site.replaceInPages("<meta charset=\"utf-8\">", with: "<link rel=icon href=/gone.png>\(links)")
        var messages = try await site.findings().findings.map(\.diagnostic.message)
        #expect(messages == ["the first 4 icon links were not checked: the page has more than 1000"])
        site = SampleSite.right
        let entry = #"{"src": "gone.png", "purpose": "any"}, "#
        site.replace(
            "{\"src\": \"icon-192", with: String(repeating: entry, count: 998) + "{\"src\": \"icon-192",
            in: "site.webmanifest")
        messages = try await site.findings().findings.map(\.diagnostic.message)
        #expect(messages.contains("the first 1 manifest icons were not checked: the manifest has more than 1000"))
    }

    /// A text without end is told in part.
    @Test func longTextsAreCut() async throws {
        var site = SampleSite.right
        let long = String(repeating: "x", count: 50_000)
        site.addToHead("<link rel=icon href='/\(long).png' sizes='\(long)' type='image/\(long)'>")
        let findings = try await site.findings().findings
        #expect(Set(findings.map { $0.diagnostic.rule?.id }) == ["icon-not-found", "invalid-sizes"])
        #expect(findings.allSatisfy { $0.diagnostic.message.count < 500 })
    }

    @Test func eachPlaceOnAPageIsTold() async throws {
        var site = SampleSite.right
        site.addToHead("<link rel=icon href=/gone.png>\n<link rel=icon href=/gone.png>")
        let report = try await site.report()
        let finding = try #require(report.findings.findings.first)
        #expect(finding.places.map { $0?.line } == [9, 10, 9, 10])
        #expect(finding.pageCount == 2)
        #expect(finding.report.message.hasSuffix(" (also on line 10, on 1 other page)"))
        #expect(report.findings.count(.error) == 1)
    }

    /// Comments count wherever in a page they are.
    @Test func aCommentFarBehindTheIcons() async throws {
        var site = SampleSite.right
        site.replace(
            "<body>", with: "<body>\(String(repeating: " ", count: 40_000))<!-- devtool:allow hevy-icon: x -->")
        #expect(try await site.findings().commentProblems.map { $0.rule?.id } == ["unknown-rule"])
    }

    /// What is not loaded has a size that nobody knows.
    @Test func theSizeOfAnIconThatIsTooLarge() async throws {
        var site = SampleSite.right
        site.files["icon-512.png"]? += [UInt8](repeating: 0, count: 2 * SearchOptions.imageLimit)
        let report = try await site.report()
        #expect(
            report.findings.findings.last?.diagnostic.message
                == "'/icon-512.png' is more than 2097 KB, which phones load when the site is installed")
        var json = JSONWriter(isPretty: true)
        report.write(to: &json)
        #expect(json.text.contains("\"bytes\": null"))
    }

    /// A size that no picture has is no size to make.
    @Test func theMendOfAnyNamesAPicture() async throws {
        var site = SampleSite.right
        site.addToHead("<link rel=icon href=/extra.png sizes=any>")
        site.files["extra.png"] = TinyImage.logo(64).png
        let finding = try #require(try await site.findings().findings.first)
        #expect(finding.diagnostic.hint == "write sizes=\"64x64\", or make an SVG")
    }

    /// A touch icon that no page names is asked for all the same.
    @Test func anAppleTouchIconAtItsUsualPlaceWillDo() async throws {
        var site = SampleSite.right
        site.replaceInPages(SampleSite.touchLine, with: "")
        #expect(try await site.findings().findings.isEmpty)
    }

    @Test func aFindingOnManyPagesIsToldOnce() async throws {
        var site = SampleSite.right
        site.addToHead("<link rel=icon href=/gone.png>")
        let findings = try await site.findings().findings
        #expect(findings.count == 1)
        #expect(findings.first?.pages.count == 2)
        #expect(findings.first?.report.message.hasSuffix(" (also on 1 other page)") == true)
    }

    /// Of a site with more icons than anybody's, what is not looked at is said.
    @Test func moreIconsThanAreLookedAt() async throws {
        let url = try #require(WebURL("https://example.com/"))
        let page = SitePage(
            Array("<link rel=icon href=/favicon.ico><link rel=icon href=/icon.svg>".utf8), at: url, named: "p.html")
        let loader = SiteLoader(
            client: SampleSite.right, requests: SearchRequests(SearchOptions(userAgent: "t"), for: nil))
        let site = try await AuditedSite([page], by: loader, isURLKnown: true, limit: 1)
        let messages = SiteFindings(of: site, levels: RuleLevels()).findings.map(\.diagnostic.message)
        #expect(messages.contains("'/icon.svg' was not checked: the site has more than 1 icons"))
    }

    /// What nobody could be asked for any more is neither good nor bad.
    @Test(arguments: [
        (
            SampleSite.right.files.keys.map { "/\($0)" },
            ["'/favicon.ico'", "'/icon.svg'", "'/apple-touch-icon.png'", "the manifest '/site.webmanifest'"]
        ), (["/robots.txt"], ["'/robots.txt'"]),
    ]) func whatThereWasNoTimeForIsNotSaidToBeMissing(paths: [String], names: [String]) async throws {
        var options = SearchOptions(userAgent: "t")
        options.timeout = .nanoseconds(1)
        let url = try #require(WebURL("https://example.com/"))
        let page = SitePage(Array(SampleSite.page.utf8), at: url, named: "p.html")
        var server = SampleSite.right
        for path in paths {
            let target = "https://example.com\(path)"
            server.answers[target] = .failed(.timedOut(url: target))
        }
        let loader = SiteLoader(client: server, requests: SearchRequests(options, for: url, times: 10))
        let site = try await AuditedSite([page], by: loader, isURLKnown: true)
        let findings = SiteFindings(of: site, levels: RuleLevels()).findings
        #expect(Set(findings.map { $0.diagnostic.rule?.id }) == ["not-looked-at"])
        #expect(
            findings.map(\.diagnostic.message)
                == names.map { "\($0) was not checked: the site's time limit was reached" })
    }

    /// With its own time no request takes that of others, and all together have an end.
    @Test func eachRequestHasItsOwnTime() throws {
        let url = try #require(WebURL("https://example.com/"))
        var options = SearchOptions(userAgent: "t")
        options.timeout = .seconds(60)
        let shared = SearchRequests(options, for: url)
        #expect(shared.page(url).deadline == shared.deadline)
        let before = ContinuousClock.now
        let requests = SearchRequests(options, for: url, times: 10)
        let deadline = try #require(requests.page(url).deadline)
        let took = ContinuousClock.now - before
        #expect(deadline - before >= .seconds(60) && deadline - before <= .seconds(60) + took)
        #expect(requests.deadline - before >= .seconds(600))
        #expect(requests.deadline - before <= .seconds(600) + took)
        // What begins late has what is left.
        options.timeout = .nanoseconds(1)
        let late = SearchRequests(options, for: url, times: 10)
        while .now < late.deadline {}
        #expect(late.page(url).deadline == late.deadline)
    }

    /// Rules beyond what RFC 9309 asks crawlers to read are not read.
    @Test func aLongRobotsFile() async throws {
        for (length, count) in [(1000, 1), (RobotsRules.byteLimit, 0)] {
            var site = SampleSite.right
            site.files["robots.txt"] = Array(
                ("User-agent: *\n#" + String(repeating: "x", count: length) + "\nDisallow: /icon.svg").utf8)
            #expect(try await site.findings().findings.count == count)
        }
    }

    @Test func aFileThatIsTooLargeIsNotTakenForADamagedOne() async throws {
        var site = SampleSite.right
        site.files["icon-512.png"]? += [UInt8](repeating: 0, count: SearchOptions.imageLimit)
        site.files["site.webmanifest"]? += [UInt8](repeating: 32, count: WebManifest.byteLimit)
        site.addToHead("<link rel=icon href=/icon-512.png>")
        let rules = try await site.findings().findings.map { $0.diagnostic.rule?.id }
        #expect(rules == ["not-looked-at", "not-looked-at", "heavy-icon"])
    }

    @Test func whatALibraryIsMissingForIsSaid() throws {
        let url = try #require(WebURL("https://example.com/i.png"))
        let page = SitePage(Array("<link rel=icon href=i.png>".utf8), at: url, named: "p.html")
        let link = try #require(page.page.icons.first)
        let icon = IconDeclaration(link: link, page: page)
        for library in PictureLibrary.allCases {
            let finding = try #require(PixelProblem.missing(library).finding(on: icon).first)
            #expect(finding.rule == .notLookedAt)
            #expect(finding.message == "'/i.png' was not checked: \(library.rawValue) is missing")
            #expect(finding.mend == "install it (on Debian: apt install \(library.package))")
        }
    }
}
