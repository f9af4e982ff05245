/// Trello's CSV: its 21 columns in its order and spelling, then `Card #`, which Trello omits, and a column for each
/// custom field, under its name, as in Trello's CSV.
///
/// The syntax is that of RFC 4180: lines end in CR LF, and cells are quoted if needed. NUL, which ends the text for
/// some readers, becomes U+FFFD.
///
/// A spreadsheet recognizes a formula by its first character, and a formula can send the sheet to a stranger. As OWASP
/// advises ("CSV Injection"), cells that begin with `=`, `+`, `-`, `@`, one of their full-width forms, a tab or a line
/// break get a leading apostrophe. This affects a harmless `-5 °C`, too, because it looks the same. Counts and card
/// numbers have no sign, so they stay numbers.
struct CSVFormat: BoardFormat {
    var neutralizesFormulas = true

    static let columns = [
        "Card ID", "Card Name", "Card URL", "Card Description", "Labels", "Members", "Due Date", "Attachment Count",
        "Attachment Links", "Checklist Item Total Count", "Checklist Item Completed Count", "Vote Count",
        "Comment Count", "Last Activity Date", "List ID", "List Name", "Board ID", "Board Name", "Archived",
        "Start Date", "Due Complete", "Card #",
    ]

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        let fields = FieldColumns(boards)
        var heading: [UInt8] = []
        append(Self.columns + fields.names, to: &heading)
        heading += "\r\n".utf8
        try output.write(heading)
        for board in boards {
            let places = fields.places(on: board)
            try output.write(board.lists) { part, bytes in
                var place: [UInt8] = []
                append([part.list.id, part.list.title, board.id, board.title], to: &place)
                let isArchived = part.list.isArchived
                part.cards.lend { card in
                    append(card, in: place, isArchived: isArchived, to: &bytes)
                    for value in fields.values(of: card, at: places) { append(value, to: &bytes) }
                    bytes += "\r\n".utf8
                }
            }
        }
    }

    private func append(_ card: borrowing BoardCard, in place: [UInt8], isArchived: Bool, to bytes: inout [UInt8]) {
        func append(_ text: String) {
            self.append(text, to: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        func append(_ number: Int) {
            guard 0..<10 ~= number else { return append("\(number)") }
            bytes.append(UInt8(ascii: "0") + UInt8(number))
            bytes.append(UInt8(ascii: ","))
        }
        let counts = card.counts
        append(card.id)
        append(card.title)
        append(card.url)
        append(card.description)
        append(card.labels.isEmpty ? "" : card.labels.map(Self.text).joined(separator: ", "))
        append(card.members.isEmpty ? "" : card.members.joined(separator: ", "))
        append(card.due ?? "")
        append(counts.attachments)
        append(card.attachments.isEmpty ? "" : card.attachments.map(\.url).joined(separator: ", "))
        append(counts.items)
        append(counts.completeItems)
        append(counts.votes)
        append(counts.comments)
        append(card.lastActivity ?? "")
        bytes += place
        bytes += card.isArchived || isArchived ? ",true,".utf8 : ",false,".utf8
        append(card.start ?? "")
        bytes += card.isComplete ? "true,".utf8 : "false,".utf8
        bytes += (card.number ?? "").utf8
    }

    private static func text(of label: CardLabel) -> String {
        label.color.isEmpty ? label.name : "\(label.name) (\(label.color))"
    }

    private func append(_ value: CustomFieldValue?, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        guard let value else { return }
        // A number with a sign is not a formula.
        let isNumber = value.field.kind == .number && Double(decimal: value.text) != nil
        (isNumber ? Self.plain : self).append(value.text, to: &bytes)
    }

    private func append(_ cell: String, to bytes: inout [UInt8]) {
        var cell = cell
        // Safety: the closure does not let the bytes escape.
        cell.withUTF8 { append($0, to: &bytes) }
    }

    private func append(_ cell: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        let isMarked = neutralizesFormulas && Self.mayBeFormula(cell)
        var index = cell.firstIndex(where: Self.isSpecial) ?? cell.count
        let isQuoted = index < cell.count
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        if isMarked { bytes.append(UInt8(ascii: "'")) }
        var start = 0
        while index < cell.count {
            switch cell[index] {
            case UInt8(ascii: "\""):
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: cell[start...index]))
                // The quotation mark is appended again with the next piece.
                start = index
            case 0:
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: cell[start..<index]))
                bytes += "\u{FFFD}".utf8
                start = index + 1
            default: break
            }
            index += 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: cell[start...]))
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    private func append(_ cells: [String], to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(cell, to: &bytes)
        }
    }

    private static let plain = CSVFormat(neutralizesFormulas: false)

    /// A line for another program, which needs the cells unchanged.
    static func plainLine(of cells: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        plain.append(cells, to: &bytes)
        return bytes + "\r\n".utf8
    }

    private static func mayBeFormula(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        switch cell.first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"),
            UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            true
        case 0xEF: ["＝", "＋", "－", "＠"].contains { cell.starts(with: $0.utf8) }
        default: false
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0: true
        default: false
        }
    }
}
