/// The unread part of a chunk, and the tight loops over it.
@usableFromInline
struct JSONBytes {
    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline var position = 0

    /// A cursor at the first byte.
    ///
    /// Safety: the value must not outlive the closure that lends the buffer.
    @inlinable init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether everything is read.
    @inlinable var isAtEnd: Bool { position >= bytes.count }

    /// The next byte, which must exist.
    @inlinable var next: UInt8 {
        // Safety: the callers test `isAtEnd` first; the check costs a sixth of the throughput.
        bytes.baseAddress.unsafelyUnwrapped[position]
    }

    /// Whether the next byte is there and is this one.
    @inlinable func isNext(_ byte: UInt8) -> Bool { !isAtEnd && next == byte }

    /// Eight bytes, the first in the lowest bits; they must exist.
    @inlinable func word(at position: Int) -> UInt64 {
        // Safety: the callers compare with the count first.
        UInt64(
            littleEndian: UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
                .loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// Whether eight bytes are left.
    @inlinable var hasWord: Bool { bytes.count &- position >= 8 }

    /// The bytes from `start` to the position, to hand to a handler.
    @inlinable func piece(from start: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[start..<position])
    }

    /// Skips white space (RFC 8259, section 2).
    @inlinable @inline(__always) mutating func skipWhiteSpace() {
        while !isAtEnd {
            switch next {
            case UInt8(ascii: "\n"):
                position &+= 1
                // Indented files have runs of spaces after their line breaks.
                while hasWord, word(at: position) == JSONWord.spaces { position &+= 8 }
            case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                position &+= 1
            default:
                return
            }
        }
    }

    /// Skips what a string may hold as it is: no quote, no backslash, no control character.
    @inlinable @inline(__always) mutating func skipPlainStringContent() {
        // Most strings end within sixteen bytes: which half it is must not be a branch, because
        // it could not be foreseen.
        while bytes.count &- position >= 16 {
            let first = JSONWord.specialInString(word(at: position))
            let second = JSONWord.specialInString(word(at: position &+ 8))
            if first | second != 0 {
                let bit = first.trailingZeroBitCount
                position &+=
                    (bit == 64 ? second.trailingZeroBitCount &+ 64 : bit) &>> 3
                return
            }
            position &+= 16
        }
        while !isAtEnd {
            let byte = next
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return }
            position &+= 1
        }
    }

    /// Skips ASCII digits.
    @inlinable mutating func skipDigits() {
        while !isAtEnd, next.isASCIIDigit { position &+= 1 }
    }

    /// Skips to the next line break.
    @inlinable mutating func skipLine() {
        while !isAtEnd, next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") { position &+= 1 }
    }
}

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

extension UInt8 {
    /// Whether this is one of the digits 0 to 9.
    @inlinable var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
