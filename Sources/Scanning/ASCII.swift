/// The bytes that scanners look for, by name.
package enum ASCII {
    package static let null = UInt8(ascii: "\0")
    package static let lineFeed = UInt8(ascii: "\n")
    package static let carriageReturn = UInt8(ascii: "\r")
    package static let exclamationMark = UInt8(ascii: "!")
    package static let doubleQuote = UInt8(ascii: "\"")
    package static let ampersand = UInt8(ascii: "&")
    package static let singleQuote = UInt8(ascii: "'")
    package static let hyphen = UInt8(ascii: "-")
    package static let slash = UInt8(ascii: "/")
    package static let semicolon = UInt8(ascii: ";")
    package static let lessThan = UInt8(ascii: "<")
    package static let equals = UInt8(ascii: "=")
    package static let greaterThan = UInt8(ascii: ">")
    package static let questionMark = UInt8(ascii: "?")
    package static let closingBracket = UInt8(ascii: "]")
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
