import Scanning

/// Why an input is not one JSON value, and where.
@usableFromInline package struct JSONSyntaxError: Error, Equatable, Sendable {
    /// The offset of the first invalid byte, or the input's length if it ends early.
    package let offset: Int

    package let expected: JSONExpectation

    /// The invalid byte; `nil` at the end of the input.
    package let found: UInt8?

    @usableFromInline init(offset: Int, expected: JSONExpectation, found: UInt8?) {
        self.offset = offset
        self.expected = expected
        self.found = found
    }
}

/// The middle of the sentence "expected …, found …".
@usableFromInline package enum JSONExpectation: String, Sendable {
    case rootValue = "a JSON value"
    case restOfByteOrderMark = "the rest of a UTF-8 byte order mark"
    case commentSlash = "a second '/' to begin a comment"
    case valueAfterColon = "a value after ':'"
    case elementOrEnd = "a value or ']'"
    case elementAfterComma = "a value after ','"
    case keyOrEnd = "a key in double quotes or '}'"
    case keyAfterComma = "a key in double quotes after ','"
    case colon = "':' after the key"
    case commaOrObjectEnd = "',' or '}' after the value"
    case commaOrArrayEnd = "',' or ']' after the value"
    case endOfInput = "nothing after the value"
    case stringContent = "the rest of the string"
    case escape = "the rest of an escape"
    case hexadecimalDigit = "four hexadecimal digits after '\\u'"
    case digitAfterMinus = "a digit after '-'"
    case noDigitAfterZero = "the end of the number"
    case digitAfterPoint = "a digit after '.'"
    case digitInExponent = "a digit in the exponent"
    case `true` = "'true'"
    case `false` = "'false'"
    case null = "'null'"
}

extension JSONSyntaxError: CustomStringConvertible {
    @usableFromInline package var description: String {
        switch (expected, found) {
        case (.stringContent, nil): "the input ends inside a string"
        case (.stringContent, let byte?): "\(Self.name(of: byte)) inside a string must be escaped"
        case (.escape, let byte?): "invalid escape: a backslash followed by \(Self.name(of: byte))"
        case (.noDigitAfterZero, _): "a number cannot have a leading zero"
        case (_, nil): "expected \(expected.rawValue), but the input ends"
        case (_, let byte?): "expected \(expected.rawValue), found \(Self.name(of: byte))"
        }
    }

    /// The byte in a form that is safe to print on a terminal.
    private static func name(of byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\t"): "a tab"
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): "a line break"
        case UInt8(ascii: " "): "a space"
        case 0x21...0x7E: "'\(Unicode.Scalar(byte))'"
        case 0x80...: "the byte 0x\(hexadecimal(byte))"
        default: "the control character U+00\(hexadecimal(byte))"
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String { byte.hexadecimal(width: 2, uppercase: true) }
}
