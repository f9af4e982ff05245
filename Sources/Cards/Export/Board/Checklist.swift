import JSON

/// A checklist on a card.
struct Checklist: Equatable, Sendable {
    /// Trello's name for it.
    var id = TrelloID("")
    var title = ""
    /// Where it stands among the checklists.
    var position = Position.last
    /// Its items in order.
    var items: [Item] = []

    /// An item of a checklist.
    struct Item: Equatable, Sendable {
        /// Trello's name for it.
        var id = TrelloID("")
        /// What it says.
        var title = ""
        /// Where it stands in the checklist.
        var position = Position.last
        /// Whether it is done.
        var isComplete = false
        /// When it is due, as the export spells it.
        var due: String?
        /// Who is to do it.
        var member: String?
    }
}

extension Checklist {
    /// The checklist that an element of `checklists` describes.
    init(_ part: ExportPart) {
        id = part[.id]?.identifier ?? TrelloID("")
        title = part.string(.name) ?? ""
        position = Position(part[.pos])
        items = (part[.checkItems]?.items ?? []).map { item in
            Item(
                id: item[.id]?.identifier ?? TrelloID(""),
                title: item.string(.name) ?? "", position: Position(item[.pos]),
                isComplete: item.string(.state) == "complete", due: item.filled(.due),
                member: item.filled(.idMember))
        }.ordered(by: \.position, then: \.id)
    }
}
