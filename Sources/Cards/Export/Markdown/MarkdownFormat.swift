import DevtoolKit
import Scanning

/// GitHub-flavored Markdown: a heading for each list, a task list of its cards, and nested task lists for checklists.
///
/// A complete card is checked. Trello shows titles as plain text, so their markup is escaped.
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

    static func item(_ card: BoardCard) -> String {
        var parts = [MarkdownText.escaped(card.title.isEmpty ? "(no title)" : card.title)]
        let labels = card.labels.map(\.shownName).filter { !$0.isEmpty }
        if !labels.isEmpty { parts.append(labels.map(MarkdownText.escaped).joined(separator: ", ")) }
        if let due = card.due { parts.append("due \(CardDate(due)?.day ?? MarkdownText.escaped(due))") }
        return "- \(box(card.isComplete)) \(parts.joined(separator: " · "))\n"
    }

    private func write(_ card: BoardCard, to output: inout ExportOutput) throws {
        try output.write(Self.item(card))
        for checklist in card.checklists {
            let title = checklist.title.isEmpty ? "(no title)" : checklist.title
            try output.write("  - \(MarkdownText.inline(title))\n")
            for item in checklist.items {
                let title = item.title.isEmpty ? "(no title)" : item.title
                try output.write("    - \(Self.box(item.isComplete)) \(MarkdownText.inline(title))\n")
            }
        }
    }

    private static func box(_ isTicked: Bool) -> String { isTicked ? "[x]" : "[ ]" }

    private func heading(_ title: String) -> String { MarkdownText.escapedLine(title.isEmpty ? "(no title)" : title) }
}

enum MarkdownText {
    /// The text on one line, with backslashes before characters that could be markup (CommonMark 0.31, section 2.4).
    ///
    /// Web addresses are not escaped, because the backslashes would become part of them.
    static func escaped(_ text: String) -> String {
        let words = line(text).split(separator: " ", omittingEmptySubsequences: false)
        return words.map { isAddress($0) ? "<\($0)>" : escapedWord($0) }.joined(separator: " ")
    }

    /// User-written Markdown as one line: inline markup is kept; block markers and HTML tags are escaped, since Trello
    /// shows them as text.
    static func inline(_ text: String) -> String {
        let text = line(text).drop { $0 == " " }
        guard text.utf8.count <= MarkdownHTML.lengthLimit else { return escapedLine(String(text)) }
        let line = text.utf8.contains { "<%$".utf8.contains($0) } ? escapingOutsideCode(text, tags: true) : String(text)
        // A fast path, because most lines begin with a letter.
        guard let first = line.utf8.first, "#-+*>`~=[_0123456789".utf8.contains(first) else { return line }
        let ordinal = /([0-9]{1,9})([.)](?:\s.*)?)/
        if let match = line.wholeMatch(of: ordinal) { return "\(match.1)\\\(match.2)" }
        let block = /#{1,6}(\s|$)|[-+*](\s|$)|>|```|~~~|=+\s*$|\[[^\]]+\]:|([-*_]\s*){3,}$/
        return line.prefixMatch(of: block) == nil ? line : "\\" + line
    }

    private static func line(_ text: String) -> String {
        text.withoutLineBreaks.split(separator: "\t").joined(separator: " ").replacingControlCharacters()
    }

    /// The text at the beginning of a block: list and quotation markers are escaped, too.
    static func escapedLine(_ text: String) -> String {
        let line = escaped(text)
        guard let mark = line.firstIndex(where: { !("0"..."9").contains($0) }) else { return line }
        let isBullet = mark == line.startIndex && "+->".contains(line[mark])
        let isOrdinal = mark != line.startIndex && ".)".contains(line[mark])
        guard isBullet || isOrdinal else { return line }
        return line[..<mark] + "\\" + line[mark...]
    }

    /// Markdown with Obsidian's comments (`%%`) and mathematics (`$$`) escaped: if unclosed, they would swallow the
    /// text after them.
    ///
    /// Trello knows neither. Code is left unchanged, because neither has an effect there.
    static func withoutObsidianBlocks(_ text: String) -> String {
        let hasMark = zip(text.utf8, text.utf8.dropFirst()).contains { $0 == $1 && "%$".utf8.contains($0) }
        guard hasMark else { return text }
        var fence: Substring?
        let lines = text.javaLines
        let safe = lines.map { line in
            let start = line.drop { $0 == " " }
            let marks = start.prefix { $0 == start.first }
            let rest = start[marks.endIndex...]
            if let open = fence {
                if marks.hasPrefix(open), rest.allSatisfy(\.isWhitespace) { fence = nil }
                return String(line)
            }
            if marks.hasPrefix("~~~") || marks.hasPrefix("```") && !rest.contains("`") {
                fence = marks
                return String(line)
            }
            return escapingOutsideCode(line)
        }
        // An unclosed fence may be the end of one that was not recognized, so nothing counts as code.
        return (fence == nil ? safe : lines.map { escapingOutsideCode($0) }).joined(separator: "\n")
    }

    /// Escapes Obsidian's markers, and optionally HTML tags, outside code spans.
    private static func escapingOutsideCode(_ line: Substring, tags: Bool = false) -> String {
        let (line, percent, dollar) = (String(line), #"\%\%"#, #"\$\$"#)
        // Searching for the end of each code span takes quadratic time.
        guard line.utf8.count <= MarkdownHTML.lengthLimit else {
            return line.replacing("%%", with: percent).replacing("$$", with: dollar)
        }
        // An escaped character, a code span, backticks that begin none, and the markers.
        let mark = /\\.|((?>`+)).*?[^`]\1(?!`)|`+|%%|\$\$|<(?!(?i:https?|ftp|mailto):)/
        return line.replacing(mark) { match in
            switch match.0 {
            case "<" where tags: "\\<"
            case "%%": percent
            case "$$": dollar
            default: String(match.0)
            }
        }
    }

    private static func isAddress(_ word: Substring) -> Bool {
        (word.hasPrefix("http://") || word.hasPrefix("https://"))
            && word.unicodeScalars.allSatisfy { $0 != "<" && $0 != ">" }
    }

    private static func escapedWord(_ word: Substring) -> String {
        let isAllNumberSigns = word.allSatisfy { $0 == "#" }
        let hasComment = word.contains("%%")
        var escaped = ""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", "&", "|", "~", "$": escaped += "\\"
            // Within a word, a number sign is not markup.
            case "#" where isAllNumberSigns: escaped += "\\"
            // Two begin a comment in Obsidian.
            case "%" where hasComment: escaped += "\\"
            default: break
            }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
