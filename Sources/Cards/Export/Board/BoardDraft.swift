import JSON

/// The arrays of an export that make up a board.
enum BoardCollection: String {
    case cards, lists, labels, members, checklists

    /// The members of an element that are of use.
    var keys: Set<String> {
        switch self {
        case .cards: Self.cardKeys
        case .lists: ["id", "name", "closed", "pos"]
        case .labels: ["id", "name", "color"]
        case .members: ["id", "username", "fullName"]
        case .checklists: ["idCard", "name", "pos", "checkItems"]
        }
    }

    private static let cardKeys: Set<String> = [
        "id", "idShort", "name", "desc", "url", "shortUrl", "idList", "pos", "closed", "labels",
        "idLabels", "idMembers", "start", "due", "dateLastActivity", "dueComplete", "attachments",
        "badges", "idMembersVoted",
    ]
}

/// The collections of a board that is being read, which may come in any order.
struct BoardDraft {
    /// The members of the board itself that are of use.
    static let keys: Set<String> = ["id", "name", "url", "shortUrl"]

    private var lists: [BoardList] = []
    private var cards: [UnresolvedCard] = []
    private var labels: [String: CardLabel] = [:]
    private var memberNames: [String: String] = [:]
    private var checklists: [String: [Checklist]] = [:]

    /// A card whose members and labels are known only by their identifiers.
    private struct UnresolvedCard {
        var card: BoardCard
        var memberIDs: [String]
        var labelIDs: [String]
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
        }
    }

    /// The board with these members of its own, all names resolved, lists and cards in order.
    func board(_ object: JSONValue) -> Board {
        var board = Board(
            id: object["id"]?.string ?? "", title: object["name"]?.string ?? "",
            url: object["url"]?.string ?? object["shortUrl"]?.string ?? "")
        let cards = cards.map(resolved)
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

    private func resolved(_ unresolved: UnresolvedCard) -> BoardCard {
        var card = unresolved.card
        card.members = unresolved.memberIDs.map { memberNames[$0] ?? $0 }
        card.labels += unresolved.labelIDs.compactMap { labels[$0] }
        card.checklists = (checklists[card.id] ?? []).ordered(by: \.position, then: \.title)
        if unresolved.countsItems {
            let items = card.checklists.flatMap(\.items)
            card.counts.items = items.count
            card.counts.completeItems = items.count(where: \.isComplete)
        }
        return card
    }
}

extension JSONValue? {
    /// The texts in a list; none if this is not one.
    fileprivate var texts: [String] { self?.items?.compactMap(\.string) ?? [] }
}
