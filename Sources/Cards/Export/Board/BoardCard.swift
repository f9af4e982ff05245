import JSON

/// A card as exports show it.
struct BoardCard: Equatable, Sendable {
    /// Trello's name for it.
    var id = ""
    /// The digits of its number, as they are spelled; nil where it has no usable number.
    var number: String?
    /// Its title, which begins with the number where the numbering has put it there.
    var title = ""
    /// What is written on its back, in Trello's Markdown.
    var description = ""
    /// Where it is on the web.
    var url = ""
    var listID = ""
    /// Where it stands in its list.
    var position = Position.last
    /// Whether it was archived by itself; see also ``BoardList/isArchived``.
    var isArchived = false
    var labels: [CardLabel] = []
    /// The user names of its members, or else their full names.
    var members: [String] = []
    /// When it begins, is due, and was last changed, as the export spells it.
    var start: String?
    var due: String?
    var lastActivity: String?
    /// Whether it was marked as done.
    var isComplete = false
    /// Whether it is a template for others.
    var isTemplate = false
    /// Its attachments in the order of the export.
    var attachments: [CardAttachment] = []
    /// What is shown on its front.
    var cover: CardCover?
    /// Where it is in the world.
    var location: CardLocation?
    /// The names of those who voted for it, as far as the export has them.
    var voters: [String] = []
    /// Its comments, oldest first, as far as the export has them.
    var comments: [CardComment] = []
    /// The values of its custom fields, in the order of the board's fields; then those of fields that the export lacks.
    var customFields: [CustomFieldValue] = []
    /// Its checklists in order.
    var checklists: [Checklist] = []
    /// What Trello counted.
    var counts = Counts()
    /// How its number is put before its title.
    var spelling = NumberSpelling.standard

    /// The numbers that Trello shows at the foot of a card.
    struct Counts: Equatable, Sendable {
        var attachments = 0
        var items = 0
        var completeItems = 0
        var votes = 0
        var comments = 0
    }
}

extension BoardCard {
    /// The number as it is put before titles, for what shows it by itself.
    var spelledNumber: String? { number.map(spelling.shown) }

    /// The title without the number in front of it.
    var titleWithoutNumber: String { title(without: spelledNumber) }

    /// The title without a number in front of it, which is the card's.
    func title(without spelledNumber: String?) -> String {
        guard let spelledNumber else { return title }
        if let rest = plainTitle(after: spelledNumber) { return rest }
        guard title.hasPrefix(spelledNumber) else { return title }
        let rest = title.dropFirst(spelledNumber.count)
        guard rest.first?.isWhitespace ?? true else { return title }
        return String(rest.drop(while: \.isWhitespace))
    }

    /// What is after a number and a space that no character joins, which is told by the bytes; nil where it is not.
    private func plainTitle(after number: String) -> String? {
        let title = title.utf8
        guard title.starts(with: number.utf8), number.utf8.last.map({ $0 < 0x80 }) ?? false else {
            return nil
        }
        let rest = title.dropFirst(number.utf8.count)
        guard rest.first == UInt8(ascii: " "), let first = rest.dropFirst().first,
            0x21..<0x7F ~= first
        else { return nil }
        return String(rest.dropFirst())
    }
}

struct CardLabel: Hashable, Sendable {
    /// What it says; many labels have a colour only.
    var name = ""
    /// The name of its colour, as in `green_dark`; empty for none.
    var color = ""

    /// Whether there is something to call it.
    var isShown: Bool { !name.isEmpty || !color.isEmpty }

    /// What to call it: its name, or else its colour.
    var shownName: String { name.isEmpty ? color.replacing("_", with: " ") : name }
}

extension BoardCard {
    /// Becomes the card that an element of `cards` describes, without what other arrays say of it.
    mutating func take(_ part: ExportPart) {
        self = BoardCard()
        id = part.string(.id) ?? ""
        // A number of any length, as long as it is but digits.
        number = part[.idShort]?.numberSpelling.flatMap { digits in
            digits.utf8.allSatisfy(\.isDigit) ? digits : nil
        }
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
    /// The counts in a card's `badges`, or else what the card itself has to be counted.
    fileprivate init(_ card: ExportPart) {
        let badges = card[.badges]
        // No count of Trello's is negative, but an export may say so.
        func count(_ key: ExportKey) -> Int? { badges?[key]?.integer.map { max(0, $0) } }
        attachments = count(.attachments) ?? card[.attachments]?.items?.count ?? 0
        items = count(.checkItems) ?? 0
        completeItems = count(.checkItemsChecked) ?? 0
        votes = count(.votes) ?? card[.idMembersVoted]?.items?.count ?? 0
        comments = count(.comments) ?? 0
    }
}

extension BoardList {
    /// The list that an element of `lists` describes, without its cards.
    init(_ part: ExportPart) {
        id = part.string(.id) ?? ""
        title = part.string(.name) ?? ""
        isArchived = part.bool(.closed) ?? false
        position = Position(part[.pos])
    }
}

extension CardLabel {
    /// The label that an element of `labels` describes.
    init(_ part: ExportPart) {
        name = part.string(.name) ?? ""
        color = part.string(.color) ?? ""
    }
}
