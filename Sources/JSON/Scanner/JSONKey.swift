/// A member's key as far as it takes to tell the few that matter from all others.
///
/// A board of 200 MB has millions of keys at the levels that matter, so a key is compared as one
/// word. Keys of more than eight bytes with the same beginning and length are equal.
@usableFromInline
package struct JSONKey: Equatable, Sendable {
    /// The first eight bytes or fewer, the first in the lowest bits.
    @usableFromInline var word: UInt64
    @usableFromInline var count: Int

    /// An empty key, whose content comes in pieces.
    @inlinable package init() { (word, count) = (0, 0) }

    /// The key of so many bytes, eight or fewer, the first in the lowest bits.
    @inlinable package init(word: UInt64, count: Int) { (self.word, self.count) = (word, count) }

    /// The key that is spelled so.
    package init(_ text: String) {
        self.init()
        for byte in text.utf8 { append(byte) }
    }

    /// The key of so many bytes that begins with these eight, some of which may not belong to it.
    @inlinable init(beginning word: UInt64, count: Int) {
        self.word = count < 8 ? word & (1 &<< (UInt64(count) &<< 3) &- 1) : word
        self.count = count
    }

    /// Whether this is all of the key.
    @inlinable package var isWhole: Bool { count <= 8 }

    /// Appends a piece of the decoded key.
    @inlinable package mutating func append(_ piece: Span<UInt8>) {
        for index in piece.indices { append(piece[index]) }
    }

    @inlinable mutating func append(_ byte: UInt8) {
        if count < 8 { word |= UInt64(byte) &<< (UInt64(count) &<< 3) }
        count &+= 1
    }

    /// How many slots a table of keys has.
    @inlinable package static var slotCount: Int { 128 }

    /// The slot of the key in such a table.
    @inlinable package var slot: Int {
        Int(truncatingIfNeeded: ((word ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) &>> 57)
    }
}
