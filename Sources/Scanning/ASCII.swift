/// The bytes that scanners look for, by name.
///
/// They are no stored constants: in other modules those would be looked up for every byte.
@usableFromInline
package enum ASCII {
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
    /// The byte with an ASCII capital made small, and nothing else changed.
    @inlinable package var asciiLowercased: UInt8 {
        (65...90).contains(self) ? self | 0x20 : self
    }

    /// Whether the byte is one of the digits 0 to 9.
    @inlinable package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether the byte is an ASCII letter.
    @inlinable package var isASCIILetter: Bool {
        (97...122).contains(self | 0x20)
    }

    /// Whether the byte is ASCII white space, as HTML has it.
    @inlinable package var isASCIIWhiteSpace: Bool {
        self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
    }
}
