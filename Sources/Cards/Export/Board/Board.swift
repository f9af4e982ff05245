import JSON

/// A board as export formats show it: its lists in order, and their cards.
struct Board: Sendable {
    var id = ""
    var title = ""
    var url = ""
    var customFields: [CustomField] = []
    var lists: [BoardList] = []

    var cards: some Sequence<BoardCard> { lists.lazy.flatMap(\.cards) }

    var cardCount: Int { lists.reduce(0) { $0 + $1.cards.count } }

    func numbered(as spelling: NumberSpelling) -> Board {
        var board = self
        for list in board.lists.indices { board.lists[list].cards.spelling = spelling }
        return board
    }

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

struct BoardList: Sendable {
    var id = ""
    var title = ""
    var isArchived = false
    var position = Position.last
    var cards: BoardCards = []
}

extension Sequence<Board> {
    func selecting(_ selection: CardSelection) -> [Board] {
        filter { selection.includesBoard(named: $0.title) }.map { $0.selecting(selection) }
    }

    /// Throws the error of the first card that could not be read.
    func check() throws { for board in self { for list in board.lists { try list.cards.check() } } }
}

extension BoardList {
    /// The list, reduced to the cards of a state; `nil` if a search for these cards would not show the list.
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

/// The position of a list or a card among its siblings.
///
/// Positions have gaps, so that moving an item changes only its own position.
struct Position: Comparable, Sendable {
    let value: Double

    static let first = Position(value: -.infinity)
    static let last = Position(value: .infinity)

    init(value: Double) { self.value = value }

    /// Creates the position for a member `pos`: a number, which may be fractional, or `top` or `bottom`, which the API
    /// accepts.
    init(_ part: ExportPart?) {
        if part?.string == "top" {
            self = .first
        } else if let value = part?.decimal ?? part?.string.flatMap(Double.init),
            // NaN cannot be ordered.
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
    /// The elements by position, and by identifier if positions are equal, as Trello shows them.
    ///
    /// Elements without a position are last, in their original order.
    func ordered(by position: KeyPath<Element, Position>, then id: KeyPath<Element, some Comparable>) -> [Element] {
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
