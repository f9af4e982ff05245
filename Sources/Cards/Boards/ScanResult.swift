struct ScanResult: Sendable {
    /// The boards with cards, and those of them that are numbered: by their title, or because all are.
    var boards = 0
    var treatedBoards = 0
    /// Whether the input is a list of cards, which counts as a board without a title.
    var isListOfCards = false
    /// The number of boards that the selection includes.
    var selectedBoards = 0
    /// The number of cards that the selection includes.
    var selectedCards = 0
    /// The titles of boards outside the selection without their marks, up to ``mostOtherBoards``.
    var otherBoards: [String] = []
    /// Enough to find a title similar to the requested one.
    static let mostOtherBoards = 1000

    var edits: TitleEdits

    /// The cards of `edits`, in the same order; empty unless the scanner keeps all.
    var editedCards: [EditedCard] = []

    /// How many of the removed numbers were in the title before devtool numbered the board, by its history.
    var numbersOfBefore = 0

    /// The findings on numbered boards.
    var tally: BoardTally

    /// The boards whose title nearly has the mark, up to ``nearMarksLimit``.
    var nearlyMarked: [NearMark] = []
    static let nearMarksLimit = 1000

    /// Whether edits that ``BoardScanner/settle(scanned:)`` returned have changed since.
    var isRevoked = false

    init(spelling: NumberSpelling, keepsAll: Bool = false) {
        edits = TitleEdits(spelling: spelling)
        tally = BoardTally(keepsAll: keepsAll)
    }
}

/// A card whose title changes, for display.
struct EditedCard: Equatable, Sendable {
    var title: EditedTitle
    /// The digits of its number.
    var digits: [UInt8]
    /// The input offset of the title's opening quote.
    var titleOffset: Int
}

struct EditedTitle: Equatable, Sendable {
    /// Leading white space.
    var indentation: String
    /// The rest, cut if it is too long to show.
    var text: String
    var isCut: Bool

    init(_ title: borrowing TitleText) {
        indentation = String(decoding: title.indentation, as: UTF8.self)
        text = String(decoding: title.bytes, as: UTF8.self)
        isCut = title.isCut
    }
}

struct BoardTally: Sendable {
    /// The number of cards whose title already had a number.
    var alreadyNumbered = 0

    /// The cards with a title but without a usable number.
    var withoutNumber: FirstFew<Card>

    var repeatedNumbers: FirstFew<RepeatedNumbers.Repetition>

    init(keepsAll: Bool) {
        withoutNumber = FirstFew(keepsAll: keepsAll)
        repeatedNumbers = FirstFew(keepsAll: keepsAll)
    }

    /// The tally with only the first few findings of each kind.
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

    /// The number of elements that were dropped.
    var untold: Int { total - elements.count }

    mutating func append(_ element: Element) {
        total += 1
        if elements.count < limit { elements.append(element) }
    }

    mutating func change(at index: Int, _ change: (inout Element) -> Void) {
        change(&elements[index])
    }

    mutating func append(contentsOf other: FirstFew) {
        elements += other.elements.prefix(limit - elements.count)
        total += other.total
    }
}
