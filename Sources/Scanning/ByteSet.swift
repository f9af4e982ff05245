package struct ByteSet: Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    package init(_ bytes: some Sequence<UInt8>) { for byte in bytes { insert(byte) } }

    package init(_ text: String) { self.init(text.utf8) }

    package func contains(_ byte: UInt8) -> Bool {
        let bit = UInt64(1) << UInt64(byte & 63)
        return switch byte >> 6 {
        case 0: words.0 & bit != 0
        case 1: words.1 & bit != 0
        case 2: words.2 & bit != 0
        default: words.3 & bit != 0
        }
    }

    package func union(_ other: ByteSet) -> ByteSet {
        var result = self
        result.words.0 |= other.words.0
        result.words.1 |= other.words.1
        result.words.2 |= other.words.2
        result.words.3 |= other.words.3
        return result
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
    /// WHATWG Infra, "ASCII whitespace".
    package static let asciiWhiteSpace = ByteSet("\t\n\u{C}\r ")
    package static let digits = ByteSet("0123456789")
    package static let hexadecimalDigits = ByteSet("0123456789abcdefABCDEF")
    package static let alphanumerics = ByteSet(Array(65...90) + Array(97...122)).union(digits)
}
