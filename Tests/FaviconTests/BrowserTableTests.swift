import Foundation
import TestSupport
import Testing
import URLs

@testable import Favicon

/// The table in docs/favicon.md of what browsers and devtool do, row by row.
@Suite struct BrowserTableTests {
    /// A row, with a page for it and what is found for it.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let html: String
        var files: [String: ScriptedAnswer] = [:]
        var policy: String?
        var type = "text/html; charset=utf-8"
        let chromium: String?
        let firefox: String?
        /// What devtool prints, if not what Chromium shows.
        var devtool: String?

        var testDescription: String { name }
    }

    private static let png16 = ScriptedAnswer.ok(WholePictures.png(16, 16))
    private static let png32 = ScriptedAnswer.ok(WholePictures.png(32, 32))
    private static let svg = ScriptedAnswer.ok("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>").with(
        "Content-Type", "image/svg+xml")
    private static let gif = ScriptedAnswer.ok(WholePictures.gif(48, 48))

    private static let rows = [
        Row(
            name: "icons of 16x16, 32x32 and 48x48",
            html:
                "<link rel=icon href=/a sizes=16x16><link rel=icon href=/b sizes=32x32><link rel=icon href=/c sizes=48x48>",
            files: ["/a": png16, "/b": png32, "/c": gif], chromium: "/b", firefox: "/a"),
        Row(
            name: "an icon without sizes, and others",
            html: "<link rel=icon href=/a><link rel=icon href=/b sizes=16x16>", files: ["/a": png32, "/b": png16],
            chromium: "/a", firefox: "/b"),
        Row(
            name: "an SVG and a PNG of 16x16",
            html: "<link rel=icon href=/a.svg sizes=any><link rel=icon href=/b sizes=16x16>",
            files: ["/a.svg": svg, "/b": png16], chromium: "/a.svg", firefox: "/a.svg"),
        Row(
            name: "an ICO of 16x16 and 32x32 for any size, and an SVG",
            html: "<link rel=icon href=/a.ico sizes=any><link rel=icon href=/b.svg sizes=any>",
            files: ["/a.ico": .ok(WholePictures.ico([16, 32])), "/b.svg": svg], chromium: "/a.ico", firefox: "/b.svg"),
        Row(
            name: "an icon that is larger than declared",
            html: "<link rel=icon href=/a sizes=16x16><link rel=icon href=/b sizes=64x64>",
            files: ["/a": .ok(WholePictures.png(200, 200)), "/b": .ok(WholePictures.png(64, 64))], chromium: "/b",
            firefox: "/a"),
        Row(
            name: "a small icon and one of 192x192",
            html: "<link rel=icon href=/a sizes=32x32><link rel=icon href=/b sizes=192x192>",
            files: ["/a": png32, "/b": .ok(WholePictures.png(192, 192))], chromium: "/a", firefox: "/a"),
        Row(
            name: "the best icon does not load",
            html: "<link rel=icon href=/a sizes=16x16><link rel=icon href=/b sizes=24x24>",
            files: ["/b": .ok(WholePictures.png(24, 24))], chromium: "/b", firefox: nil),
        Row(
            name: "no icon link loads", html: "<link rel=icon href=/a>", files: ["/favicon.ico": gif], chromium: nil,
            firefox: nil, devtool: "/favicon.ico"),
        Row(
            name: "no icon link", html: "<p>", files: ["/favicon.ico": gif], chromium: "/favicon.ico",
            firefox: "/favicon.ico"),
        Row(
            name: "only a touch icon", html: "<link rel=apple-touch-icon href=/a>", files: ["/a": gif], chromium: nil,
            firefox: nil, devtool: "/a"),
        Row(
            name: "only a manifest, or tiles", html: "<link rel=manifest href=/m>",
            files: ["/m": .ok(#"{"icons": [{"src": "/a"}]}"#), "/a": gif], chromium: nil, firefox: nil, devtool: "/a"),
        Row(
            name: "icons in the body", html: "<link rel=icon href=/a><p><link rel=icon href=/b>",
            files: ["/a": gif, "/b": gif], chromium: "/a", firefox: "/b"),
        Row(
            name: "icons in `noscript`", html: "<noscript><link rel=icon href=/a></noscript>", files: ["/a": gif],
            chromium: nil, firefox: nil, devtool: "/a"),
        Row(
            name: "`media` that does not match", html: "<link rel=icon href=/a><link rel=icon href=/b media=print>",
            files: ["/a": gif, "/b": gif], chromium: "/a", firefox: "/b"),
        Row(
            name: "`data:,` or `about:blank` as the only icon", html: "<link rel=icon href=about:blank>",
            files: ["/favicon.ico": gif], chromium: nil, firefox: nil),
        Row(
            name: "status 203", html: "<link rel=icon href=/a>",
            files: ["/a": ScriptedAnswer(status: 203, body: WholePictures.gif(16, 16))], chromium: nil, firefox: "/a"),
        Row(
            name: "an SVG sent as `text/plain`", html: "<link rel=icon href=/a>",
            files: ["/a": .ok("<svg xmlns='http://www.w3.org/2000/svg'/>").with("Content-Type", "text/plain")],
            chromium: nil, firefox: nil),
        Row(
            name: "a PNG sent as `image/svg+xml`", html: "<link rel=icon href=/a>",
            files: ["/a": png16.with("Content-Type", "image/svg+xml")], chromium: nil, firefox: "/a"),
        Row(
            name: "a PNG that is cut off", html: "<link rel=icon href=/a>",
            files: ["/a": .ok(Array(WholePictures.png(16, 16).prefix(60)))], chromium: nil, firefox: "/a"),
        Row(
            name: "Content-Security-Policy forbids the icon", html: "<link rel=icon href=/a>", files: ["/a": gif],
            policy: "img-src 'none'", chromium: nil, firefox: nil),
        Row(
            name: "Content-Security-Policy and a `data:` icon", html: "<link rel=icon href='\(WholePictures.dataURL)'>",
            policy: "default-src 'self'", chromium: WholePictures.dataURL, firefox: nil),
        Row(
            name: "Cross-Origin-Resource-Policy forbids the icon", html: "<link rel=icon href=http://cdn.test/a>",
            files: ["http://cdn.test/a": gif.with("Cross-Origin-Resource-Policy", "same-site")], chromium: nil,
            firefox: nil),
        Row(
            name: "an image of 2048x16", html: "<link rel=icon href=/a>",
            files: ["/a": .ok(WholePictures.png(2048, 16))], chromium: nil, firefox: "/a"),
        Row(
            name: "an image of 1x1", html: "<link rel=icon href=/a>", files: ["/a": .ok(WholePictures.png(1, 1))],
            chromium: "/a", firefox: "/a"),
        // Here Chromium shows none: it asks for the icon with https.
        Row(
            name: "`upgrade-insecure-requests` on an http page", html: "<link rel=icon href=/a>", files: ["/a": gif],
            policy: "upgrade-insecure-requests", chromium: "/a", firefox: "/a"),
        // Here Chromium shows /favicon.ico, as for all pages that are no HTML.
        Row(
            name: "a page sent as `text/plain`", html: "<link rel=icon href=/a>", files: ["/a": gif],
            type: "text/plain", chromium: "/a", firefox: "/a"),
        // Chromium loads the next three.
        Row(
            name: "an SVG in UTF-16", html: "<link rel=icon href=/a>",
            files: [
                "/a": ScriptedAnswer.ok(
                    [0xFE, 0xFF]
                        + "<svg xmlns='http://www.w3.org/2000/svg'/>".utf16.flatMap {
                            [UInt8($0 >> 8), UInt8($0 & 0xFF)]
                        }
                ).with("Content-Type", "image/svg+xml")
            ], chromium: nil, firefox: nil),
        Row(
            name: "an SVG with 300 nested elements", html: "<link rel=icon href=/a>",
            files: [
                "/a": ScriptedAnswer.ok(
                    "<svg xmlns='http://www.w3.org/2000/svg'>" + String(repeating: "<g>", count: 300)
                        + String(repeating: "</g>", count: 300) + "</svg>"
                ).with("Content-Type", "image/svg+xml")
            ], chromium: nil, firefox: "/a"),
        // Here Chromium shows none.
        Row(
            name: "an SVG in ISO-8859-1", html: "<link rel=icon href=/a>",
            files: [
                "/a": ScriptedAnswer.ok(
                    Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
                        + Array("<svg xmlns='http://www.w3.org/2000/svg' id='".utf8) + [0xE9] + Array("'/>".utf8)
                ).with("Content-Type", "image/svg+xml")
            ], chromium: "/a", firefox: "/a"),
        Row(
            name: "a PNG whose last chunk is overwritten, or a GIF of 0x0 that has a picture",
            html: "<link rel=icon href=/a><link rel=icon href=/b>",
            files: [
                "/a": .ok(WholePictures.png(16, 16).dropLast(12) + [UInt8](repeating: 0, count: 12)),
                "/b": .ok(
                    WholePictures.gif(16, 16).prefix(6) + [0, 0, 0, 0] + WholePictures.gif(16, 16).dropFirst(10)),
            ], chromium: nil, firefox: nil),
        Row(
            name: "XHTML",
            html: "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/><link rel='icon' href='/a'/></head></html>",
            files: ["/a": gif], type: "application/xhtml+xml", chromium: "/a", firefox: "/a"),
        // Here Chromium names the URL, though there is nothing to be seen.
        Row(
            name: "an empty body sent as `image/svg+xml`", html: "<link rel=icon href=/a>",
            files: ["/a": .ok("").with("Content-Type", "image/svg+xml")], chromium: nil, firefox: nil),
        // Here Chromium shows none: what is wrong is in the data, or in a member that says how to read them.
        Row(
            name: "an image with wrong data and right checksums", html: "<link rel=icon href=/a>",
            files: ["/a": .ok(WholePictures.png(16, 16, rows: 15))], chromium: "/a", firefox: "/a"),
        // Here both show /a.
        Row(
            name: "icons that a script adds",
            html: "<script>document.head.innerHTML += '<link rel=icon href=/a>'</script>", files: ["/a": gif],
            chromium: nil, firefox: nil),
    ]

    @Test(arguments: rows) func aRow(row: Row) async throws {
        let origin = "http://page.test"
        var answers = Dictionary(
            uniqueKeysWithValues: row.files.map { ($0.key.hasPrefix("/") ? origin + $0.key : $0.key, $0.value) })
        var page = ScriptedAnswer.ok(row.html).with("Content-Type", row.type)
        if let policy = row.policy { page = page.with("Content-Security-Policy", policy) }
        answers[origin + "/"] = page
        for (browser, expected) in [
            (nil, row.chromium ?? row.devtool), (.chromium, row.chromium), (.firefox, row.firefox),
        ] as [(IconPreference.Browser?, String?)] {
            var options = SearchOptions(userAgent: "test", timeout: .seconds(60))
            options.preference.browser = browser
            let finding = try await IconSearch(client: ScriptedHTTPClient(answers), options: options).finding(
                at: #require(WebURL(origin + "/")))
            let chosen = finding.order.chosen?.target.description.replacing(origin, with: "")
            #expect(chosen == expected, "\(browser?.name ?? "devtool")")
            let isFallback = browser == nil && row.chromium == nil && row.devtool != nil
            #expect((finding.note != nil) == isFallback)
            #expect((finding.order.shown.target == nil) == (expected == nil || isFallback))
        }
    }

    @Test func everyRowIsInTheTable() throws {
        let text = try DocumentationPage("docs/favicon.md").text
        let table = try #require(text.components(separatedBy: "| page | Chromium | Firefox | devtool |\n").last)
        let names = table.components(separatedBy: "\n\n")[0].split(separator: "\n").dropFirst().compactMap {
            $0.split(separator: "|").first.map { $0.trimming(while: \.isWhitespace) }
        }
        #expect(names == Self.rows.map(\.name))
    }
}

extension Substring {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}
