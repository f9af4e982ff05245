/// A small piece of an export, such as one card, as the JSON has it.
enum BoardPart: Equatable {
    /// `null`, or what is of no use.
    case null
    case bool(Bool)
    /// A number as it is spelled.
    case number(String)
    case text(String)
    case list([BoardPart])
    /// Members; of a repeated key the last counts.
    case object([String: BoardPart])

    /// The member of an object; nil for anything else.
    subscript(key: String) -> BoardPart? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The text of a member; nil if it is none.
    func text(_ key: String) -> String? {
        guard case .text(let text) = self[key] else { return nil }
        return text
    }

    /// Whether a member is `true`.
    func isTrue(_ key: String) -> Bool { self[key] == .bool(true) }

    /// The elements of a member; none if it is no list.
    func list(_ key: String) -> [BoardPart] {
        guard case .list(let elements) = self[key] else { return [] }
        return elements
    }

    /// The texts among the elements of a member.
    func texts(_ key: String) -> [String] {
        list(key).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// A member that counts something; nil if it does not.
    func count(_ key: String) -> Int? {
        guard case .number(let digits) = self[key] else { return nil }
        return Int(digits)
    }
}
