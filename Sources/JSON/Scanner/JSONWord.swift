/// Questions about eight bytes at once.
@usableFromInline
enum JSONWord {
    /// Eight spaces.
    @inlinable static var spaces: UInt64 { repeating(UInt8(ascii: " ")) }

    /// A word whose lowest set bit is the top bit of the first byte that ends a run of plain
    /// string content; zero if there is none.
    ///
    /// The subtractions borrow only upwards, so bits above the first may be wrong, the first never.
    @inlinable static func specialInString(_ word: UInt64) -> UInt64 {
        let quote = word ^ repeating(UInt8(ascii: "\""))
        let backslash = word ^ repeating(UInt8(ascii: "\\"))
        let isQuote = (quote &- repeating(1)) & ~quote
        let isBackslash = (backslash &- repeating(1)) & ~backslash
        let isControl = (word &- repeating(0x20)) & ~word
        return (isQuote | isBackslash | isControl) & repeating(0x80)
    }

    /// A word of eight times the same byte.
    @inlinable static func repeating(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }
}
