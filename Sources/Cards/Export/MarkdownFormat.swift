import DevtoolKit

/// Markdown: a heading for each list, a task list of its cards, checklists as task lists in them.
///
/// A card is ticked when it is marked as done. Titles, which Trello shows as they are, look the same
/// here: what Markdown would take for markup is escaped. The dialect is GitHub's.
struct MarkdownFormat: BoardFormat {
    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        for (index, board) in boards.enumerated() {
            try output.write("\(index == 0 ? "" : "\n")# \(heading(board.title))\n")
            for list in board.lists {
                try output.write("\n## \(heading(list.title))\n")
                if !list.cards.isEmpty { try output.write("\n") }
                for card in list.cards { try write(card, to: &output) }
            }
        }
    }

    private func write(_ card: BoardCard, to output: inout ExportOutput) throws {
        var parts = [MarkdownText.escaped(card.title.isEmpty ? "(no title)" : card.title)]
        let labels = card.labels.map(\.shownName).filter { !$0.isEmpty }
        if !labels.isEmpty {
            parts.append(labels.map(MarkdownText.escaped).joined(separator: ", "))
        }
        if let due = card.due {
            parts.append("due \(Moment(due)?.day ?? MarkdownText.escaped(due))")
        }
        try output.write("- \(box(card.isComplete)) \(parts.joined(separator: " · "))\n")
        for checklist in card.checklists {
            try output.write("  - \(heading(checklist.title))\n")
            for item in checklist.items {
                let title = item.title.isEmpty ? "(no title)" : item.title
                try output.write(
                    "    - \(box(item.isComplete)) \(MarkdownText.escaped(title))\n")
            }
        }
    }

    private func box(_ isTicked: Bool) -> String { isTicked ? "[x]" : "[ ]" }

    /// A title that begins a block.
    private func heading(_ title: String) -> String {
        MarkdownText.escapedLine(title.isEmpty ? "(no title)" : title)
    }
}
