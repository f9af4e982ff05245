import JSON

struct CardComment: Equatable, Sendable {
    var id = ""
    var authorID = ""
    var author = ""
    var date = ""
    var edited: String?
    var text = ""
    /// Whether it was copied along with its card.
    var isCopied = false

    var shownAuthor: String { author.isEmpty ? "(unknown)" : author }
}

extension CardComment {
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

    /// The identifier of the card that an action comments on; `nil` if the action is not a comment.
    static func card(of action: ExportPart) -> TrelloID? {
        isComment(action) ? action[.data]?[.card]?[.id]?.identifier : nil
    }

    static func isComment(_ action: ExportPart) -> Bool {
        ["commentCard", "copyCommentCard"].contains(action.string(.type))
    }
}

extension [CardComment] {
    /// The comments, oldest first; Trello lists the newest first.
    var inOrder: [CardComment] {
        reversed().enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    }
}
