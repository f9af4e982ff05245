import JSON

/// The collections of a board that is being read, which may come in any order.
struct BoardDraft: BoardSink {
    static let boardKeys: Set<String> = ["id", "name", "url", "shortUrl"]
    static func keys(of collection: BoardCollection) -> Set<String> { collection.keys }
    static func innerKeys(of collection: BoardCollection) -> Set<String>? { collection.innerKeys }

    private var lists: [BoardList] = []
    private var cards: [UnresolvedCard] = []
    private var labels: [String: CardLabel] = [:]
    private var memberNames: [String: String] = [:]
    private var checklists: [String: [Checklist]] = [:]
    private var customFields: [CustomField] = []
    private var comments: [String: [CardComment]] = [:]

    /// A card whose members and labels are known only by their identifiers.
    private struct UnresolvedCard {
        var card: BoardCard
        var memberIDs: [String]
        var labelIDs: [String]
        var fieldItems: [JSONValue]
        var countsItems: Bool
    }

    /// Begins an array, which replaces an earlier one under the same key.
    mutating func begin(_ collection: BoardCollection) {
        switch collection {
        case .cards: cards = []
        case .lists: lists = []
        case .labels: labels = [:]
        case .members: memberNames = [:]
        case .checklists: checklists = [:]
        case .customFields: customFields = []
        case .actions: comments = [:]
        }
    }

    /// Takes an element of an array.
    mutating func take(_ part: JSONValue, from collection: BoardCollection) {
        switch collection {
        case .cards:
            cards.append(
                UnresolvedCard(
                    card: BoardCard(part), memberIDs: part["idMembers"].texts,
                    labelIDs: part["labels"] == nil ? part["idLabels"].texts : [],
                    fieldItems: part["customFieldItems"]?.items ?? [],
                    countsItems: part["badges"]?["checkItems"]?.integer == nil))
        case .lists: lists.append(BoardList(part))
        case .labels: if let id = part["id"]?.string { labels[id] = CardLabel(part) }
        case .members:
            guard let id = part["id"]?.string else { return }
            memberNames[id] = part["username"]?.string ?? part["fullName"]?.string
        case .checklists:
            if let card = part["idCard"]?.string {
                checklists[card, default: []].append(Checklist(part))
            }
        case .customFields: if let field = CustomField(part) { customFields.append(field) }
        case .actions:
            if let (card, comment) = CardComment.comment(in: part) {
                comments[card, default: []].append(comment)
            }
        }
    }

    /// The board with these members of its own, all names resolved, lists and cards in order.
    func finish(_ object: JSONValue) -> Board {
        let customFields = customFields.ordered(by: \.position, then: \.id)
        var board = Board(
            id: object["id"]?.string ?? "", title: object["name"]?.string ?? "",
            url: object["url"]?.string ?? object["shortUrl"]?.string ?? "",
            customFields: customFields)
        let cards = cards.map { resolved($0, fields: customFields) }
        var cardsOfList = Dictionary(grouping: cards, by: \.listID)
        board.lists = lists.ordered(by: \.position, then: \.id).map { list in
            var list = list
            // Should two lists have one name, the first has the cards.
            list.cards = (cardsOfList.removeValue(forKey: list.id) ?? [])
                .ordered(by: \.position, then: \.id)
            return list
        }
        // Cards of lists that the export does not have are not lost.
        for id in cards.map(\.listID) {
            guard let rest = cardsOfList.removeValue(forKey: id) else { continue }
            board.lists.append(
                BoardList(id: id, cards: rest.ordered(by: \.position, then: \.id)))
        }
        return board
    }

    private func resolved(_ unresolved: UnresolvedCard, fields: [CustomField]) -> BoardCard {
        var card = unresolved.card
        card.members = unresolved.memberIDs.map(memberName)
        card.voters = card.voters.map(memberName)
        card.labels += unresolved.labelIDs.compactMap { labels[$0] }
        card.checklists = (checklists[card.id] ?? card.checklists)
            .ordered(by: \.position, then: \.title)
        for list in card.checklists.indices {
            for item in card.checklists[list].items.indices {
                card.checklists[list].items[item].member = card.checklists[list].items[item].member
                    .map(memberName)
            }
        }
        card.comments = (comments[card.id] ?? []).inOrder.map { comment in
            var comment = comment
            comment.author = memberNames[comment.authorID] ?? comment.author
            return comment
        }
        card.customFields = fields.compactMap { $0.value(in: unresolved.fieldItems) }
        if unresolved.countsItems {
            let items = card.checklists.flatMap(\.items)
            card.counts.items = items.count
            card.counts.completeItems = items.count(where: \.isComplete)
        }
        return card
    }

    private func memberName(_ id: String) -> String { memberNames[id] ?? id }
}

extension JSONValue? {
    /// The texts in a list; none if this is not one.
    var texts: [String] { self?.items?.compactMap(\.string) ?? [] }
}
