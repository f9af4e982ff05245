import JSON

/// A board as export formats show it: its lists in order, and their cards.
struct Board: Sendable {
    /// Trello's name for it, 24 hexadecimal digits as a rule.
    var id = ""
    var title = ""
    /// Where it is on the web.
    var url = ""
    /// Its custom fields in order.
    var customFields: [CustomField] = []
    /// Its lists in order, archived ones among them.
    var lists: [BoardList] = []

    /// All its cards, in order of the lists.
    var cards: some Sequence<BoardCard> { lists.lazy.flatMap(\.cards) }

    /// How many cards there are.
    var cardCount: Int { lists.reduce(0) { $0 + $1.cards.count } }
}

/// A list of a board, with its cards.
struct BoardList: Sendable {
    /// Trello's name for it.
    var id = ""
    var title = ""
    /// Whether it was archived, with all its cards.
    var isArchived = false
    /// Where it stands among the lists.
    var position = Position.last
    /// Its cards in order, archived ones among them.
    var cards: BoardCards = []
}

extension Board {
    /// The board whose cards know how their numbers are put before their titles.
    func numbered(as spelling: NumberSpelling) -> Board {
        var board = self
        for list in board.lists.indices {
            board.lists[list].cards.spelling = spelling
        }
        return board
    }
}

extension Sequence<Board> {
    /// The boards of a selection, and of each what the selection has of it.
    func selecting(_ selection: CardSelection) -> [Board] {
        filter { selection.includesBoard(named: $0.title) }.map { $0.selecting(selection) }
    }

    /// Makes sure that every card that was looked at could be read.
    func check() throws {
        for board in self {
            for list in board.lists { try list.cards.check() }
        }
    }
}

extension Board {
    /// The board with no other lists and cards than those of a selection.
    func selecting(_ selection: CardSelection) -> Board {
        var board = self
        board.lists = lists.compactMap { list in
            guard selection.list.map({ $0 == list.title }) ?? true else { return nil }
            if list.isArchived, selection.showsArchivedList { return list }
            return list.selecting(selection.state ?? .all)
        }
        return board
    }
}

extension BoardList {
    /// The list with the cards of a state; nil where people in search of those would see no list.
    fileprivate func selecting(_ state: CardState) -> BoardList? {
        var list = self
        switch state {
        case .all: break
        case .open:
            if isArchived { return nil }
            list.cards = list.cards.archived(false)
        case .archived:
            if !isArchived { list.cards = list.cards.archived(true) }
            if !isArchived, list.cards.isEmpty { return nil }
        }
        return list
    }
}

/// The position of a list or a card among its siblings: a number with gaps, so that a move changes only
/// the item itself.
struct Position: Comparable, Sendable {
    /// The number; infinite at either end.
    let value: Double

    /// Before everything else.
    static let first = Position(value: -.infinity)
    /// After everything else, where also goes what has no position.
    static let last = Position(value: .infinity)

    /// The position of a number.
    init(value: Double) { self.value = value }

    /// The position that a member `pos` gives: a number, which may be fractional, or `top` or
    /// `bottom`, as programs tell Trello.
    init(_ part: ExportPart?) {
        if part?.string == "top" {
            self = .first
        } else if let value = part?.decimal ?? part?.string.flatMap(Double.init),
            // What is not a number is in no order with any.
            !value.isNaN
        {
            self.init(value: value)
        } else {
            self = .last
        }
    }

    static func < (left: Position, right: Position) -> Bool { left.value < right.value }
}

extension Sequence {
    /// The elements by position, those with equal positions by their names, as Trello shows them; those
    /// without a position come last, as they were.
    func ordered(
        by position: KeyPath<Element, Position>, then id: KeyPath<Element, some Comparable>
    ) -> [Element] {
        enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            let place = first[keyPath: position]
            if place != second[keyPath: position] { return place < second[keyPath: position] }
            if place != .last, first[keyPath: id] != second[keyPath: id] {
                return first[keyPath: id] < second[keyPath: id]
            }
            return left.offset < right.offset
        }.map(\.element)
    }
}
