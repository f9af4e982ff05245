import SystemPackage
import Testing

@testable import Cards

/// A board as a folder of files.
@Suite struct MarkdownFolderTests {
    @Test func everythingOfACard() throws {
        let boards = try ExportedBoard.boards(
            try NumberedBoard(try ExportedBoard.fixture("board.json")).output)
        let files = ExportedBoard.files(of: boards)
        #expect(files.count == 10)
        let file = try #require(files.first { $0.path == "To do/12 Fix the login page.md" })
        #expect(file.text == String(decoding: try ExportedBoard.fixture("card.md"), as: UTF8.self))
    }

    @Test(arguments: [
        ("Fix login", "Fix login"), ("a/b\\c:d*e?f\"g<h>i|j", "a b c d e f g h i j"),
        ("..", "untitled"), ("", "untitled"), ("../../etc/passwd", "etc passwd"),
        (".hidden.", "hidden"), ("CON", "_CON"), ("nul.txt", "_nul.txt"), ("console", "console"),
        ("a\u{0}b\nc\u{202E}d", "a b c d"), ("#7 [x] ^y", "7 x y"), ("日本語 👩‍👩‍👧", "日本語 👩‍👩‍👧"),
        (String(repeating: "ä", count: 100), String(repeating: "ä", count: 60)),
    ])
    func names(_ title: String, _ name: String) {
        #expect(SafeFileName.name(of: title) == name)
    }

    /// No title leads out of the folder, and no two cards have one file, on any file system.
    @Test func everyCardHasAFileOfItsOwn() throws {
        let titles = ["a", "A", "a", "a/", "../a", "..", "", "a "]
        let cards = titles.enumerated().map {
            BoardCard(id: "card000\($0)", title: $1)
        }
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
        // Another card's name does not change one's own.
        #expect(files[1].path == "B/untitled/A card0001.md")
    }

    @Test(arguments: [
        ("a\nb", "a\nb\n"), ("```\nopen", "> ```\n> open\n"),
        ("x\n<!-- open", "> x\n> <!-- open\n"),
    ])
    func whatADescriptionLeavesOpenEndsWithIt(_ description: String, _ block: String) {
        let card = BoardCard(title: "T", description: description)
        #expect(
            MarkdownCard(card, in: BoardList(), of: Board()).text
                .hasSuffix("---\n\n# T\n\n" + block))
    }
}
