import JSON

/// One JSON object per card and line (NDJSON), for `jq`, `grep` and databases, with all that the export
/// has of the card.
///
/// Every line has the same members in the same order, which ``schema`` describes. What there is
/// none of is null. `number` is an integer; null, too, for one above 2^63, to which no board counts and
/// which few readers could hold.
struct JSONLinesFormat: BoardFormat {
    /// The JSON Schema of a line.
    static let schema = String(
        decoding: PackageResources.card_schema_json.dropLast(), as: UTF8.self)

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        for board in boards {
            try output.write(board.lists) { part, bytes in
                for card in part.cards {
                    JSONWriter.append(to: &bytes) { json in
                        json.object { Self.write(card, in: part.list, of: board, to: &$0) }
                    }
                    bytes.append(UInt8(ascii: "\n"))
                }
            }
        }
    }

    private static func write(
        _ card: BoardCard, in list: BoardList, of board: Board, to json: inout JSONWriter
    ) {
        json.member("number", card.number.flatMap { Int($0) })
        json.member("title", card.title)
        json.member("list", list.title)
        json.member("labels", card.labels) { json, label in
            json.object { json in
                json.member("name", label.name)
                json.member("color", label.color.orNone)
            }
        }
        json.member("due", card.due?.orNone)
        json.member("url", card.url.orNone)
        json.member("members", card.members)
        json.member("complete", card.isComplete)
        json.member("archived", card.isArchived || list.isArchived)
        json.member("board", board.title)
        json.member("id", card.id.orNone)
        json.member("listId", list.id.orNone)
        json.member("boardId", board.id.orNone)
        json.member("position") { json in
            if card.position == .last { json.null() } else { json.value(card.position.value) }
        }
        json.member("description", card.description)
        json.member("start", card.start?.orNone)
        json.member("lastActivity", card.lastActivity?.orNone)
        json.member("template", card.isTemplate)
        json.member("cover", card.cover) { json, cover in
            json.object { json in
                switch cover {
                case .color(let name): json.member("color", name)
                case .attachment(let id): json.member("attachment", id)
                case .picture(let url): json.member("url", url)
                }
            }
        }
        json.member("location", card.location) { json, location in
            json.object { json in
                json.member("name", location.name.orNone)
                json.member("address", location.address.orNone)
                json.member("latitude") { write(number: location.latitude, to: &$0) }
                json.member("longitude") { write(number: location.longitude, to: &$0) }
            }
        }
        json.member("votes", card.counts.votes)
        json.member("voters", card.voters)
        json.member("checklists", card.checklists) { json, checklist in
            json.object { write(checklist, to: &$0) }
        }
        json.member("attachments", card.attachments) { json, attachment in
            json.object { write(attachment, to: &$0) }
        }
        json.member("customFields", card.customFields) { json, field in
            json.object { write(field, to: &$0) }
        }
        json.member("comments", card.comments) { json, comment in
            json.object { write(comment, to: &$0) }
        }
        json.member("commentCount", card.counts.comments)
    }

    private static func write(_ checklist: Checklist, to json: inout JSONWriter) {
        json.member("title", checklist.title)
        json.member("items", checklist.items) { json, item in
            json.object { json in
                json.member("title", item.title)
                json.member("complete", item.isComplete)
                json.member("due", item.due?.orNone)
                json.member("member", item.member?.orNone)
            }
        }
    }

    private static func write(_ attachment: CardAttachment, to json: inout JSONWriter) {
        json.member("id", attachment.id.orNone)
        json.member("name", attachment.name)
        json.member("url", attachment.url)
        json.member("mediaType", attachment.mediaType?.orNone)
        json.member("size", attachment.size)
        json.member("date", attachment.date?.orNone)
        json.member("upload", attachment.isUpload)
    }

    private static func write(_ field: CustomFieldValue, to json: inout JSONWriter) {
        json.member("name", field.field.name)
        json.member("type", field.field.kind.rawValue)
        json.member("value") { json in
            switch field.field.kind {
            case .text, .date, .list: json.value(field.text)
            case .number: write(number: field.text, to: &json)
            case .checkbox: json.value(field.text == "true")
            }
        }
    }

    private static func write(_ comment: CardComment, to json: inout JSONWriter) {
        json.member("id", comment.id.orNone)
        json.member("author", comment.author.orNone)
        json.member("date", comment.date.orNone)
        json.member("edited", comment.edited?.orNone)
        json.member("text", comment.text)
    }

    /// Writes a number as it is spelled; a text that is none stays one.
    private static func write(number spelling: String?, to json: inout JSONWriter) {
        guard let spelling else { return json.null() }
        if let number = Int(spelling) { return json.value(number) }
        guard let number = Double(spelling), number.isFinite else { return json.value(spelling) }
        if JSONNumber.isSpelled(spelling) {
            json.value(spelledNumber: spelling)
        } else {
            json.value(number)
        }
    }
}

/// The grammar of numbers in JSON (RFC 8259, section 6).
private enum JSONNumber {
    static func isSpelled(_ text: String) -> Bool {
        text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    }
}

extension String {
    /// The text; nil for an empty one.
    fileprivate var orNone: String? { isEmpty ? nil : self }
}
