struct ListPart: Sendable {
    let list: BoardList
    let cards: BoardCards
    let isFirst, isLast: Bool
}

/// Splits the cards of lists into portions that are worth a thread switch: parts of long lists, or several short lists.
struct ListParts: IteratorProtocol, Sendable {
    /// The number of cards per portion, which also bounds the text in memory.
    private static let portion = 64

    private let lists: [BoardList]
    private var index = 0
    private var start = 0

    /// Creates the portions in the order of the lists; an empty list has one part without cards.
    init(_ lists: [BoardList]) { self.lists = lists }

    mutating func next() -> [ListPart]? {
        var parts: [ListPart] = []
        var room = Self.portion
        while index < lists.count, room > 0 {
            let list = lists[index]
            let count = min(room, list.cards.count - start)
            let isLast = start + count == list.cards.count
            parts.append(
                ListPart(
                    list: list, cards: list.cards.batch(from: start, count: count), isFirst: start == 0, isLast: isLast)
            )
            room -= max(1, count)
            (index, start) = isLast ? (index + 1, 0) : (index, start + count)
        }
        return parts.isEmpty ? nil : parts
    }
}
