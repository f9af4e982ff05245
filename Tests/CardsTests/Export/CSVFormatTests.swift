import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Cards

@Suite struct CSVFormatTests {
    @Test(arguments: [
        ("plain", "plain", "plain"), ("a,b", "\"a,b\"", "\"a,b\""),
        ("say \"hi\"", "\"say \"\"hi\"\"\"", "\"say \"\"hi\"\"\""), ("a\nb", "\"a\nb\"", "\"a\nb\""),
        ("a\r\nb", "\"a\r\nb\"", "\"a\r\nb\""), ("=1+1", "'=1+1", "=1+1"), ("+1", "'+1", "+1"),
        ("-5 °C", "'-5 °C", "-5 °C"), ("@home", "'@home", "@home"), ("\tx", "'\tx", "\tx"),
        ("\rx", "\"'\rx\"", "\"\rx\""), ("\nx", "\"'\nx\"", "\"\nx\""), ("＝1", "'＝1", "＝1"), ("＋1", "'＋1", "＋1"),
        ("－1", "'－1", "－1"), ("＠x", "'＠x", "＠x"), ("=\u{301}1", "'=\u{301}1", "=\u{301}1"),
        ("=\"a,b\"", "\"'=\"\"a,b\"\"\"", "\"=\"\"a,b\"\"\""), ("a=1", "a=1", "a=1"),
        ("a\u{0}b", "\"a\u{FFFD}b\"", "\"a\u{FFFD}b\""),
        ("\"\u{301},\u{301}", "\"\"\"\u{301},\u{301}\"", "\"\"\"\u{301},\u{301}\""),
    ]) func cells(_ title: String, _ safe: String, _ raw: String) throws {
        let board = Board(lists: [BoardList(cards: [BoardCard(number: "12", title: title)])])
        for (rawCSV, expected) in [(false, safe), (true, raw)] {
            let export = BoardExport(format: .csv, rawCSV: rawCSV)
            let text = String(decoding: try ExportedBoard.bytes(export, of: [board]), as: UTF8.self)
            let header = CSVFormat.columns.joined(separator: ",")
            #expect(
                Array(text.utf8) == Array("\(header)\r\n,\(expected),,,,,,0,,0,0,0,0,,,,,,false,,false,12\r\n".utf8))
        }
    }

    /// Python reads back what was written, whatever it was, but for the apostrophes.
    @Test(
        .enabled(if: OtherProgram("python3") != nil, "python3 is not installed"), arguments: 0..<4 as Range<UInt64>,
        [false, true]) func anyCells(_ seed: UInt64, _ rawCSV: Bool) throws
    {
        var random = SplitMix64(seed: seed)
        let parts = Array("\"\"\",;\r\n\t '=+-@＝a1é😀\u{301}\u{200D}\u{2028}".unicodeScalars)
        let titles = (0..<500).map { _ in
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                text.append(parts.randomElement(using: &random) ?? "x")
            }
            return String(text)
        }
        let cards = titles.map { BoardCard(title: $0, description: "#" + $0) }
        let folder = TemporaryFolder()
        try folder.write(
            bytes: try ExportedBoard.bytes(
                BoardExport(format: .csv, rawCSV: rawCSV), of: [Board(lists: [BoardList(cards: BoardCards(cards))])]),
            to: "board.csv")
        try Data(JSONSerialization.data(withJSONObject: titles)).write(
            to: URL(filePath: folder.path.appending("titles.json").string))
        let script = """
            import csv, json, sys
            rows = list(csv.reader(open(sys.argv[1], encoding="utf-8", newline=""), strict=True))[1:]
            titles = json.load(open(sys.argv[2], encoding="utf-8"))
            mark = lambda t: "'" + t if sys.argv[3] == "false" and t[:1] in tuple("=+-@\\t\\r\\n＝") else t
            print(sum(r[1] == mark(t) and r[3] == "#" + t and len(r) == 22 for r, t in zip(rows, titles, strict=True)))
            """
        let python = try #require(OtherProgram("python3"))
        let paths = ["board.csv", "titles.json"].map { folder.path.appending($0).string }
        #expect(try python.run(["-c", script] + paths + ["\(rawCSV)"]).output == "500\n")
    }

    @Test func columnsAreTrellosAndTheNumber() {
        #expect(CSVFormat.columns.count == 22)
        #expect(CSVFormat.columns.last == "Card #")
    }
}
