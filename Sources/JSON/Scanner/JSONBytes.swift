public import Scanning

/// The unread part of a chunk, and the tight loops over it.
@usableFromInline
struct JSONBytes {
    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline var position: Int

    /// A cursor at some byte, or at the end.
    ///
    /// Safety: the value must not outlive the closure that lends the buffer, and the accesses
    /// below, which are checked in debug builds only, must be within it.
    @inlinable init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Whether everything is read.
    @inlinable var isAtEnd: Bool { position >= bytes.count }

    /// The next byte, which must exist.
    @inlinable var next: UInt8 {
        // Safety: the callers test `isAtEnd` first.
        bytes[position]
    }

    /// Whether the next byte is there and is this one.
    @inlinable func isNext(_ byte: UInt8) -> Bool { !isAtEnd && next == byte }

    /// The next eight bytes, the first in the lowest bits; they must exist.
    @inlinable var nextWord: UInt64 {
        // Safety: the callers test `hasWord` first.
        word(at: position)
    }

    /// The eight bytes from a position on, the first in the lowest bits; they must exist.
    @inlinable func word(at position: Int) -> UInt64 {
        UInt64(
            littleEndian: UnsafeRawBufferPointer(bytes)
                .loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// Whether eight bytes are left.
    @inlinable var hasWord: Bool { bytes.count &- position >= 8 }

    /// The bytes from `start` to the position, to hand to a handler.
    @inlinable func piece(from start: Int) -> UnsafeBufferPointer<UInt8> {
        // Safety: `start` is an earlier position, and the caller lends the piece on for a call only.
        UnsafeBufferPointer(rebasing: bytes[start..<position])
    }

    /// Skips white space (RFC 8259, section 2).
    @inlinable @inline(__always) mutating func skipWhiteSpace() {
        while !isAtEnd {
            switch next {
            case UInt8(ascii: "\n"):
                position &+= 1
                // Indented files have runs of spaces after their line breaks.
                while hasWord, nextWord == JSONWord.spaces { position &+= 8 }
            case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                position &+= 1
            default:
                return
            }
        }
    }

    /// Skips what a string may hold as it is: no quote, no backslash, no control character.
    @inlinable @inline(__always) mutating func skipPlainStringContent() {
        while hasWord {
            let special = JSONWord.specialInString(nextWord)
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

    /// Skips ASCII digits.
    @inlinable mutating func skipDigits() {
        while !isAtEnd, next.isASCIIDigit { position &+= 1 }
    }

    /// Skips what numbers are spelled with.
    @inlinable mutating func skipNumber() {
        while !isAtEnd {
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
                position &+= 1
            default:
                return
            }
        }
    }

    /// Skips to the next line break.
    @inlinable mutating func skipLine() {
        while !isAtEnd, next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") { position &+= 1 }
    }
}
