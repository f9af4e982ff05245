import Scanning

/// A card as the issue of a tracker: what its importer knows as fields, and the rest as text.
struct TrackerIssue {
    /// The longest title that the trackers take, as GitLab documents it ("255 characters"), in UTF-16 code units:
    /// whether a tracker counts those or code points, of which there are no more, it is never too long.
    static let titleLimit = 255

    let card: BoardCard
    let list: BoardList
    let board: Board

    /// The issues of boards, in the order of the cards; what is lost of each is noted.
    static func issues(
        of boards: [Board], noting losses: ImportLosses? = nil
    ) -> some Sequence<TrackerIssue> {
        boards.lazy.flatMap { board in
            board.lists.lazy.flatMap { list in
                zip(list.cards, list.cards.places).lazy.map { card, place in
                    losses?.take(card, in: list, at: place)
                    return TrackerIssue(card: card, list: list, board: board)
                }
            }
        }
    }

    /// The title on one line, cut where it is longer than a tracker takes.
    var title: String {
        let line = lineTitle
        guard line.utf16.count > Self.titleLimit else { return line }
        var (title, length) = ("", 0)
        for character in line {
            length += character.utf16.count
            if length >= Self.titleLimit { break }
            title.append(character)
        }
        return title + "…"
    }

    private var lineTitle: String {
        let line = card.title.withoutLineBreaks
        return line.isEmpty ? "(no title)" : line
    }

    /// What has no field of its own, in Markdown: the description, checklists, custom fields, attachments,
    /// a link to the card, and on demand the comments.
    func body(includingComments: Bool) -> String {
        var parts: [String] = []
        if lineTitle.utf16.count > Self.titleLimit {
            parts.append("**\(MarkdownText.escaped(card.title))**\n")
        }
        parts.append(
            MarkdownCard(card, in: list, of: board).body(includingComments: includingComments))
        if let address = MarkdownCard.webAddress(card.url) {
            parts.append("[Card on Trello](\(address))\n")
        }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The names of the labels; a label without a name has that of its colour.
    var labels: [String] {
        var names: [String] = []
        for name in card.labels.map(\.shownName) where !name.isEmpty && !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// Whether nothing is left to do: it is complete, or in the archive.
    var isClosed: Bool { card.isComplete || isArchived }

    /// Whether the card or its list is in the archive.
    var isArchived: Bool { card.isArchived || list.isArchived }

    /// When the card was made, which its identifier begins with.
    var created: CardDate? {
        guard card.id.utf8.count == 24, card.id.allSatisfy(\.isHexDigit),
            let seconds = Int(card.id.prefix(8), radix: 16)
        else { return nil }
        return CardDate(secondsSince1970: seconds)
    }

    /// The day on which it is due.
    var dueDay: String? { card.due.flatMap(CardDate.init)?.day }
}
