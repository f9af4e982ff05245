import JSON

/// One JSON object per card and line (NDJSON), with everything in the export about the card, for `jq`, `grep` and
/// databases.
///
/// Every line has the same members in the same order, which ``schema`` describes; absent values are null. `number` is
/// an integer, or null if it does not fit into a signed 64-bit integer, because few readers support larger ones.
struct JSONLinesFormat: BoardFormat {
    static let schema = String(decoding: PackageResources.card_schema_json.dropLast(), as: UTF8.self)

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        for board in boards {
            try output.write(board.lists) { part, bytes in
                let place = Place(part.list, of: board)
                JSONWriter.append(to: &bytes) { json in part.cards.lend { Self.write($0, in: place, to: &json) } }
            }
        }
    }

    private static func write(_ card: borrowing BoardCard, in place: Place, to json: inout JSONWriter) {
        // Names and punctuation are written together, because there are millions of members.
        json.verbatim(#"{"number":"#)
        json.value(card.number.flatMap { Int($0) })
        json.verbatim(#","title":"#)
        json.value(card.title)
        json.verbatim(#","list":"#)
        json.verbatim(place.list)
        json.verbatim(#","labels":"#)
        json.values(card.labels) { json, label in
            json.verbatim(#"{"name":"#)
            json.value(label.name)
            json.verbatim(#","color":"#)
            json.value(label.color.orNone)
            json.verbatim("}")
        }
        json.verbatim(#","due":"#)
        json.value(card.due)
        json.verbatim(#","url":"#)
        json.value(card.url.orNone)
        json.verbatim(#","members":"#)
        json.values(card.members) { $0.value($1) }
        json.verbatim(#","complete":"#)
        json.value(card.isComplete)
        json.verbatim(#","archived":"#)
        json.value(card.isArchived || place.isArchived)
        json.verbatim(#","board":"#)
        json.verbatim(place.board)
        json.verbatim(#","id":"#)
        json.value(card.id.orNone)
        json.verbatim(place.identifiers)
        json.verbatim(#","position":"#)
        if card.position == .last { json.null() } else { json.value(card.position.value) }
        json.verbatim(#","description":"#)
        json.value(card.description)
        json.verbatim(#","start":"#)
        json.value(card.start)
        json.verbatim(#","lastActivity":"#)
        json.value(card.lastActivity)
        json.verbatim(#","template":"#)
        json.value(card.isTemplate)
        json.verbatim(#","cover":"#)
        write(card.cover, to: &json)
        json.verbatim(#","location":"#)
        write(card.location, to: &json)
        json.verbatim(#","votes":"#)
        json.value(card.counts.votes)
        json.verbatim(#","voters":"#)
        json.values(card.voters) { $0.value($1) }
        json.verbatim(#","checklists":"#)
        json.values(card.checklists) { write($1, to: &$0) }
        json.verbatim(#","attachments":"#)
        json.values(card.attachments) { write($1, to: &$0) }
        json.verbatim(#","customFields":"#)
        json.values(card.customFields) { write($1, to: &$0) }
        json.verbatim(#","comments":"#)
        json.values(card.comments) { write($1, to: &$0) }
        json.verbatim(#","commentCount":"#)
        json.value(card.counts.comments)
        json.verbatim("}\n")
    }

    private static func write(_ cover: CardCover?, to json: inout JSONWriter) {
        guard let cover else { return json.null() }
        switch cover {
        case .color(let name):
            json.verbatim(#"{"color":"#)
            json.value(name)
        case .attachment(let id):
            json.verbatim(#"{"attachment":"#)
            json.value(id)
        case .picture(let url):
            json.verbatim(#"{"url":"#)
            json.value(url)
        }
        json.verbatim("}")
    }

    private static func write(_ location: CardLocation?, to json: inout JSONWriter) {
        guard let location else { return json.null() }
        json.verbatim(#"{"name":"#)
        json.value(location.name.orNone)
        json.verbatim(#","address":"#)
        json.value(location.address.orNone)
        json.verbatim(#","latitude":"#)
        write(number: location.latitude, to: &json)
        json.verbatim(#","longitude":"#)
        write(number: location.longitude, to: &json)
        json.verbatim("}")
    }

    private static func write(_ checklist: Checklist, to json: inout JSONWriter) {
        json.verbatim(#"{"title":"#)
        json.value(checklist.title)
        json.verbatim(#","items":"#)
        json.values(checklist.items) { json, item in
            json.verbatim(#"{"title":"#)
            json.value(item.title)
            json.verbatim(#","complete":"#)
            json.value(item.isComplete)
            json.verbatim(#","due":"#)
            json.value(item.due)
            json.verbatim(#","member":"#)
            json.value(item.member)
            json.verbatim("}")
        }
        json.verbatim("}")
    }

    private static func write(_ attachment: CardAttachment, to json: inout JSONWriter) {
        json.verbatim(#"{"id":"#)
        json.value(attachment.id.orNone)
        json.verbatim(#","name":"#)
        json.value(attachment.name)
        json.verbatim(#","url":"#)
        json.value(attachment.url)
        json.verbatim(#","mediaType":"#)
        json.value(attachment.mediaType)
        json.verbatim(#","size":"#)
        json.value(attachment.size)
        json.verbatim(#","date":"#)
        json.value(attachment.date)
        json.verbatim(#","upload":"#)
        json.value(attachment.isUpload)
        json.verbatim("}")
    }

    private static func write(_ field: CustomFieldValue, to json: inout JSONWriter) {
        json.verbatim(#"{"name":"#)
        json.value(field.field.name)
        json.verbatim(#","type":"#)
        json.value(field.field.kind.rawValue)
        json.verbatim(#","value":"#)
        switch field.field.kind {
        case .text, .date, .list: json.value(field.text)
        case .number: write(number: field.text, to: &json)
        case .checkbox: json.value(field.text == "true")
        }
        json.verbatim("}")
    }

    private static func write(_ comment: CardComment, to json: inout JSONWriter) {
        json.verbatim(#"{"id":"#)
        json.value(comment.id.orNone)
        json.verbatim(#","author":"#)
        json.value(comment.author.orNone)
        json.verbatim(#","date":"#)
        json.value(comment.date.orNone)
        json.verbatim(#","edited":"#)
        json.value(comment.edited)
        json.verbatim(#","text":"#)
        json.value(comment.text)
        json.verbatim("}")
    }

    /// Writes a number as spelled; any other text becomes a string.
    private static func write(number spelling: String?, to json: inout JSONWriter) {
        guard let spelling else { return json.null() }
        if let number = Int(spelling) { return json.value(number) }
        guard let number = Double(decimal: spelling) else { return json.value(spelling) }
        if spelling.isJSONNumber { json.value(spelledNumber: spelling) } else { json.value(number) }
    }
}

private struct Place {
    let list, board: [UInt8]
    let identifiers: [UInt8]
    let isArchived: Bool

    init(_ list: BoardList, of board: Board) {
        func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
            var json = JSONWriter()
            write(&json)
            return json.bytes
        }
        self.list = json { $0.value(list.title) }
        self.board = json { $0.value(board.title) }
        identifiers = json { json in
            json.verbatim(#","listId":"#)
            json.value(list.id.orNone)
            json.verbatim(#","boardId":"#)
            json.value(board.id.orNone)
        }
        isArchived = list.isArchived
    }
}

/// The grammar of numbers in JSON (RFC 8259, section 6).
extension String {
    fileprivate var isJSONNumber: Bool { wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil }
}

extension JSONWriter {
    fileprivate mutating func values<Item>(_ items: [Item], _ write: (inout JSONWriter, Item) -> Void) {
        verbatim("[")
        for index in items.indices {
            if index > 0 { verbatim(",") }
            write(&self, items[index])
        }
        verbatim("]")
    }
}

extension String { fileprivate var orNone: String? { isEmpty ? nil : self } }
