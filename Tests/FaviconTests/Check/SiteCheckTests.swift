import DevtoolKit
import TestSupport
import Testing
import URLs

@testable import Favicon

/// The rules of `--check`, each on a site with one fault.
@Suite struct SiteCheckTests {
    @Test func findsNothingOnASiteThatIsRight() async throws {
        let findings = try await SampleSite.right.findings()
        #expect(findings.findings.map(\.diagnostic.message) == [])
        #expect(findings.commentProblems == [])
    }

    @Test(arguments: SiteFault.all)
    func findsAFaultByItsRuleOnly(fault: SiteFault) async throws {
        var site = SampleSite.right
        fault.spoil(&site)
        let findings = try await site.findings().findings
        #expect(
            findings.map { $0.diagnostic.rule?.id } == [fault.rule.rawValue],
            "\(findings.map(\.diagnostic.message))")
        let diagnostic = try #require(findings.first?.diagnostic)
        #expect(diagnostic.location?.excerpt != nil)
        #expect(diagnostic.hint?.isEmpty == false)
        // Every rule says what a user sees because of it.
        let consequence = /, (so|which|behind which|to which|on which|meant)|; browsers|: icons of/
        #expect(
            fault.rule == .notLookedAt || diagnostic.message.contains(consequence),
            "\(diagnostic.message)")
    }

    @Test func everyRuleHasAFault() {
        #expect(Set(SiteFault.all.map(\.rule)) == Set(IconRule.allCases))
        #expect(SiteFault.all.count >= 40)
    }

    @Test(arguments: [RuleLevel.error, .warning, .note, .off])
    func levelsCanBeSet(level: RuleLevel) async throws {
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
            SampleSite.page.replacing("</head>", with: "<link rel=icon href=/made.png>\n</head>")
                .utf8)
        findings = try await site.findings()
        #expect(findings.findings.map(\.pages.count) == [1])
        #expect(findings.acceptedCount == 1)
    }

    /// JSON has no comments: what is found in a manifest is accepted where the page names it.
    @Test func aCommentAtTheLinkAcceptsAFindingInTheManifest() async throws {
        var site = SampleSite.right
        site.files["maskable.png"] = TinyImage.logo(512, 0.46).png
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

    /// A touch icon that no page names is asked for all the same.
    @Test func anAppleTouchIconAtItsUsualPlaceWillDo() async throws {
        var site = SampleSite.right
        site.replaceInPages(
            "<link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">\n", with: "")
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
            Array("<link rel=icon href=/favicon.ico><link rel=icon href=/icon.svg>".utf8), at: url,
            named: "p.html")
        let loader = SiteLoader(
            client: SampleSite.right,
            requests: SearchRequests(SearchOptions(userAgent: "t"), for: nil))
        let site = try await AuditedSite(
            [page], by: loader, isURLKnown: true, limit: 1, named: \.description)
        let messages = SiteFindings(of: site, levels: RuleLevels()).findings.map(
            \.diagnostic.message)
        #expect(messages.contains("'/icon.svg' was not looked at: the site has more than 1 icons"))
    }

    /// Rules beyond what RFC 9309 asks crawlers to read are not read.
    @Test func aLongRobotsFile() async throws {
        for (length, count) in [(1000, 1), (RobotsRules.byteLimit, 0)] {
            var site = SampleSite.right
            site.files["robots.txt"] = Array(
                ("User-agent: *\n#" + String(repeating: "x", count: length)
                    + "\nDisallow: /icon.svg").utf8)
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
            let finding = PixelProblem.missing(library).finding(on: icon)
            #expect(finding.rule == .notLookedAt)
            #expect(
                finding.message == "'/i.png' was not looked at: \(library.rawValue) is missing")
            #expect(finding.mend == "install it (on Debian: apt install \(library.package))")
        }
    }
}
