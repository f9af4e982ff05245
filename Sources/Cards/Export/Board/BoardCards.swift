/// The cards of a list in order, archived ones included.
///
/// Cards from a source are read one at a time on access, so that memory does not have to hold all of them.
struct BoardCards: Sendable {
    private enum Storage: Sendable {
        case cards([BoardCard])
        case entries(ArraySlice<CardEntry>, CardSource)
    }
    private var storage: Storage

    var spelling = NumberSpelling.standard

    init(_ entries: ArraySlice<CardEntry>, from source: CardSource) { storage = .entries(entries, source) }

    init(_ cards: [BoardCard]) { storage = .cards(cards) }

    var count: Int {
        switch storage {
        case .cards(let cards): cards.count
        case .entries(let entries, _): entries.count
        }
    }

    var isEmpty: Bool { count == 0 }

    /// The offset of each card in the export; 0 for cards in memory.
    var places: [Int] {
        switch storage {
        case .cards(let cards): cards.map { _ in 0 }
        case .entries(let entries, _): entries.map(\.place.lowerBound)
        }
    }

    func archived(_ isArchived: Bool) -> BoardCards {
        var cards = self
        switch storage {
        case .cards(let all): cards.storage = .cards(all.filter { $0.isArchived == isArchived })
        case .entries(let all, let source):
            cards.storage = .entries(all.filter { $0.isArchived == isArchived }[...], source)
        }
        return cards
    }

    func batch(from start: Int, count: Int) -> BoardCards {
        var cards = self
        switch storage {
        case .cards(let all): cards.storage = .cards(Array(all.dropFirst(start).prefix(count)))
        case .entries(let all, let source): cards.storage = .entries(all.dropFirst(start).prefix(count), source)
        }
        return cards
    }

    var front: (labels: [CardLabel], members: [String]) {
        switch storage {
        case .cards(let cards): (cards.flatMap(\.labels), cards.flatMap(\.members))
        case .entries(let entries, let source): source.front(of: entries)
        }
    }

    /// Passes the cards to `take` one at a time, reusing one value to avoid copies.
    func lend(to take: (borrowing BoardCard) -> Void) {
        switch storage {
        case .cards(let cards):
            for var card in cards {
                card.spelling = spelling
                take(card)
            }
        case .entries(let entries, let source):
            var reader = CardReader(source, spelling: spelling)
            var card = BoardCard()
            for entry in entries {
                guard reader.read(entry, into: &card) else { return }
                take(card)
            }
        }
    }

    func check() throws { if case .entries(_, let source) = storage { try source.check() } }
}

extension BoardCards: ExpressibleByArrayLiteral { init(arrayLiteral elements: BoardCard...) { self.init(elements) } }

extension BoardCards: Sequence {
    struct Iterator: IteratorProtocol {
        private var given: IndexingIterator<[BoardCard]>
        private var entries: IndexingIterator<ArraySlice<CardEntry>>
        private var reader: CardReader?
        private let spelling: NumberSpelling

        fileprivate init(_ cards: BoardCards) {
            spelling = cards.spelling
            switch cards.storage {
            case .cards(let all):
                given = all.makeIterator()
                entries = ArraySlice<CardEntry>().makeIterator()
            case .entries(let all, let source):
                given = [BoardCard]().makeIterator()
                entries = all.makeIterator()
                reader = CardReader(source, spelling: spelling)
            }
        }

        mutating func next() -> BoardCard? {
            guard let entry = entries.next() else {
                guard var card = given.next() else { return nil }
                card.spelling = spelling
                return card
            }
            var card = BoardCard()
            return reader?.read(entry, into: &card) == true ? card : nil
        }
    }

    func makeIterator() -> Iterator { Iterator(self) }

    var underestimatedCount: Int { 0 }
}
