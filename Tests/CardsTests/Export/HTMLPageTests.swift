import Foundation
import JSON
import DevtoolKit
import Reporting
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// The page as a browser shows it.
@Suite(.enabled(if: HeadlessBrowser.program != nil, "chromium is not installed")) struct HTMLPageTests {
    private let folder = TemporaryFolder()

    @Test func renderedDocument() throws {
        let document = try browse("--dump-dom").output
        #expect(document.components(separatedBy: "<section class=\"list").count - 1 == 6)
        #expect(document.components(separatedBy: "<li class=\"item").count - 1 == 10)
        #expect(document.components(separatedBy: "<article class=\"comment\">").count - 1 == 2)
        // Of a script there is but the text.
        #expect(!document.lowercased().contains("<script"))
        #expect(document.contains("&lt;script&gt;alert('x')&lt;/script&gt; &amp; Co."))
        #expect(!document.contains("\"javascript:"))
        #expect(document.contains("<span class=\"number\">#12</span>"))
        #expect(document.contains("<time datetime=\"2026-03-01T09:30:00Z\""))
        // The parser has moved nothing: cards are where they were written.
        #expect(document.contains("</ol></section>\n</div>\n</details>\n</section>\n</main>"))
    }

    @Test(arguments: [("0", "0c4a8f", "e9f0f9"), ("1", "0f2c4f", "14181d")]) func screenshot(
        _ scheme: String, _ header: String, _ ground: String
    ) throws {
        let path = folder.path.appending("page.png")
        // Chromium counts dark as 0 and light as 1.
        let dark = scheme == "1" ? "0" : "1"
        _ = try browse("--screenshot=\(path)", "--window-size=800,600", "--blink-settings=preferredColorScheme=\(dark)")
        let counts = try HeadlessBrowser.colors(of: path)
        let count: Int = counts.values.reduce(0, +)
        #expect(count == 480_000)
        #expect(counts.count > 50, "a page of so few colors is blank")
        #expect(counts[header, default: 0] > 20_000, "the header")
        #expect(counts[ground, default: 0] > 100_000, "the ground")
        #expect(counts["4bce97", default: 0] > 300, "a green label")
    }

    /// What is folded away on a screen is on paper: the backs of cards, and the archive.
    @Test(arguments: [false, true]) func print(_ isArchived: Bool) throws {
        func pages(_ paragraphs: Int) throws -> Int {
            let description = String(repeating: "Paragraph.\\n\\n", count: paragraphs)
            let json = #"""
                {"name":"B","lists":[{"id":"l","name":"L"}],"cards":[
                {"idList":"l","name":"t","desc":"\#(description)","closed":\#(isArchived)}]}
                """#
            try folder.write(try ExportedBoard.text(BoardExport(format: .html), of: json), to: "print.html")
            let path = folder.path.appending("page.pdf")
            try HeadlessBrowser.open(
                "file://\(folder.path.appending("print.html"))", ["--no-pdf-header-footer", "--print-to-pdf=\(path)"])
            let pdf = String(decoding: try path.contents(), as: UTF8.self)
            return pdf.matches(of: #/\/Type \/Page\b/#).count
        }
        #expect(try pages(1) == 1)
        #expect(try pages(400) > 2)
    }

    /// The menus hide all but what is chosen.
    ///
    /// They work without a script; the one here chooses, and counts what is seen.
    @Test func menusFilter() throws {
        let json = try NumberedBoard(try ExportedBoard.fixture("board.json")).text
        let script = #"""
            const seen = name => [...document.querySelectorAll(name)].filter(e => e.checkVisibility()).length;
            const lines = ["", ".b1l0", ".b1m0", ".b1t1"].map(option => {
              for (const menu of document.querySelectorAll("select")) menu.selectedIndex = 0;
              if (option) document.querySelector("option" + option).selected = true;
              return `${option}: ${seen(".item")} cards, ${seen(".list")} lists`;
            });
            """#
        let page = try ExportedBoard.text(BoardExport(format: .html), of: json)
        #expect(
            try HeadlessBrowser.lines(of: page, by: script) == [
                ": 8 cards, 4 lists", ".b1l0: 1 cards, 4 lists", ".b1m0: 1 cards, 4 lists", ".b1t1: 2 cards, 1 lists",
            ])
    }

    /// A board that tries everything does nothing in a browser: no script runs, nothing is asked for, and
    /// the page's own rules forbid both.
    @Test func aHostileBoardDoesNothing() throws {
        let server = try LoopbackServer([:])
        let url = server.url("/x")
        let attacks = [
            "<script>document.title='pwned'</script>", "<img src=\(url) onerror=document.title='pwned'>",
            "![x](\(url).png)", "</style><link rel=stylesheet href=\(url).css>", "<iframe src=\(url)></iframe>",
            "</details></div><meta http-equiv=refresh content='0;url=\(url)'>",
            "\" onmouseover=document.title='pwned' x=\"", "[x](javascript:document.title='pwned')",
            "<svg onload=document.title='pwned'>", "url(\(url)) } body { background: url(\(url)) }",
            "&lt;script&gt;document.title='pwned'&lt;/script&gt;", "<base href=\(url)>",
        ]
        func text(_ value: String) -> JSONValue { .string(value) }
        let everything = attacks.joined(separator: "\n\n")
        let cards = attacks.enumerated().map { index, attack -> JSONValue in
            [
                "id": text("c\(index)"), "name": text(attack), "desc": text(everything), "idList": "l",
                "url": text(attack), "due": text(attack), "labels": [["name": text(attack), "color": text(attack)]],
                "idMembers": [text(attack)],
                "attachments": [["name": text(attack), "url": text(attack)], ["url": text(url)]],
                "cover": ["sharedSourceUrl": text(url)],
                "customFieldItems": [["idCustomField": "f", "value": ["text": text(attack)]]],
                "locationName": text(attack),
            ]
        }
        let board: JSONValue = [
            "name": text(everything), "url": text("javascript:x"), "cards": .array(cards),
            "lists": [["id": "l", "name": text(everything)]],
            "customFields": [["id": "f", "name": text(everything), "type": "text"]],
            "checklists": [["idCard": "c0", "name": text(everything), "checkItems": [["name": text(everything)]]]],
            "actions": [
                [
                    "type": "commentCard", "date": text(attacks[0]), "memberCreator": ["username": text(attacks[1])],
                    "data": ["text": text(everything), "card": ["id": "c0"]],
                ]
            ],
        ]
        let page = try ExportedBoard.text(BoardExport(format: .html), of: board.compactText).replacing(
            "<details class=\"card\">", with: "<details class=\"card\" open>")
        try folder.write(page, to: "hostile.html")
        let document = try HeadlessBrowser.document(of: folder.path.appending("hostile.html"), after: 2000)
        #expect(server.requests.isEmpty)
        #expect(!document.contains("<title>pwned"))
        for element in ["script", "img", "iframe", "link", "base", "object", "form"] {
            #expect(!document.contains("<\(element)"), "\(element)")
        }
        #expect(document.components(separatedBy: "<meta http-equiv=").count == 2)
        #expect(document.components(separatedBy: "<article class=\"comment\">").count == 2)
        #expect(document.contains("</section>\n</main>"))
    }

    private func browse(_ arguments: String...) throws -> (status: Int32, output: String) {
        let json = try NumberedBoard(try ExportedBoard.fixture("board.json")).text.replacing(
            "\"color\": \"green_dark\"", with: "\"color\": \"green\"")
        let page = try ExportedBoard.text(BoardExport(format: .html), of: json)
        try folder.write(page, to: "page.html")
        let result = try HeadlessBrowser.open("file://\(folder.path.appending("page.html"))", arguments)
        try #require(result.status == 0)
        return result
    }
}

extension HeadlessBrowser {
    /// The array `lines` that a script makes of a page in the browser; the page itself would not let it run.
    static func lines(of page: String, by script: String) throws -> [String] {
        let folder = TemporaryFolder()
        let shown = "document.body.innerHTML = lines.map(text => `<p>${text}</p>`).join('');"
        let copy = page.replacing(/<meta http-equiv="Content-Security-Policy"[^>]*>/, with: "").replacing(
            "</body>", with: "<script>\(script)\n\(shown)</script></body>")
        try folder.write(copy, to: "page.html")
        let document = try document(of: folder.path.appending("page.html"))
        return document.matches(of: /<p>(.*?)<\/p>/).map { String($0.1) }
    }
}
