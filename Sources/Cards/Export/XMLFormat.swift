import XML

/// XML in the convention of Rails: hyphenated names, a `type` on everything but strings, UTC timestamps, `nil` on
/// missing values.
///
/// ```xml
/// <cards type="array">
///  <card>
///   <number type="integer">12</number>
///   <title>#12 Fix login</title>
///   <due-at type="datetime">2026-03-01T09:30:00Z</due-at>
/// ```
///
/// libxml2 writes it, so it is always well-formed.
struct XMLFormat: BoardFormat {
    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        let writer = try XMLWriter()
        try writer.array("cards") {
            for board in boards {
                for list in board.lists {
                    for card in list.cards {
                        try write(card, in: list, of: board, to: writer)
                        try output.write(try writer.takeBytes())
                    }
                }
            }
        }
        try output.write(try writer.finish())
    }

    private func write(_ card: BoardCard, in list: BoardList, of board: Board, to writer: XMLWriter) throws {
        let counts = card.counts
        try writer.element("card") {
            try writer.element("id", text: card.id)
            try writer.optional("number", "integer", card.number)
            try writer.element("title", text: card.title)
            try writer.element("url", text: card.url)
            try writer.element("description", text: card.description)
            try writer.array("labels") {
                for label in card.labels {
                    try writer.element("label") {
                        try writer.element("name", text: label.name)
                        try writer.element("color", text: label.color)
                    }
                }
            }
            try writer.array("members") { for member in card.members { try writer.element("member", text: member) } }
            try writer.moment("start-at", card.start)
            try writer.moment("due-at", card.due)
            try writer.boolean("is-complete", card.isComplete)
            try writer.boolean("is-archived", card.isArchived)
            try writer.moment("last-activity-at", card.lastActivity)
            try writer.array("attachments") {
                for attachment in card.attachments { try writer.element("url", text: attachment.url) }
            }
            try write(card.checklists, to: writer)
            try writer.integer("attachment-count", counts.attachments)
            try writer.integer("item-count", counts.items)
            try writer.integer("complete-item-count", counts.completeItems)
            try writer.integer("vote-count", counts.votes)
            try writer.integer("comment-count", counts.comments)
            try writer.element("list-id", text: list.id)
            try writer.element("list-title", text: list.title)
            try writer.boolean("list-is-archived", list.isArchived)
            try writer.element("board-id", text: board.id)
            try writer.element("board-title", text: board.title)
            try writeMore(of: card, to: writer)
        }
    }

    /// Writes elements that were added later, after the existing ones.
    private func writeMore(of card: BoardCard, to writer: XMLWriter) throws {
        try writer.boolean("is-template", card.isTemplate)
        switch card.cover {
        case nil: break
        case .color(let name): try writer.element("cover-color", text: name)
        case .attachment(let id): try writer.element("cover-attachment-id", text: id)
        case .picture(let url): try writer.element("cover-url", text: url)
        }
        if let location = card.location {
            try writer.element("location") {
                try writer.element("name", text: location.name)
                try writer.element("address", text: location.address)
                try writer.optional("latitude", "decimal", location.latitude)
                try writer.optional("longitude", "decimal", location.longitude)
            }
        }
        try writer.array("voters") { for voter in card.voters { try writer.element("voter", text: voter) } }
        try writer.array("files") { for attachment in card.attachments { try write(attachment, to: writer) } }
        try writer.array("custom-fields") {
            for value in card.customFields {
                try writer.element("custom-field") {
                    try writer.element("name", text: value.field.name)
                    try writer.element("kind", text: value.field.kind.rawValue)
                    try writer.element("value", text: value.text)
                }
            }
        }
        try writer.array("comments") {
            for comment in card.comments {
                try writer.element("comment") {
                    try writer.element("id", text: comment.id)
                    try writer.element("author", text: comment.author)
                    try writer.moment("created-at", comment.date)
                    try writer.moment("updated-at", comment.edited)
                    try writer.element("text", text: comment.text)
                }
            }
        }
    }

    private func write(_ attachment: CardAttachment, to writer: XMLWriter) throws {
        try writer.element("file") {
            try writer.element("id", text: attachment.id)
            try writer.element("name", text: attachment.name)
            try writer.element("url", text: attachment.url)
            try writer.optional("media-type", "string", attachment.mediaType)
            try writer.optional("size", "integer", attachment.size.map { "\($0)" })
            try writer.moment("created-at", attachment.date)
            try writer.boolean("is-upload", attachment.isUpload)
        }
    }

    private func write(_ checklists: [Checklist], to writer: XMLWriter) throws {
        try writer.array("checklists") {
            for checklist in checklists {
                try writer.element("checklist") {
                    try writer.element("title", text: checklist.title)
                    try writer.array("items") {
                        for item in checklist.items {
                            try writer.element("item") {
                                try writer.element("title", text: item.title)
                                try writer.boolean("is-complete", item.isComplete)
                                try writer.moment("due-at", item.due)
                                try writer.optional("member", "string", item.member)
                            }
                        }
                    }
                }
            }
        }
    }
}

extension XMLWriter {
    fileprivate func array(_ name: String, elements: () throws -> Void) throws {
        try element(name, [("type", "array")], content: elements)
    }

    fileprivate func integer(_ name: String, _ value: Int) throws {
        try element(name, [("type", "integer")], text: "\(value)")
    }

    fileprivate func boolean(_ name: String, _ value: Bool) throws {
        try element(name, [("type", "boolean")], text: "\(value)")
    }

    fileprivate func optional(_ name: String, _ type: String, _ value: String?) throws {
        let absence = value == nil ? [("nil", "true")] : []
        try element(name, [("type", type)] + absence, text: value ?? "")
    }

    /// Writes a timestamp; text that is not a date stays a string.
    fileprivate func moment(_ name: String, _ text: String?) throws {
        if let text, CardDate(text) == nil {
            try element(name, text: text)
        } else {
            try optional(name, "datetime", text.flatMap(CardDate.init)?.timestamp)
        }
    }
}
