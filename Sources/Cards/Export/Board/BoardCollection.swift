import JSON

/// The arrays of an export that make up a board.
enum BoardCollection: String, CaseIterable {
    case cards, lists, labels, members, checklists, customFields, actions

    /// The keys to read from an element.
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

    /// The keys to read from objects inside an element.
    var innerKeys: Set<ExportKey> {
        switch self {
        // History is the largest part of an export, and hardly any of it is needed.
        case .actions: [.text, .card, .id, .dateLastEdited, .username, .fullName]
        case .cards, .lists, .labels, .members, .checklists, .customFields: Self.allKeys
        }
    }

    /// Made once; the dictionary has all cases.
    var keySets: (keys: KeySet, innerKeys: KeySet) { Self.keySets[self] ?? (KeySet(keys), KeySet(innerKeys)) }

    private static let keySets = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, (keys: KeySet($0.keys), innerKeys: KeySet($0.innerKeys))) })

    private static let allKeys = Set(ExportKey.allCases)

    private static let cardKeys: Set<ExportKey> = [
        .id, .idShort, .name, .desc, .url, .shortUrl, .idList, .pos, .closed, .labels, .idLabels, .idMembers, .start,
        .due, .dateLastActivity, .dueComplete, .attachments, .badges, .idMembersVoted, .checklists, .customFieldItems,
        .cover, .idAttachmentCover, .isTemplate, .address, .locationName, .coordinates,
    ]
}

/// Consumes the parts of one board as a ``BoardWalker`` finds them.
protocol BoardSink {
    var boardKeys: Set<ExportKey> { get }

    func keys(of collection: BoardCollection) -> Set<ExportKey>

    func innerKeys(of collection: BoardCollection) -> Set<ExportKey>

    /// Begins an array, which replaces an earlier one under the same key.
    mutating func begin(_ collection: BoardCollection)

    /// Takes an element; `place` is its byte range in the export.
    mutating func take(_ part: ExportPart, at place: Range<Int>, from collection: BoardCollection)

    associatedtype Product
    func finish(_ board: JSONValue) -> Product
}
