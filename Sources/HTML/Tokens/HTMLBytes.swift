import CByteSearch
import Scanning

/// The unread part of a chunk, with the tight loops over it.
struct HTMLBytes {
    let bytes: UnsafePointer<UInt8>
    var position: Int
    let end: Int

    /// Creates a cursor.
    ///
    /// Safety: there must be `end` bytes, and the value must not outlive the closure that provides them. Callers check
    /// the end before each access below.
    init(_ bytes: UnsafePointer<UInt8>, from position: Int, to end: Int) {
        self.bytes = bytes
        self.position = position
        self.end = end
    }
    @inline(__always) var isAtEnd: Bool { position >= end }

    /// The next byte, which must exist.
    @inline(__always) var next: UInt8 { bytes[position] }

    @inline(__always) mutating func scan(_ byte: UInt8) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        position &+= 1
        return true
    }

    /// Skips bytes up to the byte, or up to the end.
    @inline(__always) mutating func scanUpTo(_ byte: UInt8) {
        position &+= byte_search_find(bytes + position, end &- position, byte)
    }

    /// Skips bytes up to one of the set, or up to the end.
    @inline(__always) mutating func scanUpTo(_ set: LowSet) {
        while position < end, !set.contains(bytes[position]) { position &+= 1 }
    }

    @inline(__always) mutating func scan(_ set: LowSet) {
        while position < end, set.contains(bytes[position]) { position &+= 1 }
    }
}

/// A set of ASCII characters below 64, which include the delimiters of markup.
struct LowSet: Sendable {
    private let bits: UInt64
    @inline(__always) init(_ bits: UInt64) { self.bits = bits }
    @inline(__always) func contains(_ byte: UInt8) -> Bool { byte < 64 && bits &>> UInt64(byte) & 1 != 0 }

    /// Tab, line feed, form feed, carriage return and space.
    @inline(__always) static var whiteSpace: LowSet { LowSet(0x1_0000_3600) }
    /// White space, `/` and `>`.
    @inline(__always) static var tagNameEnd: LowSet { LowSet(0x4000_8001_0000_3600) }
    /// White space, `/`, `>` and `=`.
    @inline(__always) static var attributeNameEnd: LowSet { LowSet(0x6000_8001_0000_3600) }
    /// White space and `>`.
    @inline(__always) static var unquotedValueEnd: LowSet { LowSet(0x4000_0001_0000_3600) }
    /// `-` and `<`.
    @inline(__always) static var commentOrTag: LowSet { LowSet(0x1000_2000_0000_0000) }
}
