import SystemPackage

/// A board as a folder for Git and Obsidian: a folder for each list, a file for each card.
///
/// What a file is called depends on its card, so that another card's changes do not rename it.
enum MarkdownFolder {
    /// A file that is to be written.
    struct File: Equatable {
        /// Where, from the folder of all.
        let path: FilePath
        /// What is in it.
        let text: String
    }

    /// Hands over the files of boards; of several, each has a folder of its own.
    static func write(_ boards: [Board], to take: (File) throws -> Void) rethrows {
        var names = TakenNames()
        for board in boards {
            guard boards.count > 1 else { return try write(board, in: FilePath(""), to: take) }
            let name = names.take(SafeFileName.name(of: board.title), distinguishedBy: board.id)
            try write(board, in: FilePath(name), to: take)
        }
    }

    private static func write(
        _ board: Board, in folder: FilePath, to take: (File) throws -> Void
    ) rethrows {
        var names = TakenNames()
        for list in board.lists {
            let name = names.take(SafeFileName.name(of: list.title), distinguishedBy: list.id)
            var taken = TakenNames()
            for card in list.cards {
                let title = SafeFileName.name(of: card.titleWithoutNumber)
                // More digits than this are no number of a card.
                let start = card.number.map { "\($0.prefix(20)) " } ?? ""
                let file = taken.take(start + title, distinguishedBy: card.id)
                try take(
                    File(
                        path: folder.appending(name).appending(file + ".md"),
                        text: MarkdownCard(card, in: list, of: board).text))
            }
        }
    }
}
