import CByteSearch
import Scanning

/// The unread part of a chunk, and the tight loops over it.
struct HTMLBytes {
    let bytes: UnsafePointer<UInt8>
    var position: Int
    let end: Int

    /// A cursor at the first of the bytes.
    ///
    /// Safety: the value must not outlive the closure that lends the bytes, of which there must be
    /// `end`. Every access below is at a position before the end, which callers test first.
    init(_ bytes: UnsafePointer<UInt8>, from position: Int, to end: Int) {
        self.bytes = bytes
        self.position = position
        self.end = end
    }

    /// Whether everything is read.
    @inline(__always)
    var isAtEnd: Bool { position >= end }

    /// The next byte, which must exist.
    @inline(__always)
    var next: UInt8 { bytes[position] }

    /// Reads the byte if it comes next.
    @inline(__always)
    mutating func scan(_ byte: UInt8) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        position &+= 1
        return true
    }

    /// Reads the bytes before the next occurrence of the byte, or all the rest if there is none.
    @inline(__always)
    mutating func scanUpTo(_ byte: UInt8) {
        position &+= byte_search_find(bytes + position, end &- position, byte)
    }

    /// Reads the bytes before the next one of a set of characters below 64, or all the rest.
    @inline(__always)
    mutating func scanUpTo(_ set: LowSet) {
        while position < end, !set.contains(bytes[position]) { position &+= 1 }
    }

    /// Reads the longest run of bytes of a set of characters below 64.
    @inline(__always)
    mutating func scan(_ set: LowSet) {
        while position < end, set.contains(bytes[position]) { position &+= 1 }
    }
}

/// A set of ASCII characters below 64, which are those that delimit in markup.
struct LowSet: Sendable {
    private let bits: UInt64

    /// Makes the set of some characters.
    @inline(__always)
    init(_ bits: UInt64) { self.bits = bits }

    /// Tells whether the set holds the byte.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 64 && bits &>> UInt64(byte) & 1 != 0
    }

    /// Tab, line feed, form feed, carriage return and space.
    @inline(__always)
    static var whiteSpace: LowSet { LowSet(0x1_0000_3600) }
    /// What ends the name of a tag: white space, `/` and `>`.
    @inline(__always)
    static var tagNameEnd: LowSet { LowSet(0x4000_8001_0000_3600) }
    /// What ends the name of an attribute: the same, and `=`.
    @inline(__always)
    static var attributeNameEnd: LowSet { LowSet(0x6000_8001_0000_3600) }
    /// What ends a value without quotes: white space and `>`.
    @inline(__always)
    static var unquotedValueEnd: LowSet { LowSet(0x4000_0001_0000_3600) }
    /// What matters in the comment of a script: `-` and `<`.
    @inline(__always)
    static var commentOrTag: LowSet { LowSet(0x1000_2000_0000_0000) }
}
