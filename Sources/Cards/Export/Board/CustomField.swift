import JSON

/// A field that a board's members have added to its cards.
struct CustomField: Equatable, Sendable {
    /// What can be in a field.
    enum Kind: String, CaseIterable, Sendable {
        case text, number, date, checkbox, list
    }

    /// Trello's name for it.
    var id = ""
    /// What it is called.
    var name = ""
    /// What can be in it.
    var kind = Kind.text
    /// Where it stands among the fields.
    var position = Position.last
    /// What can be chosen in a list, by identifier.
    var options: [String: String] = [:]
}

/// What a custom field of a card says.
struct CustomFieldValue: Equatable, Sendable {
    var field: CustomField
    /// The text, the number or the date as the export spells it, `true` or `false`, or the chosen option.
    var text: String
}

extension CustomField {
    /// The field that an element of `customFields` describes; nil for a type that is not known.
    init?(_ part: ExportPart) {
        guard let id = part.string(.id),
            let kind = part[.type]?.string.flatMap(Kind.init)
        else { return nil }
        self.id = id
        self.kind = kind
        name = part.string(.name) ?? ""
        position = Position(part[.pos])
        for option in part[.options]?.items ?? [] {
            guard let id = option.string(.id) ?? option.string(.optionID) else { continue }
            options[id] = option[.value]?.string(.text) ?? ""
        }
    }

    /// The field that one of a card's `customFieldItems` is a value of, for one that the export lacks: it is called by
    /// its identifier; nil where there is no value.
    init?(ofValue item: ExportPart) {
        guard let id = item.string(.idCustomField) else { return nil }
        let kinds: [(ExportKey, Kind)] = [
            (.text, .text), (.number, .number), (.date, .date), (.checked, .checkbox),
        ]
        let kind = kinds.first { item[.value]?[$0.0] != nil }?.1
        guard let kind = kind ?? (item.string(.idValue) == nil ? nil : .list) else { return nil }
        self.init(id: id, name: id, kind: kind)
    }

    /// The value that one of a card's `customFieldItems` has for the field; nil where there is none.
    func value(in items: [ExportPart]) -> CustomFieldValue? {
        guard let item = items.last(where: { $0.string(.idCustomField) == id }) else {
            return nil
        }
        let value = item[.value]
        let text: String? =
            switch kind {
            case .text: value?.string(.text)
            case .number: value?[.number].flatMap { $0.string ?? $0.numberSpelling }
            case .date: value?.string(.date)
            case .checkbox: value?[.checked].flatMap { $0.string ?? $0.bool.map { "\($0)" } }
            case .list:
                item[.idValue]?.string.map { options[$0] ?? $0 }
            }
        return text.map { CustomFieldValue(field: self, text: $0) }
    }
}

extension Double {
    /// The number that decimal digits spell: not `0x10`, `inf` or `nan`, which Swift takes, too.
    init?(decimal text: String) {
        let isDecimal = text.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
        guard isDecimal, let number = Double(text), number.isFinite else { return nil }
        self = number
    }
}
