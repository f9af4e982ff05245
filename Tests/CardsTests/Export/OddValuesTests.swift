import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// Values that no board of Trello's has, but an export may.
@Suite struct OddValuesTests {
    /// CommonMark knows three line endings, and Swift seven.
    @Test func whatEndsNoLineOfMarkdownStays() {
        let text = "a\u{B}b\u{C}c\u{85}d\u{2028}e\u{2029}f"
        let card = BoardCard(title: "T", description: "\(text)\r\nlast\rline")
        let body = TrackerIssue(card: card, list: BoardList(), board: Board()).body(includingComments: false)
        #expect(body == "\(text)\nlast\nline\n")
    }

    @Test(
        arguments: [
            ("0x10", nil), ("inf", nil), ("nan", nil), ("infinity", nil), ("0x1p3", nil), ("", nil), ("1.50", 1.5),
            ("-2", -2), ("+.5", 0.5), ("1e3", 1000), ("1e999", nil), ("e", nil),
        ] as [(String, Double?)]) func numbersAreDecimal(text: String, number: Double?)
    { #expect(Double(decimal: text) == number) }

    @Test func oddNumbersAndCounts() throws {
        let board = """
            {"name":"B","customFields":[{"id":"f","name":"F","type":"number"}],"cards":[{"id":"c","idShort":1,
            "name":"T","badges":{"comments":-1,"votes":-2},"customFieldItems":[{"idCustomField":"f",
            "value":{"number":"0x10"}}]}]}
            """
        let line = try ExportedBoard.text(BoardExport(format: .json), of: board)
        #expect(line.contains(#""commentCount":0"#) && line.contains(#""votes":0"#))
        #expect(line.contains(#""value":"0x10""#))
    }

    @Test func aCommentOfNobody() throws {
        let board = """
            {"name":"B","cards":[{"id":"c","idShort":1,"name":"T"}],"actions":[{"type":"commentCard",
            "data":{"text":"x","card":{"id":"c"}}}]}
            """
        #expect(try ExportedBoard.text(BoardExport(format: .github), of: board).contains(#"**(unknown)** wrote:\n\nx"#))
    }

    /// Trello has an empty type for links, which left a hole in lists of facts.
    @Test func anEmptyTypeIsNone() throws {
        let json = #"""
            {"name":"B","lists":[{"id":"l","name":"L"}],"cards":[{"idList":"l","name":"t","attachments":[
            {"name":"n","url":"https://example.com/","mimeType":"","date":"2022-11-21T06:48:02.841Z"}]}]}
            """#
        func text(_ format: ExportFormat) throws -> String {
            try ExportedBoard.text(BoardExport(format: format), of: json)
        }
        for format in [ExportFormat.gitlab, .linear, .jira, .full] {
            #expect(try text(format).contains("- [n](<https://example.com/>) · 2022-11-21 06:48 UTC\n"), "\(format)")
        }
        #expect(try text(.html).contains("</a> <small><time "))
        #expect(try text(.xml).contains(#"<media-type type="string" nil="true"/>"#))
    }
}
