import JSON

/// Where a list or a card stands among its like: a number with gaps, so that what is moved changes
/// only itself.
struct Position: Comparable {
    private let value: Double

    /// Before everything else.
    static let first = Position(value: -.infinity)
    /// After everything else, where also goes what has no position.
    static let last = Position(value: .infinity)

    private init(value: Double) { self.value = value }

    /// The position that a member `pos` gives: a number, which may be fractional, or `top` or
    /// `bottom`, as programs tell Trello.
    init(_ part: JSONValue?) {
        if part?.string == "top" {
            self = .first
        } else if let value = (part?.numberSpelling ?? part?.string).flatMap(Double.init),
            // What is not a number is in no order with any.
            !value.isNaN
        {
            self.init(value: value)
        } else {
            self = .last
        }
    }

    static func < (left: Position, right: Position) -> Bool { left.value < right.value }
}

extension Sequence {
    /// The elements by position, those with equal positions by their names, as Trello shows them; those
    /// without a position come last, as they were.
    func ordered(
        by position: KeyPath<Element, Position>, then id: KeyPath<Element, String>
    ) -> [Element] {
        enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            let place = first[keyPath: position]
            if place != second[keyPath: position] { return place < second[keyPath: position] }
            if place != .last, first[keyPath: id] != second[keyPath: id] {
                return first[keyPath: id] < second[keyPath: id]
            }
            return left.offset < right.offset
        }.map(\.element)
    }
}
