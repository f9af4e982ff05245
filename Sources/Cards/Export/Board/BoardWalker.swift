import JSON

/// Walks through the boards of an export, and passes their parts to a sink.
///
/// As in ``BoardScanner``, a board is the top-level object, or each object directly in a top-level array; or that array
/// is a list of cards.
struct BoardWalker<Sink: BoardSink>: ExportHandler {
    private(set) var products: [Sink.Product] = []

    private(set) var isExport = false

    private(set) var start = 0

    private enum Place { case top, boards, board, collection(BoardCollection), element }
    private var place = Place.top

    /// A fast check, because nearly all events concern elements.
    private var isInElement: Bool { if case .element = place { true } else { false } }

    private var isArrayOfBoards = false
    private let isListOfCards: Bool
    private var collection = BoardCollection.cards

    private var elementStart = 0

    private var isWanted = true

    /// The sink of the current board, and the one that each board starts with.
    private var draft: Sink
    private let empty: Sink
    private let boardKeys: KeySet
    private var board = JSONValueBuilder(depthLimit: 1)
    private var element: ElementBuilder
    private let elements: [BoardCollection: ElementBuilder]

    /// Creates a walker that gives each board its own copy of `sink`.
    init(_ sink: Sink, ofCards isListOfCards: Bool = false) {
        self.isListOfCards = isListOfCards
        (draft, empty) = (sink, sink)
        boardKeys = KeySet(
            sink.boardKeys.union(BoardCollection.allCases.compactMap { ExportKey(rawValue: $0.rawValue) }))
        elements = Dictionary(
            uniqueKeysWithValues: BoardCollection.allCases.map { ($0, ElementBuilder(of: $0, for: sink)) })
        element = ElementBuilder(of: collection, for: sink)
    }

    mutating func beginObject(at offset: Int) -> Bool {
        switch place {
        case .top, .boards:
            draft = empty
            place = .board
            start = offset
            return board.beginObject(at: offset)
        case .board: return isWanted && passOver(at: offset)
        case .collection(let collection):
            if self.collection != collection {
                self.collection = collection
                element = elements[collection] ?? element
            }
            elementStart = offset
            place = .element
            return element.beginObject(at: offset)
        case .element: return element.beginObject(at: offset)
        }
    }

    mutating func endObject(at offset: Int) {
        if isInElement {
            element.endObject(at: offset)
            if element.isComplete {
                draft.take(element.value, at: elementStart..<offset + 1, from: collection)
                place = .collection(collection)
            }
        } else {
            board.endObject(at: offset)
            products.append(draft.finish(board.value))
            draft = empty
            place = isArrayOfBoards ? .boards : .top
        }
    }

    mutating func beginArray(at offset: Int) -> Bool {
        switch place {
        case .top where isListOfCards:
            draft.begin(.cards)
            (isExport, place) = (true, .collection(.cards))
        case .top:
            isArrayOfBoards = true
            place = .boards
        case .board:
            guard let collection = BoardCollection(rawValue: board.key) else { return isWanted && passOver(at: offset) }
            draft.begin(collection)
            if collection == .cards { isExport = true }
            place = .collection(collection)
        case .boards, .collection: return false
        case .element: return element.beginArray(at: offset)
        }
        return true
    }

    mutating func endArray(at offset: Int) {
        switch place {
        case .element: element.endArray(at: offset)
        case .collection where isListOfCards:
            products.append(draft.finish(.object([])))
            place = .top
        case .collection: place = .board
        case .top, .boards, .board: place = .top
        }
    }

    mutating func wantsMember(_ key: JSONKey) -> Bool {
        switch place {
        case .element: element.wantsMember(key)
        case .board: boardKeys.key(like: key) != nil
        case .top, .boards, .collection: true
        }
    }

    mutating func beginKey(at offset: Int) -> Bool {
        if isInElement { return element.beginKey(at: offset) }
        isWanted = true
        return board.beginKey(at: offset)
    }

    mutating func endKey() {
        if isInElement { return element.endKey() }
        board.endKey()
        isWanted = boardKeys.key(spelled: board.key.utf8.span) != nil
    }

    mutating func beginString(at offset: Int) -> Bool {
        if isInElement { return element.beginString(at: offset) }
        return isValueWanted && board.beginString(at: offset)
    }

    mutating func endString() {
        if isInElement { return element.endString() }
        if isValueWanted { take { $0.endString() } }
    }

    mutating func beginNumber(at offset: Int) -> Bool {
        if isInElement { return element.beginNumber(at: offset) }
        return isValueWanted && board.beginNumber(at: offset)
    }

    mutating func endNumber() {
        if isInElement { return element.endNumber() }
        if isValueWanted { take { $0.endNumber() } }
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        if isInElement { return element.literal(literal, at: offset) }
        if isValueWanted { take { $0.literal(literal, at: offset) } }
    }

    mutating func content(_ piece: Span<UInt8>) {
        if isInElement { return element.content(piece) }
        board.content(piece)
    }

    private var isValueWanted: Bool { if case .board = place { isWanted } else { false } }

    /// Takes a value that is not a collection; it replaces an earlier collection of the same key.
    private mutating func take<Result>(_ tell: (inout JSONValueBuilder) -> Result) -> Result {
        if let collection = BoardCollection(rawValue: board.key) { draft.begin(collection) }
        return tell(&board)
    }

    private mutating func passOver(at offset: Int) -> Bool { take { $0.beginObject(at: offset) } }
}
