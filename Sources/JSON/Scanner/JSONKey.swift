/// The first eight bytes of a key, and its length: enough to recognize the few keys that matter.
///
/// A board of 200 MB has millions of keys, so they are compared as words. Longer keys with the same beginning and
/// length are equal.
@usableFromInline package struct JSONKey: Equatable, Sendable {
    /// The first eight bytes or fewer, the first in the lowest bits.
    @usableFromInline var word: UInt64
    @usableFromInline var count: Int

    @inlinable package init() { (word, count) = (0, 0) }

    /// `count` is at most 8.
    @inlinable package init(word: UInt64, count: Int) { (self.word, self.count) = (word, count) }

    package init(_ text: String) {
        self.init()
        for byte in text.utf8 { append(byte) }
    }

    /// Creates a key from eight bytes; those beyond `count` are ignored.
    @inlinable init(beginning word: UInt64, count: Int) {
        self.word = count < 8 ? word & (1 &<< (UInt64(count) &<< 3) &- 1) : word
        self.count = count
    }

    /// Whether the key has no more bytes than are stored.
    @inlinable package var isWhole: Bool { count <= 8 }

    @inlinable package mutating func append(_ piece: Span<UInt8>) {
        for index in piece.indices { append(piece[index]) }
    }

    @inlinable mutating func append(_ byte: UInt8) {
        if count < 8 { word |= UInt64(byte) &<< (UInt64(count) &<< 3) }
        count &+= 1
    }

    /// The size of hash tables of keys.
    @inlinable package static var slotCount: Int { 128 }

    @inlinable package var slot: Int {
        Int(truncatingIfNeeded: ((word ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) &>> 57)
    }
}
