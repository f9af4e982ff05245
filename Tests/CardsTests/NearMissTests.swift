import Testing

@testable import Cards

/// What looks like a number or a mark, and is none.
@Suite struct NearMissTests {
    @Test(arguments: [
        ("# 12", "# 12"), ("# 12 Fix", "# 12"), ("#\u{A0}7x", "#\u{A0}7"), ("＃12 Fix", "＃12"), ("＃ １２", "＃ １２"),
        ("#１２ Fix", "#１２"), ("﹟5", "﹟5"), ("＃1２", "＃1２"), ("#１", "#１"),
    ]) func nearNumbers(_ title: String, _ text: String) { #expect(title.nearNumber == text) }

    @Test(arguments: ["", "#", "＃", "#12", "#todo", "# todo 12", "12", "x # 12", "##12", "#-1", "№ 5"])
    func nothingLikeANumber(_ title: String) { #expect(title.nearNumber == nil) }

    @Test(arguments: [
        ("Roadmap ＃", "U+FF03"), ("Roadmap ＃ \\t", "U+FF03"), ("#\u{200B}", "'#' and U+200B"),
        ("#\\uFE0F\u{20E3} ", "'#', U+FE0F and U+20E3"), ("a # \u{FEFF}", "'#' and U+FEFF"), ("#＃", "U+FF03"),
        ("\u{FE5F}", "U+FE5F"), ("#\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}", "'#', U+200B, U+200B and U+200B"),
    ]) func nearMarks(_ title: String, _ names: String) throws {
        let found = try nearMarks(inBoardCalled: title)
        #expect(found.map(\.description) == [names])
        #expect(found.map(\.titleOffset) == [8])
    }

    @Test(arguments: ["", "#", "a #", "＃ #", "#a", "\u{200B}", "# 1", "＃x", "#\u{301}", "#\u{200B}x"])
    func nothingLikeAMark(_ title: String) throws { #expect(try nearMarks(inBoardCalled: title).isEmpty) }

    @Test func onlyBoardsThatAreMeantAreNearlyMarked() throws {
        var rule = NumberingRule()
        rule.selection.board = "B"
        #expect(try nearMarks(inBoardCalled: "A ＃", rule).isEmpty)
        #expect(try nearMarks(inBoardCalled: "B \u{FF03}", rule).isEmpty)
        rule.selection.board = "B ＃"
        #expect(try nearMarks(inBoardCalled: "B ＃", rule).count == 1)
        rule.includesUnmarkedBoards = true
        #expect(try nearMarks(inBoardCalled: "B ＃", rule).isEmpty)
    }

    private func nearMarks(inBoardCalled title: String, _ rule: NumberingRule = NumberingRule()) throws -> [NearMark] {
        try ChangedBoard(##"{"name":"\##(title)","cards":[]}"##, by: rule).result.nearlyMarked
    }
}
