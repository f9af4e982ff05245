struct NumberingRule: Sendable {
    enum Action: Sendable {
        case number
        case undo
    }

    var action = Action.number
    var spelling = NumberSpelling.standard
    /// Whether to number boards whose title does not end in `#`.
    var includesUnmarkedBoards = false
    var selection = CardSelection()

    enum Decision: Equatable {
        case notSelected
        /// The title is missing or not a string.
        case noTitle
        case alreadyNumbered
        /// There is a title, but no usable number.
        case noNumber
        case number
        /// The title has no number that could be removed.
        case nothingToUndo
        case undo
    }

    func decision(for card: borrowing Card) -> Decision {
        guard selection.includes(card) else { return .notSelected }
        guard card.titleOffset != nil else { return .noTitle }
        switch action {
        case .number:
            if spelling.isNumbered(card.title.bytes[...], own: card.digits) { return .alreadyNumbered }
            return card.hasNumber ? .number : .noNumber
        case .undo:
            guard card.hasNumber else { return .nothingToUndo }
            return spelling.canBeTakenOut(of: card.title, own: card.digits) ? .undo : .nothingToUndo
        }
    }

    func treats(_ title: borrowing BoardTitle) -> Bool {
        selection.includesBoard(named: title.text) && (includesUnmarkedBoards || title.isMarked)
    }

    /// The near miss in the title of a selected board without the mark.
    func nearMark(of title: borrowing BoardTitle) -> NearMark? {
        selection.includesBoard(named: title.text) ? title.nearMark : nil
    }

    var treatsAllBoards: Bool { includesUnmarkedBoards && selection.board == nil }
}
