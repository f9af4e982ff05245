import JSON

struct Checklist: Equatable, Sendable {
    var id = TrelloID("")
    var title = ""
    var position = Position.last
    var items: [Item] = []

    struct Item: Equatable, Sendable {
        var id = TrelloID("")
        var title = ""
        var position = Position.last
        var isComplete = false
        var due: String?
        var member: String?
    }
}

extension Checklist {
    init(_ part: ExportPart) {
        id = part[.id]?.identifier ?? TrelloID("")
        title = part.string(.name) ?? ""
        position = Position(part[.pos])
        items = (part[.checkItems]?.items ?? []).map { item in
            Item(
                id: item[.id]?.identifier ?? TrelloID(""), title: item.string(.name) ?? "",
                position: Position(item[.pos]), isComplete: item.string(.state) == "complete", due: item.filled(.due),
                member: item.filled(.idMember))
        }.ordered(by: \.position, then: \.id)
    }
}
