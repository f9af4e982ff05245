import SystemPackage

/// A card in a board's folder for Git and Obsidian, which has a folder for each list and a file for each card.
///
/// A file's name depends on its own card only, so that changes to other cards do not rename it. A list without cards
/// has no folder, because Git would not keep it.
struct MarkdownFile {
    let path: FilePath
    let text: String
    /// A line that only files of this card have.
    let mark: String

    static func write(_ boards: [Board], to take: (MarkdownFile) throws -> Void) rethrows {
        let names = boards.map { PreferredName(title: $0.title, id: $0.id) }.distinctNames
        for (board, name) in zip(boards, names) {
            try write(board, in: FilePath(boards.count > 1 ? name : ""), to: take)
        }
    }

    private static func write(_ board: Board, in folder: FilePath, to take: (MarkdownFile) throws -> Void) rethrows {
        let names = board.lists.map { PreferredName(title: $0.title, id: $0.id) }.distinctNames
        for (list, name) in zip(board.lists, names) {
            for (card, file) in zip(list.cards, list.cards.map(PreferredName.init).distinctNames) {
                let text = MarkdownCard(card, in: list, of: board)
                let path = folder.appending(name).appending(file + ".md")
                try take(MarkdownFile(path: path, text: text.text, mark: text.mark))
            }
        }
    }
}
