/// Trello's CSV: its 21 columns in its order and spelling, then `Card #`, which Trello omits, then a column
/// for each custom field, under its name, as Trello's own has them.
///
/// The text is that of RFC 4180: lines end in CR LF, a cell is quoted where it must be. A NUL, at which
/// some readers stop, becomes U+FFFD.
///
/// A spreadsheet takes a cell for a formula by its first character, and a formula can send the sheet
/// to a stranger. So, as OWASP advises ("CSV Injection"), an apostrophe goes before a cell that begins
/// with `=`, `+`, `-`, `@`, one of their full-width forms, a tab or a line break; it also goes before
/// a harmless `-5 °C`, because nobody can tell. Counts and card numbers have no sign, so they stay
/// numbers.
struct CSVFormat: BoardFormat {
    /// Whether cells that look like formulas get an apostrophe.
    var neutralizesFormulas = true

    static let columns = [
        "Card ID", "Card Name", "Card URL", "Card Description", "Labels", "Members", "Due Date",
        "Attachment Count", "Attachment Links", "Checklist Item Total Count",
        "Checklist Item Completed Count", "Vote Count", "Comment Count", "Last Activity Date",
        "List ID", "List Name", "Board ID", "Board Name", "Archived", "Start Date", "Due Complete",
        "Card #",
    ]

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        let fields = boards.flatMap(\.customFields)
        var heading: [UInt8] = []
        append(Self.columns + fields.map(\.name), to: &heading)
        try output.write(heading)
        for board in boards {
            try output.write(board.lists) { part, bytes in
                for card in part.cards {
                    let cells = cells(of: card, in: part.list, of: board)
                    append(cells, fields.map(card.value), to: &bytes)
                }
            }
        }
    }

    private func cells(of card: BoardCard, in list: BoardList, of board: Board) -> [String] {
        let counts = card.counts
        return [
            card.id, card.title, card.url, card.description,
            card.labels.map(Self.text).joined(separator: ", "),
            card.members.joined(separator: ", "), card.due ?? "",
            "\(counts.attachments)", card.attachments.map(\.url).joined(separator: ", "),
            "\(counts.items)",
            "\(counts.completeItems)", "\(counts.votes)", "\(counts.comments)",
            card.lastActivity ?? "", list.id, list.title, board.id, board.title,
            "\(card.isArchived || list.isArchived)", card.start ?? "", "\(card.isComplete)",
            card.number ?? "",
        ]
    }

    private static func text(of label: CardLabel) -> String {
        label.color.isEmpty ? label.name : "\(label.name) (\(label.color))"
    }

    private func append(
        _ cells: [String], _ values: [CustomFieldValue?] = [], to bytes: inout [UInt8]
    ) {
        CSVCell.append(cells, neutralizesFormulas: neutralizesFormulas, to: &bytes)
        for value in values {
            bytes.append(UInt8(ascii: ","))
            guard let value else { continue }
            // A number with a sign is no formula.
            let isNumber = value.field.kind == .number && Double(value.text) != nil
            CSVCell.append(
                value.text, neutralizesFormulas: neutralizesFormulas && !isNumber, to: &bytes)
        }
        bytes += "\r\n".utf8
    }
}

extension BoardCard {
    /// What the card's field says; nil where it says nothing.
    fileprivate func value(of field: CustomField) -> CustomFieldValue? {
        customFields.first { $0.field.id == field.id }
    }
}

/// A cell of CSV.
enum CSVCell {
    /// Appends the text as it stands in a line.
    static func append(
        _ cell: String, neutralizesFormulas: Bool, to bytes: inout [UInt8]
    ) {
        let mark = neutralizesFormulas && mayBeFormula(cell) ? "'" : ""
        guard cell.utf8.contains(where: isSpecial) else {
            bytes += mark.utf8
            bytes += cell.utf8
            return
        }
        bytes.append(UInt8(ascii: "\""))
        bytes += mark.utf8
        for byte in cell.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\"\"".utf8
            case 0: bytes += "\u{FFFD}".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends cells, separated.
    static func append(_ cells: [String], neutralizesFormulas: Bool, to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(cell, neutralizesFormulas: neutralizesFormulas, to: &bytes)
        }
    }

    /// A line of cells for a program, which must get them as they are.
    static func plainLine(of cells: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(cells, neutralizesFormulas: false, to: &bytes)
        return bytes + "\r\n".utf8
    }

    private static func mayBeFormula(_ cell: String) -> Bool {
        switch cell.unicodeScalars.first {
        case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": true
        default: false
        }
    }

    /// Whether a cell with this byte is quoted.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0: true
        default: false
        }
    }
}
