import JSON

/// Finds the boards of an export and their cards while the JSON streams by.
///
/// A board is the top-level object, or each object directly in a top-level array. Its title is `name`; its cards are
/// the objects in the array `cards`, with `name` and `idShort`. Everything else is skipped, because `actions`, `limits`
/// and the values inside cards have members of the same names.
///
/// A top-level array of objects with `idShort` and without `cards`, such as the API's answer to `/boards/ID/cards`, is
/// a list of cards: a board without a title.
struct BoardScanner: ExportHandler {
    private(set) var result: ScanResult

    private let rule: NumberingRule
    private let keepsAll: Bool

    private enum Place { case top, boards, board, cards, card }
    private var place = Place.top
    private var isArrayOfBoards = false

    private var key = JSONKey()

    private var board: BoardBuilder
    private var boardTitle = BoardTitle(at: 0)
    private var card: Card

    private enum Content { case none, key, boardTitle, cardTitle, number, listID }
    private var content = Content.none

    private var settledOffset = 0
    private var settledEdits: TitleEdits.Mark

    /// Creates a scanner; with `keepsAll`, the result lists the edited cards, and all findings about the others.
    init(rule: NumberingRule = NumberingRule(), keepsAll: Bool = false) {
        self.rule = rule
        self.keepsAll = keepsAll
        result = ScanResult(spelling: rule.spelling, keepsAll: keepsAll)
        board = BoardBuilder(after: result, rule: rule, keepsAll: keepsAll)
        let needsTitles = keepsAll || rule.action == .undo
        card = Card(titleLimit: needsTitles ? TitleText.shownLength : TitleText.judgedLength)
        settledEdits = result.edits.end
    }

    var isExport: Bool { result.boards > 0 || board.hasCards }

    private var isInMember: Bool { place == .board || place == .card }

    /// Whether the current object may be a card: an object in a top-level array is a board or a card.
    private var mayBeInCard: Bool { place == .card || isInEither }
    private var isInEither: Bool { place == .board && isArrayOfBoards && !board.hasCards }

    mutating func beginObject(at offset: Int) -> Bool {
        switch place {
        case .boards where !result.isListOfCards, .top:
            board = BoardBuilder(after: result, rule: rule, keepsAll: keepsAll)
            card.reset()
            place = .board
        case .boards, .cards:
            card.reset()
            place = .card
        case .board, .card:
            takeOtherValue(at: offset)
            return false
        }
        return true
    }

    mutating func endObject(at offset: Int) {
        if place == .card {
            board.take(card, into: &result)
            place = result.isListOfCards ? .boards : .cards
        } else if isInEither, card.number != .missing, result.boards == 0 {
            result.isListOfCards = true
            board = BoardBuilder(after: result, rule: rule, keepsAll: keepsAll)
            board.take(nil)
            board.beginCards(in: &result)
            board.take(card, into: &result)
            place = .boards
        } else {
            board.end(in: &result)
            place = isArrayOfBoards ? .boards : .top
        }
    }

    mutating func beginArray(at offset: Int) -> Bool {
        switch place {
        case .top:
            isArrayOfBoards = true
            place = .boards
        case .board where key == .cards:
            revokeIfSettled(board.verdict == .treated)
            board.beginCards(in: &result)
            place = .cards
        case .board, .card:
            takeOtherValue(at: offset)
            return false
        case .boards, .cards: return false
        }
        return true
    }

    mutating func endArray(at offset: Int) {
        if place == .boards, result.isListOfCards { board.end(in: &result) }
        place = place == .cards ? .board : .top
    }

    mutating func wantsMember(_ key: JSONKey) -> Bool {
        switch place {
        case .card: key == .name || key == .idShort || key == .closed || key == .idList
        case .board:
            key == .name || key == .cards || isInEither && (key == .idShort || key == .closed || key == .idList)
        case .top, .boards, .cards: false
        }
    }

    mutating func beginKey(at offset: Int) -> Bool {
        guard isInMember else { return false }
        key = JSONKey()
        content = .key
        return true
    }

    mutating func beginString(at offset: Int) -> Bool {
        guard isInMember else { return false }
        switch key {
        case .name:
            if place == .board { boardTitle = BoardTitle(at: offset) }
            content = place == .board ? .boardTitle : .cardTitle
            guard mayBeInCard else { break }
            card.titleOffset = offset
            card.title.removeAll()
        case .idList where mayBeInCard && rule.selection.needsLists:
            card.listID.removeAll(keepingCapacity: true)
            content = .listID
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
            takeTitle(boardTitle)
            if mayBeInCard { card.title.finish() }
        case .cardTitle: card.title.finish()
        case .none, .key, .number, .listID: break
        }
        content = .none
    }

    mutating func beginNumber(at offset: Int) -> Bool {
        guard isInMember else { return false }
        takeOtherValue(at: offset)
        guard mayBeInCard, key == .idShort else { return false }
        content = .number
        return true
    }

    mutating func endNumber() {
        defer { content = .none }
        guard content == .number, case .unusable(let offset) = card.number else { return }
        if card.hasUsableDigits { card.number = .digits(offset: offset) } else { card.digits.empty() }
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        guard isInMember else { return }
        takeOtherValue(at: offset)
        if mayBeInCard, key == .closed { card.isArchived = literal == .true }
    }

    mutating func content(_ piece: Span<UInt8>) {
        switch content {
        case .none: break
        case .key: key.append(piece)
        case .boardTitle:
            boardTitle.read(piece)
            if mayBeInCard { card.title.read(piece) }
        case .cardTitle: card.title.read(piece)
        case .number: card.appendDigits(piece)
        case .listID: card.listID.append(piece)
        }
    }

    /// Takes a value of an unexpected type; it replaces an earlier value of the same key.
    private mutating func takeOtherValue(at offset: Int) {
        switch (place, key) {
        case (.board, .name): takeTitle(nil)
        case (.board, .cards):
            revokeIfSettled(board.verdict == .treated)
            board.dropCards(in: &result)
        default: break
        }
        guard mayBeInCard else { return }
        switch key {
        case .name: card.titleOffset = nil
        case .idShort:
            card.number = .unusable(offset: offset)
            card.digits.empty()
        case .closed: card.isArchived = false
        case .idList: card.listID.removeAll(keepingCapacity: true)
        default: break
        }
    }

    private mutating func takeTitle(_ title: BoardTitle?) {
        let before = board.verdict
        board.take(title)
        revokeIfSettled(before != .unknown && before != board.verdict)
    }
}

extension BoardScanner {
    /// Declares as much of the output as possible final, given that the input has been scanned up to `offset`.
    ///
    /// The one exception is a board with a repeated title or repeated cards: it may set ``ScanResult/isRevoked``, and
    /// then the output has to be rewritten from all edits.
    ///
    /// - Returns: the edits that became final, and the offset up to which all edits are final.
    mutating func settle(scanned offset: Int) -> (edits: TitleEdits, end: Int) {
        if result.isRevoked { return (TitleEdits(), settledOffset) }
        var end = offset
        if mayBeInCard, let title = card.titleOffset { end = min(end, title + 1) }
        if isInBoard, board.verdict == .unknown, let first = board.firstEditOffset { end = min(end, first) }
        settledOffset = max(settledOffset, end)
        if isInBoard, board.verdict != .treated { return (TitleEdits(), settledOffset) }
        defer { settledEdits = result.edits.end }
        return (result.edits.suffix(after: settledEdits), settledOffset)
    }

    private var isInBoard: Bool { place != .top && (place != .boards || result.isListOfCards) }

    private mutating func revokeIfSettled(_ isOther: Bool) {
        if isOther, let first = board.firstEditOffset, first < settledOffset { result.isRevoked = true }
    }
}
