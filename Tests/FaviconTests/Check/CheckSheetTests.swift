import DevtoolKit
import Foundation
import TestSupport
import Testing

@testable import Favicon

/// The contact sheet of a check: its markup, and what a browser makes of it.
@Suite(.tags(.slow)) struct CheckSheetTests {
    /// A site with a fault of an icon, and one of the page.
    private static func spoiled() -> SampleSite {
        var site = SampleSite.right
        site.addToHead("<link rel=icon href=/extra.png sizes=192x192>")
        site.files["extra.png"] = TinyImage.logo(64).png
        site.files["icon.svg"] = Array(SampleSite.darkVector.utf8)
        return site
    }

    @Test func hasAVerdictForEachKindOfPage() async throws {
        var site = SampleSite.right
        site.files["bare.html"] = Array("<!doctype html><title>bare &amp; plain</title>".utf8)
        site.addToHead("<link rel=icon href=/gone.png sizes=64x64>")
        site.files["wrong.html"] = Array(SampleSite.page.utf8)
        let text = CheckSheet(try await site.report()).text
        // Pages that are alike stand for each other.
        #expect(text.components(separatedBy: "<section").count == 4)
        #expect(text.contains("/index.html</bdi> <small>and 1 more</small></h2>"))
        #expect(text.contains("<section class=\"page found\""))
        #expect(text.contains("<p class=\"verdict\">No problems found</p>"))
        #expect(text.contains("<section class=\"page\""))
        #expect(text.contains("<p class=\"verdict\">1 error</p>"))
        // A page without icons has its title, and the letter that phones show.
        #expect(text.contains("<b class=\"tab-strip\"><i></i>bare &amp; plain</b>"))
        #expect(text.contains("<i class=\"letter\">B</i>"))
    }

    /// What a page lacks is one finding of several rules, and is told whole.
    @Test func hasABadgeForEachRule() async throws {
        let site = SampleSite(files: ["index.html": Array("<!doctype html><title>x</title>".utf8)])
        let report = try await site.report()
        let text = CheckSheet(report).text
        let rules = try #require(report.findings.findings.first).rules
        #expect(rules.count == 5)
        for rule in rules { #expect(text.contains("<span class=\"mark plain\">\(rule.id)</span>")) }
        #expect(text.contains("or an icon that is too small</bdi>"))
    }

    @Test func hasABadgeForEachFinding() async throws {
        let text = CheckSheet(try await Self.spoiled().report()).text
        #expect(text.contains("/extra.png</bdi> <span class=\"mark bad\">untrue-size</span></h3>"))
        #expect(text.contains("<span class=\"mark plain\">no-dark-icon</span>"))
        #expect(text.contains("/favicon.ico</bdi> <span class=\"mark good\">ok</span></h3>"))
        #expect(text.contains("<pre>write sizes=&quot;64x64&quot;, or make a 192x192 image</pre>"))
    }

    /// However many pages share an icon, the sheet stays small enough to be opened.
    @Test func hasNoMorePicturesThanItMayHave() async throws {
        let report = try await SampleSite.right.report()
        let text = CheckSheet(report, pictures: LookBudget(bytes: 1000)).text
        #expect(text.contains("<span class=\"none\">Not shown</span>"))
        #expect(text.contains("src=\"data:") || text.contains("url(data:"))
        #expect(text.utf8.count < CheckSheet(report).text.utf8.count)
    }

    /// What pages and servers say is never more than text.
    @Test func strangersAreText() async throws {
        var site = SampleSite.right
        let evil = "<script>alert(1)</script>\u{202E}"
        site.files["\(evil).html"] = Array(
            "<link rel='icon \(evil)' href=\"/\(evil)\" type=\"\(evil)\" sizes='1'>".utf8)
        let text = CheckSheet(try await site.report()).text
        #expect(!text.contains("<script"))
        #expect(!text.contains("\u{202E}"))
    }
}

/// The sheet in a real browser.
@Suite(.enabled(if: HeadlessBrowser.program != nil, "chromium is not installed")) struct CheckSheetBrowserTests {
    @Test func showsTheIconsWhereUsersSeeThem() async throws {
        let text = CheckSheet(try await SampleSite.right.report()).text
        let server = try LoopbackServer(["/": .html(Self.observer), "/sheet.html": .html(text)])
        let (document, console) = try ContactSheetBrowser().open(server.url("/"))
        #expect(
            ContactSheetBrowser.lines(of: document) == [
                "Browser tab: SVG in 16x16", "Dark browser tab: SVG in 16x16", "Bookmark bar: SVG in 16x16",
                "Search result: SVG in 28x28", "iPhone home screen: 180 in 60x60", "Android launcher: 128 in 75x75",
                "6 icons, 6 pictures, 6 badges right",
            ])
        #expect(console == [])
        #expect(server.paths == ["/", "/sheet.html"])
    }

    /// The icons' red, the ground of a dark tab, and the badge of an error.
    @Test func looks() async throws {
        var site = SampleSite.right
        site.files["icon-192.png"] = nil
        let text = CheckSheet(try await site.report()).text
        let server = try LoopbackServer(["/": .html(text)])
        let counts = try ContactSheetBrowser().colors(of: server.url("/"))
        #expect(counts["c03020", default: 0] > 8_000, "the icons")
        #expect(counts["35363a", default: 0] > 3_000, "a dark tab")
        #expect(counts["ffe4df", default: 0] > 500, "a badge")
    }

    private static let observer = """
        <link rel=icon href="data:,"><iframe src=/sheet.html width=1000 height=900></iframe><pre></pre>
        <script>
        onload = async () => {
          const sheet = frames[0], page = sheet.document, lines = []
          for (const figure of page.querySelectorAll("figure")) {
            const style = sheet.getComputedStyle(figure.querySelector("i")), picture = new Image()
            await new Promise(done => {
              picture.onload = picture.onerror = done
              picture.src = style.backgroundImage.slice(5, -2)
            })
            lines.push(`${figure.querySelector("figcaption").textContent}: ` +
              `${picture.src.includes("svg+xml") ? "SVG" : picture.naturalWidth} in ${parseInt(style.width)}x${parseInt(style.height)}`)
          }
          const loaded = [...page.images].filter(image => image.naturalWidth > 0).length
          lines.push(`${page.querySelectorAll("li.icon").length} icons, ${loaded} pictures, ` +
            `${page.querySelectorAll("h3 .good").length} badges right`)
          document.querySelector("pre").textContent = lines.join("\\n")
        }
        </script>
        """
}
