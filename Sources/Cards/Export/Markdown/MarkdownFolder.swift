import SystemPackage

/// A board as a folder for Git and Obsidian: a folder for each list, a file for each card.
///
/// What a file is called depends on its card, so that another card's changes do not rename it. A list without
/// cards has no folder: Git would not keep it.
enum MarkdownFolder {
    /// A file that is to be written.
    struct File: Equatable {
        /// Where, from the folder of all.
        let path: FilePath
        let text: String
        /// A line that only files of this card have.
        let mark: String
    }

    /// Hands over the files of boards; of several, each has a folder of its own.
    static func write(_ boards: [Board], to take: (File) throws -> Void) rethrows {
        let names = boards.map { NameWish(title: $0.title, id: $0.id) }.distinctNames
        for (board, name) in zip(boards, names) {
            try write(board, in: FilePath(boards.count > 1 ? name : ""), to: take)
        }
    }

    private static func write(
        _ board: Board, in folder: FilePath, to take: (File) throws -> Void
    ) rethrows {
        let names = board.lists.map { NameWish(title: $0.title, id: $0.id) }.distinctNames
        for (list, name) in zip(board.lists, names) {
            for (card, file) in zip(list.cards, list.cards.map(NameWish.init).distinctNames) {
                let text = MarkdownCard(card, in: list, of: board)
                let path = folder.appending(name).appending(file + ".md")
                try take(File(path: path, text: text.text, mark: text.mark))
            }
        }
    }
}
