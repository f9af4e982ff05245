import Foundation
import TestSupport
import Testing

/// Random exports: the titles before and after, as an independent parser reads them.
@Suite(.tags(.slow)) struct CardsFuzzTests {
    @Test(arguments: 0..<40 as Range<UInt64>) func titlesBeforeAndAfter(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let text = RandomExport.board(using: &random)
            let input = Array(text.utf8)
            let board = try NumberedBoard(input)
            let cuts = (0..<5).map { _ in Int.random(in: 0...input.count, using: &random) }.sorted()
            #expect(try NumberedBoard(input, cutAt: cuts) == board)
            #expect(try titles(board.output) == expectedTitles(input), "\(text)")
            #expect(try NumberedBoard(board.output).output == board.output, "\(text)")
        }
    }

    private func parse(_ bytes: [UInt8]) throws -> (title: String, cards: [[String: Any]]) {
        let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let cards = object?["cards"] as? [Any] ?? []
        return (object?["name"] as? String ?? "", cards.compactMap { $0 as? [String: Any] })
    }

    private func titles(_ bytes: [UInt8]) throws -> [String?] { try parse(bytes).cards.map { $0["name"] as? String } }

    private func expectedTitles(_ input: [UInt8]) throws -> [String?] {
        let (title, cards) = try parse(input)
        let isMarked = title.unicodeScalars.last { !$0.properties.isWhitespace } == "#"
        return cards.map { card in
            guard let name = card["name"] as? String else { return nil }
            let start = name.unicodeScalars.drop { $0.properties.isWhitespace }.prefix(2)
            let isNumbered = start.count == 2 && start.first == "#" && ("0"..."9").contains(start.last ?? "x")
            guard isMarked, !isNumbered, let number = card["idShort"] as? Int else { return name }
            return "#\(number) \(name)"
        }
    }
}

/// Exports of a few cards, with the members in any order and what looks like them in between.
enum RandomExport {
    static func board(using random: inout SplitMix64) -> String {
        let cards = (0..<Int.random(in: 0...4, using: &random)).map { _ in card(using: &random) }
        let mark = ["#", " # ", "\\u0023", "", "#\u{200B}", "#x"].randomElement(using: &random) ?? ""
        return object(
            [
                #""name":"\#(title(using: &random))\#(mark)""#, #""cards":[\#(cards.joined(separator: ","))]"#,
                #""actions":[{"name":"x","cards":[\#(card(using: &random))]}]"#,
                ##""limits":{"cards":{"name":"#"},"idShort":7}"##,
            ], using: &random)
    }

    private static func card(using random: inout SplitMix64) -> String {
        let number = Int.random(in: 0...2000, using: &random)
        let other = ["null", "[]", #""5""#].randomElement(using: &random) ?? ""
        return object(
            [
                #""idShort":\#(Int.random(in: 0..<8, using: &random) == 0 ? other : "\(number)")"#,
                #""name":\#(Int.random(in: 0..<8, using: &random) == 0 ? other : "\"\(title(using: &random))\"")"#,
                #""labels":[{"name":"l","idShort":1}]"#, #""pos":1.5"#,
            ], using: &random)
    }

    private static func title(using random: inout SplitMix64) -> String {
        let parts = [
            "#", "1", " ", "\\t", "a", "\\u0023", "\\u0031", "\u{A0}", "é", "😀", "\\ud83d\\ude00", "\\\"", "\\\\",
            "\u{200B}", "\u{301}",
        ]
        let count = Int.random(in: 0...4, using: &random)
        return (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }

    /// The members, most of them, in random order and spacing.
    private static func object(_ members: [String], using random: inout SplitMix64) -> String {
        let kept = members.shuffled(using: &random).prefix(members.count - Int.random(in: 0...1, using: &random))
        let space = ["", " ", "\n    "].randomElement(using: &random) ?? ""
        return "{\(space)\(kept.joined(separator: ",\(space)"))\(space)}"
    }
}
