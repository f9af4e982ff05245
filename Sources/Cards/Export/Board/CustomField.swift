import JSON

struct CustomField: Equatable, Sendable {
    enum Kind: String, CaseIterable, Sendable { case text, number, date, checkbox, list }

    var id = ""
    var name = ""
    var kind = Kind.text
    var position = Position.last
    var options: [String: String] = [:]
}

struct CustomFieldValue: Equatable, Sendable {
    var field: CustomField
    /// The text, number or date as spelled in the export; `true` or `false`; or the selected option.
    var text: String
}

extension CustomField {
    init?(_ part: ExportPart) {
        guard let id = part.string(.id), let kind = part[.type]?.string.flatMap(Kind.init) else { return nil }
        self.id = id
        self.kind = kind
        name = part.string(.name) ?? ""
        position = Position(part[.pos])
        for option in part[.options]?.items ?? [] {
            guard let id = option.string(.id) ?? option.string(.optionID) else { continue }
            options[id] = option[.value]?.string(.text) ?? ""
        }
    }

    /// Derives a field that the export lacks from one of a card's `customFieldItems`; its name is its identifier.
    ///
    /// `nil` if the item has no value.
    init?(ofValue item: ExportPart) {
        guard let id = item.string(.idCustomField) else { return nil }
        let kinds: [(ExportKey, Kind)] = [(.text, .text), (.number, .number), (.date, .date), (.checked, .checkbox)]
        let kind = kinds.first { item[.value]?[$0.0] != nil }?.1
        guard let kind = kind ?? (item.string(.idValue) == nil ? nil : .list) else { return nil }
        self.init(id: id, name: id, kind: kind)
    }

    func value(in items: [ExportPart]) -> CustomFieldValue? {
        guard let item = items.last(where: { $0.string(.idCustomField) == id }) else { return nil }
        let value = item[.value]
        let text: String? =
            switch kind {
            case .text: value?.string(.text)
            case .number: value?[.number].flatMap { $0.string ?? $0.numberSpelling }
            case .date: value?.string(.date)
            case .checkbox: value?[.checked].flatMap { $0.string ?? $0.bool.map { "\($0)" } }
            case .list: item[.idValue]?.string.map { options[$0] ?? $0 }
            }
        return text.map { CustomFieldValue(field: self, text: $0) }
    }
}

extension Double {
    /// Parses a decimal number; unlike Swift's initializer, it rejects `0x10`, `inf` and `nan`.
    init?(decimal text: String) {
        let isDecimal = text.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
        guard isDecimal, let number = Double(text), number.isFinite else { return nil }
        self = number
    }
}
