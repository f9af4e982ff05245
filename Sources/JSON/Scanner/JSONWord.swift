/// Tests on eight bytes at once.
@usableFromInline enum JSONWord {
    @inlinable static var spaces: UInt64 { repeating(UInt8(ascii: " ")) }

    /// A word whose lowest set bit is the top bit of the first quote, backslash or control character; 0 if there is
    /// none.
    ///
    /// The subtractions borrow only upwards, so only bits above the first one may be wrong.
    @inlinable static func specialInString(_ word: UInt64) -> UInt64 {
        let quote = word ^ repeating(UInt8(ascii: "\""))
        let backslash = word ^ repeating(UInt8(ascii: "\\"))
        let isQuote = (quote &- repeating(1)) & ~quote
        let isBackslash = (backslash &- repeating(1)) & ~backslash
        let isControl = (word &- repeating(0x20)) & ~word
        return (isQuote | isBackslash | isControl) & repeating(0x80)
    }

    @inlinable static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
