import JSON

/// Reads the boards of an export, as far as other formats show them, as a stream.
///
/// ```swift
/// var reader = BoardReader()
/// for chunk in chunks { try reader.scan(chunk.span) }
/// let boards = try reader.finish()
/// ```
///
/// Memory goes with the cards, not with the history that fills most of an export. Members that are
/// missing or of another type are empty, and ill-formed UTF-8 becomes U+FFFD.
struct BoardReader {
    private var scanner = JSONScanner(handler: BoardAssembly())

    /// Takes the next chunk of the export.
    mutating func scan(_ chunk: Span<UInt8>) throws { try scanner.scan(chunk) }

    /// Says that the export is complete, and gives its boards.
    mutating func finish() throws -> [Board] {
        try scanner.finish()
        return scanner.handler.boards
    }
}

/// Assembles boards from what a scanner finds.
///
/// As for the numbering, a board is the top-level object, or each object directly in a top-level
/// array.
struct BoardAssembly: JSONHandler {
    /// The boards that are complete.
    private(set) var boards: [Board] = []

    /// Which container of interest is the innermost.
    private enum Place: Equatable { case top, boards, board, collection(BoardCollection), element }
    private var place = Place.top
    private var isArrayOfBoards = false
    private var collection = BoardCollection.cards

    /// Whether the value that comes is of interest, by its key.
    private var isWanted = true

    private var draft = BoardDraft()
    /// The members of the board itself, of which only texts are of use.
    private var board = JSONValueBuilder(depthLimit: 1)
    /// The card or the like that is being read.
    private var element = JSONValueBuilder(depthLimit: maximalDepth)

    /// Nothing of use is deeper inside a card; what is must not fill memory, or the stack.
    private static let maximalDepth = 5

    mutating func beginObject(at offset: Int) -> Bool {
        switch place {
        case .top, .boards:
            draft = BoardDraft()
            place = .board
            return board.beginObject(at: offset)
        case .board:
            return isWanted && passOver(at: offset)
        case .collection(let collection):
            self.collection = collection
            place = .element
            return element.beginObject(at: offset)
        case .element:
            return isWanted && element.beginObject(at: offset)
        }
    }

    mutating func endObject(at offset: Int) {
        if place == .element {
            element.endObject(at: offset)
            if element.depth == 0 {
                draft.take(element.value, from: collection)
                place = .collection(collection)
            }
        } else {
            board.endObject(at: offset)
            boards.append(draft.board(board.value))
            draft = BoardDraft()
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
        case .element: element.endArray(at: offset)
        case .collection: place = .board
        case .top, .boards, .board: place = .top
        }
    }

    mutating func beginKey(at offset: Int) -> Bool {
        isWanted = true
        return withObject { $0.beginKey(at: offset) }
    }

    mutating func endKey() {
        withObject { $0.endKey() }
        isWanted =
            if place == .element {
                element.depth > 1 || collection.keys.contains(element.key)
            } else {
                BoardDraft.keys.contains(board.key) || BoardCollection(rawValue: board.key) != nil
            }
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
