/// A card as exports show it.
struct BoardCard: Equatable {
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
    /// The list it is in.
    var listID = ""
    /// Where it stands in its list.
    var position = Position.last
    /// Whether it was archived by itself; see also ``BoardList/isArchived``.
    var isArchived = false
    /// Its labels.
    var labels: [CardLabel] = []
    /// The user names of its members, or else their full names.
    var members: [String] = []
    /// When it begins, is due, and was last changed, as the export spells it.
    var start: String?
    var due: String?
    var lastActivity: String?
    /// Whether it was marked as done.
    var isComplete = false
    /// The addresses of its attachments.
    var attachments: [String] = []
    /// Its checklists in order.
    var checklists: [Checklist] = []
    /// What Trello counted.
    var counts = Counts()
    /// How its number is put before its title.
    var spelling = NumberSpelling.standard

    /// The numbers that Trello shows at the foot of a card.
    struct Counts: Equatable {
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
    var titleWithoutNumber: String {
        guard let spelledNumber, title.hasPrefix(spelledNumber) else { return title }
        let rest = title.dropFirst(spelledNumber.count)
        guard rest.first?.isWhitespace ?? true else { return title }
        return String(rest.drop(while: \.isWhitespace))
    }
}

/// A label on a card.
struct CardLabel: Equatable {
    /// What it says; many labels have a colour only.
    var name = ""
    /// The name of its colour, as in `green_dark`; empty for none.
    var color = ""

    /// What to call it: its name, or else its colour.
    var shownName: String { name.isEmpty ? color.replacing("_", with: " ") : name }
}

/// A list of things to be done on a card.
struct Checklist: Equatable {
    /// Its title.
    var title = ""
    /// Where it stands among the checklists.
    var position = Position.last
    /// Its items in order.
    var items: [Item] = []

    /// One thing to be done.
    struct Item: Equatable {
        /// What it says.
        var title = ""
        /// Where it stands in the checklist.
        var position = Position.last
        /// Whether it is done.
        var isComplete = false
    }
}
