struct HTMLCard {
    let card: BoardCard
    private let number: String?

    init(_ card: BoardCard) {
        self.card = card
        number = card.spelledNumber
    }

    /// The properties shared by the cards of a board; a class, so that each card does not retain them separately.
    final class Style: Sendable {
        let filters: HTMLFilters
        let prose: HTMLProse
        let pictures: EmbeddedPictures?

        init(_ filters: HTMLFilters, _ prose: HTMLProse, _ pictures: EmbeddedPictures?) {
            (self.filters, self.prose, self.pictures) = (filters, prose, pictures)
        }
    }

    func write(in style: Style, to html: inout HTMLWriter) {
        html.markup("<li class=\"item")
        style.filters.writeClasses(of: card, to: &html)
        html.markup("\">")
        let start = html.count
        html.markup("<details class=\"card\"><summary>")
        writeFront(to: &html)
        html.markup("</summary>\n<div class=\"back\">\n")
        let end = html.count
        writeBack(in: style, to: &html)
        if html.count > end {
            html.markup("</div></details>")
        } else {
            // There is no back to open.
            html.takeBack(to: start)
            html.markup("<div class=\"card\">")
            writeFront(to: &html)
            html.markup("</div>")
        }
        html.markup("</li>\n")
    }

    private func writeFront(to html: inout HTMLWriter) {
        writeLabels(to: &html)
        html.markup("<span class=\"title\">")
        if let number {
            html.markup("<span class=\"number\">")
            html.text(number)
            html.markup("</span> ")
        }
        html.markup("<span dir=\"auto\">")
        html.title(card.title(without: number))
        html.markup("</span></span>")
        writeFacts(to: &html)
    }

    private func writeLabels(to html: inout HTMLWriter) {
        let labels = card.labels.filter(\.isShown)
        if labels.isEmpty { return }
        html.markup("<span class=\"labels\">")
        html.joined(labels, by: " ") { html, label in
            html.markup("<span class=\"label ")
            html.markup(made: LabelColor(named: label.color) == nil ? "none" : label.color)
            html.markup("\" dir=\"auto\">")
            if label.name.isEmpty {
                // A color alone says nothing to a screen reader.
                html.markup("<span class=\"spoken\">")
                html.text(label.shownName)
                html.markup("</span>")
            } else {
                html.text(label.name)
            }
            html.markup("</span>")
        }
        html.markup("</span>")
    }

    private func writeFacts(to html: inout HTMLWriter) {
        let start = html.count
        html.markup("<span class=\"facts\">")
        let end = html.count
        func begin(_ html: inout HTMLWriter) { if html.count > end { html.markup(" ") } }
        if card.isArchived { html.markup("<span>Archived</span>") }
        if card.isTemplate {
            begin(&html)
            html.markup("<span>Template</span>")
        }
        if let due = card.due {
            begin(&html)
            writeTime(due, to: &html)
        } else if card.isComplete {
            begin(&html)
            html.markup("<span class=\"done\">✓ Complete</span>")
        }
        let counts = card.counts
        if counts.items > 0 {
            begin(&html)
            writeFact(
                .items, isDone: counts.completeItems >= counts.items, to: &html,
                shown: { html in
                    html.number(counts.completeItems)
                    html.markup("/")
                    html.number(counts.items)
                },
                spoken: { html in
                    html.number(counts.completeItems)
                    html.markup(" of ")
                    html.number(counts.items)
                    html.markup(" items done")
                })
        }
        if counts.comments > 0 {
            begin(&html)
            writeFact(.comments, "Comments: ", counts.comments, to: &html)
        }
        if counts.attachments > 0 {
            begin(&html)
            writeFact(.attachments, "Attachments: ", counts.attachments, to: &html)
        }
        for member in card.members {
            begin(&html)
            html.markup("<span class=\"member\" dir=\"auto\">")
            html.text(member)
            html.markup("</span>")
        }
        if html.count > end { html.markup("</span>") } else { html.takeBack(to: start) }
    }

    private func writeTime(_ due: String, to html: inout HTMLWriter) {
        html.markup(card.isComplete ? "<span class=\"done\">✓ " : "<span>Due ")
        if let moment = CardDate(due) {
            html.markup("<time datetime=\"")
            html.timestamp(moment)
            html.markup("\" title=\"")
            html.shownTime(moment)
            html.markup("\">")
            html.shownDay(moment)
            html.markup("</time></span>")
        } else {
            html.text(due)
            html.markup("</span>")
        }
    }

    private func writeFact(_ icon: HTMLIcon, _ name: StaticString, _ count: Int, to html: inout HTMLWriter) {
        writeFact(
            icon, to: &html, shown: { $0.number(count) },
            spoken: { html in
                html.markup(name)
                html.number(count)
            })
    }

    private func writeFact(
        _ icon: HTMLIcon, isDone: Bool = false, to html: inout HTMLWriter, shown: (inout HTMLWriter) -> Void,
        spoken: (inout HTMLWriter) -> Void
    ) {
        html.markup(isDone ? "<span class=\"fact done\">" : "<span class=\"fact\">")
        html.markup(icon.use)
        html.markup("<span aria-hidden=\"true\">")
        shown(&html)
        html.markup("</span><span class=\"spoken\">")
        spoken(&html)
        html.markup("</span></span>")
    }
}

/// An icon drawn in SVG, because many fonts lack such characters.
enum HTMLIcon: String, CaseIterable {
    case items, comments, attachments

    static let definitions =
        "<svg class=\"icons\" aria-hidden=\"true\">"
        + allCases.map { icon in
            """
            <symbol id="\(icon.rawValue)" viewBox="0 0 16 16"><path d="\(icon.path)" fill="none" \
            stroke="currentColor" stroke-width="1.5" stroke-linecap="round" \
            stroke-linejoin="round"/></symbol>
            """
        }.joined() + "</svg>\n"

    var use: StaticString {
        switch self {
        case .items: "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#items\"/></svg>"
        case .comments: "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#comments\"/></svg>"
        case .attachments: "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#attachments\"/></svg>"
        }
    }

    private var path: String {
        switch self {
        case .items: "M13.5 8v4.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1H10M5.5 7l2.5 2.5 6-6.5"
        case .comments: "M3.5 2.5h9a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H8l-3.5 3v-3h-1a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z"
        case .attachments: "M13 7.5l-5 5a3 3 0 0 1-4.3-4.3l5.5-5.4a2 2 0 0 1 2.8 2.8L6.6 11a1 1 0 0 1-1.4-1.4l4.6-4.6"
        }
    }
}
