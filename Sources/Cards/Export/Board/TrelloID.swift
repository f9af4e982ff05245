import JSON

/// Trello's name for something: 24 hexadecimal digits as a rule, which take no memory of their own then.
enum TrelloID: Hashable, Sendable {
    /// The number that lower-case digits say.
    case number(UInt64, UInt32)
    /// Any other text, which old exports and other programs write.
    case text(String)

    /// The name that is spelled so.
    init(_ spelling: Span<UInt8>) {
        self =
            Self.number(spelledBy: spelling)
            ?? spelling.withUnsafeBufferPointer { .text(String(decoding: $0, as: UTF8.self)) }
    }

    private static func number(spelledBy spelling: Span<UInt8>) -> TrelloID? {
        guard spelling.count == 24 else { return nil }
        var (start, rest): (UInt64, UInt32) = (0, 0)
        for index in spelling.indices {
            guard let digit = value(of: spelling[index]) else { return nil }
            if index < 16 {
                start = start << 4 | UInt64(digit)
            } else {
                rest = rest << 4 | UInt32(digit)
            }
        }
        return .number(start, rest)
    }

    /// The name that is spelled so.
    init(_ spelling: String) { self.init(spelling.utf8.span) }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension TrelloID: Comparable {
    /// The order of the spellings.
    static func < (left: TrelloID, right: TrelloID) -> Bool {
        switch (left, right) {
        case (.number(let left, let leftRest), .number(let right, let rightRest)):
            (left, leftRest) < (right, rightRest)
        case (.number, .text), (.text, .number), (.text, .text): left.spelling < right.spelling
        }
    }

    /// The name as it is spelled.
    var spelling: String {
        switch self {
        case .number(let digits, let rest):
            digits.hexadecimal(width: 16) + rest.hexadecimal(width: 8)
        case .text(let text): text
        }
    }
}
