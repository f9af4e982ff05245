import DevtoolKit
import Scanning

/// The board for a terminal: the lists in order, and below each its cards with number, title, labels and due date.
///
/// No line is wider than the terminal. Titles are cut first, then what follows them.
struct TableFormat: BoardFormat {
    var style = Style.plain
    /// `nil` for a file.
    var width: Int?

    private struct Piece {
        var text: String
        var look: (String) -> String
    }

    private static let widestNumber = 24

    /// A title is not cut below this width to make room for what follows.
    private static let leastTitleWidth = 16

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        for (index, board) in boards.enumerated() {
            if index > 0 { try output.write("\n") }
            try output.write(line([Piece(text: Self.shown(board.title)) { style(.path, $0) }]))
            let width = board.cards.reduce(0) { max($0, $1.spelledNumber?.displayWidth ?? 0) }
            let numberWidth = min(width, Self.widestNumber)
            for list in board.lists {
                try output.write("\n" + line(heading(of: list)))
                for card in list.cards { try output.write(line(pieces(of: card, numberWidth))) }
            }
        }
    }

    private func heading(of list: BoardList) -> [Piece] {
        let count = "\(list.cards.count)\(list.isArchived ? ", archived" : "")"
        return [
            Piece(text: Self.shown(list.title)) { style(.path, $0) }, Piece(text: " (\(count))") { style(.dim, $0) },
        ]
    }

    private func pieces(of card: BoardCard, _ numberWidth: Int) -> [Piece] {
        let number = card.spelledNumber ?? ""
        let padding = String(repeating: " ", count: max(0, numberWidth - number.displayWidth))
        let title = Self.shown(card.titleWithoutNumber)
        var rest: [Piece] = []
        for label in card.labels where !label.shownName.isEmpty {
            rest.append(Piece(text: rest.isEmpty ? "  " : " ") { $0 })
            let color = LabelColor(named: label.color)
            rest.append(
                Piece(text: "[\(Self.line(label.shownName))]") { text in
                    guard style.isOn, let color else { return text }
                    // Without colors, brackets mark the edges of a label.
                    let isWhole = text.hasSuffix("]")
                    let inner = text.dropFirst().dropLast(isWhole ? 1 : 0)
                    return style(
                        " \(inner)\(isWhole ? " " : "")", foreground: color.text.terminalColor,
                        background: color.ground.terminalColor)
                })
        }
        if let due = card.due {
            let day = CardDate(due)?.day ?? Self.line(due)
            rest.append(Piece(text: "  \(card.isComplete ? "✓" : "due") \(day)") { style(.hint, $0) })
        } else if card.isComplete {
            rest.append(Piece(text: "  ✓") { style(.hint, $0) })
        }
        if card.isArchived { rest.append(Piece(text: "  (archived)") { style(.dim, $0) }) }
        return [
            Piece(text: "  \(padding)\(number)\(numberWidth > 0 ? "  " : "")") { style(.dim, $0) },
            Piece(text: cut(title, toLeave: rest, after: numberWidth + 4)) { $0 },
        ] + rest
    }

    private func cut(_ title: String, toLeave rest: [Piece], after used: Int) -> String {
        guard let width else { return title }
        let room = width - used - rest.reduce(0) { $0 + $1.text.displayWidth }
        return title.truncated(toWidth: max(room, Self.leastTitleWidth))
    }

    private func line(_ pieces: [Piece]) -> String {
        var text = ""
        var room = width ?? .max
        for piece in pieces {
            let width = piece.text.displayWidth
            text += piece.look(piece.text.truncated(toWidth: room))
            room -= width
            if room <= 0 { break }
        }
        return text + "\n"
    }

    private static func shown(_ title: String) -> String { title.isEmpty ? "(no title)" : line(title) }

    private static func line(_ text: String) -> String { text.withoutLineBreaks.replacingControlCharacters() }
}
