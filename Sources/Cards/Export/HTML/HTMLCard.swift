/// A card on the page.
struct HTMLCard {
    private let card: BoardCard
    private let classes: String
    private let prose: HTMLProse
    private let pictures: EmbeddedPictures?

    /// The look of a card, which has these classes besides its own.
    init(
        _ card: BoardCard, classes: String = "", prose: HTMLProse, pictures: EmbeddedPictures? = nil
    ) {
        (self.card, self.classes) = (card, classes)
        (self.prose, self.pictures) = (prose, pictures)
    }

    /// Its markup.
    var text: String {
        let number =
            card.spelledNumber.map {
                "<span class=\"number\">\(HTMLText.escaped($0))</span> "
            } ?? ""
        let title = "<span dir=\"auto\">\(HTMLFormat.text(card.titleWithoutNumber))</span>"
        let front = "\(labels)<span class=\"title\">\(number)\(title)</span>\(facts)"
        let back = HTMLBack(card, prose: prose, pictures: pictures).text
        let card =
            back.isEmpty
            ? "<div class=\"card\">\(front)</div>"
            : """
            <details class="card"><summary>\(front)</summary>
            <div class="back">
            \(back)</div></details>
            """
        return "<li class=\"item\(classes)\">\(card)</li>\n"
    }

    private var labels: String {
        let labels = card.labels.filter { !$0.shownName.isEmpty }.map { label in
            let color = LabelColor(named: label.color) == nil ? "none" : label.color
            let name = label.name.isEmpty ? "" : HTMLText.escaped(label.name)
            // A colour alone says nothing to those who do not see it.
            let content =
                name.isEmpty
                ? "<span class=\"spoken\">\(HTMLText.escaped(label.shownName))</span>" : name
            return "<span class=\"label \(color)\" dir=\"auto\">\(content)</span>"
        }
        return labels.isEmpty
            ? "" : "<span class=\"labels\">\(labels.joined(separator: " "))</span>"
    }

    /// What stands at the card's foot.
    private var facts: String {
        var facts: [String] = []
        if card.isArchived { facts.append("<span>Archived</span>") }
        if card.isTemplate { facts.append("<span>Template</span>") }
        if let due = card.due { facts.append(time(due)) }
        if card.due == nil, card.isComplete {
            facts.append("<span class=\"done\">✓ Complete</span>")
        }
        let counts = card.counts
        if counts.items > 0 {
            let isDone = counts.completeItems >= counts.items
            facts.append(
                fact(
                    .items, "\(counts.completeItems)/\(counts.items)",
                    spoken: "\(counts.completeItems) of \(counts.items) items done", isDone: isDone)
            )
        }
        if counts.comments > 0 {
            facts.append(
                fact(.comments, "\(counts.comments)", spoken: "Comments: \(counts.comments)"))
        }
        if counts.attachments > 0 {
            facts.append(
                fact(
                    .attachments, "\(counts.attachments)",
                    spoken: "Attachments: \(counts.attachments)"))
        }
        facts += card.members.map { member in
            "<span class=\"member\" dir=\"auto\">\(HTMLText.escaped(member))</span>"
        }
        return facts.isEmpty ? "" : "<span class=\"facts\">\(facts.joined(separator: " "))</span>"
    }

    private func time(_ due: String) -> String {
        let (style, mark) = card.isComplete ? (" class=\"done\"", "✓") : ("", "Due")
        guard let moment = CardDate(due) else {
            return "<span\(style)>\(mark) \(HTMLText.escaped(due))</span>"
        }
        return """
            <span\(style)>\(mark) <time datetime="\(moment.timestamp)" \
            title="\(moment.shownDay), \(moment.shownTime) UTC">\(moment.shownDay)</time></span>
            """
    }

    private func fact(
        _ icon: HTMLIcon, _ text: String, spoken: String, isDone: Bool = false
    ) -> String {
        """
        <span class="fact\(isDone ? " done" : "")">\(icon.use)<span aria-hidden="true">\(text)</span>\
        <span class="spoken">\(spoken)</span></span>
        """
    }
}

/// An icon drawn inline on the page, because not every font has such signs.
enum HTMLIcon: String, CaseIterable {
    case items, comments, attachments

    /// The drawings, which the page has once.
    static let definitions =
        "<svg class=\"icons\" aria-hidden=\"true\">"
        + allCases.map { icon in
            """
            <symbol id="\(icon.rawValue)" viewBox="0 0 16 16"><path d="\(icon.path)" fill="none" \
            stroke="currentColor" stroke-width="1.5" stroke-linecap="round" \
            stroke-linejoin="round"/></symbol>
            """
        }.joined() + "</svg>\n"

    /// The markup that shows it; it is for the eye only.
    var use: String {
        "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#\(rawValue)\"/></svg>"
    }

    private var path: String {
        switch self {
        case .items:
            "M13.5 8v4.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1H10M5.5 7l2.5 2.5 6-6.5"
        case .comments:
            "M3.5 2.5h9a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H8l-3.5 3v-3h-1a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z"
        case .attachments:
            "M13 7.5l-5 5a3 3 0 0 1-4.3-4.3l5.5-5.4a2 2 0 0 1 2.8 2.8L6.6 11a1 1 0 0 1-1.4-1.4l4.6-4.6"
        }
    }
}
