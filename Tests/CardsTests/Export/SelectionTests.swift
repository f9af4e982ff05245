import Testing

@testable import Cards

@Suite struct SelectionTests {
    private static let json = #"""
        [{"id":"b1","name":"One","lists":[
           {"id":"l1","name":"Open","pos":1},{"id":"l2","name":"Old","pos":2,"closed":true},
           {"id":"l3","name":"Empty","pos":3}],
          "cards":[{"name":"a","idList":"l1","pos":1},{"name":"b","idList":"l1","pos":2,"closed":true},
                   {"name":"c","idList":"l2"}]},
         {"id":"b2","name":"Two # ","lists":[{"id":"l4","name":"Open"}],
          "cards":[{"name":"d","idList":"l4"}]}]
        """#

    @Test(arguments: [
        (CardSelection(), "One[Open(a b) Old(c) Empty()] Two # [Open(d)]"),
        (CardSelection(state: .all), "One[Open(a b) Old(c) Empty()] Two # [Open(d)]"),
        (CardSelection(state: .open), "One[Open(a) Empty()] Two # [Open(d)]"),
        (CardSelection(state: .archived), "One[Open(b) Old(c)] Two # []"),
        (CardSelection(list: "Open"), "One[Open(a b)] Two # [Open(d)]"),
        (CardSelection(list: "Missing"), "One[] Two # []"), (CardSelection(board: "Two"), "Two # [Open(d)]"),
        (CardSelection(board: "One", list: "Old"), "One[Old(c)]"), (CardSelection(board: "Three"), ""),
    ]) func selections(_ selection: CardSelection, _ expected: String) throws {
        let boards = try ExportedBoard.boards(Self.json).selecting(selection)
        let text = boards.map { board in
            let lists = board.lists.map { "\($0.title)(\($0.cards.map(\.title).joined(separator: " ")))" }
            return "\(board.title)[\(lists.joined(separator: " "))]"
        }
        #expect(text.joined(separator: " ") == expected)
    }

    @Test(arguments: [
        (ExportFormat.table, false), (.markdown, false), (.csv, true), (.xml, true), (.json, true), (.html, true),
    ]) func whatFormatsShowByThemselves(_ format: ExportFormat, _ showsArchived: Bool) throws {
        let json = #"{"cards":[{"name":"Quagga","closed":true},{"name":"Zebra"}]}"#
        let all = try ExportedBoard.text(BoardExport(format: format), of: json)
        #expect(all.contains("Zebra"))
        #expect(all.contains("Quagga") == showsArchived)
        let open = BoardExport(format: format, selection: CardSelection(state: .open))
        #expect(!(try ExportedBoard.text(open, of: json)).contains("Quagga"))
        let archived = BoardExport(format: format, selection: CardSelection(state: .archived))
        #expect(try ExportedBoard.text(archived, of: json).contains("Quagga"))
        #expect(!(try ExportedBoard.text(archived, of: json)).contains("Zebra"))
    }
}
