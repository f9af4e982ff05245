public import Scanning

/// The unread part of a chunk, and the tight loops over it.
@usableFromInline struct JSONBytes {
    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline var position: Int

    /// Safety: the value must not outlive the closure that provides the buffer.
    ///
    /// Accesses are only checked in debug builds, so callers must stay within the buffer.
    @inlinable init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    @inlinable var isAtEnd: Bool { position >= bytes.count }

    @inlinable var next: UInt8 {
        // Safety: the callers test `isAtEnd` first.
        bytes[position]
    }

    @inlinable func isNext(_ byte: UInt8) -> Bool { !isAtEnd && next == byte }

    @inlinable var nextWord: UInt64 {
        // Safety: the callers test `hasWord` first.
        word(at: position)
    }

    /// The eight bytes at `position`, which must exist, the first in the lowest bits.
    @inlinable func word(at position: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    @inlinable var hasWord: Bool { bytes.count &- position >= 8 }

    @inlinable func piece(from start: Int) -> UnsafeBufferPointer<UInt8> {
        // Safety: `start` is an earlier position, and handlers use the piece only during a call.
        UnsafeBufferPointer(rebasing: bytes[start..<position])
    }

    /// RFC 8259, section 2.
    @inlinable @inline(__always) mutating func skipWhiteSpace() {
        while !isAtEnd {
            switch next {
            case UInt8(ascii: "\n"):
                position &+= 1
                // In indented files, many spaces follow a line break.
                while hasWord, nextWord == UInt64(repeating: UInt8(ascii: " ")) { position &+= 8 }
            case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position &+= 1
            default: return
            }
        }
    }

    /// Skips everything but quotes, backslashes and control characters.
    @inlinable @inline(__always) mutating func skipPlainStringContent() {
        while hasWord {
            let special = nextWord.specialInString
            if special != 0 {
                position &+= special.trailingZeroBitCount &>> 3
                return
            }
            position &+= 8
        }
        while !isAtEnd {
            let byte = next
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return }
            position &+= 1
        }
    }

    @inlinable mutating func skipDigits() { while !isAtEnd, next.isASCIIDigit { position &+= 1 } }

    @inlinable mutating func skipNumber() {
        while !isAtEnd {
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                position &+= 1
            default: return
            }
        }
    }

    @inlinable mutating func skipLine() {
        while !isAtEnd, next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") { position &+= 1 }
    }
}

extension UInt64 {
    @inlinable init(repeating byte: UInt8) { self = UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// A word whose lowest set bit is the top bit of the first quote, backslash or control character; 0 if there is
    /// none.
    ///
    /// The subtractions borrow only upwards, so only bits above the first one may be wrong.
    @inlinable var specialInString: UInt64 {
        let quote = self ^ UInt64(repeating: UInt8(ascii: "\""))
        let backslash = self ^ UInt64(repeating: UInt8(ascii: "\\"))
        let isQuote = (quote &- UInt64(repeating: 1)) & ~quote
        let isBackslash = (backslash &- UInt64(repeating: 1)) & ~backslash
        let isControl = (self &- UInt64(repeating: 0x20)) & ~self
        return (isQuote | isBackslash | isControl) & UInt64(repeating: 0x80)
    }
}
