import Encodings
import URLs
import TestSupport
import Testing

@testable import Favicon

/// The whole order of a page's icons for a wish, by their `href`: first those that can be taken, then,
/// after a bar, those that are not and why.
@Suite struct IconModelTests {
    private static let sizes = """
        <link rel=icon href=a sizes=16x16><link rel=icon href=b sizes=64x64>
        <link rel=icon href=c sizes=32x32><link rel=icon href=d sizes=512x512>
        <link rel=icon href=e>
        """

    @Test(
        arguments: [
            (sizes, nil, "e c a b d | /favicon.ico:kind"), (sizes, 32, "e c b a d | /favicon.ico:kind"),
            (sizes, 500, "e d b c a | /favicon.ico:kind"),
            (
                """
                <link rel='icon apple-touch-icon' href=a><link rel='apple-touch-icon icon' href=b>
                <link rel=mask-icon href=c><link rel=fluid-icon href=d>
                <link rel=icon href=e media='(prefers-color-scheme: dark)'>
                <noscript><link rel=icon href=f></noscript>
                <meta name=msapplication-TileImage content=g><p><link rel=icon href=h>
                """, nil, "b | a:kind c:kind d:kind e:media f:noscript g:kind h:body /favicon.ico:kind"
            ), ("<link rel=apple-touch-icon href=a>", nil, "/favicon.ico | a:kind"),
            // What leads nowhere counts as a link, and keeps the server's icon away.
            ("<link rel=icon href='http://['>", nil, "http://[ | /favicon.ico:kind"),
            ("<link rel=icon href='file:///a'>", nil, "file:///a | /favicon.ico:kind"),
        ] as [(String, Int?, String)]) func chromium(html: String, size: Int?, order: String)
    { #expect(self.order(html, .tab, size, .chromium) == order) }

    @Test func chromiumTakesALinkWithoutSizesForTooSmallWhereALargeOneIsWanted() {
        #expect(order(Self.sizes, .largest, nil, .chromium) == "d b c a e | /favicon.ico:kind")
    }

    @Test(
        arguments: [
            // Of sizes from 16 the smallest, the later of equal ones; else the last.
            ("<link rel=icon href=a sizes=32x32><link rel=icon href=b sizes=64x64>", nil, "a"),
            ("<link rel=icon href=a sizes=32x32><link rel=icon href=b sizes=32x32>", nil, "b"),
            ("<link rel=icon href=a sizes=8x8><link rel=icon href=b sizes=9x9>", nil, "b"),
            ("<link rel=icon href=a sizes=32x32><link rel=icon href=b sizes=16x16><link rel=icon href=c>", nil, "b"),
            // Only the first of a link's sizes counts, and of it the width.
            ("<link rel=icon href=a sizes='64x64 16x16'><link rel=icon href=b sizes=32x32>", nil, "b"),
            ("<link rel=icon href=a sizes='any 16x16'><link rel=icon href=b sizes=32x32>", nil, "b"),
            ("<link rel=icon href=a sizes=16x99><link rel=icon href=b sizes=32x32>", nil, "a"),
            // The width that is wanted.
            ("<link rel=icon href=a sizes=32x32><link rel=icon href=b sizes=16x16>", 32, "a"),
            // An SVG, whatever comes after it; the last one of several.
            (
                "<link rel=icon href=a.svg><link rel=icon href=b sizes=16x16>"
                    + "<link rel=icon href=c type=image/x-icon>", nil, "a.svg"
            ), ("<link rel=icon href=a.svg><link rel=icon href=b.svg>", nil, "b.svg"),
            // Types and endings as they are written.
            ("<link rel=icon href=a type='IMAGE/SVG+XML'><link rel=icon href=b>", nil, "b"),
            ("<link rel=icon href=a.ICO><link rel=icon href=b sizes=32x32>", nil, "b"),
            ("<link rel=icon href=a.svg type=image/bogus><link rel=icon href=b>", nil, "b"),
            // An ICO, if nothing or an ICO is preferred.
            ("<link rel=icon href=a.ico><link rel=icon href=b sizes=32x32>", nil, "a.ico"),
            ("<link rel=icon href=a sizes=16x16><link rel=icon href=b.ico>", nil, "a"),
            ("<link rel=icon href=a.ico><link rel=icon href=b type=image/vnd.microsoft.icon>", nil, "b"),
            ("<link rel=icon href=a.ico type=image/png><link rel=icon href=b>", nil, "b"),
            // The first kind; what media says is ignored.
            ("<link rel='icon apple-touch-icon' href=a>", nil, "a"),
            ("<link rel='apple-touch-icon icon' href=a>", nil, "/favicon.ico"),
            ("<link rel=icon href=a><link rel=icon href=b media=print>", nil, "b"),
            ("<link rel=icon href=a><link rel='icon mask-icon' href=b><link rel=icon href=c color=red>", nil, "a"),
            ("<link rel=icon href=a><noscript><link rel=icon href=b></noscript>", nil, "a"),
            // data: URLs have no extension.
            ("<link rel=icon href=data:a.svg><link rel=icon href=b>", nil, "b"),
            ("<link rel=icon href=a><link rel=icon href=blob:b>", nil, "blob:b"),
            ("<link rel=icon href=a><link rel=icon href='http://['>", nil, "a"),
            // A plain icon of the body replaces that of head, or the server's.
            ("<link rel=icon href=a.svg><p><link rel=icon href=b>", nil, "b"), ("<p><link rel=icon href=a>", nil, "a"),
            ("<link rel=icon href=a><p><link rel=apple-touch-icon href=b>", nil, "a"),
            // The wide one beside it, unless a touch icon is wider.
            ("<link rel=icon href=a sizes=16x16><link rel=icon href=b sizes=192x192>", nil, "a b"),
            ("<link rel=icon href=a sizes=16x16><link rel=icon href=b sizes=95x95>", nil, "a"),
            ("<link rel=icon href=a sizes=192x192>", nil, "a"),
            (
                "<link rel=icon href=a sizes=96x96><link rel=apple-touch-icon href=b sizes=180x180>"
                    + "<link rel=icon href=c sizes=32x32>", nil, "c"
            ),
        ] as [(String, Int?, String)]) func firefoxInATab(html: String, size: Int?, order: String)
    { #expect(self.order(html, .tab, size, .firefox).hasPrefix("\(order) |")) }

    @Test(arguments: [
        ("<link rel=icon href=a sizes=32x32>", "| a:kind /favicon.ico:kind"),
        (
            """
            <link rel=icon href=a sizes=95x95><link rel=icon href=b sizes=96x96>
            <link rel=apple-touch-icon href=c><link rel=apple-touch-icon href=d sizes=180x180>
            <link rel=fluid-icon href=e sizes=180x180>
            """, "d e b c | a:kind /favicon.ico:kind"
        ),
    ]) func firefoxInLargePlaces(html: String, order: String) {
        for use in [IconPreference.Use.touch, .largest] { #expect(self.order(html, use, nil, .firefox) == order) }
    }

    @Test(
        arguments: [
            (
                """
                <link rel=icon href=a sizes=192x192><link rel=apple-touch-icon href=b sizes=120x120>
                <link rel=apple-touch-icon-precomposed href=c sizes=180x180>
                <link rel=apple-touch-icon href=d><link rel=fluid-icon href=e>
                <link rel=icon href=f sizes=any><link rel=icon href=g.svg><link rel=icon href=h>
                <link rel='icon apple-touch-icon' href=i sizes=152x152>
                """, nil, "c d i b g.svg f a h e /favicon.ico |"
            ),
            (
                "<link rel=apple-touch-icon href=a sizes=180x180><link rel=apple-touch-icon href=b sizes=120x120>", 120,
                "b a /favicon.ico |"
            ),
        ] as [(String, Int?, String)]) func forAHomeScreen(html: String, size: Int?, order: String)
    { #expect(self.order(html, .touch, size) == order) }

    private static let mixed = """
        <link rel=icon href=a sizes='16x16 48x48'><link rel=apple-touch-icon href=b>
        <link rel=apple-touch-icon href=c sizes=180x180><link rel=icon href=d sizes=192x192>
        <link rel=icon href=e><link rel=fluid-icon href=f><link rel=icon href=g type=image/svg+xml>
        <link rel=icon href=h.svg sizes=20x20><link rel=icon href=i sizes=400x10>
        <meta name=msapplication-square310x310logo content=j>
        <meta name=msapplication-wide310x150logo content=k><p><link rel=icon href=l sizes=256x256>
        <noscript><link rel=icon href=m sizes=512x512></noscript>
        """

    @Test(
        arguments: [
            (nil, "g f l d c b a h.svg e i m j k /favicon.ico |"),
            (192, "g d c b a h.svg e l i f m k j /favicon.ico |"), (16, "g e a h.svg b c d l i f m k j /favicon.ico |"),
        ] as [(Int?, String)]) func theLargest(size: Int?, order: String)
    { #expect(self.order(Self.mixed, .largest, size) == order) }

    @Test func inATabEverythingHasItsPlace() {
        let html = """
            <meta name=msapplication-TileImage content=a><link rel=fluid-icon href=b>
            <link rel='icon mask-icon' href=c><noscript><link rel=apple-touch-icon href=d>
            <link rel=icon href=e></noscript><link rel=mask-icon href=f><link rel=icon href=g>
            <link rel=icon href=h media=print><p><link rel=icon href=i>
            <link rel=apple-touch-icon href=j sizes=180x180>
            <link rel=apple-touch-icon href=k sizes=57x57>
            """
        #expect(order(html, .tab) == "g c i k j b e d a /favicon.ico | f:silhouette h:media")
    }

    @Test(arguments: [
        ("<link rel=icon href=data:,>", true, "/favicon.ico | data:,:empty"),
        ("<link rel=icon href=data:;base64,=>", true, "/favicon.ico | data:;base64,=:empty"),
        ("<link rel=icon href=about:blank>", true, "/favicon.ico | about:blank:empty"),
        (
            "<link rel=icon href=javascript:void(0)><link rel=icon href=data:,>", true,
            "/favicon.ico | javascript:void(0):empty data:,:empty"
        ), ("<link rel=icon href='data:image/x-icon;,'>", true, "/favicon.ico | data:image/x-icon;,:empty"),
        ("<link rel=icon href='data:;base64,'>", true, "/favicon.ico | data:;base64,:empty"),
        ("<link rel=icon href='data:image/png;base64,'>", true, "/favicon.ico | data:image/png;base64,:empty"),
        ("<link rel=icon href='data:;base64,iVBORw0KGgo='>", true, "/favicon.ico | data:;base64,iVBORw0KGgo=:empty"),
        ("<link rel=icon href=a><link rel=icon href=data:,>", false, "a /favicon.ico | data:,:empty"),
        ("<link rel=icon href=data:,><link rel=icon href=a>", false, "a /favicon.ico | data:,:empty"),
        ("<link rel=icon href=data:,><link rel=apple-touch-icon href=a>", true, "a /favicon.ico | data:,:empty"),
    ]) func aPageCanDecline(html: String, isDeclined: Bool, order: String) {
        let result = IconOrder(page(html))
        #expect(result.isDeclined == isDeclined)
        #expect((result.chosen == nil) == isDeclined)
        #expect(self.order(html, .tab) == order)
    }

    /// Whatever a page declares, every icon has one place, the server's is the last, and what comes
    /// first of those that can be taken is chosen.
    @Test func everyIconHasOnePlace() {
        var random = SplitMix64(seed: 11)
        let attributes = [
            "sizes=16x16", "sizes=32x32", "sizes=any", "sizes='1x1 300x20'", "media=print",
            "media='(prefers-color-scheme:light)'", "type=image/svg+xml", "type=image/x-icon", "color=red", "",
        ]
        let rels = IconLink.Kind.allCases.map(\.rawValue) + ["icon", "icon", "x"]
        for _ in 0..<rounds(300) {
            var html = ""
            let count = Int.random(in: 0...12, using: &random)
            for index in 0..<count {
                let rel = (0...Int.random(in: 0...1, using: &random)).map { _ in
                    rels[Int.random(in: 0..<rels.count, using: &random)]
                }.joined(separator: " ")
                let attribute = attributes[Int.random(in: 0..<attributes.count, using: &random)]
                let href = Int.random(in: 0..<20, using: &random) == 0 ? "data:," : "\(index)"
                html += "<link rel='\(rel)' href='\(href)' \(attribute)>"
                switch Int.random(in: 0..<20, using: &random) {
                case 0: html += "<p>"
                case 1: html += "<noscript>"
                case 2: html += "</noscript>"
                case 3: html += "<meta name=msapplication-TileImage content=t\(index)>"
                default: break
                }
            }
            expectOnePlaceForEach(page(html))
        }
    }

    private func expectOnePlaceForEach(_ page: Page) {
        let all = page.icons.map { $0.offset ?? -1 } + [-1]
        for use in IconPreference.Use.allCases {
            for browser in [nil] + IconPreference.Browser.allCases.map(Optional.some) {
                var wish = IconPreference()
                (wish.use, wish.browser) = (use, browser)
                let order = IconOrder(page, for: wish)
                let entries = order.entries
                #expect(entries.map { $0.icon.offset ?? -1 }.sorted() == all.sorted())
                let first = entries.first { $0.rejection == nil }?.icon
                #expect(order.chosen == (order.isDeclined ? nil : first))
                #expect(entries.count(where: \.isChosen) == (order.chosen == nil ? 0 : 1))
                // Those that are not taken stand together, before what nobody names.
                let isTaken = entries.filter { $0.icon.source != .default }.map { $0.rejection == nil }
                #expect(isTaken == isTaken.filter(\.self) + isTaken.filter { !$0 })
            }
        }
    }

    @Test func theServersIconCanBeMissing() throws {
        var order = IconOrder(page("<link rel=mask-icon href=a>"))
        order.take(.refused(.missing), on: try #require(order.chosen).target)
        #expect(order.chosen == nil)
        #expect(order.entries.last?.rejection == .missing)
    }

    @Test func anUnknownServerHasNoIcon() {
        var finder = IconFinder(transport: .utf8)
        finder.read(Array("<link rel=icon href=https://b.test/>".utf8))
        #expect(IconOrder(finder.page(at: nil)).entries.map(\.icon.source) == [.link])
    }

    private func page(_ html: String) -> Page {
        var finder = IconFinder(transport: .utf8)
        finder.read(Array(html.utf8))
        return finder.page(at: WebURL("https://ex.test/"))
    }

    private func order(
        _ html: String, _ use: IconPreference.Use, _ size: Int? = nil, _ browser: IconPreference.Browser? = nil
    ) -> String {
        var wish = IconPreference()
        (wish.use, wish.size, wish.browser) = (use, size, browser)
        let entries = IconOrder(page(html), for: wish).entries
        let name = { (entry: IconOrder.Entry) in
            let url = entry.icon.target.description.replacing("https://ex.test/", with: "")
            return url == "favicon.ico" ? "/favicon.ico" : url
        }
        let taken = entries.filter { $0.rejection == nil }.map(name)
        let others = entries.compactMap { entry in entry.rejection.map { "\(name(entry)):\($0.place.rawValue)" } }
        return (taken + ["|"] + others).joined(separator: " ")
    }
}
