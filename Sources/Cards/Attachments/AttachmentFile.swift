import SystemPackage

/// A file that is attached to a card, and where it is to be kept.
struct AttachmentFile: Equatable {
    /// Where, from the folder of all.
    let path: FilePath
    let attachment: CardAttachment

    /// The files that Trello keeps for the cards of boards; links are not among them.
    ///
    /// A file is called as its card's number and title, then as itself, so that another run finds it.
    static func files(of boards: [Board]) -> [AttachmentFile] {
        let boardNames = boards.map { NameWish(title: $0.title, id: $0.id) }.distinctNames
        return zip(boards, boardNames).flatMap { board, boardName in
            let folder = FilePath(boards.count > 1 ? boardName : "")
            let cards = board.cards.compactMap { card in
                let files = card.attachments.filter(\.isUpload)
                return files.isEmpty ? nil : (wish: NameWish(card), files: files)
            }
            return zip(cards, cards.map(\.wish).distinctNames).flatMap { card, name in
                zip(card.files, card.files.map(NameWish.init).distinctNames).map {
                    AttachmentFile(path: folder.appending(name).appending($1), attachment: $0)
                }
            }
        }
    }
}

extension NameWish {
    /// A file that is called as an attachment, whose extension stays at the end.
    fileprivate init(_ attachment: CardAttachment) {
        self.init(title: attachment.shownName, id: attachment.id)
        let path = FilePath(name)
        if let ending = path.extension, ending.utf8.count <= 10, let stem = path.stem {
            (name, self.ending) = (stem, ".\(ending)")
        }
    }
}
