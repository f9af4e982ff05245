/// Named bytes for scanners.
///
/// They are computed, because other modules would look up stored constants for every byte.
@usableFromInline package enum ASCII {
    @inlinable package static var null: UInt8 { UInt8(ascii: "\0") }
    @inlinable package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    @inlinable package static var exclamationMark: UInt8 { UInt8(ascii: "!") }
    @inlinable package static var doubleQuote: UInt8 { UInt8(ascii: "\"") }
    @inlinable package static var ampersand: UInt8 { UInt8(ascii: "&") }
    @inlinable package static var singleQuote: UInt8 { UInt8(ascii: "'") }
    @inlinable package static var hyphen: UInt8 { UInt8(ascii: "-") }
    @inlinable package static var slash: UInt8 { UInt8(ascii: "/") }
    @inlinable package static var semicolon: UInt8 { UInt8(ascii: ";") }
    @inlinable package static var lessThan: UInt8 { UInt8(ascii: "<") }
    @inlinable package static var equals: UInt8 { UInt8(ascii: "=") }
    @inlinable package static var greaterThan: UInt8 { UInt8(ascii: ">") }
    @inlinable package static var questionMark: UInt8 { UInt8(ascii: "?") }
    @inlinable package static var closingBracket: UInt8 { UInt8(ascii: "]") }
}

extension UInt8 {
    /// Only ASCII capitals change.
    @inlinable package var asciiLowercased: UInt8 { (65...90).contains(self) ? self | 0x20 : self }

    @inlinable package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    @inlinable package var isASCIILetter: Bool { (97...122).contains(self | 0x20) }

    /// As in HTML.
    @inlinable package var isASCIIWhiteSpace: Bool {
        self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
    }
}
