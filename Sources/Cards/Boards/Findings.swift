/// What a scan of an export came to.
struct Findings: Sendable {
    /// How many boards with cards there are, and how many of them are treated: by their title, or because all
    /// are.
    var boards = 0
    var treatedBoards = 0

    /// What to change in the input.
    var edits: TitleEdits

    /// The cards that the edits are for, in the same order, where they are wanted.
    var editedCards: [EditedCard] = []

    /// What was seen on the boards that are treated.
    var tally = BoardTally()

    /// Whether edits that were given out as settled have been taken back since.
    var isRevoked = false

    /// Nothing found yet; numbers will be spelled so.
    init(spelling: NumberSpelling) { edits = TitleEdits(spelling: spelling) }
}

/// A card whose title is to be changed, for people.
struct EditedCard: Equatable, Sendable {
    /// The title as it was, without white space at its beginning.
    var title: String
    /// The number as it is spelled.
    var digits: [UInt8]
    /// Where the title's opening quote is in the input.
    var titleOffset: Int
}

/// What was seen of the cards of a board, apart from the edits.
struct BoardTally: Sendable {
    /// How many cards had a number in their title already.
    var alreadyNumbered = 0

    /// The cards that have a title but no usable number.
    var withoutNumber = FirstFew<Card>()

    /// The numbers that occur more than once.
    var repeatedNumbers = FirstFew<RepeatedNumbers.Repetition>()

    /// Adds what was seen on another board.
    mutating func add(_ other: BoardTally) {
        alreadyNumbered += other.alreadyNumbered
        withoutNumber.append(contentsOf: other.withoutNumber)
        repeatedNumbers.append(contentsOf: other.repeatedNumbers)
    }
}
