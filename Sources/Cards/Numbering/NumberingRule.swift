/// Which cards are numbered or restored, and how the number is written.
struct NumberingRule: Sendable {
    /// What to do with the cards.
    enum Action: Sendable {
        /// Numbers are put before titles.
        case number
        /// Numbers that were put there are taken out.
        case undo
    }

    /// What is done to the selected cards.
    var action = Action.number
    /// How the numbers are written.
    var spelling = NumberSpelling.standard
    /// Whether boards whose title does not end in `#` are treated like those whose title does.
    var includesUnmarkedBoards = false
    /// Which boards and cards are meant at all.
    var selection = CardSelection()

    /// What to do with one card.
    enum Decision: Equatable {
        /// It is not among the selected ones.
        case notSelected
        /// The title is missing or not a string: there is nothing to number.
        case noTitle
        /// The title begins with a number: the card is left alone.
        case alreadyNumbered
        /// There is a title but no usable number.
        case noNumber
        /// The number is put before the title.
        case number
        /// The title has no number that could be taken out.
        case nothingToUndo
        /// The number that begins the title is taken out.
        case undo
    }

    /// Decides about one card of a board that is to be treated.
    func decision(for card: borrowing Card) -> Decision {
        guard selection.includes(card) else { return .notSelected }
        guard card.titleOffset != nil else { return .noTitle }
        switch action {
        case .number:
            if spelling.isNumbered(card.title.bytes[...], own: card.digits) {
                return .alreadyNumbered
            }
            return card.hasNumber ? .number : .noNumber
        case .undo:
            guard card.hasNumber else { return .nothingToUndo }
            return spelling.canBeTakenOut(of: card.title, own: card.digits) ? .undo : .nothingToUndo
        }
    }

    /// Whether a board with this title is to be treated.
    func treats(_ title: borrowing BoardTitle) -> Bool {
        selection.includesBoard(named: title.text) && (includesUnmarkedBoards || title.isMarked)
    }

    /// What looks like the mark of a board that is meant, but is not marked.
    func nearMark(of title: borrowing BoardTitle) -> NearMark? {
        selection.includesBoard(named: title.text) ? title.nearMark : nil
    }

    /// Whether every board is to be treated, whatever its title.
    var treatsAllBoards: Bool { includesUnmarkedBoards && selection.board == nil }
}
