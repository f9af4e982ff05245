import JSON

struct CardComment: Equatable, Sendable {
    /// Trello's name for it.
    var id = ""
    /// Trello's name for who wrote it, and the name that people know.
    var authorID = ""
    var author = ""
    /// When it was written, as the export spells it.
    var date = ""
    /// When it was last changed, if it was.
    var edited: String?
    /// What it says, in Trello's Markdown.
    var text = ""
    /// Whether it came with a copied card.
    var isCopied = false

    /// The author as people read it.
    var shownAuthor: String { author.isEmpty ? "(unknown)" : author }
}

extension CardComment {
    /// The comment that an element of `actions` is.
    init(_ action: ExportPart) {
        let member = action[.memberCreator]
        authorID = action.string(.idMemberCreator) ?? member?.string(.id) ?? ""
        id = action.string(.id) ?? ""
        author = member?.string(.username) ?? member?.string(.fullName) ?? authorID
        date = action.string(.date) ?? ""
        edited = action[.data]?.filled(.dateLastEdited)
        text = action[.data]?.string(.text) ?? ""
        isCopied = action.string(.type) == "copyCommentCard"
    }

    /// The identifier of the card that an element of `actions` is a comment on; nil for another action.
    static func card(of action: ExportPart) -> TrelloID? {
        isComment(action) ? action[.data]?[.card]?[.id]?.identifier : nil
    }

    /// Whether an element of `actions` is a comment: one that was written, or came with a copied card.
    static func isComment(_ action: ExportPart) -> Bool {
        ["commentCard", "copyCommentCard"].contains(action.string(.type))
    }
}

extension [CardComment] {
    /// The comments, oldest first; Trello has the newest first.
    var inOrder: [CardComment] {
        reversed().enumerated().sorted {
            ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
        }.map(\.element)
    }
}
