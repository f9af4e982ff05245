import JSON

struct BoardCard: Equatable, Sendable {
    var id = ""
    var number: String?
    var title = ""
    var description = ""
    var url = ""
    var listID = ""
    var position = Position.last
    /// Whether the card itself was archived; see also ``BoardList/isArchived``.
    var isArchived = false
    var labels: [CardLabel] = []
    /// User names, else full names, else identifiers.
    var members: [String] = []
    /// Dates as spelled in the export.
    var start: String?
    var due: String?
    var lastActivity: String?
    /// Whether its due date is marked complete.
    var isComplete = false
    var isTemplate = false
    var attachments: [CardAttachment] = []
    var cover: CardCover?
    var location: CardLocation?
    var voters: [String] = []
    var comments: [CardComment] = []
    /// In the order of the board's fields, followed by the values of fields that the export lacks.
    var customFields: [CustomFieldValue] = []
    var checklists: [Checklist] = []
    var counts = Counts()
    var spelling = NumberSpelling.standard

    struct Counts: Equatable, Sendable {
        var attachments = 0
        var items = 0
        var completeItems = 0
        var votes = 0
        var comments = 0
    }
}

extension BoardCard {
    var spelledNumber: String? { number.map(spelling.shown) }

    var titleWithoutNumber: String { title(without: spelledNumber) }

    func title(without spelledNumber: String?) -> String {
        guard let spelledNumber else { return title }
        if let rest = plainTitle(after: spelledNumber) { return rest }
        guard title.hasPrefix(spelledNumber) else { return title }
        let rest = title.dropFirst(spelledNumber.count)
        guard rest.first?.isWhitespace ?? true else { return title }
        return String(rest.drop(while: \.isWhitespace))
    }

    /// The title after the number and one space, compared by bytes; `nil` if a combining character could follow either.
    private func plainTitle(after number: String) -> String? {
        let title = title.utf8
        guard title.starts(with: number.utf8), number.utf8.last.map({ $0 < 0x80 }) ?? false else { return nil }
        let rest = title.dropFirst(number.utf8.count)
        guard rest.first == UInt8(ascii: " "), let first = rest.dropFirst().first, 0x21..<0x7F ~= first else {
            return nil
        }
        return String(rest.dropFirst())
    }
}

struct CardLabel: Hashable, Sendable {
    var name = ""
    /// Trello's name of its color, such as `green_dark`; empty if it has none.
    var color = ""

    var isShown: Bool { !name.isEmpty || !color.isEmpty }

    var shownName: String { name.isEmpty ? color.replacing("_", with: " ") : name }
}

extension BoardCard {
    /// Reads an element of `cards`, without the values that are in other arrays.
    mutating func take(_ part: ExportPart) {
        self = BoardCard()
        id = part.string(.id) ?? ""
        number = part[.idShort]?.numberSpelling.flatMap { digits in digits.utf8.allSatisfy(\.isDigit) ? digits : nil }
        title = part.string(.name) ?? ""
        description = part.string(.desc) ?? ""
        url = part.string(.url) ?? part.string(.shortUrl) ?? ""
        listID = part.string(.idList) ?? ""
        position = Position(part[.pos])
        isArchived = part.bool(.closed) ?? false
        labels = part[.labels]?.items?.map(CardLabel.init) ?? []
        start = part.filled(.start)
        due = part.filled(.due)
        lastActivity = part.filled(.dateLastActivity)
        isComplete = part.bool(.dueComplete) ?? false
        isTemplate = part.bool(.isTemplate) ?? false
        attachments = part[.attachments]?.items?.compactMap(CardAttachment.init) ?? []
        cover = CardCover(part)
        location = CardLocation(part)
        voters = part[.idMembersVoted].texts
        checklists = part[.checklists]?.items?.map(Checklist.init) ?? []
        counts = Counts(part)
    }
}

extension BoardCard.Counts {
    /// Reads a card's `badges`, or counts what the card has.
    fileprivate init(_ card: ExportPart) {
        let badges = card[.badges]
        // Trello's counts are never negative, but other exports' may be.
        func count(_ key: ExportKey) -> Int? { badges?[key]?.integer.map { max(0, $0) } }
        attachments = count(.attachments) ?? card[.attachments]?.items?.count ?? 0
        items = count(.checkItems) ?? 0
        completeItems = count(.checkItemsChecked) ?? 0
        votes = count(.votes) ?? card[.idMembersVoted]?.items?.count ?? 0
        comments = count(.comments) ?? 0
    }
}

extension BoardList {
    init(_ part: ExportPart) {
        id = part.string(.id) ?? ""
        title = part.string(.name) ?? ""
        isArchived = part.bool(.closed) ?? false
        position = Position(part[.pos])
    }
}

extension CardLabel {
    init(_ part: ExportPart) {
        name = part.string(.name) ?? ""
        color = part.string(.color) ?? ""
    }
}
