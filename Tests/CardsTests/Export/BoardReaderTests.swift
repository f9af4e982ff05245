import JSON
import TestSupport
import Testing

@testable import Cards

@Suite struct BoardReaderTests {
    @Test func everythingOfABoard() throws {
        let board = try #require(try ExportedBoard.boards(try ExportedBoard.fixture("board.json")).first)
        #expect(board.title == "Website relaunch #")
        #expect(board.url == "https://trello.com/b/AbCdEfGh/website-relaunch")
        #expect(board.lists.map(\.title) == ["Ideas", "To do", "Doing", "Done", ""])
        #expect(board.lists.map(\.isArchived) == [true, false, false, false, false])
        #expect(
            board.lists.map { $0.cards.map(\.id) } == [
                ["c13"], ["c7", "c12"], ["c10", "c9", "c8", "c11"], ["c15", "c16"], ["c14"],
            ])
        let card = try #require(board.cards.first { $0.id == "c12" })
        #expect(
            card
                == BoardCard(
                    id: "c12", number: "12", title: "Fix the login page",
                    description: "Steps:\n1. open \"Login\"\n2. fail",
                    url: "https://trello.com/c/aaaa0012/12-fix-the-login-page", listID: "l1",
                    position: Position(value: 65535.5),
                    labels: [CardLabel(name: "bug", color: "red"), CardLabel(color: "sky_dark")],
                    members: ["ada", "Grace H.", "m9"], start: "2026-02-01T08:00:00.000Z",
                    due: "2026-03-01T09:30:00.000Z", lastActivity: "2026-01-31T23:30:00.000-02:00", isTemplate: true,
                    attachments: [
                        CardAttachment(
                            id: "f1", name: "a, b.png", url: "https://example.org/a,b.png", mediaType: "image/png",
                            size: 4711, date: "2026-01-30T12:00:00.000Z", isUpload: true),
                        CardAttachment(url: "https://example.org/log"),
                    ], cover: .attachment("f1"),
                    location: CardLocation(name: "Office", address: "1 Main St", latitude: "52.5", longitude: "13.25"),
                    voters: ["ada", "m8"],
                    comments: [
                        CardComment(
                            id: "a3", authorID: "m8", author: "gone", date: "2026-02-01T10:00:00.000Z",
                            text: "Left by **somebody** who has gone: see https://example.org/?a=1&b=2", isCopied: true),
                        CardComment(
                            id: "a5", authorID: "m2", author: "Grace H.", date: "2026-02-03T10:00:00.000Z",
                            edited: "2026-02-03T10:05:00.000Z", text: "> quoted\n\n<b>not bold</b>"),
                    ],
                    customFields: [
                        .init(field: board.customFields[0], text: "=1+1"),
                        .init(field: board.customFields[1], text: "-3.50"),
                        .init(field: board.customFields[2], text: "2026-05-01T12:00:00.000Z"),
                        .init(field: board.customFields[3], text: "true"),
                        .init(field: board.customFields[4], text: "Blue"),
                        .init(field: CustomField(id: "x9", name: "x9"), text: "no such field"),
                    ],
                    checklists: [
                        Checklist(
                            title: "- First", position: Position(value: 1),
                            items: [
                                .init(title: "reproduce", position: Position(value: 1), isComplete: true),
                                .init(
                                    title: "write a test", position: Position(value: 2),
                                    due: "2026-02-20T08:00:00.000Z", member: "ada"),
                                .init(title: "1. deploy", position: Position(value: 3)),
                            ]), Checklist(title: "Later", position: Position(value: 2)),
                    ], counts: .init(attachments: 2, items: 3, completeItems: 1, votes: 2, comments: 3)))
    }

    @Test func howTheInputIsCutMakesNoDifference() throws {
        let input = try ExportedBoard.fixture("board.json")
        let whole = try ExportedBoard.boards(input)
        let cut = try ExportedBoard.boards(input, cutAt: Array(1..<input.count))
        #expect(cut.map(\.title) == whole.map(\.title))
        #expect(cut.map { Array($0.cards) } == whole.map { Array($0.cards) })
    }

    @Test(arguments: [
        // Of a repeated key the last counts, of whatever type it is.
        (#"{"name":"a","cards":[{"name":"x"}],"name":"b","cards":[{"name":"y","name":"z"}]}"#, "b: z"),
        (#"{"name":"a","cards":[{"name":"x"}],"name":7,"cards":{}}"#, ": "),
        (#"{"name":"a","cards":[{"name":"x"}],"cards":null}"#, "a: "),
        (#"{"name":"a","cards":[{"name":"x","name":[1]}]}"#, "a: "),
        // What is of another type is empty, and what is elsewhere is no card.
        (#"{"name":"a","cards":[7,"x",[{"name":"y"}],null,{"name":"z"}]}"#, "a: z"),
        (#"{"name":"a","cards":[{"name":{"name":"y"},"x":{"name":"y"}}]}"#, "a: "),
        (#"{"name":"a","actions":[{"name":"b","cards":[{"name":"x"}]}]}"#, "a: "),
        (#"[{"name":"a","cards":[{"name":"x"}]},[{"name":"b"}],7]"#, "a: x"),
        (#"{"cards":[{"name":"\u0078","na\u006de":"\ud83d\ude00"}],"name":"a"}"#, "a: 😀"),
        (#"{"name":"a","cards":[{"name":"x\ud800"}]}"#, "a: x\u{FFFD}\u{FFFD}\u{FFFD}"), ("7", ""), ("[]", ""),
        (#""name""#, ""),
    ]) func oddInput(_ json: String, _ expected: String) throws {
        let boards = try ExportedBoard.boards(json)
        let text = boards.map { "\($0.title): \($0.cards.map(\.title).joined(separator: ","))" }
        #expect(text.joined(separator: ";") == expected)
    }

    @Test func illFormedUTF8BecomesReplacementCharacters() throws {
        let input =
            Array(#"{"name":"a"#.utf8) + [0xFF] + Array(#"","cards":[{"name":"b"#.utf8) + [0xC3] + Array(#""}]}"#.utf8)
        let board = try #require(try ExportedBoard.boards(input).first)
        #expect(board.title == "a\u{FFFD}")
        #expect(board.cards.map(\.title) == ["b\u{FFFD}"])
    }

    @Test(arguments: ["labels", "other", "attachments"]) func deepNestingIsPassedOver(_ key: String) throws {
        let depth = 200_000
        let json =
            #"{"cards":[{"name":"x",""# + key + #"":"# + String(repeating: "[", count: depth)
            + String(repeating: "]", count: depth) + #","idShort":3}]}"#
        let board = try #require(try ExportedBoard.boards(json).first)
        #expect(board.cards.map(\.number) == ["3"])
    }

    /// A card is read by the tokens of its blocks, and in the same way by the scanner where it is large or odd.
    @Test(arguments: [
        #""desc":"a\nb\"c\\d\/e\u00e9\ud83d\ude80\ud83dx\udc00\b\f\r\t","name":"\u0000""#,
        #""d\u0065sc":"x","n\u0061me":"y","pos":16384.5,"idShort":12"#,
        #""name":"a","name":"b","idShort":1,"idShort":2,"labels":null,"labels":[{"name":"x","color":"red"}]"#,
        #""labels":[{"name":"x","color":null,"more":[{"a":[]}]},{"color":"sky"},3,null],"idMembers":["m",1,"n"]"#,
        #""badges":{"comments":-7,"votes":1.5,"attachments":12345678901234567890,"checkItems":3},"closed":true"#,
        #""attachments":[{"url":"u","bytes":0,"isUpload":true},{"name":"n"}],"cover":{"color":"sky","size":"full"}"#,
        #""coordinates":{"latitude":1.5,"longitude":-0.0},"pos":-0,"locationName":"here","due":"2026-01-01""#,
        #""x":[[[[[[[[1]]]]]]]],"desc":"\#(String(repeating: "lang ", count: 60))","email":"\\","url":"https://x""#,
        #""idCustomFieldItems":{},"customFieldItems":[{"idCustomField":"f","value":{"number":"1e5"}}]"#, "",
    ]) func bothWaysOfReadingAgree(_ members: String) throws {
        func line(_ more: String) throws -> String {
            let card = [#""id":"c""#, members, more].filter { !$0.isEmpty }.joined(separator: " , ")
            return try ExportedBoard.text(BoardExport(format: .json), of: #"{"cards":[ { \#(card) } ],"lists":[]}"#)
        }
        let large = String(repeating: "x", count: 1 << 20)
        let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
        let plain = try line("")
        #expect(try line(#""other":"\#(large)""#) == plain)
        #expect(try line(#""other":\#(deep)"#) == plain)
    }

    @Test(arguments: [
        ("1", "1"), ("0", "0"), ("-1", nil), ("1.0", nil), ("1e3", nil), (#""1""#, nil), ("null", nil),
        ("99999999999999999999999", "99999999999999999999999"),
    ]) func numbers(_ spelling: String, _ expected: String?) throws {
        let boards = try ExportedBoard.boards(#"{"cards":[{"idShort":\#(spelling)}]}"#)
        #expect(boards.first?.cards.map(\.number) == [expected])
    }

    /// Those that have none, or are at the bottom, are in the order of the file.
    @Test func positionsThatAreEqualFallBackToTheId() throws {
        let positions = [
            ("f", #""bottom""#), ("e", "1e999"), ("i", #""nan""#), ("d", #""12.5""#), ("c", "12.5"), ("b", "-3"),
            ("a", #""top""#), ("h", "{}"), ("g", "null"),
        ]
        let cards = positions.map { #"{"id":"\#($0)","pos":\#($1),"idList":"l"}"# }
        let boards = try ExportedBoard.boards(#"{"cards":[\#(cards.joined(separator: ","))]}"#)
        #expect(boards.first?.cards.map(\.id) == ["a", "b", "c", "d", "f", "e", "i", "h", "g"])
    }

    /// See issue 21: checklists and items of one position were sorted by title.
    @Test func checklistsOfOnePosition() throws {
        let json = #"""
            {"lists":[{"id":"l"}],"cards":[{"id":"c","idList":"l"}],"checklists":[
            {"id":"2","idCard":"c","name":"a","pos":1,"checkItems":[
              {"id":"9","name":"x","pos":1},{"id":"8","name":"y","pos":1},{"id":"7","name":"z"}]},
            {"id":"1","idCard":"c","name":"b","pos":1,"checkItems":[]}]}
            """#
        let lists = try #require(try ExportedBoard.boards(json).first?.cards.map(\.checklists).first)
        #expect(lists.map(\.title) == ["b", "a"])
        #expect(lists.last?.items.map(\.title) == ["y", "x", "z"])
    }

    /// See issue 21: values of fields that the export lacks were dropped.
    @Test(arguments: ["", #""customFields":[{"id":"f","name":"F","type":"text"}],"#]) func valuesWithoutAField(
        _ fields: String
    ) throws {
        let json = #"""
            {\#(fields)"lists":[{"id":"l"}],"cards":[{"id":"c","idList":"l","customFieldItems":[
            {"idCustomField":"a","value":{"number":"3"}},{"idCustomField":"f","value":{"text":"t"}},
            {"idCustomField":"b","value":{"checked":"true"}},{"idCustomField":"d","value":{"date":"x"}},
            {"idCustomField":"e","value":null,"idValue":"o"},{"idCustomField":"g","value":null}]}]}
            """#
        let card = try #require(try ExportedBoard.boards(json).first?.cards.first { _ in true })
        let values = card.customFields.map { "\($0.field.name) \($0.field.kind) \($0.text)" }
        let others = ["a number 3", "b checkbox true", "d date x", "e list o"]
        #expect(values == (fields.isEmpty ? [others[0], "f text t"] + others[1...] : ["F text t"] + others))
    }

    @Test func labelsOfOtherExports() throws {
        let json = #"""
            {"labels":[{"id":"1","name":"bug","color":"red"}],
             "cards":[{"id":"c","idLabels":["1","2"]},{"id":"d","idLabels":["1"],"labels":[]}]}
            """#
        let board = try #require(try ExportedBoard.boards(json).first)
        #expect(board.cards.map { $0.labels.map(\.name) } == [["bug"], []])
    }

    /// Cards that are lent one in the place of the other are those that are handed out.
    @Test func lentCards() throws {
        let board = try #require(try ExportedBoard.boards(try ExportedBoard.fixture("board.json")).first)
        for list in board.lists {
            for cards in [list.cards, BoardCards(Array(list.cards))] {
                var lent: [BoardCard] = []
                cards.lend { lent.append(copy $0) }
                #expect(lent == Array(list.cards))
            }
        }
    }

    /// The edits of a part are found among any number of others.
    @Test(arguments: [0, 1, 63, 64, 65, 128, 1000]) func editsOfParts(_ count: Int) throws {
        let input = [UInt8](repeating: UInt8(ascii: "."), count: 10 * (count + 1))
        var edits = TitleEdits()
        for index in 0..<count { edits.append(number: [UInt8(ascii: "7")], at: 10 * index + index % 10) }
        let source = ExportSource(edits: edits) { $1 += input[$0] }
        for index in 0...count {
            var part: [UInt8] = []
            try source.append(10 * index..<10 * (index + 1), to: &part)
            let dots = String(repeating: ".", count: 10)
            let expected = index < count ? dots.prefix(index % 10) + "#7 " + dots.dropFirst(index % 10) : dots[...]
            #expect(String(decoding: part, as: UTF8.self) == expected)
        }
    }

    /// Whatever the input is, it is read or refused, and every format can write what was read.
    @Test(arguments: 0..<UInt64(rounds(20))) func damagedInput(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fixture = try ExportedBoard.fixture("board.json")
        let replacements = Array(#"{}[],:"\0123eE-.tn"#.utf8) + [0xC3, 0x80, 0xFF, 0x00]
        var accepted = 0
        for _ in 0..<40 {
            var input = fixture
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<input.count, using: &random)
                if Bool.random(using: &random) {
                    input[index] = replacements.randomElement(using: &random) ?? 0
                } else {
                    let end = min(input.count, index + Int.random(in: 1...6, using: &random))
                    input.removeSubrange(index..<end)
                }
            }
            guard let boards = try? ExportedBoard.boards(input) else { continue }
            accepted += 1
            for format in ExportFormat.allCases {
                let bytes = try ExportedBoard.bytes(BoardExport(format: format), of: boards)
                #expect(String(validating: bytes, as: UTF8.self) != nil)
            }
        }
        #expect(accepted > 0)
    }
}
