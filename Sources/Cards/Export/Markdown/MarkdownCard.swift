import JSON
import Scanning

/// A card as a Markdown file: its properties as front matter, followed by the text that people wrote.
struct MarkdownCard {
    private let card: BoardCard
    private let list: BoardList
    private let board: Board

    init(_ card: BoardCard, in list: BoardList, of board: Board) {
        (self.card, self.list, self.board) = (card, list, board)
    }

    var text: String {
        let parts = [frontMatter, "# \(MarkdownText.escapedLine(title))\n"] + sections(true)
        return parts.joined(separator: "\n")
    }

    /// The line of the front matter that identifies the file's card, or its board if the card has no identifier.
    var mark: String { card.id.isEmpty ? "board: \(yaml(board.title))" : "id: \(yaml(card.id))" }

    /// The text that people wrote, and the custom fields, without the front matter.
    func body(includingComments: Bool) -> String {
        let fields = card.customFields.map { value in
            "- \(MarkdownText.escaped(value.field.name)): \(MarkdownText.escaped(value.text))\n"
        }
        return (sections(includingComments) + (fields.isEmpty ? [] : ["## Fields\n\n" + fields.joined()])).joined(
            separator: "\n")
    }

    private func sections(_ includesComments: Bool) -> [String] {
        var parts: [String] = []
        if !card.description.isEmpty { parts.append(Self.block(card.description)) }
        parts += card.checklists.map(section)
        if !card.attachments.isEmpty { parts.append(attachments) }
        if includesComments, !card.comments.isEmpty { parts.append(comments) }
        return parts
    }

    static func webAddress(_ url: String) -> String? { url.isWebAddress ? destination(url) : nil }

    private var title: String { card.title.isEmpty ? "(no title)" : card.title }

    private var frontMatter: String {
        var lines = ["title: \(yaml(card.titleWithoutNumber))"]
        func add(_ key: String, _ value: String?) { if let value { lines.append("\(key): \(value)") } }
        func add(_ key: String, list: [String]) {
            if !list.isEmpty { add(key, "[" + list.map(yaml).joined(separator: ", ") + "]") }
        }
        add("number", card.number)
        add("board", yaml(board.title))
        add("list", yaml(list.title))
        add("labels", list: card.labels.map(\.shownName).filter { !$0.isEmpty })
        add("members", list: card.members)
        add("start", card.start.map(time))
        add("due", card.due.map(time))
        add("complete", "\(card.isComplete)")
        add("archived", "\(card.isArchived || list.isArchived)")
        if card.isTemplate { add("template", "true") }
        if card.counts.votes > 0 { add("votes", "\(card.counts.votes)") }
        add("voters", list: card.voters)
        add("location", (card.location?.text).map(yaml))
        add("cover", card.cover.map(cover).map(yaml))
        if !card.customFields.isEmpty {
            lines.append("fields:")
            for (name, value) in namedFields { lines.append("  \(yaml(name)): \(text(of: value))") }
        }
        add("updated", card.lastActivity.map(time))
        add("url", card.url.isEmpty ? nil : yaml(card.url))
        add("id", card.id.isEmpty ? nil : yaml(card.id))
        return "---\n" + lines.joined(separator: "\n") + "\n---\n"
    }

    /// The custom fields under names that are unique on the board, because YAML keys have to be.
    private var namedFields: [(name: String, value: CustomFieldValue)] {
        let others = card.customFields.map(\.field).filter { field in !board.customFields.contains { $0.id == field.id }
        }
        let fields = board.customFields + others
        return zip(fields, fields.map { PreferredName(name: $0.name) }.distinctNames).compactMap { field, name in
            card.customFields.first { $0.field.id == field.id }.map { (name, $0) }
        }
    }

    private func cover(_ cover: CardCover) -> String {
        switch cover {
        case .color(let name): name
        case .picture(let url): url
        case .attachment(let id): card.attachments.first { $0.id == id }?.url ?? id
        }
    }

    private func text(of value: CustomFieldValue) -> String {
        switch value.field.kind {
        case .checkbox: "\(value.text == "true")"
        case .number: Self.number(value.text) ?? yaml(value.text)
        case .date: time(value.text)
        case .text, .list: yaml(value.text)
        }
    }

    /// A number that every version of YAML reads as the same value.
    ///
    /// YAML 1.1 reads a leading zero as octal, and most exponents as strings.
    private static func number(_ spelling: String) -> String? {
        let plain = /-?(0|[1-9][0-9]*)(\.[0-9]+)?/
        let spellings = [spelling, Int(spelling).map { "\($0)" }, Double(decimal: spelling).map { "\($0)" }]
        return spellings.compactMap { $0 }.first { $0.wholeMatch(of: plain) != nil }
    }

    private func time(_ text: String) -> String { CardDate(text)?.timestamp ?? yaml(text) }

    private func section(_ checklist: Checklist) -> String {
        var text = "## \(MarkdownText.inline(checklist.title.isEmpty ? "Checklist" : checklist.title))\n"
        if !checklist.items.isEmpty { text += "\n" }
        for item in checklist.items {
            var parts = [MarkdownText.inline(item.title.isEmpty ? "(no title)" : item.title)]
            if let member = item.member { parts.append(MarkdownText.escaped(member)) }
            if let due = item.due { parts.append("due \(CardDate(due)?.day ?? MarkdownText.escaped(due))") }
            text += "- \(item.isComplete ? "[x]" : "[ ]") \(parts.joined(separator: " · "))\n"
        }
        return text
    }

    private var attachments: String {
        "## Attachments\n\n"
            + card.attachments.map { attachment in
                let destination = Self.destination(attachment.url)
                let name = MarkdownText.escapedLine(attachment.name)
                let isBlank = name.allSatisfy(\.isWhitespace)
                // A link's text cannot contain another link, so the name of such an attachment precedes its address.
                let isText = !isBlank && !name.contains("<http")
                let facts: [String?] = [
                    isText || isBlank || name == destination ? nil : name,
                    isText ? "[\(name)](\(destination))" : destination, attachment.mediaType.map(MarkdownText.escaped),
                    attachment.size.map { "\($0) bytes" }, attachment.date.map(Self.moment),
                ]
                return "- \(facts.compactMap { $0 }.joined(separator: " · "))\n"
            }.joined()
    }

    private static func moment(_ text: String) -> String {
        CardDate(text).map { "\($0.day) \($0.shownTime) UTC" } ?? MarkdownText.escaped(text)
    }

    private static func destination(_ url: String) -> String {
        var text = ""
        for scalar in url.unicodeScalars {
            switch scalar {
            case "<": text += "%3C"
            case ">": text += "%3E"
            case "\\": text += "%5C"
            case "\u{0}"..."\u{20}", "\u{7F}": text += "%20"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "<\(text)>"
    }

    private var comments: String {
        "## Comments\n\n"
            + card.comments.map { comment in
                let edited = comment.edited.map { ", edited \(Self.moment($0))" } ?? ""
                let heading = MarkdownText.escapedLine(comment.shownAuthor) + ", \(Self.moment(comment.date))\(edited)"
                return "### \(heading)\n\n" + Self.quoted(Self.lines(of: comment.text))
            }.joined(separator: "\n")
    }

    /// The text as separate blocks; it is quoted if it could leave a block open.
    private static func block(_ text: String) -> String {
        let lines = lines(of: text)
        let isOpen = lines.contains { line in
            let line = line.drop { $0 == " " }
            return line.hasPrefix("```") || line.hasPrefix("~~~") || line.hasPrefix("<") && isTag(line)
        }
        return isOpen ? quoted(lines) : lines.joined(separator: "\n") + "\n"
    }

    /// Whether a line may begin an HTML block, unlike an automatic link (CommonMark 0.31, section 4.6).
    private static func isTag(_ line: Substring) -> Bool {
        line.prefixMatch(of: /<(?:[!?\/]|[A-Za-z][A-Za-z0-9-]*(?:[\s\/>]|$))/) != nil
    }

    private static func quoted(_ lines: [Substring]) -> String {
        lines.map { $0.isEmpty ? ">\n" : "> \($0)\n" }.joined()
    }

    private static func lines(of text: String) -> [Substring] { MarkdownText.withoutObsidianBlocks(text).javaLines }

    /// The text as a double-quoted YAML scalar: JSON, with more escapes for characters that YAML does not allow.
    private func yaml(_ text: String) -> String {
        var quoted = ""
        for scalar in JSONValue.string(text).compactText.unicodeScalars {
            switch scalar {
            case "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
                quoted += "\\u" + scalar.value.hexadecimal(width: 4)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted
    }
}
