import JSON

/// A comment on a card.
struct CardComment: Equatable {
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
}

extension CardComment {
    /// The comment that an element of `actions` is, and its card's identifier; nil for another action.
    static func comment(in action: JSONValue) -> (card: String, CardComment)? {
        guard isComment(action), let card = action["data"]?["card"]?["id"]?.string else {
            return nil
        }
        let member = action["memberCreator"]
        let id = action["idMemberCreator"]?.string ?? member?["id"]?.string ?? ""
        return (
            card,
            CardComment(
                id: action["id"]?.string ?? "", authorID: id,
                author: member?["username"]?.string ?? member?["fullName"]?.string ?? id,
                date: action["date"]?.string ?? "",
                edited: action["data"]?["dateLastEdited"]?.string,
                text: action["data"]?["text"]?.string ?? "")
        )
    }

    /// Whether an element of `actions` is a comment: one that was written, or came with a copied card.
    static func isComment(_ action: JSONValue) -> Bool {
        ["commentCard", "copyCommentCard"].contains(action["type"]?.string)
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
