import DevtoolKit

/// A self-contained page that shows a board without scripts or external resources, so that it can be kept, sent,
/// printed and parsed.
///
/// Cards open in place. Markdown is rendered, with links to the web and to mail; any other text is escaped.
struct HTMLFormat: BoardFormat {
    var foldsArchived = true
    var pictures: EmbeddedPictures?
    var prose = HTMLProse()

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        let filters = boards.enumerated().map { HTMLFilters($1, number: $0 + 1) }
        let title = boards.map { Self.shown($0.title) }.joined(separator: ", ")
        try output.write(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
            style-src 'unsafe-inline'; \(pictures == nil ? "" : "img-src data:; ")base-uri 'none'; form-action 'none'">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(HTMLWriter.escaped(title.isEmpty ? "No board" : title))</title>
            <style>
            \(Self.stylesheet)\(filters.map(\.rules).joined())</style>
            </head>
            <body>
            \(HTMLIcon.definitions)<main>

            """)
        for (board, filters) in zip(boards, filters) { try write(board, filters, to: &output) }
        try output.write("</main>\n</body>\n</html>\n")
    }

    private func write(_ board: Board, _ filters: HTMLFilters, to output: inout ExportOutput) throws {
        let shown = foldsArchived ? board.selecting(CardSelection(state: .open)) : board
        let lists = shown.lists.count.counted("list")
        let cards = shown.cardCount.counted("card")
        let link = " · <a href=\"\(HTMLWriter.escaped(board.url))\" rel=\"noopener noreferrer\">Open on Trello</a>"
        try output.write(
            """
            <section class="board">
            <header><h1 dir="auto">\(Self.text(board.title))</h1>
            <p>\(lists) · \(cards)\(board.url.isWebAddress ? link : "")</p></header>
            \(filters.text)\
            <div class="lists" role="region" aria-label="Lists" tabindex="0">

            """)
        try write(shown.lists, filters, to: &output)
        try output.write("</div>\n")
        if foldsArchived { try writeArchived(board.selecting(CardSelection(state: .archived)), filters, to: &output) }
        try output.write("</section>\n")
    }

    private func writeArchived(_ board: Board, _ filters: HTMLFilters, to output: inout ExportOutput) throws {
        guard !board.lists.isEmpty else { return }
        let cards = board.cardCount.counted("archived card")
        let lists = board.lists.count(where: \.isArchived)
        let summary = lists == 0 ? cards : "\(cards), \(lists.counted("archived list"))"
        try output.write("<details class=\"archive\"><summary>\(summary)</summary>\n<div class=\"lists\">\n")
        try write(board.lists, filters, to: &output)
        try output.write("</div>\n</details>\n")
    }

    private func write(_ lists: [BoardList], _ filters: HTMLFilters, to output: inout ExportOutput) throws {
        let style = HTMLCard.Style(filters, prose, pictures)
        try output.write(lists) { part, bytes in
            HTMLWriter.append(to: &bytes) { html in
                if part.isFirst { html.markup(made: beginning(of: part.list, filters)) }
                for card in part.cards { HTMLCard(card).write(in: style, to: &html) }
                if part.isLast { html.markup("</ol></section>\n") }
            }
        }
    }

    private func beginning(of list: BoardList, _ filters: HTMLFilters) -> String {
        """
        <section class="list\(filters.classes(of: list))"><h2><span dir="auto">\(Self.text(list.title))</span> \
        <small>\(list.cards.count)\(list.isArchived ? " · archived" : "")</small></h2>
        <ol>

        """
    }

    private static let stylesheet =
        String(decoding: PackageResources.board_css, as: UTF8.self)
        + LabelColor.names.compactMap { name in
            LabelColor(named: name).map { ".label.\(name) { background: \($0.ground.css); color: \($0.text.css); }\n" }
        }.joined()

    static func text(_ title: String) -> String { HTMLWriter.escaped(shown(title)) }

    /// The title, or a placeholder for a blank one.
    static func shown(_ title: String) -> String {
        // A fast path: printable ASCII is not white space, whatever follows.
        if let first = title.utf8.first, 0x21..<0x7F ~= first { return title }
        return title.allSatisfy(\.isWhitespace) ? "(no title)" : title
    }
}

extension String {
    /// Whether the scheme is `http` or `https`: opening `javascript:` runs code.
    var isWebAddress: Bool {
        // A fast path: the next byte is ASCII, so no combining character modifies the slash.
        if utf8.starts(with: "https://".utf8), utf8.dropFirst(8).first.map({ $0 < 0x80 }) ?? true { return true }
        let scheme = prefix { $0 != ":" }.lowercased()
        return ["http", "https"].contains(scheme) && dropFirst(scheme.count).hasPrefix("://")
    }
}
