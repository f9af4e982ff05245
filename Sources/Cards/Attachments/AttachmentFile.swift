import SystemPackage

/// A file that is attached to a card, and where it is to be kept.
struct AttachmentFile: Equatable {
    /// Where, from the folder of all.
    let path: FilePath
    /// The attachment.
    let attachment: CardAttachment

    /// The files that Trello keeps for the cards of boards; links are not among them.
    ///
    /// A file is called as its card's number and title, then as itself, so that another run finds it.
    static func files(of boards: [Board]) -> [AttachmentFile] {
        var boardNames = TakenNames()
        return boards.flatMap { board in
            var folder = FilePath("")
            if boards.count > 1 {
                folder.append(
                    boardNames.take(SafeFileName.name(of: board.title), distinguishedBy: board.id))
            }
            var cardNames = TakenNames()
            return board.cards.flatMap { card -> [AttachmentFile] in
                let files = card.attachments.filter(\.isUpload)
                if files.isEmpty { return [] }
                let title = SafeFileName.name(of: card.titleWithoutNumber)
                let name = (card.number.map { "\($0.prefix(20)) " } ?? "") + title
                let cardFolder = folder.appending(cardNames.take(name, distinguishedBy: card.id))
                var names = TakenNames()
                return files.map { attachment in
                    AttachmentFile(
                        path: cardFolder.appending(Self.name(of: attachment, among: &names)),
                        attachment: attachment)
                }
            }
        }
    }

    /// The name of a file with its extension, which tells other files from it behind the stem.
    private static func name(
        of attachment: CardAttachment, among names: inout TakenNames
    ) -> String {
        let title = SafeFileName.name(of: attachment.shownName)
        let path = FilePath(title)
        guard let ending = path.extension, ending.utf8.count <= 10, let stem = path.stem else {
            return names.take(title, distinguishedBy: attachment.id)
        }
        return names.take(stem, with: ".\(ending)", distinguishedBy: attachment.id)
    }
}
