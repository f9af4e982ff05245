import Testing

@testable import Cards

/// Which boards are marked, which cards are numbered, and how.
@Suite struct NumberingRuleTests {
    /// A board with one card, from the spelling of its title and the card's members.
    private func export(_ title: String, _ members: String) -> String {
        ##"{"name":"\##(title)","cards":[{\##(members)}]}"##
    }

    @Test(arguments: [
        "#", "Work #", "Work#", "Work # \\t", "Work #\u{A0}\u{2003}", "Work \\u0023", "Work #\\u0020\\n", "##",
    ]) func marks(_ title: String) throws {
        let board = try NumberedBoard(export(title, #""idShort":5,"name":"a""#))
        #expect(board.text == export(title, ##""idShort":5,"name":"#5 a""##))
    }

    @Test(arguments: [
        "", "Work", "# Work", "Work # 1", "Work ＃", "Work #\u{200B}", "Work #\u{FE0F}\u{20E3}", "Work #\u{301}",
        "Work #\\u0301", "Work #\\ud83d",
    ]) func doesNotMark(_ title: String) throws {
        let text = export(title, #""idShort":5,"name":"a""#)
        let board = try NumberedBoard(text)
        #expect(board.text == text)
        #expect(board.markedBoards == 0)
    }

    @Test(arguments: [
        "#12", "#12 Fix", "#0", "#12abc", " #12", "\\t\\u00A0#1", "\u{3000}#7", "\\u0023\\u0031", "#1\u{FE0F}\u{20E3}",
    ]) func leavesAlone(_ title: String) throws {
        let text = export("W #", #""idShort":5,"name":"\#(title)""#)
        let board = try NumberedBoard(text)
        #expect(board.text == text)
        #expect(board.alreadyNumbered == 1)
    }

    @Test(arguments: [
        "", "a", "# 12", "##12", "[#12]", "(3) #12", "#todo", "12", "＃12", "#１２", "#", "#\u{301}1", "\u{200B}#1", "😀",
        "\\ud83d\\ude00", "\\ud83d", "\\\"#1\\\"", "  ",
    ]) func numbers(_ title: String) throws {
        let board = try NumberedBoard(export("W #", #""idShort":5,"name":"\#(title)""#))
        #expect(board.text == export("W #", ##""idShort":5,"name":"#5 \##(title)""##))
    }

    @Test(arguments: ["0", "7", "123456789012345678901234567890"]) func copiesTheDigits(_ number: String) throws {
        let board = try NumberedBoard(export("#", #""name":"a","idShort":\#(number)"#))
        #expect(board.text == export("#", ##""name":"#\##(number) a","idShort":\##(number)"##))
    }

    @Test(arguments: [
        #""idShort":"5","#, #""idShort":null,"#, #""idShort":-5,"#, #""idShort":5.0,"#, #""idShort":5e0,"#,
        #""idShort":[5],"#, #""idShort":{"idShort":5},"#, #""idshort":5,"#, "", #""idShort":5,"idShort":true,"#,
    ]) func needsAWholeNumber(_ member: String) throws {
        let text = export("W #", member + #""name":"a""#)
        let board = try NumberedBoard(text)
        #expect(board.text == text)
        #expect(board.withoutNumber == 1)
    }

    @Test(arguments: [#""name":null"#, #""name":7"#, #""name":["a"]"#, #""Name":"a""#, #""id":1"#]) func needsATitle(
        _ member: String
    ) throws {
        let text = export("W #", #""idShort":5,"# + member)
        let board = try NumberedBoard(text)
        #expect(board.text == text)
        #expect(board.withoutNumber == 0)
    }

    @Test func aSecondRunChangesNothing() throws {
        let once = try NumberedBoard(##"{"name":"#","cards":[{"idShort":5,"name":"#a"}]}"##)
        #expect(once.offsets.count == 1)
        #expect(try NumberedBoard(once.output).output == once.output)
    }

    @Test func numbersThatOccurTwiceAreBothUsed() throws {
        let board = try NumberedBoard(
            ##"""
            {"name":"#","cards":[{"idShort":5,"name":"a"},{"idShort":5,"name":"#5 b"},
            {"idShort":6,"name":"c"},{"idShort":5,"name":"d"},
            {"idShort":99999999999999999999,"name":"e"},{"idShort":99999999999999999999,"name":"f"}]}
            """##)
        #expect(board.repeatedNumbers == ["3 x 5", "2 x 99999999999999999999"])
        #expect(board.offsets.count == 5)
    }

    @Test func ofManyRepeatedNumbersTheFirstFewAreKept() {
        for (keepsAll, kept) in [(false, 10), (true, 1000)] {
            var numbers = RepeatedNumbers(keepsAll: keepsAll)
            for round in 0..<3 {
                for number in 1...1000 { numbers.take(Array("\(number)".utf8), at: 1000 * round + number) }
            }
            #expect(numbers.repetitions.total == 1000)
            #expect(
                numbers.repetitions.elements
                    == (1...kept).map { .init(digits: Array("\($0)".utf8), count: 3, offset: 1000 + $0) })
        }
    }

    @Test func aNumberThatNobodyHasIsNone() throws {
        for (count, isUsable) in [(9999, true), (10_000, false), (30_000, false)] {
            let digits = String(repeating: "7", count: count)
            let board = try NumberedBoard(export("#", #""idShort":\#(digits),"name":"a""#))
            #expect(board.offsets.count == (isUsable ? 1 : 0))
            #expect(board.withoutNumber == (isUsable ? 0 : 1))
        }
    }
}
