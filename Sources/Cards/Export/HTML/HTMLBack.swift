import Markdown

/// The back of a card on the page: what is seen when it is opened.
struct HTMLBack {
    private let card: BoardCard
    private let prose: HTMLProse
    private let pictures: EmbeddedPictures?

    /// The back of a card.
    init(_ card: BoardCard, prose: HTMLProse, pictures: EmbeddedPictures?) {
        (self.card, self.prose, self.pictures) = (card, prose, pictures)
    }

    /// Its markup.
    var text: String {
        var parts: [String] = []
        if !card.description.isEmpty { parts.append(prose.html(of: card.description)) }
        if let properties { parts.append(properties) }
        parts += card.checklists.map(section)
        if !card.attachments.isEmpty { parts.append(attachments) }
        if !card.comments.isEmpty { parts.append(comments) }
        if let address = HTMLText.webAddress(card.url) {
            parts.append(
                "<p class=\"source\"><a href=\"\(address)\" rel=\"noopener noreferrer\">"
                    + "Open on Trello</a></p>\n")
        }
        return parts.joined()
    }

    private var properties: String? {
        var rows = card.customFields.map { value in
            (value.field.name, Self.shown(value))
        }
        if let start = card.start { rows.append(("Start", Self.shownTime(start))) }
        if let location = card.location {
            rows.append(("Location", HTMLText.escaped(location.text)))
        }
        if !card.voters.isEmpty {
            rows.append(("Votes", HTMLText.escaped(card.voters.joined(separator: ", "))))
        } else if card.counts.votes > 0 {
            rows.append(("Votes", "\(card.counts.votes)"))
        }
        switch card.cover {
        case .picture(let url): rows.append(("Cover", Self.link(url, url)))
        case .color(let name):
            rows.append(("Cover", HTMLText.escaped(name.replacing("_", with: " "))))
        // It is among the attachments.
        case .attachment, nil: break
        }
        if let time = card.lastActivity { rows.append(("Last activity", Self.shownTime(time))) }
        if rows.isEmpty { return nil }
        return "<dl>"
            + rows.map { name, value in
                "<dt dir=\"auto\">\(HTMLText.escaped(name))</dt><dd dir=\"auto\">\(value)</dd>"
            }.joined() + "</dl>\n"
    }

    private static func shown(_ value: CustomFieldValue) -> String {
        switch value.field.kind {
        case .checkbox: value.text == "true" ? "✓ yes" : "no"
        case .date: shownTime(value.text)
        case .text, .number, .list: HTMLText.escaped(value.text)
        }
    }

    private func section(_ checklist: Checklist) -> String {
        let title = HTMLFormat.text(checklist.title)
        let items = checklist.items.map { item in
            let facts = Self.small([
                item.member.map(HTMLText.escaped), item.due.map(Self.shownTime),
            ])
            let box = item.isComplete ? "☑" : "☐"
            let state = item.isComplete ? "done" : "open"
            return "<li class=\"\(state)\"><span aria-hidden=\"true\">\(box)</span>"
                + "<span class=\"spoken\">\(state): </span> "
                + "<span dir=\"auto\">\(HTMLText.escaped(item.title))</span>\(facts)</li>"
        }
        return "<h3 dir=\"auto\">\(title)</h3>\n<ul class=\"items\">\(items.joined())</ul>\n"
    }

    private var attachments: String {
        "<h3>Attachments</h3>\n<ul class=\"files\">"
            + card.attachments.map { attachment in
                let facts: [String?] = [
                    card.cover == .attachment(attachment.id) ? "cover" : nil,
                    attachment.mediaType.map(HTMLText.escaped),
                    attachment.size.map { "\($0) bytes" }, attachment.date.map(Self.shownTime),
                ]
                let picture = pictures?.source(of: attachment).map {
                    "<img src=\"\($0)\" alt=\"\">"
                }
                return "<li>\(Self.link(attachment.url, attachment.shownName))"
                    + "\(Self.small(facts))\(picture ?? "")</li>"
            }.joined() + "</ul>\n"
    }

    private var comments: String {
        "<h3>Comments</h3>\n"
            + card.comments.map { comment in
                let author = comment.author.isEmpty ? "(unknown)" : comment.author
                let edited = comment.edited.map { " · edited \(Self.shownTime($0))" } ?? ""
                return "<article class=\"comment\"><p class=\"by\"><b dir=\"auto\">"
                    + "\(HTMLText.escaped(author))</b> \(Self.shownTime(comment.date))\(edited)</p>"
                    + "\(prose.html(of: comment.text))</article>\n"
            }.joined()
    }

    /// What is less important, if there is any of it.
    private static func small(_ facts: [String?]) -> String {
        let facts = facts.compactMap { $0 }.joined(separator: ", ")
        return facts.isEmpty ? "" : " <small>\(facts)</small>"
    }

    /// A link where the address leads to the web, else the text.
    private static func link(_ url: String, _ name: String) -> String {
        let text = "<span dir=\"auto\">\(HTMLText.escaped(name))</span>"
        guard let address = HTMLText.webAddress(url) else { return text }
        return "<a href=\"\(address)\" rel=\"noopener noreferrer\">\(text)</a>"
    }

    private static func shownTime(_ text: String) -> String {
        guard let time = CardDate(text) else { return HTMLText.escaped(text) }
        return "<time datetime=\"\(time.timestamp)\">\(time.shownDay), \(time.shownTime) UTC</time>"
    }
}

/// What people wrote, as markup: Trello's Markdown, or text as text where it cannot be read.
struct HTMLProse: Sendable {
    private let markdown: MarkdownHTML?
    /// Why Markdown is shown as text; nil where it is not.
    let problem: MarkdownLibraryError?

    /// Opens the library.
    init() {
        do throws(MarkdownLibraryError) {
            // A page has headings for the board, its lists, and the parts of a card.
            markdown = try MarkdownHTML(headingShift: 3)
            problem = nil
        } catch {
            markdown = nil
            problem = error
        }
    }

    /// The markup of a text.
    func html(of text: String) -> String {
        let clean = text.replacingPageControls
        if let html = markdown?.html(of: clean) {
            return "<div class=\"prose\" dir=\"auto\">\(html)</div>\n"
        }
        return "<div class=\"prose plain\" dir=\"auto\">\(HTMLText.escaped(text))</div>\n"
    }
}

extension String {
    /// The text with U+FFFD for each control character that no page may contain.
    fileprivate var replacingPageControls: String {
        let isBad = { (scalar: Unicode.Scalar) in
            switch scalar {
            case "\t", "\n", "\r": false
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": true
            default: false
            }
        }
        // 0xC2 begins control characters, among others.
        guard utf8.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F || $0 == 0xC2 }),
            unicodeScalars.contains(where: isBad)
        else { return self }
        var text = ""
        for scalar in unicodeScalars {
            text.unicodeScalars.append(isBad(scalar) ? "\u{FFFD}" : scalar)
        }
        return text
    }
}
