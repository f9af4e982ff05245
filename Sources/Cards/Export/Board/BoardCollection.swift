import JSON

/// The arrays of an export that make up a board.
enum BoardCollection: String, CaseIterable {
    case cards, lists, labels, members, checklists, customFields, actions

    /// The members of an element that are of use.
    var keys: Set<ExportKey> {
        switch self {
        case .cards: Self.cardKeys
        case .lists: [.id, .name, .closed, .pos]
        case .labels: [.id, .name, .color]
        case .members: [.id, .username, .fullName]
        case .checklists: [.id, .idCard, .name, .pos, .checkItems]
        case .customFields: [.id, .name, .type, .pos, .options]
        case .actions: [.id, .type, .date, .data, .idMemberCreator, .memberCreator]
        }
    }

    /// The members of what is within an element that are of use.
    var innerKeys: Set<ExportKey> {
        switch self {
        // Most of an export is history, most of which is of no use.
        case .actions: [.text, .card, .id, .dateLastEdited, .username, .fullName]
        case .cards, .lists, .labels, .members, .checklists, .customFields: Self.allKeys
        }
    }

    /// The same, as readers of elements look them up.
    var keySets: (keys: KeySet, innerKeys: KeySet) {
        switch self {
        case .cards: Self.cardKeySets
        case .checklists: Self.checklistKeySets
        case .actions: Self.actionKeySets
        case .lists, .labels, .members, .customFields: Self.keySets(of: self)
        }
    }

    private static let cardKeySets = keySets(of: .cards)
    private static let checklistKeySets = keySets(of: .checklists)
    private static let actionKeySets = keySets(of: .actions)

    private static func keySets(of collection: Self) -> (keys: KeySet, innerKeys: KeySet) {
        (KeySet(collection.keys), KeySet(collection.innerKeys))
    }

    private static let allKeys = Set(ExportKey.allCases)

    private static let cardKeys: Set<ExportKey> = [
        .id, .idShort, .name, .desc, .url, .shortUrl, .idList, .pos, .closed, .labels,
        .idLabels, .idMembers, .start, .due, .dateLastActivity, .dueComplete, .attachments,
        .badges, .idMembersVoted, .checklists, .customFieldItems, .cover, .idAttachmentCover,
        .isTemplate, .address, .locationName, .coordinates,
    ]
}

/// Takes the parts of the boards of an export as a ``BoardWalker`` finds them.
protocol BoardSink {
    /// Something to take the parts of the next board.
    init()

    /// The members of the board itself that are of use.
    var boardKeys: Set<ExportKey> { get }

    /// The members of an element of a collection that are of use.
    func keys(of collection: BoardCollection) -> Set<ExportKey>

    /// The members of what is within an element that are of use.
    func innerKeys(of collection: BoardCollection) -> Set<ExportKey>

    /// Begins an array, which replaces an earlier one under the same key.
    mutating func begin(_ collection: BoardCollection)

    /// Takes an element of an array, which is at a place in the export.
    mutating func take(_ part: ExportPart, at place: Range<Int>, from collection: BoardCollection)

    /// What a board with these members of its own has come to.
    associatedtype Product
    func finish(_ board: JSONValue) -> Product
}
