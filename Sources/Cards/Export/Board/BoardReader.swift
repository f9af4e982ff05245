import JSON

/// Reads the boards of an export, as far as other formats show them, while its JSON streams by.
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

/// Puts boards together from what a scanner finds.
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
    private var element = PartBuilder()
    /// The member of the board that is being read.
    private var key = ""

    /// The key, string or number that is being read.
    private var bytes: [UInt8] = []

    /// Nothing of use is deeper inside a card; what is must not fill memory, or the stack.
    private static let maximalDepth = 5

    mutating func beginObject(at offset: Int) -> Bool {
        switch place {
        case .top, .boards:
            draft = BoardDraft()
            place = .board
        case .board:
            return passOver()
        case .collection(let collection):
            self.collection = collection
            element = PartBuilder()
            element.beginObject()
            place = .element
        case .element:
            guard isContainerWanted else { return passOver() }
            element.beginObject()
        }
        return true
    }

    mutating func endObject(at offset: Int) {
        if place == .element {
            element.end()
            if element.depth == 0 {
                draft.take(element.part, from: collection)
                place = .collection(collection)
            }
        } else {
            boards.append(draft.board)
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
            guard let collection = BoardCollection(rawValue: key) else { return passOver() }
            draft.begin(collection)
            place = .collection(collection)
        case .boards, .collection:
            return false
        case .element:
            guard isContainerWanted else { return passOver() }
            element.beginList()
        }
        return true
    }

    mutating func endArray(at offset: Int) {
        switch place {
        case .element: element.end()
        case .collection: place = .board
        case .top, .boards, .board: place = .top
        }
    }

    mutating func beginKey(at offset: Int) -> Bool {
        isWanted = true
        return beginContent()
    }

    mutating func endKey() {
        let key = String(decoding: bytes, as: UTF8.self)
        if place == .element {
            element.take(key: key)
            isWanted = element.depth > 1 || collection.keys.contains(key)
        } else {
            self.key = key
        }
    }

    mutating func beginString(at offset: Int) -> Bool { isValueWanted && beginContent() }

    mutating func endString() {
        if isValueWanted { take(.text(String(decoding: bytes, as: UTF8.self))) }
    }

    mutating func beginNumber(at offset: Int) -> Bool { isValueWanted && beginContent() }

    mutating func endNumber() {
        if isValueWanted { take(.number(String(decoding: bytes, as: UTF8.self))) }
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        guard isValueWanted else { return }
        switch literal {
        case .true: take(.bool(true))
        case .false: take(.bool(false))
        case .null: take(.null)
        }
    }

    mutating func content(_ piece: Span<UInt8>) {
        for index in piece.indices { bytes.append(piece[index]) }
    }

    /// Whether a scalar that comes now is a member of a board, or within a card or the like.
    private var isValueWanted: Bool {
        isWanted && (place == .board || place == .element)
    }

    private var isContainerWanted: Bool { isWanted && element.depth < Self.maximalDepth }

    private mutating func beginContent() -> Bool {
        bytes.removeAll(keepingCapacity: true)
        return true
    }

    private mutating func take(_ value: BoardPart) {
        if place == .element { element.take(value) } else { draft.take(value, for: key) }
    }

    /// Passes over a container; an earlier value under the same key no longer counts.
    private mutating func passOver() -> Bool {
        if isWanted { take(.null) }
        return false
    }
}
