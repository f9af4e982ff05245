import JSON
import Testing

@testable import Cards

/// How much of an export is kept for what is told of it; more would be memory that grows with the export.
@Suite struct KeptNamesTests {
    /// Boards with titles that are made of their numbers.
    private func boards(titled title: (Int) -> String) -> String {
        let boards = (0..<1_003).map { #"{"name":"\#(title($0))","cards":[]}"# }
        return "[\(boards.joined(separator: ","))]"
    }

    @Test func ofOtherBoards() throws {
        var rule = NumberingRule()
        rule.selection.board = "B"
        let result = try ChangedBoard(boards { "\($0)" }, by: rule).result
        #expect(result.boards == 1_003)
        #expect(result.otherBoards == (0..<1_000).map { "\($0)" })
    }

    @Test func ofBoardsThatAreNearlyMarked() throws {
        let result = try ChangedBoard(boards { "\($0) ＃" }, by: NumberingRule()).result
        #expect(result.nearlyMarked.count == 1_000)
    }

    /// The one that is wanted is found behind them.
    @Test func ofOtherLists() throws {
        let lists = (0..<1_003).map { #"{"id":"\#($0)","name":"L\#($0)"}"# }
        let bytes = Array(#"{"cards":[],"lists":[\#(lists.joined(separator: ","))]}"#.utf8)
        var scanner = JSONScanner(handler: ListFinder(name: "L1002"))
        try scanner.scan(bytes.span)
        try scanner.finish()
        #expect(scanner.handler.otherNames == (0..<1_000).map { "L\($0)" })
        #expect(scanner.handler.identifiers == [Array("1002".utf8)])
    }

    @Test func ofABoardsTitle() {
        let bytes = [UInt8](repeating: 0x78, count: 5_000) + Array(" #".utf8)
        var title = BoardTitle(at: 0)
        title.read(bytes.span)
        title.finish()
        #expect(title.text.utf8.count == 4_096)
        #expect(title.isMarked)
    }
}
