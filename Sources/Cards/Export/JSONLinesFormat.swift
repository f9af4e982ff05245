import JSON

/// One JSON object per card and line (NDJSON), for `jq`, `grep` and databases.
///
/// Every line has the same members in the same order: `number`, `title`, `list`, `labels` (objects of
/// `name` and `color`), `due` as the export spells it, `url`, `members`, `complete`, `archived` (true
/// in an archived list, too) and `board`. What there is none of is null. `number` is an integer; null,
/// too, for one above 2^63, to which no board counts and which few readers could hold.
struct JSONLinesFormat: BoardFormat {
    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        for board in boards {
            for list in board.lists {
                for card in list.cards {
                    try output.write(value(of: card, in: list, of: board).compactText + "\n")
                }
            }
        }
    }

    private func value(of card: BoardCard, in list: BoardList, of board: Board) -> JSONValue {
        [
            "number": card.number.flatMap { Int($0) }.map { .integer($0) } ?? .null,
            "title": .string(card.title),
            "list": .string(list.title),
            "labels": .array(card.labels.map(Self.value)),
            "due": card.due.map { .string($0) } ?? .null,
            "url": card.url.isEmpty ? .null : .string(card.url),
            "members": .array(card.members.map { .string($0) }),
            "complete": .bool(card.isComplete),
            "archived": .bool(card.isArchived || list.isArchived),
            "board": .string(board.title),
        ]
    }

    private static func value(of label: CardLabel) -> JSONValue {
        [
            "name": .string(label.name),
            "color": label.color.isEmpty ? .null : .string(label.color),
        ]
    }
}
