extension Sequence<Board> {
    /// The boards of a selection, and of each what the selection has of it.
    func selecting(_ selection: CardSelection) -> [Board] {
        filter { selection.includesBoard(named: $0.title) }.map { $0.selecting(selection) }
    }
}

extension Board {
    /// The board with no other lists and cards than those of a selection.
    func selecting(_ selection: CardSelection) -> Board {
        var board = self
        board.lists = lists.compactMap { list in
            guard selection.list.map({ $0 == list.title }) ?? true else { return nil }
            return list.selecting(selection.state ?? .all)
        }
        return board
    }
}

extension BoardList {
    /// The list with the cards of a state; nil where people in search of those would see no list.
    fileprivate func selecting(_ state: CardState) -> BoardList? {
        var list = self
        switch state {
        case .all: break
        case .open:
            if isArchived { return nil }
            list.cards.removeAll(where: \.isArchived)
        case .archived:
            if !isArchived { list.cards.removeAll { !$0.isArchived } }
            if !isArchived, list.cards.isEmpty { return nil }
        }
        return list
    }
}
