import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// What the importers of other trackers get.
@Suite struct TrackerFormatsTests {
    private static let board = ##"""
        {"id":"b","name":"B","lists":[{"id":"l","name":"Doing"}],
        "customFields":[{"id":"f","name":"Cost","type":"number"}],
        "members":[{"id":"m","username":"ada"}],
        "checklists":[{"idCard":"5f000000aaaaaaaaaaaaaaaa","name":"Steps","checkItems":[
          {"name":"one","state":"complete"},{"name":"two","state":"incomplete"}]}],
        "actions":[{"type":"commentCard","date":"2026-01-02T03:04:05.000Z","memberCreator":{"username":"a;b"},
          "data":{"text":"/close this","card":{"id":"5f000000aaaaaaaaaaaaaaaa"}}}],
        "cards":[
        {"id":"5f000000aaaaaaaaaaaaaaaa","idShort":7,"idList":"l","pos":1,"name":"=Fix\n\"it\"","desc":"Do\n /assign @all",
         "url":"https://trello.com/c/x","idMembers":["m"],"due":"2026-03-01T09:30:00.000Z","dueComplete":true,
         "dateLastActivity":"2026-02-01T00:00:00.000Z",
         "labels":[{"name":"two words, \"q\"","color":"red"},{"name":"","color":"sky_dark"}],
         "customFieldItems":[{"idCustomField":"f","value":{"number":"3"}}],
         "attachments":[{"name":"a.png","url":"https://example.org/a.png"}]},
        {"id":"x","idShort":8,"idList":"l","pos":2,"name":"Other","closed":true}]}
        """##

    private static let body = """
        Do
         /assign @all

        ## Steps

        - [x] one
        - [ ] two

        ## Attachments

        - [a.png](<https://example.org/a.png>)

        """

    private static let end = """

        ## Fields

        - Cost: 3

        [Card on Trello](<https://trello.com/c/x>)

        """

    private static let comments = """

        ## Comments

        ### a;b, 2026-01-02 03:04 UTC

        > /close this

        """

    private func rows(_ format: ExportFormat, lines: Bool? = nil) throws -> [[String]] {
        let text = try ExportedBoard.text(BoardExport(format: format, isJSONLines: lines), of: Self.board)
        return try CSVRows(text).rows
    }

    @Test func jira() throws {
        let rows = try rows(.jira)
        #expect(
            rows == [
                [
                    "Summary", "Issue Type", "Status", "Resolution", "Description", "Assignee", "Date Created",
                    "Date Modified", "Start Date", "Due Date", "Cost", "Labels", "Labels", "Attachment", "Comment",
                ],
                [
                    "=Fix \"it\"", "Task", "Doing", "Done", Self.body + Self.end, "ada", "2020-07-04 04:05:20",
                    "2026-02-01 00:00:00", "", "2026-03-01 09:30:00", "3", "two-words,-\"q\"", "sky-dark",
                    "https://example.org/a.png", "2026-01-02 03:04:05;a,b;/close this",
                ], ["Other", "Task", "Doing", "Done"] + [String](repeating: "", count: 11),
            ])
    }

    /// The importer asks for no punctuation in the names of columns, and merges columns of one name.
    @Test func columnsOfJira() throws {
        let names = ["Cost (€)", "cost", "Status", "labels!", "?", "Größe/Länge", ""]
        let fields = names.enumerated().map { #"{"id":"f\#($0)","name":"\#($1)","type":"text","pos":\#($0)}"# }
        let json = #"{"customFields":[\#(fields.joined(separator: ","))],"cards":[]}"#
        let text = try ExportedBoard.text(BoardExport(format: .jira), of: json)
        #expect(text.hasSuffix(",Due Date,Cost,cost 2,Status 2,labels 2,Field,Größe Länge,Field 2\r\n"))
    }

    /// See issue 21: dates in custom fields were not in the format that all others have.
    @Test func datesOfJira() throws {
        let json = #"""
            {"customFields":[{"id":"f","name":"When","type":"date"},{"id":"g","name":"Text","type":"text"}],
            "lists":[{"id":"l"}],"cards":[
            {"name":"a","idList":"l","customFieldItems":[{"idCustomField":"f","value":{"date":"2026-01-01T10:00:00.000Z"}},
              {"idCustomField":"g","value":{"text":"2026-01-01T10:00:00.000Z"}}]},
            {"name":"b","idList":"l","customFieldItems":[{"idCustomField":"f","value":{"date":"soon"}}]}]}
            """#
        let text = try ExportedBoard.text(BoardExport(format: .jira), of: json)
        #expect(text.contains(",2026-01-01 10:00:00,2026-01-01T10:00:00.000Z\r\n"))
        #expect(text.hasSuffix(",soon,\r\n"))
    }

    /// No line that a person wrote is taken for a command by GitLab.
    @Test func gitlab() throws {
        let body =
            (Self.body + Self.comments + Self.end).replacing(" /assign", with: "\\/assign") + "\nClosed on Trello.\n"
        #expect(
            try rows(.gitlab) == [
                ["title", "description", "due_date"],
                ["=Fix \"it\"", body + "\n/label ~\"two words, 'q'\"\n/label ~\"sky dark\"\n", "2026-03-01"],
                ["Other", "Closed on Trello.\n", ""],
            ])
        let lines = try ExportedBoard.text(BoardExport(format: .gitlab, isJSONLines: true), of: Self.board)
        let first = try object(lines)
        #expect(first["description"] as? String == body)
        #expect(first["labels"] as? String == "two words  \"q\",sky dark")
        #expect(first["due_date"] as? String == "2026-03-01")
        #expect(first["created_at"] as? String == "2020-07-04T04:05:20Z")
    }

    @Test func github() throws {
        let first = try object(try ExportedBoard.text(BoardExport(format: .github), of: Self.board))
        let issue = try #require(first["issue"] as? [String: Any])
        #expect(issue["title"] as? String == "=Fix \"it\"")
        #expect(issue["body"] as? String == Self.body + Self.end)
        #expect(issue["closed"] as? Bool == true)
        #expect(issue["labels"] as? [String] == ["two words, \"q\"", "sky dark"])
        #expect(issue["created_at"] as? String == "2020-07-04T04:05:20Z")
        let comments = try #require(first["comments"] as? [[String: String]])
        #expect(comments == [["created_at": "2026-01-02T03:04:05Z", "body": "**a;b** wrote:\n\n/close this"]])
        #expect(
            try rows(.github, lines: false) == [
                ["title", "body", "labels", "state"],
                ["=Fix \"it\"", Self.body + Self.comments + Self.end, "two words  \"q\",sky dark", "closed"],
                ["Other", "", "", "closed"],
            ])
    }

    @Test func linear() throws {
        let rows = try rows(.linear)
        let cells = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1])).filter { $1 != "" }
        #expect(
            cells == [
                "Id": "7", "Team": "B", "Title": "'=Fix \"it\"", "Description": Self.body + Self.comments + Self.end,
                "Status": "Doing", "Priority": "No priority", "Project": "B", "Assignee": "ada",
                "Labels": "two words  \"q\", sky dark", "Created": "2020-07-04T04:05:20Z",
                "Updated": "2026-02-01T00:00:00Z", "Completed": "2026-02-01T00:00:00Z",
            ])
        #expect(rows.count == 3)
        // Its identifier tells no date, and a card without one would be imported as open.
        let other = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[2])).filter { $1 != "" }
        #expect(other["Archived"] == "1970-01-01T00:00:00Z" && other["Completed"] == nil)
        #expect(other["Created"] == nil && other["Updated"] == nil)
    }

    @Test func longTitles() throws {
        let title = String(repeating: "é", count: 300)
        let issue = TrackerIssue(card: BoardCard(title: title), list: BoardList(), board: Board())
        #expect(issue.title == String(repeating: "é", count: 254) + "…")
        #expect(issue.body(includingComments: true) == "**\(title)**\n")
        #expect(TrackerIssue.titleLimit == 255)
        // See issue 21: a family is one character, and five code points or eight units of UTF-16.
        let families = BoardCard(title: String(repeating: "👨‍👩‍👧", count: 100))
        let cut = TrackerIssue(card: families, list: BoardList(), board: Board()).title
        #expect(cut == String(repeating: "👨‍👩‍👧", count: 31) + "…")
        for count in [255, 256] {
            let card = BoardCard(title: String(repeating: "a", count: count))
            let title = TrackerIssue(card: card, list: BoardList(), board: Board()).title
            #expect(title.utf16.count == 255 && title.hasSuffix("…") == (count == 256))
        }
    }

    private func object(_ lines: String) throws -> [String: Any] {
        let line = try #require(lines.split(separator: "\n").first)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
}

/// The rows of a text of CSV as Python's module reads them.
private struct CSVRows {
    let rows: [[String]]

    init(_ text: String) throws {
        let folder = TemporaryFolder()
        try folder.write(text, to: "rows.csv")
        let python = try #require(OtherProgram("python3"))
        let script = """
            import csv, json, sys
            print(json.dumps(list(csv.reader(open(sys.argv[1], encoding="utf-8", newline=""), strict=True))))
            """
        let result = try python.run(["-c", script, folder.path.appending("rows.csv").string])
        rows = try JSONDecoder().decode([[String]].self, from: Data(result.output.utf8))
    }
}
