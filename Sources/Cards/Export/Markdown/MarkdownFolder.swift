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

    /// The files of boards; of several, each has a folder of its own.
    static func files(of boards: [Board]) -> [File] {
        var names = TakenNames()
        return boards.flatMap { board in
            guard boards.count > 1 else { return files(of: board, in: FilePath("")) }
            let name = names.take(SafeFileName.name(of: board.title), distinguishedBy: board.id)
            return files(of: board, in: FilePath(name))
        }
    }

    private static func files(of board: Board, in folder: FilePath) -> [File] {
        var names = TakenNames()
        return board.lists.flatMap { list in
            let name = names.take(SafeFileName.name(of: list.title), distinguishedBy: list.id)
            var taken = TakenNames()
            return list.cards.map { card in
                let title = SafeFileName.name(of: card.titleWithoutNumber)
                // More digits than this are no number of a card.
                let start = card.number.map { "\($0.prefix(20)) " } ?? ""
                let file = taken.take(start + title, distinguishedBy: card.id)
                return File(
                    path: folder.appending(name).appending(file + ".md"),
                    text: MarkdownCard(card, in: list, of: board).text)
            }
        }
    }
}
