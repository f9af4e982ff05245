import SystemPackage
import Testing

@testable import Cards

/// A board as a folder of files.
@Suite struct MarkdownFolderTests {
    @Test func everythingOfACard() throws {
        let boards = try ExportedBoard.boards(try NumberedBoard(try ExportedBoard.fixture("board.json")).output)
        let files = ExportedBoard.files(of: boards)
        #expect(files.count == 10)
        let file = try #require(files.first { $0.path == "To do/12 Fix the login page.md" })
        #expect(file.text == String(decoding: try ExportedBoard.fixture("card.md"), as: UTF8.self))
    }

    @Test(arguments: [
        ("Fix login", "Fix login"), ("a/b\\c:d*e?f\"g<h>i|j", "a b c d e f g h i j"), ("..", "untitled"),
        ("", "untitled"), ("../../etc/passwd", "etc passwd"), (".hidden.", "hidden"), ("CON", "_CON"),
        ("nul.txt", "_nul.txt"), ("console", "console"), ("com¹", "_com¹"), ("CONIN$", "_CONIN$"),
        ("aux .md", "_aux .md"), ("COM0", "COM0"), ("a\u{0}b\nc\u{202E}d", "a b c d"), ("#7 [x] ^y", "7 x y"),
        ("日本語 👩‍👩‍👧", "日本語 👩‍👩‍👧"), (String(repeating: "ä", count: 100), String(repeating: "ä", count: 60)),
    ]) func names(_ title: String, _ name: String) { #expect(PreferredName.safeName(of: title) == name) }

    /// No title leads out of the folder, and no two cards have one file, on any file system.
    @Test func everyCardHasAFileOfItsOwn() throws {
        let titles = ["a", "A", "a", "a/", "../a", "..", "", "a "]
        let cards = titles.enumerated().map { BoardCard(id: "card000\($0)", title: $1) }
        let lists = [
            BoardList(id: "x", title: "..", cards: BoardCards(cards)),
            BoardList(id: "y", title: "..", cards: BoardCards(cards)),
        ]
        let files = ExportedBoard.files(of: [
            Board(id: "1", title: "B", lists: lists), Board(id: "2", title: "b", lists: lists),
        ])
        #expect(Set(files.map { $0.path.string.lowercased() }).count == 32)
        #expect(files.allSatisfy { $0.path.components.count == 3 && $0.path.isRelative })
        #expect(files.allSatisfy { !$0.path.components.contains { $0.kind != .regular } })
        #expect(files[1].path == "B 1/untitled x/A card0001.md")
    }

    /// See issue 21: lists of one name swapped their folders with their places.
    @Test func namesDependOnNoOther() {
        let lists = ["aa", "bb", "cc"].map { BoardList(id: $0, title: $0 == "cc" ? "Next" : "Done?") }
        let cards = [
            BoardCard(id: "c1", title: "same"), BoardCard(id: "c2", title: "Same"),
            BoardCard(id: "c3", number: "7", title: "#7 same"), BoardCard(id: "c4", title: "other"),
            BoardCard(id: "c5", number: "8", title: "#8 x"), BoardCard(id: "c6", number: "8", title: "#8 X"),
        ]
        func paths(_ lists: [BoardList], _ cards: [BoardCard]) -> [String] {
            let lists = lists.map { BoardList(id: $0.id, title: $0.title, cards: BoardCards(cards)) }
            return ExportedBoard.files(of: [Board(lists: lists)]).map(\.path.string)
        }
        let all = paths(lists, cards)
        #expect(
            all.prefix(6) == [
                "Done aa/same c1.md", "Done aa/Same c2.md", "Done aa/7 same.md", "Done aa/other c4.md",
                "Done aa/8 x c5.md", "Done aa/8 X c6.md",
            ])
        #expect(all[6] == "Done bb/same c1.md" && all[12] == "Next/same c1.md")
        #expect(Set(paths(lists.reversed(), cards.reversed())) == Set(all))
        #expect(paths(Array(lists[1...]), Array(cards[1...])).first == "Done/Same c2.md")
        // What nothing tells apart is counted.
        #expect(["a", "A", "a 2", "a"].map { PreferredName(name: $0) }.distinctNames == ["a", "A 2", "a 2 2", "a 3"])
    }

    /// See issue 21: each of them was compared with all others.
    @Test(.timeLimit(.minutes(1))) func manyEqualNames() {
        let names = [PreferredName](repeating: PreferredName(name: "same"), count: 20_000)
        #expect(names.distinctNames.last == "same 20000")
    }

    /// See issue 21: fields of one name were one key, which strict readers refuse.
    @Test func fields() {
        let values: [(String, CustomField.Kind, String, String)] = [
            ("Cost", .number, "-3", "-3"), ("cost", .number, "0123", "123"), ("Cost", .number, "1e2", "100.0"),
            ("a", .number, "+4.50", "4.5"), ("b", .number, "1e99", #""1e99""#), ("c", .number, "nan", #""nan""#),
            ("d", .number, "12345678901234567890123", "12345678901234567890123"), ("e", .number, "0x1F", #""0x1F""#),
            ("f", .number, "-0.50", "-0.50"), ("Cost 2", .text, "-3", #""-3""#), ("g", .date, "soon", #""soon""#),
        ]
        let fields = values.enumerated().map { CustomField(id: "f\($0)", name: $1.0, kind: $1.1) }
        let card = BoardCard(
            title: "T", labels: [CardLabel(), CardLabel(name: "", color: "red")],
            customFields: zip(fields, values).map { CustomFieldValue(field: $0, text: $1.2) })
        let keys = ["Cost", "cost 2", "Cost 3", "a", "b", "c", "d", "e", "f", "Cost 2 2", "g"]
        let lines = zip(keys, values).map { "  \"\($0)\": \($1.3)\n" }.joined()
        let text = MarkdownCard(card, in: BoardList(), of: Board(customFields: fields)).text
        #expect(text.contains("\nlabels: [\"red\"]\n"))
        #expect(text.contains("fields:\n\(lines)---\n"))
        // A field keeps its name on cards that lack others.
        let other = BoardCard(title: "T", customFields: [CustomFieldValue(field: fields[2], text: "5")])
        #expect(
            MarkdownCard(other, in: BoardList(), of: Board(customFields: fields)).text.contains(
                "fields:\n  \"Cost 3\": 5\n---\n"))
    }

    @Test(arguments: [
        ("a\nb", "a\nb\n"), ("```\nopen", "> ```\n> open\n"), ("x\n<!-- open", "> x\n> <!-- open\n"),
        ("100%% sure", #"100\%\% sure"# + "\n"), ("%%%%\n$$ x", #"\%\%\%\%"# + "\n" + #"\$\$ x"# + "\n"),
        (#"`%%` ``%%` \`%%` 5 % $1"#, #"`%%` ``\%\%` \`\%\%` 5 % $1"# + "\n"),
        ("```\n%%\n```\n%%", "> ```\n> %%\n> ```\n> \\%\\%\n"),
        ("- ```\n  %%\n  ```\n%%", "> - ```\n>   \\%\\%\n>   ```\n> \\%\\%\n"),
    ]) func whatADescriptionLeavesOpenEndsWithIt(_ description: String, _ block: String) {
        let card = BoardCard(title: "T", description: description)
        #expect(MarkdownCard(card, in: BoardList(), of: Board()).text.hasSuffix("---\n\n# T\n\n" + block))
    }
}
