import JSON

/// Walks through the boards of an export, and hands their parts to a sink.
///
/// As for the numbering, a board is the top-level object, or each object directly in a top-level
/// array.
struct BoardWalker<Sink: BoardSink>: ExportHandler {
    /// What has become of the boards that are complete.
    private(set) var products: [Sink.Product] = []

    /// Whether there is a board with cards.
    private(set) var isExport = false

    /// Which container of interest is the innermost.
    private enum Place: Equatable { case top, boards, board, collection(BoardCollection), element }
    private var place = Place.top
    private var isArrayOfBoards = false
    private var collection = BoardCollection.cards {
        didSet { collectionIndex = BoardCollection.allCases.firstIndex(of: collection) ?? 0 }
    }
    private var collectionIndex = 0

    /// Whether the value that comes is of interest, by its key.
    private var isWanted = true

    private var draft = Sink()
    /// The keys that are wanted, as they are at hand first.
    private let boardKeys = KeySet(
        Sink.boardKeys.union(BoardCollection.allCases.map(\.rawValue)))
    private let keys = BoardCollection.allCases.map { KeySet(Sink.keys(of: $0)) }
    private let innerKeys = BoardCollection.allCases.map { Sink.innerKeys(of: $0).map(KeySet.init) }
    /// The members of the board itself, of which only texts are of use.
    private var board = JSONValueBuilder(depthLimit: 1)
    /// The card or the like that is being read.
    private var element = JSONValueBuilder(depthLimit: BoardReader.maximalDepth)

    mutating func beginObject(at offset: Int) -> Bool {
        switch place {
        case .top, .boards:
            draft = Sink()
            place = .board
            return board.beginObject(at: offset)
        case .board:
            return isWanted && passOver(at: offset)
        case .collection(let collection):
            if self.collection != collection { self.collection = collection }
            place = .element
            return element.beginObject(at: offset)
        case .element:
            return isWanted && element.beginObject(at: offset)
        }
    }

    mutating func endObject(at offset: Int) {
        if place == .element {
            element.endObject(at: offset)
            isWanted = true
            if element.depth == 0 {
                draft.take(element.value, from: collection)
                place = .collection(collection)
            }
        } else {
            board.endObject(at: offset)
            products.append(draft.finish(board.value))
            draft = Sink()
            place = isArrayOfBoards ? .boards : .top
        }
    }

    mutating func beginArray(at offset: Int) -> Bool {
        switch place {
        case .top:
            isArrayOfBoards = true
            place = .boards
        case .board:
            guard let collection = BoardCollection(rawValue: board.key) else {
                return isWanted && passOver(at: offset)
            }
            draft.begin(collection)
            if collection == .cards { isExport = true }
            place = .collection(collection)
        case .boards, .collection:
            return false
        case .element:
            return isWanted && element.beginArray(at: offset)
        }
        return true
    }

    mutating func endArray(at offset: Int) {
        switch place {
        case .element:
            element.endArray(at: offset)
            isWanted = true
        case .collection: place = .board
        case .top, .boards, .board: place = .top
        }
    }

    mutating func beginKey(at offset: Int) -> Bool {
        isWanted = true
        return withObject { $0.beginKey(at: offset) }
    }

    mutating func wantsMember(_ key: JSONKey) -> Bool {
        guard place == .element else { return place != .board || boardKeys.mayContain(key) }
        return wantedKeys?.mayContain(key) ?? true
    }

    /// The keys that are wanted of the object that is being read; nil for all.
    private var wantedKeys: KeySet? {
        element.depth > 1 ? innerKeys[collectionIndex] : keys[collectionIndex]
    }

    mutating func endKey() {
        withObject { $0.endKey() }
        isWanted =
            place == .element
            ? wantedKeys?.contains(element.key) ?? true : boardKeys.contains(board.key)
    }

    mutating func beginString(at offset: Int) -> Bool {
        isValueWanted && withObject { $0.beginString(at: offset) }
    }

    mutating func endString() {
        if isValueWanted { take { $0.endString() } }
    }

    mutating func beginNumber(at offset: Int) -> Bool {
        isValueWanted && withObject { $0.beginNumber(at: offset) }
    }

    mutating func endNumber() {
        if isValueWanted { take { $0.endNumber() } }
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        if isValueWanted { take { $0.literal(literal, at: offset) } }
    }

    mutating func content(_ piece: Span<UInt8>) { withObject { $0.content(piece) } }

    /// Whether a scalar that comes now is a member of a board, or within a card or the like.
    private var isValueWanted: Bool {
        isWanted && (place == .board || place == .element)
    }

    /// Tells what is being read of the object that it belongs to.
    private mutating func withObject<Result>(
        _ tell: (inout JSONValueBuilder) -> Result
    ) -> Result {
        place == .element ? tell(&element) : tell(&board)
    }

    /// Takes a value that is not a collection; an earlier one under the same key no longer counts.
    private mutating func take<Result>(_ tell: (inout JSONValueBuilder) -> Result) -> Result {
        if place == .board, let collection = BoardCollection(rawValue: board.key) {
            draft.begin(collection)
        }
        return withObject(tell)
    }

    /// Passes over a container among the members of a board.
    private mutating func passOver(at offset: Int) -> Bool {
        take { $0.beginObject(at: offset) }
    }
}

/// Keys, told from others by what is at hand first.
private struct KeySet {
    private let texts: Set<String>
    private let keys: [JSONKey]

    init(_ texts: Set<String>) {
        self.texts = texts
        keys = texts.map { JSONKey($0) }
    }

    func contains(_ key: String) -> Bool { texts.contains(key) }

    /// False for a key that is none of them.
    func mayContain(_ key: JSONKey) -> Bool {
        for index in keys.indices where keys[index] == key { return true }
        return false
    }
}
