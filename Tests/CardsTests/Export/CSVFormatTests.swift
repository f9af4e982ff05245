import Testing

@testable import Cards

@Suite struct CSVFormatTests {
    @Test(arguments: [
        ("plain", "plain", "plain"), ("a,b", "\"a,b\"", "\"a,b\""),
        ("say \"hi\"", "\"say \"\"hi\"\"\"", "\"say \"\"hi\"\"\""),
        ("a\nb", "\"a\nb\"", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\"", "\"a\r\nb\""),
        ("=1+1", "'=1+1", "=1+1"), ("+1", "'+1", "+1"), ("-5 °C", "'-5 °C", "-5 °C"),
        ("@home", "'@home", "@home"), ("\tx", "'\tx", "\tx"), ("\rx", "\"'\rx\"", "\"\rx\""),
        ("\nx", "\"'\nx\"", "\"\nx\""), ("＝1", "'＝1", "＝1"), ("＋1", "'＋1", "＋1"),
        ("－1", "'－1", "－1"), ("＠x", "'＠x", "＠x"), ("=\u{301}1", "'=\u{301}1", "=\u{301}1"),
        ("=\"a,b\"", "\"'=\"\"a,b\"\"\"", "\"=\"\"a,b\"\"\""), ("a=1", "a=1", "a=1"),
        ("a\u{0}b", "\"a\u{FFFD}b\"", "\"a\u{FFFD}b\""),
        ("\"\u{301},\u{301}", "\"\"\"\u{301},\u{301}\"", "\"\"\"\u{301},\u{301}\""),
    ])
    func cells(_ title: String, _ safe: String, _ raw: String) throws {
        let board = Board(lists: [BoardList(cards: [BoardCard(number: "12", title: title)])])
        for (rawCSV, expected) in [(false, safe), (true, raw)] {
            let export = BoardExport(format: .csv, rawCSV: rawCSV)
            let text = String(decoding: try ExportedBoard.bytes(export, of: [board]), as: UTF8.self)
            let header = CSVFormat.columns.joined(separator: ",")
            #expect(
                Array(text.utf8)
                    == Array(
                        "\(header)\r\n,\(expected),,,,,,0,,0,0,0,0,,,,,,false,,false,12\r\n".utf8))
        }
    }

    @Test func columnsAreTrellosAndTheNumber() {
        #expect(CSVFormat.columns.count == 22)
        #expect(CSVFormat.columns.last == "Card #")
    }
}
