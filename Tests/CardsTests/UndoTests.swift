import TestSupport
import Testing

@testable import Cards

/// Taking numbers out by what the titles say.
@Suite struct UndoTests {
    private func export(_ title: String) -> String { ##"{"name":"#","cards":[{"idShort":5,"name":"\##(title)"}]}"## }

    private func undo(_ title: String, _ spelling: NumberSpelling = .standard) throws -> String {
        try ChangedBoard(export(title), by: NumberingRule(action: .undo, spelling: spelling)).text
    }

    @Test(arguments: [
        ("#5 Plan", "Plan"), ("#5 ", ""), ("#5  Plan", " Plan"), ("#5 \\u0023", "\\u0023"), ("#5 # 7", "# 7"),
        ("#5 ##7", "##7"), ("#5 \\n\u{3000}é", "\\n\u{3000}é"),
    ]) func takesOut(_ title: String, _ rest: String) throws { #expect(try undo(title) == export(rest)) }

    @Test(arguments: [
        "Plan", "#5", "#5Plan", "#6 Plan", "#05 Plan", "#55 Plan", " #5 Plan", "#5\u{A0}Plan",
        // The title that is left would have kept its number.
        "#5 #7 Plan", "#5 \\t#7", "#5 \u{3000}\u{2009}#7 Plan", "#5 \\u0023\\u0037",
        // The same text, but other bytes.
        "\\u00235 Plan", "#\\u0035 Plan", "#5\\u0020Plan", "\\u0020#5 Plan",
    ]) func leavesAlone(_ title: String) throws { #expect(try undo(title) == export(title)) }

    @Test func aNumberBehindMoreWhiteSpaceThanIsLookedAt() throws {
        let title = "#5 " + String(repeating: " ", count: TitleText.shownLength) + "#7"
        #expect(try undo(title) == export(title))
    }

    /// It may be `2 eggs` of card 5, or the `#52 eggs` that somebody wrote.
    @Test func aDigitAfterTheNumberMayBelongToIt() throws {
        let spelling = try #require(NumberSpelling(format: "#{number}"))
        #expect(try undo("#52 eggs", spelling) == export("#52 eggs"))
        #expect(try undo("#5eggs", spelling) == export("eggs"))
    }

    @Test func theEditedCardsAreThoseThatAreCertain() throws {
        let text = ##"""
            {"name":"#","cards":[{"idShort":1,"name":"\u00231 A"},{"idShort":2,"name":"#2 B"}]}
            """##
        let board = try ChangedBoard(text, by: NumberingRule(action: .undo))
        #expect(board.result.editedCards.map(\.title) == ["#2 B"])
        #expect(board.text == text.replacing("#2 B", with: "B"))
    }

    /// Undoing and numbering are each other's opposite, whatever the titles and the spelling are.
    @Test(arguments: 0..<20 as Range<UInt64>) func undoneAndNumberedAgain(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let spelling = NumberSpelling.samples.randomElement(using: &random) ?? .standard
            let number = NumberingRule(spelling: spelling)
            let undo = NumberingRule(action: .undo, spelling: spelling)
            let text = RandomNumberedExport.board(spelling, using: &random)
            let numbered = try ChangedBoard(text, by: number).output
            let undone = try ChangedBoard(text, by: undo).output
            #expect(try ChangedBoard(undone, by: number).output == numbered, "\(text)")
            // What looked as if it had been numbered cannot be told from what was; nor can a number
            // from a digit that follows it at once.
            guard undone == Array(text.utf8), !spelling.after.isEmpty else { continue }
            #expect(try ChangedBoard(numbered, by: undo).output == undone, "\(text)")
        }
    }
}

/// Exports of cards some of which begin with numbers, their own or others, in one spelling or another.
enum RandomNumberedExport {
    static func board(_ spelling: NumberSpelling, using random: inout SplitMix64) -> String {
        let cards = (0..<Int.random(in: 1...5, using: &random)).map { _ in card(spelling, using: &random) }
        return ##"{"name":"#","cards":[\##(cards.joined(separator: ",\n"))]}"##
    }

    private static func card(_ spelling: NumberSpelling, using random: inout SplitMix64) -> String {
        let number = Int.random(in: 0...30, using: &random)
        let own = spelling.json(Array("\(number)".utf8))
        let parts = [
            String(decoding: own, as: UTF8.self), "#\(number) ", "#", "1", "2", " ", "\\t", "a", "\\u0023", "\u{A0}",
            "é", "😀", "\\\"", "\\\\", "[", "APP-",
        ]
        let title = (0..<Int.random(in: 0...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
            .joined()
        return Bool.random(using: &random)
            ? #"{"idShort":\#(number),"name":"\#(title)"}"# : #"{"name":"\#(title)", "idShort":\#(number)}"#
    }
}
