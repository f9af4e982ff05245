extension HTMLCard {
    func writeBack(in style: Style, to html: inout HTMLWriter) {
        if !card.description.isEmpty { style.prose.write(card.description, below: 2, to: &html) }
        writeProperties(to: &html)
        for checklist in card.checklists { write(checklist, style.prose, to: &html) }
        if !card.attachments.isEmpty { writeAttachments(style.pictures, to: &html) }
        if !card.comments.isEmpty { writeComments(style.prose, to: &html) }
        if card.url.isWebAddress {
            html.markup("<p class=\"source\"><a href=\"")
            html.text(card.url)
            html.markup("\" rel=\"noopener noreferrer\">Open on Trello</a></p>\n")
        }
    }

    private func writeProperties(to html: inout HTMLWriter) {
        let start = html.count
        html.markup("<dl>")
        let end = html.count
        for value in card.customFields { writeRow(value.field.name, to: &html) { write(value, to: &$0) } }
        if let start = card.start { writeRow("Start", to: &html) { $0.time(start) } }
        if let location = card.location { writeRow("Location", to: &html) { $0.text(location.text) } }
        if !card.voters.isEmpty {
            writeRow("Votes", to: &html) { $0.text(card.voters.joined(separator: ", ")) }
        } else if card.counts.votes > 0 {
            writeRow("Votes", to: &html) { $0.number(card.counts.votes) }
        }
        switch card.cover {
        case .picture(let url): writeRow("Cover", to: &html) { $0.link(url, url) }
        case .color(let name): writeRow("Cover", to: &html) { $0.text(name.replacing("_", with: " ")) }
        // An attachment is already shown with the others.
        case .attachment, nil: break
        }
        if let time = card.lastActivity { writeRow("Last activity", to: &html) { $0.time(time) } }
        if html.count > end { html.markup("</dl>\n") } else { html.takeBack(to: start) }
    }

    private func writeRow(_ name: String, to html: inout HTMLWriter, _ value: (inout HTMLWriter) -> Void) {
        html.markup("<dt dir=\"auto\">")
        html.text(name)
        html.markup("</dt><dd dir=\"auto\">")
        value(&html)
        html.markup("</dd>")
    }

    private func write(_ value: CustomFieldValue, to html: inout HTMLWriter) {
        switch value.field.kind {
        case .checkbox: html.markup(value.text == "true" ? "✓ yes" : "no")
        case .date: html.time(value.text)
        case .text, .number, .list: html.text(value.text)
        }
    }

    private func write(_ checklist: Checklist, _ prose: HTMLProse, to html: inout HTMLWriter) {
        html.markup("<h3 dir=\"auto\">")
        prose.writeInline(checklist.title, to: &html)
        html.markup("</h3>\n<ul class=\"items\">")
        for item in checklist.items {
            html.markup(
                item.isComplete
                    ? "<li class=\"done\"><span aria-hidden=\"true\">☑</span><span class=\"spoken\">done: </span> "
                    : "<li class=\"open\"><span aria-hidden=\"true\">☐</span><span class=\"spoken\">open: </span> ")
            html.markup("<span dir=\"auto\">")
            prose.writeInline(item.title, to: &html)
            html.markup("</span>")
            html.small { html, begin in
                if let member = item.member {
                    begin(&html)
                    html.text(member)
                }
                if let due = item.due {
                    begin(&html)
                    html.time(due)
                }
            }
            html.markup("</li>")
        }
        html.markup("</ul>\n")
    }

    private func writeAttachments(_ pictures: EmbeddedPictures?, to html: inout HTMLWriter) {
        html.markup("<h3>Attachments</h3>\n<ul class=\"files\">")
        for attachment in card.attachments {
            html.markup("<li>")
            html.link(attachment.url, attachment.shownName)
            html.small { html, begin in
                if card.cover == .attachment(attachment.id) {
                    begin(&html)
                    html.markup("cover")
                }
                if let mediaType = attachment.mediaType {
                    begin(&html)
                    html.text(mediaType)
                }
                if let size = attachment.size {
                    begin(&html)
                    html.number(size)
                    html.markup(" bytes")
                }
                if let date = attachment.date {
                    begin(&html)
                    html.time(date)
                }
            }
            if let picture = pictures?.source(of: attachment) {
                html.markup("<img src=\"")
                html.markup(made: picture)
                html.markup("\" alt=\"\">")
            }
            html.markup("</li>")
        }
        html.markup("</ul>\n")
    }

    private func writeComments(_ prose: HTMLProse, to html: inout HTMLWriter) {
        html.markup("<h3>Comments</h3>\n")
        for comment in card.comments {
            html.markup("<article class=\"comment\"><p class=\"by\"><b dir=\"auto\">")
            html.text(comment.shownAuthor)
            html.markup("</b> ")
            html.time(comment.date)
            if let edited = comment.edited {
                html.markup(" · edited ")
                html.time(edited)
            }
            html.markup("</p>")
            prose.write(comment.text, below: 3, to: &html)
            html.markup("</article>\n")
        }
    }
}

extension HTMLWriter {
    /// Writes facts in small print, or nothing if there are none.
    ///
    /// `facts` receives a function that writes the separator, and must call it before each fact.
    fileprivate mutating func small(_ facts: (inout HTMLWriter, (inout HTMLWriter) -> Void) -> Void) {
        let start = count
        markup(" <small>")
        let end = count
        var isFirst = true
        facts(&self) { html in
            if !isFirst { html.markup(", ") }
            isFirst = false
        }
        if count > end { markup("</small>") } else { takeBack(to: start) }
    }

    /// Writes a link if the URL is safe, otherwise the name and the URL as text.
    fileprivate mutating func link(_ url: String, _ name: String) {
        let isLink = MarkdownHTML.isHarmless(url)
        if isLink {
            markup("<a href=\"")
            text(url)
            markup("\" rel=\"noopener noreferrer\">")
        }
        markup("<span dir=\"auto\">")
        text(isLink || name == url ? name : "\(name) (\(url))")
        markup("</span>")
        if isLink { markup("</a>") }
    }

    fileprivate mutating func time(_ time: String) {
        guard let moment = CardDate(time) else { return text(time) }
        markup("<time datetime=\"")
        timestamp(moment)
        markup("\">")
        shownTime(moment)
        markup("</time>")
    }
}

struct HTMLProse: Sendable {
    /// `nil` to show Markdown as plain text.
    private let markdown = MarkdownHTML()

    /// Writes text whose headings start below `level`.
    func write(_ text: String, below level: Int, to html: inout HTMLWriter) {
        let start = html.count
        if let markdown {
            html.markup("<div class=\"prose\" dir=\"auto\">")
            let isWritten = html.markup { bytes in
                markdown.appendPlain(text, to: &bytes)
                    || markdown.append(text.replacingPageControls, to: &bytes, below: level)
            }
            if isWritten { return html.markup("</div>\n") }
            html.takeBack(to: start)
        }
        html.markup("<div class=\"prose plain\" dir=\"auto\">")
        html.text(text)
        html.markup("</div>\n")
    }

    func writeInline(_ title: String, to html: inout HTMLWriter) {
        let isWritten = html.markup { bytes in
            guard let markdown, !title.isEmpty else { return false }
            return markdown.appendInline(title, onlyPlain: true, to: &bytes)
                || markdown.appendInline(MarkdownText.inline(title), to: &bytes)
        }
        if !isWritten { html.title(title) }
    }
}

extension String {
    /// The text with U+FFFD in place of control characters that HTML does not allow.
    fileprivate var replacingPageControls: String {
        let isBad = { (scalar: Unicode.Scalar) in
            switch scalar {
            case "\t", "\n", "\r": false
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": true
            default: false
            }
        }
        // 0xC2 begins U+0080 to U+009F, among others.
        guard utf8.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F || $0 == 0xC2 }),
            unicodeScalars.contains(where: isBad)
        else { return self }
        var text = ""
        for scalar in unicodeScalars { text.unicodeScalars.append(isBad(scalar) ? "\u{FFFD}" : scalar) }
        return text
    }
}
