import JSON

/// A board before its cards are read: the place of each card, and the values that cards refer to.
///
/// Memory grows with the number of cards and comments, not with their contents.
struct BoardOutline: BoardSink {
    /// Whether to collect the labels and members of cards, which takes time.
    private let hasFronts: Bool

    init(hasFronts: Bool) { self.hasFronts = hasFronts }

    let boardKeys: Set<ExportKey> = [.id, .name, .url, .shortUrl]

    func keys(of collection: BoardCollection) -> Set<ExportKey> {
        switch collection {
        case .cards where hasFronts: [.id, .idList, .pos, .closed, .labels, .idLabels, .idMembers]
        case .cards: [.id, .idList, .pos, .closed]
        case .checklists: [.idCard]
        case .actions: [.type, .data]
        case .lists, .labels, .members, .customFields: collection.keys
        }
    }

    func innerKeys(of collection: BoardCollection) -> Set<ExportKey> {
        switch collection {
        case .cards: [.name, .color]
        case .actions: [.card, .id]
        case .lists, .labels, .members, .checklists, .customFields: collection.innerKeys
        }
    }

    private var board = JSONValue.null
    private var lists: [BoardList] = []
    private var entries: [CardEntry] = []
    private var listNumbers: [TrelloID: Int32] = [:]
    private var fronts = CardFronts()
    private var references = CardReferences()

    mutating func begin(_ collection: BoardCollection) {
        switch collection {
        case .cards: (entries, listNumbers, fronts) = ([], [:], CardFronts())
        case .lists: lists = []
        case .labels: references.labels = [:]
        case .members: references.memberNames = [:]
        case .checklists: references.checklists = PartIndex()
        case .customFields: references.customFields = []
        case .actions: references.comments = PartIndex()
        }
    }

    mutating func take(_ part: ExportPart, at place: Range<Int>, from collection: BoardCollection) {
        switch collection {
        case .cards:
            let list = part[.idList]?.identifier ?? TrelloID("")
            let number = listNumber(of: list)
            let front = hasFronts ? fronts.append(part) : 0..<0
            entries.append(CardEntry(part, of: number, at: place, front: front))
        case .lists: lists.append(BoardList(part))
        case .labels: if let id = part[.id]?.string { references.labels[id] = CardLabel(part) }
        case .members:
            guard let id = part[.id]?.string else { return }
            references.memberNames[id] = part[.username]?.string ?? part[.fullName]?.string
        case .checklists: if let card = part[.idCard]?.identifier { references.checklists.add(place, to: card) }
        case .customFields: if let field = CustomField(part) { references.customFields.append(field) }
        case .actions: if let card = CardComment.card(of: part) { references.comments.add(place, to: card) }
        }
    }

    private mutating func listNumber(of list: TrelloID) -> Int32 {
        if let number = listNumbers[list] { return number }
        let number = Int32(listNumbers.count)
        listNumbers[list] = number
        return number
    }

    func finish(_ board: JSONValue) -> BoardOutline {
        var outline = self
        outline.board = board
        // One array for all lists, which are slices of it: there may be many lists.
        outline.entries = entries.inOrder(ofLists: listNumbers.count)
        outline.references.customFields = references.customFields.ordered(by: \.position, then: \.id)
        return outline
    }

    /// The board, with lists and cards in order; its cards are read from `source` on access.
    func board(readFrom source: ExportSource) -> Board {
        let source = CardSource(source, references, fronts)
        var board = Board(
            id: board["id"]?.string ?? "", title: board["name"]?.string ?? "",
            url: board["url"]?.string ?? board["shortUrl"]?.string ?? "", customFields: references.customFields)
        var rest = entries[...]
        var cardsOfList: [BoardCards] = []
        while let list = rest.first?.list {
            let cards = rest.prefix { $0.list == list }
            cardsOfList.append(BoardCards(cards, from: source))
            rest = rest[cards.endIndex...]
        }
        var numbers = listNumbers
        board.lists = lists.ordered(by: \.position, then: \.id).map { list in
            var list = list
            // If two lists have the same identifier, the first gets the cards.
            list.cards = numbers.removeValue(forKey: TrelloID(list.id)).map { cardsOfList[Int($0)] } ?? []
            return list
        }
        // Keep the cards of lists that the export lacks.
        for (id, number) in numbers.sorted(by: { $0.value < $1.value }) {
            board.lists.append(BoardList(id: id.spelling, cards: cardsOfList[Int(number)]))
        }
        return board
    }
}

struct CardEntry: Sendable {
    let id: TrelloID
    let list: Int32
    let position: Position
    let isArchived: Bool
    let place: Range<Int>
    let front: Range<Int32>
}

extension [CardEntry] {
    /// The entries grouped by list, and sorted within each of the `count` lists.
    ///
    /// Most lists are short, so sorting each one takes less time than sorting all at once.
    fileprivate func inOrder(ofLists count: Int) -> [CardEntry] {
        var starts = [Int](repeating: 0, count: count + 1)
        for entry in self { starts[Int(entry.list) + 1] += 1 }
        for list in 0..<count { starts[list + 1] += starts[list] }
        var order = [Int32](repeating: 0, count: self.count)
        var ends = starts
        for (index, entry) in enumerated() {
            order[ends[Int(entry.list)]] = Int32(index)
            ends[Int(entry.list)] += 1
        }
        for list in 0..<count { order[starts[list]..<starts[list + 1]].sort { self[Int($0)] < self[Int($1)] } }
        return order.map { self[Int($0)] }
    }
}

extension CardEntry {
    /// The same order as ``Sequence/ordered(by:then:)``.
    fileprivate static func < (left: CardEntry, right: CardEntry) -> Bool {
        if left.position != right.position { return left.position < right.position }
        if left.position != .last, left.id != right.id { return left.id < right.id }
        return left.place.lowerBound < right.place.lowerBound
    }
}

extension CardEntry {
    fileprivate init(_ part: ExportPart, of list: Int32, at place: Range<Int>, front: Range<Int32>) {
        self.init(
            id: part[.id]?.identifier ?? TrelloID(""), list: list, position: Position(part[.pos]),
            isArchived: part[.closed]?.bool ?? false, place: place, front: front)
    }
}

/// The byte ranges of parts that belong to cards, such as comments.
struct PartIndex: Sendable {
    /// Linked lists: `before` is the index of the same card's previous part, or -1.
    private var parts: [(place: Range<Int>, before: Int32)] = []
    private var last: [TrelloID: Int32] = [:]

    var isEmpty: Bool { parts.isEmpty }

    mutating func add(_ place: Range<Int>, to card: TrelloID) {
        parts.append((place, last.updateValue(Int32(parts.count), forKey: card) ?? -1))
    }

    subscript(card: TrelloID) -> [Range<Int>]? {
        guard var index = last[card].map(Int.init) else { return nil }
        var places: [Range<Int>] = []
        while index >= 0 {
            places.append(parts[index].place)
            index = Int(parts[index].before)
        }
        return places.reversed()
    }
}

/// The labels and members of all cards, each stored once.
struct CardFronts: Sendable {
    enum Mark: Hashable, Sendable {
        /// A label, or the identifier of one if the card does not describe it.
        case label(CardLabel), labelID(String)
        case member(String)
    }

    private var marks: [Mark] = []
    private var numbers: [Mark: Int32] = [:]
    private var all: [Int32] = []

    fileprivate mutating func append(_ card: ExportPart) -> Range<Int32> {
        let start = Int32(all.count)
        if let labels = card[.labels] {
            for label in labels.items ?? [] { append(.label(CardLabel(label))) }
        } else {
            for id in card[.idLabels].texts { append(.labelID(id)) }
        }
        for id in card[.idMembers].texts { append(.member(id)) }
        return start..<Int32(all.count)
    }

    private mutating func append(_ mark: Mark) {
        if let number = numbers[mark] { return all.append(number) }
        let number = Int32(marks.count)
        numbers[mark] = number
        marks.append(mark)
        all.append(number)
    }

    func marks(of cards: ArraySlice<CardEntry>) -> [Mark] {
        var isTaken = [Bool](repeating: false, count: marks.count)
        var found: [Mark] = []
        for card in cards {
            for index in card.front {
                let number = Int(all[Int(index)])
                if isTaken[number] { continue }
                isTaken[number] = true
                found.append(marks[number])
            }
        }
        return found
    }
}
