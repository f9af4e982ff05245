import Foundation
import JSON
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// The page at the widths of telephones, tablets and desktops, with a board that has everything that is wide.
@Suite(.enabled(if: HeadlessBrowser.program != nil, "chromium is not installed")) struct PageLayoutTests {
    private let folder = TemporaryFolder()

    /// A board whose cards have code, tables, long words, text from right to left, emoji and pictures.
    static let wideBoard: String = {
        let long = String(repeating: "Donaudampfschifffahrt", count: 15)
        let code = "```\nSTART " + String(repeating: "a", count: 300) + " END\n```"
        let texts = [
            code, "- x\n\n  > " + code.replacing("\n", with: "\n  > "), long, "`\(long)`",
            "| \(long) | b |\n|---|---|\n| 1 | 2 |", "# \(long)", "https://x.example/\(long)",
            "[\(long)](https://x.example)", "مرحبا بالعالم \(String(repeating: "مرحبا", count: 60))",
            String(repeating: "👩‍👩‍👧‍👦", count: 80), "1. a\n   1. b\n      1. c\n         1. \(long)",
            String(repeating: "> ", count: 25) + "START END", String(repeating: "> ", count: 60) + "START END",
            (0..<20).map { String(repeating: "  ", count: $0) + "- START END\n" }.joined(),
            (0..<12).map { String(repeating: "   ", count: $0) + "1. > x\n\n" }.joined(),
            "![\(long)](https://x.example/a.png)", "<table><tr><td>\(long)</td></tr></table>",
        ]
        var cards: [JSONValue] = texts.enumerated().map { index, text in
            [
                "id": .string("c\(index)"), "idShort": .integer(index), "idList": "l", "name": .string("t"),
                "desc": .string(text), "closed": .bool(index % 2 == 1),
            ]
        }
        cards.append([
            "id": "all", "idShort": 99, "idList": "l", "name": .string(long), "desc": "d", "due": .string(long),
            "labels": [["name": .string(long), "color": "green"]], "idMembers": [.string(long)],
            "attachments": [["name": .string(long), "url": .string("https://x.example/\(long)")]],
            "customFieldItems": [["idCustomField": "f", "value": ["text": .string(long)]]],
            "locationName": .string(long), "cover": ["sharedSourceUrl": .string("https://x.example/\(long)")],
            "badges": ["votes": 3, "comments": 1, "attachments": 1],
        ])
        let board: JSONValue = [
            "name": .string(long), "lists": [["id": "l", "name": .string(long)], ["id": "m", "name": "M"]],
            "cards": .array(cards), "customFields": [["id": "f", "name": .string(long), "type": "text"]],
            "checklists": [
                [
                    "idCard": "all", "name": .string(long),
                    "checkItems": [
                        ["name": .string(long), "idMember": .string(long)], ["name": .string("`\(long)`")],
                    ],
                ]
            ],
            "actions": .array(
                texts.map { text in
                    [
                        "type": "commentCard", "date": .string(long), "memberCreator": ["username": .string(long)],
                        "data": ["text": .string(text), "card": ["id": "all"]],
                    ]
                }),
        ]
        return board.compactText
    }()

    /// See D1 and M4 of issue 49: on a telephone every open card was wider than the screen, and deeply nested text was
    /// cut off.
    @Test func noCardIsWiderThanTheScreen() throws {
        let widths = [320, 390, 768, 1400]
        // The page forbids scripts: this copy of it does not.
        let page = try ExportedBoard.text(BoardExport(format: .html), of: Self.wideBoard).replacing(
            /<meta http-equiv="Content-Security-Policy"[^>]*>/, with: ""
        ).replacing("</body>", with: "<script>\(Self.measure)</script></body>")
        try folder.write(page, to: "page.html")
        let frames = widths.map { "<iframe style='width:\($0)px;height:800px;border:0' src='page.html'></iframe>" }
        try folder.write(
            """
            <body><script>addEventListener("message", e => {
              document.body.append(Object.assign(document.createElement("p"), {textContent: e.data}));
            })</script>\(frames.joined())
            """, to: "frames.html")
        let document = try HeadlessBrowser.document(
            of: folder.path.appending("frames.html"), after: 20_000, "--window-size=1600,1000")
        let results = document.matches(of: /<p>width ([0-9]+): (.*?)<\/p>/)
        #expect(Set(results.map(\.1)) == Set(widths.map { "\($0)" }))
        for result in results { #expect(result.2 == "18 cards; wide: ", "at \(result.1) pixels") }
    }

    /// Opens each card by itself, with the archive, and looks for what is wider than its list or the screen; what
    /// scrolls in its own box may be.
    private static let measure = #"""
        const wide = new Set(), cards = document.querySelectorAll("details.card");
        document.querySelector(".archive").open = true;
        for (const card of cards) {
          card.open = true;
          const list = card.closest(".list").getBoundingClientRect().width;
          if (list > innerWidth) wide.add("list " + list);
          for (const e of card.querySelectorAll("*")) {
            if (e.closest("svg") || e.parentElement.closest("pre")) continue;
            const box = e.getBoundingClientRect();
            if (box.width > list) wide.add(e.tagName + e.className);
            // A word needs room.
            if (e.matches("p, li") && e.textContent.includes("START") && box.width < 60) wide.add("narrow " + box.width);
          }
          if (card.scrollWidth > card.clientWidth) wide.add("card " + card.querySelector(".title").textContent);
          card.open = false;
        }
        if (document.documentElement.scrollWidth > innerWidth) wide.add("page");
        parent.postMessage(`width ${innerWidth}: ${cards.length} cards; wide: ${[...wide].join(", ")}`, "*");
        """#

    /// See D5 of issue 49: the end of a long line of code was on no page.
    @Test(.enabled(if: OtherProgram("pdftotext") != nil, "pdftotext is not installed")) func printedCodeIsWhole() throws
    {
        let page = try ExportedBoard.text(BoardExport(format: .html), of: Self.wideBoard)
        try folder.write(page, to: "page.html")
        let path = folder.path.appending("page.pdf").string
        try HeadlessBrowser.open(
            "file://\(folder.path.appending("page.html"))", ["--no-pdf-header-footer", "--print-to-pdf=\(path)"])
        let text = try #require(OtherProgram("pdftotext")).run([path, "-"]).output
        // Two descriptions and two comments have code, as many have quotations, and 40 lines are in lists.
        #expect(text.components(separatedBy: "START").count == 49)
        #expect(text.components(separatedBy: "END").count == 49)
    }

    /// The focus of the keyboard goes through the page as it is read: it reaches closed cards and the archive, and
    /// once they are open, what is in them, before the next card.
    @Test func theKeyboardsOrder() throws {
        let page = try ExportedBoard.text(
            BoardExport(format: .html),
            of: #"""
                {"name":"B","url":"https://trello.com/b/x","lists":[{"id":"l","name":"L"},{"id":"m","name":"M"}],"cards":[
                {"idList":"l","name":"one","pos":2,"desc":"[a](https://x.example)\n\n```\ncode\n```","url":"https://trello.com/c/1"},
                {"idList":"l","name":"zero","pos":1,"desc":"text","labels":[{"name":"soon"}]},
                {"idList":"m","name":"bare","pos":1},{"idList":"m","name":"two","pos":2,"desc":"b","idMembers":["ada"],
                "attachments":[{"name":"file","url":"https://x.example/f"}]},
                {"idList":"l","name":"old","desc":"c","closed":true}]}
                """#)
        let script = #"""
            const name = e => e.id || e.ariaLabel || (e.querySelector(".title") ?? e).textContent.trim();
            const order = () => [...document.querySelectorAll("body *")].filter(e => {
              e.focus({focusVisible: true});
              return document.activeElement === e && e.tabIndex == 0;
            }).map(name).join(", ");
            const lines = [order()];
            for (const card of document.querySelectorAll("summary")) card.click();
            lines.push(order());
            """#
        #expect(
            try HeadlessBrowser.lines(of: page, by: script) == [
                "Open on Trello, b1-label, b1-member, b1-list, Lists, zero, one, two, 1 archived card",
                "Open on Trello, b1-label, b1-member, b1-list, Lists, zero, one, a, code, Open on Trello, two, file, "
                    + "1 archived card, old",
            ])
        // Nothing jumps the queue.
        #expect(!page.contains(/tabindex="[^0]/))
    }

    /// What is looked for is found in closed cards: the browser opens those that have it.
    @Test func searchOpensCards() throws {
        let page = try ExportedBoard.text(
            BoardExport(format: .html),
            of: #"""
                {"name":"B","lists":[{"id":"l","name":"L"}],"cards":[
                {"idList":"l","name":"one","desc":"haystack"},
                {"idList":"l","name":"two","desc":"the needle is here"},
                {"idList":"l","name":"old","desc":"the thimble","closed":true}]}
                """#)
        try folder.write(page, to: "page.html")
        for (word, open) in [("needle", 1), ("thimble", 2)] {
            // An archived card is in the archive, which is open then, too. A busy machine may need several attempts.
            let isFound = try (1...5).contains { attempt in
                try HeadlessBrowser.document(
                    of: folder.path.appending("page.html#:~:text=\(word)"), after: attempt * 5000
                ).matches(of: /<details[^>]* open/).count == open
            }
            #expect(isFound, "\(word)")
        }
    }
}
