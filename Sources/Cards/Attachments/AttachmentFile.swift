import SystemPackage

struct AttachmentFile: Equatable {
    let path: FilePath
    let attachment: CardAttachment

    /// The boards' uploads; links are left out.
    ///
    /// The path has the card's number and title, then the attachment's name, so that the next run finds the file.
    static func files(of boards: [Board]) -> [AttachmentFile] {
        let boardNames = boards.map { PreferredName(title: $0.title, id: $0.id) }.distinctNames
        return zip(boards, boardNames).flatMap { board, boardName in
            let folder = FilePath(boards.count > 1 ? boardName : "")
            let cards = board.cards.compactMap { card in
                let files = card.attachments.filter(\.isUpload)
                return files.isEmpty ? nil : (name: PreferredName(card), files: files)
            }
            return zip(cards, cards.map(\.name).distinctNames).flatMap { card, name in
                zip(card.files, card.files.map(PreferredName.init).distinctNames).map {
                    AttachmentFile(path: folder.appending(name).appending($1), attachment: $0)
                }
            }
        }
    }
}

extension PreferredName {
    /// The attachment's name; a short extension stays at the end.
    fileprivate init(_ attachment: CardAttachment) {
        self.init(title: attachment.shownName, id: attachment.id)
        let path = FilePath(name)
        if let ending = path.extension, ending.utf8.count <= 10, let stem = path.stem {
            (name, self.ending) = (stem, ".\(ending)")
        }
    }
}
