import DevtoolKit
import JSON

/// The number of parts that a board should have according to its cards, and the number in the export.
///
/// Trello truncates exports without a warning.
struct ExportInventory: Equatable {
    var board = ""
    var countedComments = 0
    var comments = 0
    var cardsWithoutItems = 0
    var cardsWithoutAttachments = 0
    var actions = 0

    func warnings(on name: String) -> [Diagnostic] {
        var sentences: [String] = []
        if comments < countedComments {
            let verb = comments == 1 ? "is" : "are"
            sentences.append("\(comments) of \(countedComments) comments \(verb) in this export")
        }
        if actions == BoardHistory.pageLimit {
            sentences.append("the export has \(actions) actions, Trello's maximum; older actions may be missing")
        }
        if cardsWithoutItems > 0 {
            sentences.append("checklist items are missing from \(cardsWithoutItems.counted("card"))")
        }
        if cardsWithoutAttachments > 0 {
            sentences.append("attachments are missing from \(cardsWithoutAttachments.counted("card"))")
        }
        return sentences.map { Diagnostic("\(name): \($0)", severity: .warning, rule: .incompleteExport) }
    }
}

struct InventorySink: BoardSink {
    private var inventory = ExportInventory()
    // By card, because a card may precede or follow its parts.
    private var countedItems: [TrelloID: Int] = [:]
    private var items: [TrelloID: Int] = [:]
    private var countedComments: [TrelloID: Int] = [:]
    private var comments: [TrelloID: Int] = [:]

    let boardKeys: Set<ExportKey> = [.name]

    func keys(of collection: BoardCollection) -> Set<ExportKey> {
        switch collection {
        case .cards: [.id, .badges, .attachments, .checklists]
        case .checklists: [.idCard, .checkItems]
        case .actions: [.type, .data]
        case .lists, .labels, .members, .customFields: []
        }
    }

    func innerKeys(of collection: BoardCollection) -> Set<ExportKey> {
        collection == .actions ? [.card, .id] : [.comments, .checkItems, .attachments]
    }

    mutating func begin(_ collection: BoardCollection) {
        switch collection {
        case .cards:
            (countedItems, countedComments) = ([:], [:])
            inventory.cardsWithoutAttachments = 0
        case .checklists: items = [:]
        case .actions: (comments, inventory.actions) = ([:], 0)
        case .lists, .labels, .members, .customFields: break
        }
    }

    mutating func take(_ part: ExportPart, at place: Range<Int>, from collection: BoardCollection) {
        switch collection {
        case .cards:
            let badges = part[.badges]
            let id = part[.id]?.identifier ?? TrelloID("")
            if let count = badges?[.comments]?.integer, count > 0 { countedComments[id, default: 0] += count }
            if let count = badges?[.attachments]?.integer, count > part[.attachments]?.items?.count ?? 0 {
                inventory.cardsWithoutAttachments += 1
            }
            let own = part[.checklists]?.items?.reduce(0) { $0 + $1.itemCount } ?? 0
            if let count = badges?[.checkItems]?.integer, count > own { countedItems[id] = count }
        case .checklists: if let card = part[.idCard]?.identifier { items[card, default: 0] += part.itemCount }
        case .actions:
            inventory.actions += 1
            if let card = CardComment.card(of: part) { comments[card, default: 0] += 1 }
        case .lists, .labels, .members, .customFields: break
        }
    }

    func finish(_ board: JSONValue) -> ExportInventory {
        var inventory = inventory
        inventory.board = board["name"]?.string ?? ""
        for (card, count) in countedComments {
            inventory.countedComments += count
            // Surplus comments of one card do not make up for those missing from another.
            inventory.comments += min(count, comments[card] ?? 0)
        }
        inventory.cardsWithoutItems = countedItems.count { $1 > items[$0] ?? 0 }
        return inventory
    }
}

extension ExportPart { fileprivate var itemCount: Int { self[.checkItems]?.items?.count ?? 0 } }
