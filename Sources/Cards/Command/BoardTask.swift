/// What the command is asked to do with boards, in words.
enum BoardTask: Equatable, Sendable {
    /// The cards get their numbers.
    case number
    /// They lose them again.
    case undo
    /// It is told which cards have no number.
    case check
    /// It is shown what numbering would do, or undoing it.
    case showNumbering, showUndo
    /// The board gets another shape.
    case write

    /// What becomes of so many cards.
    func summary(ofCards count: Int) -> String {
        let numbers = count == 1 ? "its number" : "their numbers"
        return switch self {
        case .number: "\(CardCount(count)) numbered"
        case .undo: "\(CardCount(count)) freed of \(numbers)"
        case .check: "\(CardCount(count)) without a number"
        case .showNumbering: "\(CardCount(count)) to be numbered"
        case .showUndo: "\(CardCount(count)) to be freed of \(numbers)"
        case .write: "\(CardCount(count)) written"
        }
    }

    /// How an export is called in which there is nothing to do.
    var nothingWrong: String {
        switch self {
        case .number, .undo, .showNumbering, .showUndo, .write: "unchanged"
        case .check: "in order"
        }
    }

    /// What follows where there is nothing to do.
    var nothingDone: String {
        switch self {
        case .number: "so nothing was numbered"
        case .undo: "so nothing was taken out"
        case .check: "so its cards need no numbers"
        case .showNumbering: "so nothing is to be numbered"
        case .showUndo: "so nothing is to be taken out"
        case .write: "so there is no card in the output"
        }
    }
}
