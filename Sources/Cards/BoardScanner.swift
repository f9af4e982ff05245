import Scanning

/// Finds the boards of an export and their cards while the JSON streams by.
///
/// A board is the top-level object, or each object directly in a top-level array; its title is its
/// `name`, its cards are the objects in the array `cards`, with their `name` and `idShort`. Nothing
/// else is looked at: `actions`, `limits` and what is inside a card have members of the same names.
struct BoardScanner: JSONHandler {
    /// What was found in the boards that are complete.
    private(set) var findings = Findings()

    /// Which container of interest is the innermost.
    private enum Place { case top, boards, board, cards, card }
    private var place = Place.top
    private var isArrayOfBoards = false

    /// The member of the board or card that is being read.
    private var key = ShortKey()

    private var board = BoardInProgress(after: Findings())
    private var boardTitle = ScalarReader(BoardMark())
    private var card = Card()
    private var cardTitle = ScalarReader(CardNumberPrefix())
    private var digits: [UInt8] = []

    /// What the content that the scanner delivers belongs to.
    private enum Content { case none, key, boardTitle, cardTitle, number }
    private var content = Content.none

    /// Whether the values that come are members of a board or a card.
    private var isInMember: Bool { place == .board || place == .card }

    mutating func beginObject(at offset: Int) -> Bool {
        switch place {
        case .top, .boards:
            board = BoardInProgress(after: findings)
            place = .board
        case .cards:
            card = Card()
            place = .card
        case .board, .card:
            takeOtherValue(at: offset)
            return false
        }
        return true
    }

    mutating func endObject(at offset: Int) {
        if place == .card {
            board.take(card, into: &findings)
            place = .cards
        } else {
            board.end(in: &findings)
            place = isArrayOfBoards ? .boards : .top
        }
    }

    mutating func beginArray(at offset: Int) -> Bool {
        switch place {
        case .top:
            isArrayOfBoards = true
            place = .boards
        case .board where key == .cards:
            board.beginCards(in: &findings)
            place = .cards
        case .board, .card:
            takeOtherValue(at: offset)
            return false
        case .boards, .cards:
            return false
        }
        return true
    }

    mutating func endArray(at offset: Int) { place = place == .cards ? .board : .top }

    mutating func beginKey(at offset: Int) -> Bool {
        guard isInMember else { return false }
        key = ShortKey()
        content = .key
        return true
    }

    mutating func beginString(at offset: Int) -> Bool {
        guard isInMember else { return false }
        switch (place, key) {
        case (.board, .name):
            boardTitle = ScalarReader(BoardMark())
            content = .boardTitle
        case (.card, .name):
            card.title = Card.Title(offset: offset, isNumbered: false)
            cardTitle = ScalarReader(CardNumberPrefix())
            content = .cardTitle
        default:
            takeOtherValue(at: offset)
            return false
        }
        return true
    }

    mutating func endString() {
        switch content {
        case .boardTitle:
            boardTitle.finish()
            board.isMarked = boardTitle.consumer.isMarked
        case .cardTitle:
            cardTitle.finish()
            card.title?.isNumbered = cardTitle.consumer.isNumbered
        case .none, .key, .number:
            break
        }
        content = .none
    }

    mutating func beginNumber(at offset: Int) -> Bool {
        guard isInMember else { return false }
        guard place == .card, key == .idShort else {
            takeOtherValue(at: offset)
            return false
        }
        card.number = .unusable(offset: offset)
        digits.removeAll(keepingCapacity: true)
        content = .number
        return true
    }

    mutating func endNumber() {
        defer { content = .none }
        guard content == .number, case .unusable(let offset) = card.number else { return }
        if digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            card.number = .digits(digits, offset: offset)
        }
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        if isInMember { takeOtherValue(at: offset) }
    }

    mutating func content(_ piece: Span<UInt8>) {
        switch content {
        case .none: break
        case .key: key.append(piece)
        case .boardTitle: boardTitle.read(piece)
        case .cardTitle: cardTitle.read(piece)
        case .number: for index in piece.indices { digits.append(piece[index]) }
        }
    }

    /// Takes a member's value that is not of the kind that is of use: an earlier one under the
    /// same key no longer counts.
    private mutating func takeOtherValue(at offset: Int) {
        switch (place, key) {
        case (.board, .name): board.isMarked = false
        case (.board, .cards): board.dropCards(in: &findings)
        case (.card, .name): card.title = nil
        case (.card, .idShort): card.number = .unusable(offset: offset)
        default: break
        }
    }
}
