import JSON

/// Trello's name for something: 24 hexadecimal digits as a rule, which take no memory of their own then.
enum TrelloID: Hashable, Sendable {
    /// The number that lower-case digits say.
    case number(UInt64, UInt32)
    /// Any other text, which old exports and other programs write.
    case text(String)

    /// The name that is spelled so.
    init(_ spelling: Span<UInt8>) {
        var digits: (UInt64, UInt32) = (0, 0)
        var isNumber = spelling.count == 24
        if isNumber {
            for index in spelling.indices {
                guard let digit = Self.value(of: spelling[index]) else {
                    isNumber = false
                    break
                }
                if index < 16 {
                    digits.0 = digits.0 << 4 | UInt64(digit)
                } else {
                    digits.1 = digits.1 << 4 | UInt32(digit)
                }
            }
        }
        if isNumber {
            self = .number(digits.0, digits.1)
        } else {
            self = spelling.withUnsafeBufferPointer { .text(String(decoding: $0, as: UTF8.self)) }
        }
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
