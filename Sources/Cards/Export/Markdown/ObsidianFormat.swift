import Scanning

/// A note for Obsidian's Kanban plugin: a heading for each list, a task for each card, with all that is on its back.
///
/// Archived cards are in the plugin's archive. The plugin recognizes a note by its front matter, and treats every
/// heading as a list, so there are no other headings.
struct ObsidianFormat: BoardFormat {
    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        try output.write("---\n\nkanban-plugin: board\n\n---\n")
        for board in boards {
            for list in board.lists where !list.isArchived {
                try output.write("\n## \(Self.laneTitle(list.title))\n\n")
                for card in list.cards.archived(false) { try write(card, in: list, of: board, to: &output) }
            }
        }
        guard boards.contains(where: { $0.lists.contains(where: \.hasArchive) }) else { return }
        try output.write("\n***\n\n## Archive\n\n")
        for board in boards {
            for list in board.lists {
                for card in list.isArchived ? list.cards : list.cards.archived(true) {
                    try write(card, in: list, of: board, to: &output)
                }
            }
        }
    }

    /// The title of a list; the plugin would read a number in parentheses at the end as a card limit.
    private static func laneTitle(_ title: String) -> String {
        let title = MarkdownText.escapedLine(title.isEmpty ? "(no title)" : title)
        return title.replacing(/([0-9])\)$/) { "\($0.1)\\)" }
    }

    private func write(_ card: BoardCard, in list: BoardList, of board: Board, to output: inout ExportOutput) throws {
        var text = MarkdownFormat.item(card)
        let back = MarkdownCard(card, in: list, of: board).body(includingComments: true)
        for line in back.isEmpty ? [] : ("\n" + back).javaLines.dropLast() {
            text += line.isEmpty ? "\n" : "  \(line)\n"
        }
        try output.write(text)
    }
}

extension BoardList { fileprivate var hasArchive: Bool { isArchived ? !cards.isEmpty : !cards.archived(true).isEmpty } }
