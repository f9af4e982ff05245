struct ScanResult: Sendable {
    var boards = 0
    var treatedBoards = 0
    var isListOfCards = false
    var selectedBoards = 0
    var selectedCards = 0
    var otherBoards: [String] = []
    static let mostOtherBoards = 1000

    var edits: TitleEdits

    /// The cards of `edits`, in the same order; empty unless the scanner keeps all.
    var editedCards: [EditedCard] = []

    /// How many of the removed numbers were in the title before devtool numbered the board, according to its history.
    var numbersOfBefore = 0

    var tally: BoardTally

    var nearlyMarked: [NearMark] = []
    static let nearMarksLimit = 1000

    /// Whether edits that ``BoardScanner/settle(scanned:)`` returned have changed since.
    var isRevoked = false

    init(spelling: NumberSpelling, keepsAll: Bool = false) {
        edits = TitleEdits(spelling: spelling)
        tally = BoardTally(keepsAll: keepsAll)
    }
}

struct EditedCard: Sendable {
    let digits: [UInt8]
    let titleOffset: Int
    let indentation: String
    let title: String
    /// Whether the card's title goes on after `title`.
    let isCut: Bool

    init(_ card: borrowing Card, titleOffset: Int) {
        digits = card.digits
        self.titleOffset = titleOffset
        indentation = String(decoding: card.title.indentation, as: UTF8.self)
        title = String(decoding: card.title.bytes, as: UTF8.self)
        isCut = card.title.isCut
    }
}

struct BoardTally: Sendable {
    var alreadyNumbered = 0

    var withoutNumber: FirstFew<Card>

    var repeatedNumbers: FirstFew<RepeatedNumbers.Repetition>

    init(keepsAll: Bool) {
        withoutNumber = FirstFew(keepsAll: keepsAll)
        repeatedNumbers = FirstFew(keepsAll: keepsAll)
    }

    var shortened: BoardTally {
        var tally = BoardTally(keepsAll: false)
        tally.add(self)
        return tally
    }

    mutating func add(_ other: BoardTally) {
        alreadyNumbered += other.alreadyNumbered
        withoutNumber.append(contentsOf: other.withoutNumber)
        repeatedNumbers.append(contentsOf: other.repeatedNumbers)
    }
}

/// The first few elements, or all of them, and the total count.
struct FirstFew<Element: Sendable>: Sendable {
    /// About as many warnings as fit on a screen.
    static var usualLimit: Int { 10 }

    private let limit: Int

    private(set) var elements: [Element] = []
    private(set) var total = 0

    init(keepsAll: Bool = false) { limit = keepsAll ? .max : Self.usualLimit }

    var omitted: Int { total - elements.count }

    mutating func append(_ element: Element) {
        total += 1
        if elements.count < limit { elements.append(element) }
    }

    mutating func change(at index: Int, _ change: (inout Element) -> Void) { change(&elements[index]) }

    mutating func append(contentsOf other: FirstFew) {
        elements += other.elements.prefix(limit - elements.count)
        total += other.total
    }
}
