import Scanning

struct TrackerIssue {
    /// The longest title that trackers accept ("255 characters" in GitLab's documentation), in UTF-16 code units.
    ///
    /// A title has no more code points than code units, so it fits whichever the tracker counts.
    static let titleLimit = 255

    let card: BoardCard
    let list: BoardList
    let board: Board

    static func issues(of boards: [Board], noting losses: ImportLosses? = nil) -> some Sequence<TrackerIssue> {
        boards.lazy.flatMap { board in
            board.lists.lazy.flatMap { list in
                zip(list.cards, list.cards.places).lazy.map { card, place in
                    losses?.take(card, in: list, at: place)
                    return TrackerIssue(card: card, list: list, board: board)
                }
            }
        }
    }

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

    /// Everything that has no separate field, in Markdown: the description, checklists, custom fields, attachments, a
    /// link to the card, and optionally the comments.
    func body(includingComments: Bool) -> String {
        var parts: [String] = []
        if lineTitle.utf16.count > Self.titleLimit { parts.append("**\(MarkdownText.escaped(card.title))**\n") }
        parts.append(MarkdownCard(card, in: list, of: board).body(includingComments: includingComments))
        if let address = MarkdownCard.webAddress(card.url) { parts.append("[Card on Trello](\(address))\n") }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    var labels: [String] {
        var names: [String] = []
        for name in card.labels.map(\.shownName) where !name.isEmpty && !names.contains(name) { names.append(name) }
        return names
    }

    var isClosed: Bool { card.isComplete || isArchived }

    var isArchived: Bool { card.isArchived || list.isArchived }

    /// The card's creation date, which is the first third of its identifier.
    var created: CardDate? {
        guard card.id.utf8.count == 24, card.id.allSatisfy(\.isHexDigit),
            let seconds = Int(card.id.prefix(8), radix: 16)
        else { return nil }
        return CardDate(secondsSince1970: seconds)
    }

    var dueDay: String? { card.due.flatMap(CardDate.init)?.day }
}
