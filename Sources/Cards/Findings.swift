/// What a scan of an export came to.
struct Findings {
    /// How many boards with cards there are, and how many of them are marked.
    var boards = 0
    var markedBoards = 0

    /// The numbers to put into the input.
    var insertions = Insertions()

    /// What was seen on the marked boards.
    var tally = BoardTally()
}

/// What was seen of the cards of a board, apart from the insertions.
struct BoardTally {
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
