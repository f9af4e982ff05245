/// A board as its exports show it: its lists in order, and their cards.
struct Board: Equatable {
    /// Trello's name for it, 24 hexadecimal digits as a rule.
    var id = ""
    /// Its title.
    var title = ""
    /// Where it is on the web.
    var url = ""
    /// Its lists in order, archived ones among them.
    var lists: [BoardList] = []

    /// All its cards, in order of the lists.
    var cards: [BoardCard] { lists.flatMap(\.cards) }
}

/// A list of a board, with its cards.
struct BoardList: Equatable {
    /// Trello's name for it.
    var id = ""
    /// Its title.
    var title = ""
    /// Whether it was archived, with all its cards.
    var isArchived = false
    /// Where it stands among the lists.
    var position = Position.last
    /// Its cards in order, archived ones among them.
    var cards: [BoardCard] = []
}

extension Board {
    /// The board whose cards know how their numbers are put before their titles.
    func numbered(as spelling: NumberSpelling) -> Board {
        var board = self
        for list in board.lists.indices {
            for card in board.lists[list].cards.indices {
                board.lists[list].cards[card].spelling = spelling
            }
        }
        return board
    }
}
