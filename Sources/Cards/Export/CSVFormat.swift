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
        try output.write(line(of: Self.columns + fields.map(\.name)))
        for board in boards {
            for list in board.lists {
                try output.write(list.cards) { card, bytes in
                    let cells = cells(of: card, in: list, of: board)
                    bytes += line(of: cells, fields.map(card.value)).utf8
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
            "\(card.isArchived)", card.start ?? "", "\(card.isComplete)", card.number ?? "",
        ]
    }

    private static func text(of label: CardLabel) -> String {
        label.color.isEmpty ? label.name : "\(label.name) (\(label.color))"
    }

    private func line(of cells: [String], _ values: [CustomFieldValue?] = []) -> String {
        let cells =
            cells.map { CSVCell.text(of: $0, neutralizesFormulas: neutralizesFormulas) }
            + values.map { value in
                guard let value else { return "" }
                // A number with a sign is no formula.
                let isNumber = value.field.kind == .number && Double(value.text) != nil
                return CSVCell.text(
                    of: value.text, neutralizesFormulas: neutralizesFormulas && !isNumber)
            }
        return CSVCell.line(of: cells)
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
    /// The text as it stands in a line.
    static func text(of cell: String, neutralizesFormulas: Bool) -> String {
        quoted(neutralizesFormulas ? neutralized(cell) : cell)
    }

    /// A line of cells as they stand in it.
    static func line(of cells: [String]) -> String { cells.joined(separator: ",") + "\r\n" }

    private static func neutralized(_ cell: String) -> String {
        switch cell.unicodeScalars.first {
        case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": "'" + cell
        default: cell
        }
    }

    /// The cell as it stands in a line.
    ///
    /// It goes by scalars, not by characters: a quotation mark with an accent on it is one, too.
    private static func quoted(_ cell: String) -> String {
        let isSpecial = cell.utf8.contains { byte in
            byte <= UInt8(ascii: ",") && "\",\r\n\0".utf8.contains(byte)
        }
        guard isSpecial else { return cell }
        var quoted = "\"".unicodeScalars
        for scalar in cell.unicodeScalars {
            if scalar == "\"" { quoted.append("\"") }
            quoted.append(scalar == "\0" ? "\u{FFFD}" : scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}
