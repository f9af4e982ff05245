/// The boards and cards that are meant, where not all are.
struct CardSelection: Equatable, Sendable {
    /// The title of the only board, with or without the `#` that marks it.
    var board: String?
    /// The name of the only list.
    var list: String?
    /// Which cards of the ones on the board and in the archive; nil for what is usual.
    var state: CardState?

    /// The identifiers of the lists called ``list``, once they are known.
    var listIDs: Set<[UInt8]>?
    /// Whether there is a list called ``list``.
    var isListKnown = false
    /// The names of the other lists, or of many of them, once they are known.
    var otherLists: [String] = []

    /// Whether a board is meant that has this title.
    func includesBoard(named title: String) -> Bool {
        guard let board else { return true }
        return Self.trimmed(title) == Self.trimmed(board)
            || Self.withoutMark(title) == Self.trimmed(board)
    }

    /// Whether a card is meant, if its board is.
    func includes(_ card: borrowing Card) -> Bool {
        switch state {
        case .all, nil: break
        case .open: if card.isArchived { return false }
        case .archived: if !card.isArchived { return false }
        }
        return listIDs.map { $0.contains(card.listID) } ?? true
    }

    private static func trimmed(_ text: String) -> Substring { text.trimmingWhiteSpaceAtEnd }

    /// A board's title without the `#` that marks it.
    static func withoutMark(_ title: String) -> Substring {
        let title = trimmed(title)
        guard title.unicodeScalars.last == "#" else { return title }
        return String(title.unicodeScalars.dropLast()).trimmingWhiteSpaceAtEnd
    }
}
