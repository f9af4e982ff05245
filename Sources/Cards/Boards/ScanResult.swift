/// The result of scanning an export.
struct ScanResult: Sendable {
    /// How many boards with cards there are, and how many of them are treated: by their title, or because all
    /// are.
    var boards = 0
    var treatedBoards = 0
    /// Whether the input is a list of cards, which count as those of a board without a title.
    var isListOfCards = false
    /// How many boards are the one that is meant, or all where none is named.
    var selectedBoards = 0
    /// How many cards the boards that are meant have, of those that are meant.
    var selectedCards = 0
    /// The titles of the other boards without their marks, or of many of them.
    var otherBoards: [String] = []
    /// The most titles of other boards that are kept: enough to find one that is like the one meant.
    static let mostOtherBoards = 1000

    /// What to change in the input.
    var edits: TitleEdits

    /// The cards that the edits are for, in the same order, where they are wanted.
    var editedCards: [EditedCard] = []

    /// How many of the numbers that are taken out were there before numbering, as the board's history shows.
    var numbersOfBefore = 0

    /// What was seen on the boards that are treated.
    var tally: BoardTally

    /// The boards that are not treated, but may have been meant to be.
    var nearlyMarked: [NearMark] = []
    /// How many of them are kept.
    static let nearMarksLimit = 1000

    /// Whether edits that were given out as settled have been taken back since.
    var isRevoked = false

    /// Nothing found yet; numbers will be spelled so, and `keepsAll` is for those who want to know all
    /// there is to tell.
    init(spelling: NumberSpelling, keepsAll: Bool = false) {
        edits = TitleEdits(spelling: spelling)
        tally = BoardTally(keepsAll: keepsAll)
    }
}

/// A card whose title will change, for display.
struct EditedCard: Equatable, Sendable {
    /// The title as it was, or its beginning.
    var title: EditedTitle
    /// The number as it is spelled.
    var digits: [UInt8]
    /// Where the title's opening quote is in the input.
    var titleOffset: Int
}

/// A card's title before the change.
struct EditedTitle: Equatable, Sendable {
    /// The white space at the beginning.
    var indentation: String
    /// The rest, or its beginning: so much of it that people know what it is.
    var text: String
    /// Whether there is more.
    var isCut: Bool

    /// The title that was read.
    init(_ title: borrowing TitleText) {
        indentation = String(decoding: title.indentation, as: UTF8.self)
        text = String(decoding: title.bytes, as: UTF8.self)
        isCut = title.isCut
    }
}

/// Counts and findings about the cards of a board, apart from the edits.
struct BoardTally: Sendable {
    /// How many cards had a number in their title already.
    var alreadyNumbered = 0

    /// The cards that have a title but no usable number.
    var withoutNumber: FirstFew<Card>

    /// The numbers that occur more than once.
    var repeatedNumbers: FirstFew<RepeatedNumbers.Repetition>

    /// Nothing so far.
    init(keepsAll: Bool) {
        withoutNumber = FirstFew(keepsAll: keepsAll)
        repeatedNumbers = FirstFew(keepsAll: keepsAll)
    }

    /// The same, with the first few only.
    var shortened: BoardTally {
        var tally = BoardTally(keepsAll: false)
        tally.add(self)
        return tally
    }

    /// Adds what was seen on another board.
    mutating func add(_ other: BoardTally) {
        alreadyNumbered += other.alreadyNumbered
        withoutNumber.append(contentsOf: other.withoutNumber)
        repeatedNumbers.append(contentsOf: other.repeatedNumbers)
    }
}

/// The first few elements of a sequence, or all of them, and their total number.
struct FirstFew<Element: Sendable>: Sendable {
    /// The most that are kept: more than a screen of warnings helps nobody.
    static var usualLimit: Int { 10 }

    private let limit: Int

    /// The ones that are kept.
    private(set) var elements: [Element] = []
    /// The number of all.
    private(set) var total = 0

    /// Nothing so far.
    init(keepsAll: Bool = false) { limit = keepsAll ? .max : Self.usualLimit }

    /// How many are not kept.
    var untold: Int { total - elements.count }

    /// Adds one thing.
    mutating func append(_ element: Element) {
        total += 1
        if elements.count < limit { elements.append(element) }
    }

    /// Changes one of those that are kept.
    mutating func change(at index: Int, _ change: (inout Element) -> Void) {
        change(&elements[index])
    }

    /// Adds what another has.
    mutating func append(contentsOf other: FirstFew) {
        elements += other.elements.prefix(limit - elements.count)
        total += other.total
    }
}
