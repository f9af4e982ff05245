import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing
import URLs

@testable import Favicon

@Suite struct ContactSheetTests {
    @Test func aSmallSheet() throws {
        let png = try #require(
            ContactSheetSample.icon(
                "https://ex.test/a.png", reason: "exactly 16x16", isChosen: true, bytes: [1, 2, 3],
                image: IconImage(.png, [PixelSize(width: 16, height: 16)])
            ) {
                $0.kinds = [.icon, .appleTouchIcon]
                $0.sizes = [.pixels(width: 16, height: 16), .any]
                $0.type = "image/png"
            })
        let manifest = try #require(
            ContactSheetSample.icon("https://ex.test/b.svg", image: IconImage(.svg, [])) {
                $0 = IconLink(source: .manifest, target: $0.target)
                $0.purposes = [.any, .maskable]
            })
        let missing = try #require(
            ContactSheetSample.icon("https://ex.test/favicon.ico", rejection: .missing) {
                $0 = IconLink(source: .default, target: $0.target)
            })
        let text = try ContactSheetSample.text([
            ContactSheetPage(name: "ex.test", url: WebURL("https://www.ex.test/"), icons: [png, manifest, missing]),
            ContactSheetPage(
                name: "http://none.test/", url: WebURL("http://none.test/"), error: "http://none.test/: no icon found"),
            ContactSheetPage(name: ""),
        ])
        let body = try #require(text.range(of: "<main>")).lowerBound
        #expect(text[..<body] == ContactSheet.begin.dropLast(7))
        #expect(
            text[body...] == """
                <main>
                <section class="page found" aria-labelledby="page-1">
                <h2 id="page-1"><bdi>ex.test</bdi></h2>
                <p><a href="https://www.ex.test/" rel="noreferrer noopener">\
                <bdi dir="ltr">https://www.ex.test/</bdi></a></p>
                <p>Icon found</p>
                <ol>
                <li class="icon chosen">
                <div class="pictures" style="--icon:url(data:image/png;base64,AQID)">
                <span class="natural"><img src="data:image/png;base64,AQID" \
                alt="Icon 1 of ex.test, PNG 16x16"></span>
                <span class="tab light" aria-hidden="true"><i></i><i class="large"></i></span>
                <span class="tab dark" aria-hidden="true"><i></i><i class="large"></i></span>
                </div>
                <h3>Icon 1 <span class="mark good">chosen</span></h3>
                <p><bdi>Exactly 16x16</bdi></p>
                <dl>
                <dt>URL</dt><dd><a href="https://ex.test/a.png" rel="noreferrer noopener">\
                <bdi dir="ltr">https://ex.test/a.png</bdi></a></dd>
                <dt>Source</dt><dd>as icon, apple-touch-icon, in head</dd>
                <dt>Declared</dt><dd>16x16 any · <bdi>image/png</bdi></dd>
                <dt>Content</dt><dd>PNG 16x16</dd>
                <dt>Length</dt><dd>3 bytes</dd>
                </dl>
                </li>
                <li class="icon">
                <div class="pictures"><span class="none">Not loaded</span></div>
                <h3>Icon 2 <span class="mark plain">possible</span></h3>
                <p><bdi>Fits</bdi></p>
                <dl>
                <dt>URL</dt><dd><a href="https://ex.test/b.svg" rel="noreferrer noopener">\
                <bdi dir="ltr">https://ex.test/b.svg</bdi></a></dd>
                <dt>Source</dt><dd>in the manifest, for any, maskable</dd>
                <dt>Content</dt><dd>SVG of any size</dd>
                </dl>
                </li>
                <li class="icon">
                <div class="pictures"><span class="none">No image</span></div>
                <h3>Icon 3 <span class="mark bad">not used</span></h3>
                <p><bdi>The server does not have it</bdi></p>
                <dl>
                <dt>URL</dt><dd><a href="https://ex.test/favicon.ico" rel="noreferrer noopener">\
                <bdi dir="ltr">https://ex.test/favicon.ico</bdi></a></dd>
                <dt>Source</dt><dd>not declared, but a default path that browsers try</dd>
                </dl>
                </li>
                </ol>
                </section>
                <section class="page" aria-labelledby="page-2">
                <h2 id="page-2"><a href="http://none.test/" rel="noreferrer noopener">\
                <bdi dir="ltr">http://none.test/</bdi></a></h2>
                <p class="verdict"><bdi>http://none.test/: no icon found</bdi></p>
                </section>
                <section class="page" aria-labelledby="page-3">
                <h2 id="page-3"><bdi>(no name)</bdi></h2>
                <p class="verdict">No icon found</p>
                </section>
                </main>
                <footer id="summary">
                <h2>Summary</h2>
                <dl>
                <dt>Pages</dt><dd>3</dd>
                <dt>With an icon</dt><dd>1</dd>
                <dt>Without</dt><dd>2</dd>
                <dt>Icons</dt><dd>3</dd>
                <dt>Images</dt><dd>1</dd>
                </dl>
                </footer>
                </body>
                </html>

                """)
    }

    @Test(arguments: [
        ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"),
        ("a\0\t\r\n\u{7F}\u{9B}", "a[U+0000][U+0009][U+000D][U+000A][U+007F][U+009B]"),
        ("\u{202E}gnp.exe\u{2066}\u{200F}\u{61C}", "[U+202E]gnp.exe[U+2066][U+200F][U+061C]"),
        ("\u{2028}\u{FEFF}\u{200B}\u{AD}", "[U+2028][U+FEFF][U+200B][U+00AD]"),
        ("\u{E0041}\u{FFFE}", "[U+E0041][U+FFFE]"),
        // Accents do not hide the sign that they stand on.
        ("<\u{301}\r\n", "&lt;\u{301}[U+000D][U+000A]"), ("Bücher 書 👩\u{200D}🚀 \u{A0}", "Bücher 書 👩\u{200D}🚀 \u{A0}"),
        (String(repeating: "<", count: 301), String(repeating: "&lt;", count: 300) + "…"),
        (String(repeating: "<", count: 300), String(repeating: "&lt;", count: 300)),
    ]) func texts(text: String, expected: String) {
        #expect(VisibleText.escaped(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    /// Whatever strangers say, the sheet has the same tags and attributes.
    @Test func hostileTexts() throws {
        let harmless = try Self.outline(of: Self.page(saying: "x"))
        var random = SplitMix64(seed: 42)
        let pieces = [
            "<", ">", "\"", "'", "&", "</section>", "<script>alert(1)</script>", "<!--", "-->", "]]>", "\" onload=\"x",
            "`", "=", "\0", "\n", "\u{202E}", "\u{2028}", "</style>", "&lt;", "%3C", "url(x)", ";", "}", "\\", "é",
            "javascript:", "http://ex.test/",
        ]
        for _ in 0..<rounds(300) {
            let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            #expect(try Self.outline(of: Self.page(saying: text)) == harmless, "\(text)")
        }
    }

    /// A page that says a text wherever it can.
    private static func page(saying text: String) -> ContactSheetPage {
        let icons = [
            ContactSheetSample.icon(
                "https://ex.test/\(text)?\(text)#\(text)", rejection: .media(text),
                bytes: ContactSheetPictures.svg + Array(text.utf8),
                image: IconImage(.svg, [PixelSize(width: 4, height: 3)])
            ) {
                $0.type = "-" + text
                $0.media = "-" + text
            }, ContactSheetSample.icon("data:-\(text)", reason: text),
        ]
        return ContactSheetPage(
            name: "-" + text, url: WebURL("https://ex.test/\(text)?\(text)#\(text)"), error: "-" + text,
            icons: icons.compactMap(\.self))
    }

    /// What markup there is: all signs that begin or end some, and what stands between them if it is
    /// no text and no value.
    private static func outline(of page: ContactSheetPage) throws -> String {
        let text = try ContactSheetSample.text([page])
        for scalar in text.unicodeScalars where scalar.properties.generalCategory == .control {
            #expect(scalar == "\n")
        }
        var outline = ""
        var isInTag = false
        var isInValue = false
        for scalar in text[(text.range(of: "<main>")?.lowerBound ?? text.startIndex)...].unicodeScalars {
            if isInTag, scalar == "\"" { isInValue.toggle() }
            if !isInValue, scalar == "<" { isInTag = true }
            if isInTag && !isInValue || scalar == "<" || scalar == ">" || scalar == "\n" {
                outline.unicodeScalars.append(scalar)
            }
            if !isInValue, scalar == ">" { isInTag = false }
        }
        return outline
    }

    @Test func linksLeadToTheWebOnly() throws {
        let page = ContactSheetPage(
            name: "javascript:alert(1)", url: WebURL("https://me:secret@ex.test/?a=\"b\""),
            icons: [
                ContactSheetSample.icon("data:image/png,a", isChosen: true),
                ContactSheetSample.icon("http://me:secret@ex.test/a.png"),
            ].compactMap(\.self))
        let text = try ContactSheetSample.text([page])
        let links = text.split(separator: "href=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(links == ["#summary", "https://ex.test/?a=%22b%22", "http://ex.test/a.png"])
        #expect(!text.contains("secret"))
        #expect(text.contains("<bdi dir=\"ltr\">data:image/png,a</bdi>"))
    }

    @Test func longURLsAreShownInPart() throws {
        let path = String(repeating: "a", count: 1000)
        let icons = [
            ContactSheetSample.icon("https://ex.test/\(path)"), ContactSheetSample.icon("data:image/png,\(path)"),
        ].compactMap(\.self)
        let text = try ContactSheetSample.text([ContactSheetPage(name: path, icons: icons)])
        #expect(text.contains("href=\"https://ex.test/\(path)\""))
        #expect(text.contains(">https://ex.test/\(path.prefix(284))…<"))
        #expect(text.contains(">data:image/png,\(path.prefix(49))…<"))
        #expect(text.contains("<bdi>\(path.prefix(300))…</bdi>"))
    }

    @Test(arguments: [
        ("link", "as icon, in head"), ("body", "as icon, in body"), ("noscript", "as icon, in noscript"),
        ("tile", "as a Windows tile"), ("browserconfig", "in browserconfig.xml"), ("manifest", "in the manifest"),
        ("default", "not declared, but a default path that browsers try"),
    ]) func origins(source: String, expected: String) throws {
        let icon = try #require(
            ContactSheetSample.icon("https://ex.test/") {
                if let source = IconLink.Source(rawValue: source) { $0 = IconLink(source: source, target: $0.target) }
                $0.kinds = [.icon]
                $0.isInHead = source == "link"
                $0.isInNoscript = source == "noscript"
            })
        let text = ContactSheetCard(entry: icon, number: 1, page: "").text
        #expect(text.contains("<dt>Source</dt><dd>\(expected)</dd>\n"))
    }

    @Test func manySizesAreShownInPart() throws {
        let icon = try #require(
            ContactSheetSample.icon("https://ex.test/") { $0.sizes = (1...13).map { .pixels(width: $0, height: $0) } })
        let text = ContactSheetCard(entry: icon, number: 1, page: "").text
        #expect(text.contains(" 11x11 12x12 …</dd>"))
        #expect(!text.contains("13x13"))
    }

    @Test func base64() {
        var random = SplitMix64(seed: 64)
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            #expect(bytes.base64 == Data(bytes).base64EncodedString())
        }
    }

    /// A sheet that is not finished leaves the file as it was.
    @Test func aSheetIsWholeOrNotThere() throws {
        let folder = TemporaryFolder()
        try folder.write("old", to: "icons.html")
        do {
            let file = try AtomicFile(replacing: folder.path.appending("icons.html"))
            var sheet = try ContactSheetWriter(to: file.writer)
            try sheet.append(ContactSheetPage(name: "ex.test"))
        }
        #expect(folder.text("icons.html") == "old")
        #expect(folder.names == ["icons.html"])
    }

    @Test func aFullDisk() throws {
        let file = try AtomicFile(replacing: "/dev/full")
        let error = #expect(throws: FileError.self) { try ContactSheetWriter(to: file.writer) }
        #expect(error?.diagnostics.map(\.message) == ["cannot write '/dev/full': No space left on device"])
        #expect(error?.exitStatus == .inputOutputError)
    }
}
