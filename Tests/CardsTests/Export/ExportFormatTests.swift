import DevtoolKit
import Foundation
import TestSupport
import Testing
import XML

@testable import Reporting
@testable import Cards

/// Every format, exact, on a board with everything that boards have; the files beside this one are
/// what it looks like.
@Suite struct ExportFormatTests {
    @Test(arguments: [
        (ExportFormat.table, "board.txt"), (.csv, "board.csv"), (.xml, "board.xml"), (.markdown, "board.md"),
        (.json, "board.ndjson"),
    ]) func everyFormat(_ format: ExportFormat, _ file: String) throws {
        let boards = try ExportedBoard.boards(try numberedFixture())
        let bytes = try ExportedBoard.bytes(BoardExport(format: format), of: boards)
        #expect(
            String(decoding: bytes, as: UTF8.self) == String(decoding: try ExportedBoard.fixture(file), as: UTF8.self))
    }

    @Test func page() throws {
        let boards = try ExportedBoard.boards(try numberedFixture())
        let bytes = try ExportedBoard.bytes(BoardExport(format: .html), of: boards)
        let text = String(decoding: bytes, as: UTF8.self)
        let body = try #require(text.range(of: "<body>\n"))
        #expect(text[body.lowerBound...] == String(decoding: try ExportedBoard.fixture("body.html"), as: UTF8.self))
        #expect(text.contains("<title>Website relaunch #</title>"))
        #expect(text.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; "))
    }

    private func numberedFixture() throws -> [UInt8] {
        try NumberedBoard(try ExportedBoard.fixture("board.json")).output
    }

    /// Another reader of JSON Schemas accepts every line, and none that lacks a member.
    ///
    /// The schema names all that a line has, but leaves room for what may come (docs/stability.md).
    @Test(.enabled("python3 has no module jsonschema") { await JSONSchemaJudge.isThere() })
    func linesAreAsTheSchemaSays() async throws {
        let lines = String(decoding: try ExportedBoard.fixture("board.ndjson"), as: UTF8.self).split(separator: "\n")
            .map(String.init)
        let broken = [
            lines[0].replacing(",\"comments\":[]", with: ""),
            lines[0].replacing("\"complete\":false", with: "\"complete\":\"no\""),
        ]
        #expect(broken.allSatisfy { $0 != lines[0] })
        let later = lines[0].replacing("\"name\":", with: "\"more\":1,\"name\":").replacing(
            "\"comments\":", with: "\"more\":1,\"comments\":")
        let verdicts = await JSONSchemaJudge.verdicts(
            schema: JSONLinesFormat.schema, documents: lines + [later] + broken)
        #expect(verdicts == lines.map { _ in true } + [true] + broken.map { _ in false })
        let strict = JSONLinesFormat.schema.replacing(
            "\"type\": \"object\"", with: "\"type\": \"object\", \"additionalProperties\": false")
        #expect(
            await JSONSchemaJudge.verdicts(schema: strict, documents: lines + [later]) == lines.map { _ in true } + [
                false
            ])
    }

    @Test(arguments: ExportFormat.allCases) func severalBoards(_ format: ExportFormat) throws {
        let json = #"""
            [{"name":"A","lists":[{"id":"1","name":"L"}],"cards":[{"idList":"1","name":"first"}]},
             {"name":"B","lists":[{"id":"1","name":"L"}],"cards":[{"idList":"1","name":"second"}]}]
            """#
        let text = try ExportedBoard.text(BoardExport(format: format), of: json)
        let (first, second) = (text.range(of: "first"), text.range(of: "second"))
        #expect(try #require(first).upperBound < #require(second).lowerBound)
    }

    @Test(arguments: ExportFormat.allCases, ["{}", "[]", "7", #"{"cards":[]}"#]) func nothingToShow(
        _ format: ExportFormat, _ json: String
    ) throws {
        let text = try ExportedBoard.text(BoardExport(format: format), of: json)
        switch format {
        case .json, .github: #expect(text.isEmpty)
        case .obsidian: #expect(text.hasPrefix("---\n\nkanban-plugin: board\n\n---\n"))
        case .full, .kanboard: #expect(text.hasSuffix("\r\n"))
        case .jira: #expect(text.hasSuffix(",Start Date,Due Date\r\n"))
        case .gitlab: #expect(text == "title,description,due_date\r\n")
        case .linear: #expect(text.hasSuffix("Canceled,Archived\r\n"))
        case .csv: #expect(text.hasSuffix("Due Complete,Card #\r\n"))
        case .xml: #expect(text.hasSuffix("<cards type=\"array\"/>\n"))
        case .table, .markdown: #expect(text.isEmpty == !json.hasPrefix("{"))
        case .html: #expect(text.hasSuffix("</main>\n</body>\n</html>\n"))
        }
    }

    @Test(arguments: sampled(1...90, every: 3)) func tableKeepsToTheTerminal(_ width: Int) throws {
        var export = BoardExport(format: .table)
        export.width = width
        let boards = try ExportedBoard.boards(try numberedFixture())
        let text = String(decoding: try ExportedBoard.bytes(export, of: boards), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 18)
        for line in lines { #expect(String(line).displayWidth <= width, "\(line)") }

        // Colours change nothing but the look.
        export.style = .colored
        let colored = String(decoding: try ExportedBoard.bytes(export, of: boards), as: UTF8.self)
        let bare = colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        #expect(bare.displayWidth == text.displayWidth)
    }

    @Test func tableColorsLabels() throws {
        var export = BoardExport(format: .table)
        export.style = .colored
        let text = try ExportedBoard.text(
            export,
            of: #"{"name":"B","lists":[{"id":"1","name":"L"}],"cards":[{"idList":"1","idShort":3,"#
                + #""name":"t","labels":[{"name":"bug","color":"red"},{"name":"x","color":"beige"}]}]}"#)
        #expect(
            text == """
                \u{1B}[1mB\u{1B}[0m

                \u{1B}[1mL\u{1B}[0m\u{1B}[2m (1)\u{1B}[0m
                \u{1B}[2m  #3  \u{1B}[0mt  \u{1B}[38;5;16;48;5;203m bug \u{1B}[0m [x]

                """)
    }

    /// Other formats do not need libxml2, and the message says so.
    @Test func withoutLibXML2() {
        let error = Problem.cannotWriteXML(.noLibrary("libxml2.so.2: cannot open"))
        #expect(error.exitStatus == .unavailable)
        #expect(error.diagnostics.map(\.message) == ["cannot open libxml2: libxml2.so.2: cannot open"])
        #expect(error.diagnostics.first?.hint?.contains("--to json") == true)
    }

    @Test(arguments: [
        ("#12 Fix", "12", "Fix"), ("#12", "12", ""), ("#123 Fix", "12", "#123 Fix"), ("12 monkeys", "12", "12 monkeys"),
        ("#12Fix", "12", "#12Fix"), ("#7 Fix", nil, "#7 Fix"),
    ]) func numberIsShownOnceInTheUsualSpelling(_ title: String, _ number: String?, _ expected: String) {
        #expect(BoardCard(number: number, title: title).titleWithoutNumber == expected)
    }

    @Test(arguments: [
        ("APP-{number} ", "APP-12 Fix", "APP-12", "Fix"), ("[{number}] ", "[12] Fix", "[12]", "Fix"),
        ("[{number}] ", "[13] Fix", "[12]", "[13] Fix"), ("{number}: ", "Fix", "12:", "Fix"),
    ]) func numberIsShownOnceInAnySpelling(_ format: String, _ title: String, _ number: String, _ rest: String) throws {
        var card = BoardCard(number: "12", title: title)
        card.spelling = try #require(NumberSpelling(format: format))
        #expect(card.spelledNumber == number)
        #expect(card.titleWithoutNumber == rest)
        for format in [ExportFormat.table, .html] {
            let export = BoardExport(format: format, spelling: card.spelling)
            let json = #"{"cards":[{"idShort":12,"name":"\#(title)"}]}"#
            #expect(try ExportedBoard.text(export, of: json).contains(number))
        }
    }
}
