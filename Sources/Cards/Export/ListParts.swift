/// Some cards of a list, one after the other, that are made into text together.
struct ListPart: Sendable {
    let list: BoardList
    let cards: BoardCards
    /// Whether they are the first and the last of the list.
    let isFirst, isLast: Bool
}

/// The cards of lists in portions that are worth a change of threads: parts of long lists, or several short
/// ones.
struct ListParts: IteratorProtocol, Sendable {
    /// How many cards a thread takes at once, whose text is held.
    private static let portion = 64

    private let lists: [BoardList]
    private var index = 0
    private var start = 0

    /// The portions of lists in their order; of an empty list, too, there is one part.
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
                    list: list, cards: list.cards.batch(from: start, count: count),
                    isFirst: start == 0, isLast: isLast))
            // A list without cards takes some room, too.
            room -= max(1, count)
            (index, start) = isLast ? (index + 1, 0) : (index, start + count)
        }
        return parts.isEmpty ? nil : parts
    }
}
