import ArgumentParser

/// A program that imports Trello's own export, or a format that is made for it.
///
/// What each requires and loses is a table, ``rules``, as its source has it; commits and dates are in `docs/cards.md`.
enum Importer: String, CaseIterable, ExpressibleByArgument, Sendable {
    case planka, wekan, deck, focalboard, vikunja, kanboard, gitlab, linear

    /// The format that it reads; nil for Trello's own export.
    var format: ExportFormat? {
        switch self {
        case .planka, .wekan, .deck, .focalboard: nil
        case .vikunja: .full
        case .kanboard: .kanboard
        case .gitlab: .gitlab
        case .linear: .linear
        }
    }

    /// What it requires of an export, and what it loses.
    var rules: ImportRules {
        switch self {
        case .planka:
            ImportRules(
                arrays: [.labels, .lists, .cards, .checklists, .actions],
                members: [
                    .card: [(.name, .filled), (.idLabels, .list)],
                    .checklist: [(.name, .filled), (.pos, .number), (.checkItems, .list)],
                    .item: [(.name, .filled), (.pos, .number)],
                    .comment: [(.memberCreator, .object)],
                ],
                references: [
                    (.card, .idLabels, .labels), (.checklist, .idCard, .cards),
                    (.comment, .card, .cards),
                ],
                losses: [
                    .members, .attachments, .customFields, .start, .cover, .votes, .location,
                    .itemFacts, .copiedComments,
                ])
        case .wekan:
            ImportRules(
                arrays: [.labels, .lists, .cards, .checklists, .actions], needsPrefs: true,
                members: [
                    .card: [
                        (.closed, .bool), (.dateLastActivity, .date), (.desc, .text),
                        (.idLabels, .list), (.idMembers, .list), (.name, .text), (.pos, .number),
                    ],
                    .label: [(.name, .text)],
                    .list: [(.closed, .bool), (.name, .text)],
                    .checklist: [
                        (.idBoard, .text), (.idCard, .text), (.name, .text), (.checkItems, .list),
                    ],
                    .item: [(.state, .text), (.name, .text)],
                    .action: [(.data, .object), (.date, .date), (.type, .text)],
                ],
                losses: [.start, .itemFacts, .copiedComments], numbersCards: true)
        case .deck:
            ImportRules(
                arrays: [.labels, .lists, .cards, .checklists, .actions],
                members: [
                    .card: [
                        (.dateLastActivity, .date), (.idChecklists, .list), (.idMembers, .list),
                        (.labels, .list),
                    ]
                ],
                references: [(.card, .idList, .lists), (.card, .labels, .labels)],
                losses: [
                    .archivedList, .members, .customFields, .start, .completion, .cover, .votes,
                    .location, .itemFacts, .copiedComments,
                ])
        case .focalboard:
            ImportRules(
                arrays: [.lists, .cards, .checklists],
                losses: [
                    .archive, .members, .labels, .due, .completion, .start, .comments,
                    .copiedComments, .attachments, .customFields, .cover, .votes, .location,
                    .itemFacts, .checklistTitles,
                ])
        case .vikunja: ImportRules(losses: [.archive, .members, .cover, .votes, .location])
        case .kanboard: ImportRules(losses: [.archive, .otherMembers, .cover, .votes, .location])
        case .gitlab: ImportRules(losses: [.members, .start, .cover, .votes, .location])
        case .linear:
            ImportRules(
                losses: [.archivedCard, .start, .due, .otherMembers, .cover, .votes, .location])
        }
    }
}

/// What an importer requires of an export, and what it loses of cards.
struct ImportRules: Sendable {
    /// The arrays that an export must have; they may be empty.
    var arrays: [BoardCollection] = []
    /// Whether the board's preferences must be there.
    var needsPrefs = false
    /// The members that each element must have, and of what kind.
    var members: [ExportElement: [(ExportKey, MemberKind)]] = [:]
    /// The members that must name something of the export.
    var references: [(ExportElement, ExportKey, BoardCollection)] = []
    /// What is lost of a card that has it.
    var losses: [CardFeature] = []
    /// Whether it shows the numbers of cards by itself.
    var numbersCards = false
}

/// What can be in an export, as importers look at it.
enum ExportElement: String, Sendable {
    case card, list, label, checklist, item = "checklist item", action, comment

    /// The elements that a part of a collection is.
    static func elements(of part: ExportPart, from collection: BoardCollection) -> [Self] {
        switch collection {
        case .cards: [.card]
        case .lists: [.list]
        case .labels: [.label]
        case .checklists: [.checklist]
        // A comment that came with a copied card is not imported by any.
        case .actions: part.string(.type) == "commentCard" ? [.action, .comment] : [.action]
        case .members, .customFields: []
        }
    }
}

/// What a member must be.
enum MemberKind: Sendable {
    case text, filled, bool, number, date, list, object

    /// Whether a value is one.
    func includes(_ part: ExportPart) -> Bool {
        switch self {
        case .text: part.string != nil
        case .filled: part.string?.isEmpty == false
        case .bool: part.bool != nil
        case .number: part.decimal != nil
        case .date: part.string.flatMap(CardDate.init) != nil
        case .list: part.items != nil
        case .object: part.isObject
        }
    }
}

/// What a card may have that some importer does not take over; its raw value is for messages.
enum CardFeature: String, CaseIterable, Sendable {
    case archivedCard = "the card itself, which is archived"
    case archivedList = "the card itself, with its archived list"
    case archive = "that it is archived"
    case members, otherMembers = "all members but the first"
    case labels, start = "start date", due = "due date", completion
    case comments, copiedComments = "comments that came with a copied card"
    case attachments, customFields = "custom fields", cover, votes, location
    case checklistTitles = "titles of checklists"
    case itemFacts = "members and due dates of checklist items"

    /// Whether a card has it.
    func isThere(on card: BoardCard, in list: BoardList) -> Bool {
        switch self {
        case .archivedCard, .archive: card.isArchived || list.isArchived
        case .archivedList: list.isArchived
        case .members: !card.members.isEmpty
        case .otherMembers: card.members.count > 1
        case .labels: !card.labels.isEmpty
        case .start: card.start != nil
        case .due: card.due != nil
        case .completion: card.isComplete
        case .comments: card.comments.contains { !$0.isCopied }
        case .copiedComments: card.comments.contains(where: \.isCopied)
        case .attachments: !card.attachments.isEmpty
        case .customFields: !card.customFields.isEmpty
        case .cover: card.cover != nil
        case .votes: card.counts.votes > 0
        case .location: card.location != nil
        case .checklistTitles: !card.checklists.isEmpty
        case .itemFacts:
            card.checklists.contains { $0.items.contains { $0.due != nil || $0.member != nil } }
        }
    }
}
