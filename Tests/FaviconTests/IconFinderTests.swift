import Encodings
import URLs
import HTML
import SystemPackage
import TestSupport
import Testing

@testable import Favicon

@Suite struct IconFinderTests {
    @Test(arguments: [
        ("<link rel=icon href=a.png>", ["https://ex.test/dir/a.png"]),
        ("<link rel='SHORTCUT\tIcon' href=a>", ["https://ex.test/dir/a"]),
        ("<link rel=shortcut href=a><link rel=favicon href=b><link rel=icons href=c>", []),
        ("<link rel='stylesheet icon' href=a>", ["https://ex.test/dir/a"]), ("<link rel='icon\u{A0}' href=a>", []),
        ("<link rel=icon><link rel=icon href=''>", []),
        ("<link rel=icon href='javascript:x'><link rel=icon href=file:///a>", []),
        ("<link rel=icon href='http://['>", []), ("<link rel=icon href='//cdn.test/a b'>", ["https://cdn.test/a%20b"]),
        ("<link rel=icon href=' DATA:image/png,é'>", ["data:image/png,%C3%A9"]),
        ("<template><link rel=icon href=a></template><svg><link rel=icon href=b></svg>", []),
        ("<noscript><link rel=icon href=a></noscript>", ["https://ex.test/dir/a"]),
        ("\u{FEFF}<link rel=icon href=é>", ["https://ex.test/dir/%C3%A9"]),
        ("<link rel=icon href=a><base href=/b/>", ["https://ex.test/b/a"]),
        ("<base href=/b/><base href=/c/><link rel=icon href=a>", ["https://ex.test/b/a"]),
        ("<base target=x><base href=/c/><link rel=icon href=a>", ["https://ex.test/c/a"]),
        ("<base href=data:,><link rel=icon href=a>", ["https://ex.test/dir/a"]),
        ("<base href=javascript:1><link rel=icon href=a>", ["https://ex.test/dir/a"]),
        ("<base href='ftp://x/y/'><link rel=icon href=a>", []), ("<base href='FILE:///y/'><link rel=icon href=a>", []),
        ("<base href='mailto:a@b.test'><link rel=icon href=a>", []),
        ("<base href='ftp://[/'><link rel=icon href=a>", ["https://ex.test/dir/a"]),
        ("<base href='ftp://x/y/'><link rel=icon href=//b.test/a>", []),
        ("<base href='ftp://x/'><link rel=icon href=http://b.test/a>", ["http://b.test/a"]),
        ("<base href=//cdn.test/b><link rel=icon href=a>", ["https://cdn.test/a"]),
        ("<template><base href=/b/></template><link rel=icon href=a>", ["https://ex.test/dir/a"]),
        ("<noscript><base href=/b/></noscript><link rel=icon href=a>", ["https://ex.test/dir/a"]),
    ]) func resolvesIconLinks(html: String, icons: [String]) {
        #expect(page(html).links.map(\.target.description) == icons)
    }

    @Test func keepsWhatTheLinkDeclares() throws {
        let html = """
            <p><link rel="Apple-touch-icon icon x icon" href=a type=image/png media=print color=red
            sizes="16x16 any 192X192">
            """
        let link = try #require(page(html).links.first)
        #expect(link.kinds == [.appleTouchIcon, .icon])
        #expect(link.type == "image/png")
        #expect(link.media == "print")
        #expect(link.sizes == [.pixels(width: 16, height: 16), .any, .pixels(width: 192, height: 192)])
        #expect(link.rel == "Apple-touch-icon icon x icon")
        #expect(link.color == "red")
        #expect(link.source == .link)
        #expect(link.offset == 3)
        #expect(!link.isInHead)
        #expect(!link.isInNoscript)
    }

    @Test(arguments: [
        ("<link rel=manifest href=a><link rel=manifest href=b>", "https://ex.test/dir/a"),
        ("<link rel='x Manifest' href=a>", "https://ex.test/dir/a"),
        ("<p><link rel=manifest href=a>", "https://ex.test/dir/a"),
        ("<link rel=manifest href=''><link rel=manifest href=b>", nil),
        ("<noscript><link rel=manifest href=a></noscript>", nil),
        ("<template><link rel=manifest href=a></template>", nil),
        ("<link rel=manifest href=a><base href=/b/>", "https://ex.test/b/a"),
    ]) func findsTheFirstManifest(html: String, manifest: String?) {
        #expect(page(html).manifest?.description == manifest)
    }

    @Test(arguments: [
        ("<meta http-equiv=refresh content='0;url=/a'>", "https://ex.test/a"),
        ("<meta http-equiv=REFRESH content='9; a'><base href=/b/>", "https://ex.test/b/a"),
        ("<meta http-equiv=refresh content=x><meta http-equiv=refresh content='1 a'>", "https://ex.test/dir/a"),
        ("<meta http-equiv=refresh content=900><meta http-equiv=refresh content='1 a'>", nil),
        // It only reloads the page.
        ("<meta http-equiv=refresh content='0;page.html'>", nil), ("<meta http-equiv=refresh content=10>", nil),
        ("<meta http-equiv=refresh content=0>", nil), ("<meta http-equiv=refresh content='0;url='>", nil),
        ("<meta http-equiv=refresh content='0;javascript:x'>", nil),
        ("<meta http-equiv=refreshed content='0;a'><meta name=refresh content='0;a'>", nil),
        ("<meta http-equiv=refresh><noscript><meta http-equiv=refresh content='0;a'></noscript>", nil),
    ]) func findsWhereThePageLeads(html: String, refresh: String?) {
        #expect(page(html).refresh?.description == refresh)
    }

    @Test func findsTilesAndTheirDescription() {
        let page = page(
            """
            <meta name=MSApplication-TileImage content=a><meta name=msapplication-square70x70logo
            content=b><meta name=msapplication-wide310x150logo content=c><link rel=icon href=d>
            <meta name=msapplication-square150x150logo><meta name=msapplication-tilecolor content=e>
            <meta name=msapplication-square310x310logo content=''><meta name=msapplication-config
            content=none><meta name=msapplication-config content=f.xml>
            """)
        #expect(
            page.icons.map { "\($0.source) \($0.target) \($0.sizes)" } == [
                "tile https://ex.test/dir/a [144x144]", "tile https://ex.test/dir/b [70x70]",
                "tile https://ex.test/dir/c [310x150]", "link https://ex.test/dir/d []",
            ])
        #expect(page.browserConfig?.description == "https://ex.test/dir/f.xml")
    }

    @Test(arguments: [
        ("16x16", [DeclaredSize.pixels(width: 16, height: 16)]),
        (" 16X32\n48x48 ", [.pixels(width: 16, height: 32), .pixels(width: 48, height: 48)]), ("ANY", [.any]),
        ("any 16x16", [.any, .pixels(width: 16, height: 16)]),
        ("016x16 16x016 0x0 16 16x x16 16x16x16 16×16 16*16 -1x1 16,16x16", []),
        ("99999999999999999999x1", [.pixels(width: .max, height: 1)]), ("", []),
    ]) func readsSizes(value: String, sizes: [DeclaredSize]) { #expect(DeclaredSize.parse(value) == sizes) }

    @Test func keepsTheFirstOfTooManySizes() {
        let value = (1...DeclaredSize.limit + 1).map { "x \($0)x1" }.joined(separator: " ")
        let sizes = DeclaredSize.parse(value)
        #expect(sizes.count == DeclaredSize.limit)
        #expect(sizes.first == .pixels(width: 1, height: 1))
    }

    @Test func needsNoURLForAbsoluteLinks() {
        var finder = IconFinder(transport: .utf8)
        finder.read(Array("<link rel=icon href=a><link rel=icon href=https://b.test>".utf8))
        let page = finder.page(at: nil)
        #expect(page.links.map(\.target.description) == ["https://b.test/"])
        #expect(page.unresolved == ["a"])
    }

    @Test func takesAnAbsoluteBaseForTheURLOfAFile() {
        var finder = IconFinder(transport: .utf8)
        finder.read(Array("<base href=https://b.test/c/><link rel=icon href=a>".utf8))
        #expect(finder.page(at: nil).links.map(\.target.description) == ["https://b.test/c/a"])
    }

    /// The links of a page of 90 KB would otherwise take 600 MB.
    @Test func boundsTheMemoryThatAPageTakes() throws {
        let long = "https://ex.test/" + String(repeating: "a/", count: 100_000)
        let links = (0..<3_000).map { "<link rel=icon href=\($0)>" }.joined()
        let page = page("<base href=\"\(long)\">\(links)<link rel=icon href=\"\(long)\">")
        #expect(page.links.count == PageTags.iconLimit - 1)
        #expect(page.links.last?.target.description == "https://ex.test/dir/2999")
        #expect(page.links.first?.target.description == "https://ex.test/dir/2001")
        #expect(page.omittedCount == 2_001)
    }

    @Test func keepsNoLinksThatAreNoIcons() {
        let others = String(repeating: "<link rel=stylesheet href=b><svg><link rel=icon href=c></svg>", count: 3_000)
        #expect(page("<link rel=icon href=a>\(others)").links.count == 1)
    }

    @Test func tellsThatAnAttributeIsTooLong() {
        let long = String(repeating: "x", count: HTMLScanner.attributeLimit + 1)
        #expect(page("<link rel=icon href='data:,\(long)'>").exceedsLimit)
        #expect(!page("<link rel=stylesheet href='data:,\(long)'>").exceedsLimit)
    }

    @Test func readsAFileUpToTheLimit() throws {
        let folder = TemporaryFolder()
        let html = "<link rel=icon href=a><link rel=icon href=b>"
        try folder.write(html, to: "page.html")
        for (limit, count) in [(html.utf8.count, 2), (html.utf8.count - 1, 1), (0, 0)] {
            let file = try FileDescriptor.open(folder.path.appending("page.html"), .readOnly)
            let finder = try file.closeAfter { try IconFinder(reading: file, limit: limit) }
            #expect(finder.page(at: WebURL("https://ex.test/")).links.count == count)
        }
    }

    private func page(_ html: String) -> Page {
        var finder = IconFinder(transport: .utf8)
        finder.read(Array(html.utf8))
        return finder.page(at: WebURL("https://ex.test/dir/page.html"))
    }
}

/// Pages in other encodings than UTF-8.
@Suite struct EncodedPageTests {
    /// A page with `[` and `]` around a Cyrillic letter's byte.
    private func icons(
        _ html: String, in encoding: CharacterEncoding, transport: CharacterEncoding? = nil, chunkSize: Int = .max
    ) throws -> [String] {
        let bytes = try #require(encoding.encode(html))
        return icons(bytes, transport: transport, chunkSize: chunkSize).map(\.target.description)
    }

    private func icons(_ bytes: [UInt8], transport: CharacterEncoding? = nil, chunkSize: Int = .max) -> [IconLink] {
        var finder = IconFinder(transport: transport)
        for start in stride(from: 0, to: bytes.count, by: min(chunkSize, bytes.count)) {
            finder.read(Array(bytes[start...].prefix(chunkSize)))
        }
        return finder.page(at: WebURL("https://ex.test/")).icons
    }

    @Test(
        arguments: [
            (.windows1251, "<meta charset=cp1251>", "я.png?я", "%D1%8F.png?%FF"),
            (.shiftJIS, "<meta charset=sjis>", "表.png?表", "%E8%A1%A8.png?%95\\"),
            (.gb18030, "<meta charset=gb18030>", "中&amp;", "%E4%B8%AD&"),
            (.eucKR, "<meta http-equiv=content-type content='a;charset=euc-kr'>", "한", "%ED%95%9C"),
            (.windows1252, "", "é?é€", "%C3%A9?%E9%80"),
            (.windows1251, "<meta charset=cp1251>", "?я&eacute;", "?%FF%26%23233%3B"),
        ] as [(CharacterEncoding, String, String, String)]) func readsPagesAsTheyDeclareThemselves(
            encoding: CharacterEncoding, declaration: String, href: String, url: String
        ) throws
    {
        let link = "<link rel=icon href=\"/\(href)\">"
        let late = "<!--\(String(repeating: "x", count: 2000))-->"
        for html in [declaration + link, link + declaration, link + late + declaration] {
            for chunkSize in [Int.max, 1, 7] {
                let found = try icons(html, in: encoding, chunkSize: chunkSize)
                #expect(found == ["https://ex.test/\(url)"], "\(html.prefix(200))")
            }
        }
    }

    @Test func theHeaderCountsBeforeTheDeclaration() throws {
        let html = "<meta charset=utf-8><link rel=icon href=/я>"
        #expect(try icons(html, in: .windows1251, transport: .windows1251) == ["https://ex.test/%D1%8F"])
    }

    @Test(arguments: [true, false]) func readsUTF16(isBigEndian: Bool) {
        let text = "\u{FEFF}<link rel=icon href=é>"
        let bytes = text.utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
        for chunkSize in [Int.max, 1, 3] {
            let found = icons(bytes, chunkSize: chunkSize)
            #expect(found.map(\.target.description) == ["https://ex.test/%C3%A9"])
        }
    }

    @Test func aFramesetTakesTheIconsOfTheBodyAway() {
        let html = "<link rel=icon href=a><p><link rel=icon href=b></p><frameset>"
        let found = icons(Array(html.utf8))
        #expect(found.map(\.target.description) == ["https://ex.test/a"])
    }
}
