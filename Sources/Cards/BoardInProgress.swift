/// The board that is being read: its cards are decided as they pass, and count only if the board
/// turns out to be marked.
struct BoardInProgress {
    /// Whether the title, as far as it is known, marks the board.
    var isMarked = false

    /// Whether there is an array of cards.
    private(set) var hasCards = false

    private let firstInsertion: Insertions.Mark
    private var tally = BoardTally()
    private var repeatedNumbers = RepeatedNumbers()

    /// A board that begins when the findings are as given.
    init(after findings: Findings) { firstInsertion = findings.insertions.end }

    /// Begins an array of cards, which replaces an earlier one: of a repeated key the last counts.
    mutating func beginCards(in findings: inout Findings) {
        dropCards(in: &findings)
        hasCards = true
    }

    /// Forgets the cards.
    mutating func dropCards(in findings: inout Findings) {
        findings.insertions.removeAll(after: firstInsertion)
        tally = BoardTally()
        repeatedNumbers = RepeatedNumbers()
        hasCards = false
    }

    /// Takes a card that is complete.
    mutating func take(_ card: Card, into findings: inout Findings) {
        if case .digits(let digits, let offset) = card.number {
            repeatedNumbers.take(digits, at: offset)
        }
        switch CardNumbering.decision(for: card) {
        case .insert(let text, let offset): findings.insertions.append(text, at: offset)
        case .alreadyNumbered: tally.alreadyNumbered += 1
        case .noTitle: break
        case .noNumber: tally.withoutNumber.append(card)
        }
    }

    /// Ends the board: the findings keep its cards if it is marked.
    mutating func end(in findings: inout Findings) {
        guard hasCards else { return }
        findings.boards += 1
        if isMarked {
            findings.markedBoards += 1
            tally.repeatedNumbers = repeatedNumbers.found
            findings.tally.add(tally)
        } else {
            findings.insertions.removeAll(after: firstInsertion)
        }
    }
}
