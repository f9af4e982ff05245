/// A set of bytes, to say in one name what a scanner stops at or skips over.
package struct ByteSet: Sendable, Equatable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// Makes the set of the given bytes.
    package init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { insert(byte) }
    }

    /// Makes the set of the UTF-8 bytes of the text.
    package init(_ text: String) {
        self.init(text.utf8)
    }

    /// Tells whether the set holds the byte.
    package func contains(_ byte: UInt8) -> Bool {
        let bit = UInt64(1) << UInt64(byte & 63)
        return switch byte >> 6 {
        case 0: words.0 & bit != 0
        case 1: words.1 & bit != 0
        case 2: words.2 & bit != 0
        default: words.3 & bit != 0
        }
    }

    /// The bytes of both sets.
    package func union(_ other: ByteSet) -> ByteSet {
        var result = self
        result.words.0 |= other.words.0
        result.words.1 |= other.words.1
        result.words.2 |= other.words.2
        result.words.3 |= other.words.3
        return result
    }

    package static func == (left: ByteSet, right: ByteSet) -> Bool {
        left.words == right.words
    }

    private mutating func insert(_ byte: UInt8) {
        let bit = UInt64(1) << UInt64(byte & 63)
        switch byte >> 6 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        case 2: words.2 |= bit
        default: words.3 |= bit
        }
    }
}

extension ByteSet {
    /// ASCII white space: tab, line feed, form feed, carriage return and space
    /// (WHATWG Infra, "ASCII whitespace").
    package static let asciiWhiteSpace = ByteSet("\t\n\u{C}\r ")
    /// The ASCII digits.
    package static let digits = ByteSet("0123456789")
    /// The ASCII digits and letters of hexadecimal numbers.
    package static let hexadecimalDigits = ByteSet("0123456789abcdefABCDEF")
    /// The ASCII letters and digits.
    package static let alphanumerics = ByteSet(Array(65...90) + Array(97...122)).union(digits)
}
