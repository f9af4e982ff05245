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
            for list in board.lists {
                try output.write(list.cards) { card in
                    var json = JSONWriter()
                    Self.value(of: card, in: list, of: board).write(to: &json)
                    return json.bytes + "\n".utf8
                }
            }
        }
    }

    private static func value(of card: BoardCard, in list: BoardList, of board: Board) -> JSONValue
    {
        [
            "number": card.number.flatMap { Int($0) }.map { .integer($0) } ?? .null,
            "title": .string(card.title),
            "list": .string(list.title),
            "labels": .array(card.labels.map(value)),
            "due": .text(card.due),
            "url": .text(card.url),
            "members": .texts(card.members),
            "complete": .bool(card.isComplete),
            "archived": .bool(card.isArchived || list.isArchived),
            "board": .string(board.title),
            "id": .text(card.id),
            "listId": .text(list.id),
            "boardId": .text(board.id),
            "position": card.position == .last ? .null : .number(card.position.value),
            "description": .string(card.description),
            "start": .text(card.start),
            "lastActivity": .text(card.lastActivity),
            "template": .bool(card.isTemplate),
            "cover": value(of: card.cover),
            "location": value(of: card.location),
            "votes": .integer(card.counts.votes),
            "voters": .texts(card.voters),
            "checklists": .array(card.checklists.map(value)),
            "attachments": .array(card.attachments.map(value)),
            "customFields": .array(card.customFields.map(value)),
            "comments": .array(card.comments.map(value)),
            "commentCount": .integer(card.counts.comments),
        ]
    }

    private static func value(of label: CardLabel) -> JSONValue {
        ["name": .string(label.name), "color": .text(label.color)]
    }

    private static func value(of cover: CardCover?) -> JSONValue {
        switch cover {
        case nil: .null
        case .color(let name): ["color": .string(name)]
        case .attachment(let id): ["attachment": .string(id)]
        case .picture(let url): ["url": .string(url)]
        }
    }

    private static func value(of location: CardLocation?) -> JSONValue {
        guard let location else { return .null }
        return [
            "name": .text(location.name), "address": .text(location.address),
            "latitude": number(location.latitude), "longitude": number(location.longitude),
        ]
    }

    private static func value(of checklist: Checklist) -> JSONValue {
        [
            "title": .string(checklist.title),
            "items": .array(
                checklist.items.map { item in
                    [
                        "title": .string(item.title), "complete": .bool(item.isComplete),
                        "due": .text(item.due), "member": .text(item.member),
                    ]
                }),
        ]
    }

    private static func value(of attachment: CardAttachment) -> JSONValue {
        [
            "id": .text(attachment.id), "name": .string(attachment.name),
            "url": .string(attachment.url), "mediaType": .text(attachment.mediaType),
            "size": attachment.size.map { .integer($0) } ?? .null,
            "date": .text(attachment.date), "upload": .bool(attachment.isUpload),
        ]
    }

    private static func value(of field: CustomFieldValue) -> JSONValue {
        let value: JSONValue =
            switch field.field.kind {
            case .text, .date, .list: .string(field.text)
            case .number: number(field.text)
            case .checkbox: .bool(field.text == "true")
            }
        return [
            "name": .string(field.field.name), "type": .string(field.field.kind.rawValue),
            "value": value,
        ]
    }

    private static func value(of comment: CardComment) -> JSONValue {
        [
            "id": .text(comment.id), "author": .text(comment.author),
            "date": .text(comment.date), "edited": .text(comment.edited),
            "text": .string(comment.text),
        ]
    }

    /// A number as it is spelled; a text that is none stays one.
    private static func number(_ spelling: String?) -> JSONValue {
        guard let spelling else { return .null }
        if let number = Int(spelling) { return .integer(number) }
        guard let number = Double(spelling), number.isFinite else { return .string(spelling) }
        return JSONNumber.isSpelled(spelling) ? .decimal(spelling) : .number(number)
    }
}

/// The grammar of numbers in JSON (RFC 8259, section 6).
private enum JSONNumber {
    static func isSpelled(_ text: String) -> Bool {
        text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    }
}

extension JSONValue {
    /// A text; null for none, and for an empty one.
    fileprivate static func text(_ text: String?) -> JSONValue {
        text.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null
    }

    fileprivate static func texts(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}
