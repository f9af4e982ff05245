/// The lowercase name of a tag or attribute, packed into two words, so that reading it does not allocate.
///
/// In a name longer than sixteen bytes, those after the eighth are hashed. Setting bit 0x20 of every byte lowercases
/// letters, and also merges a few other characters, such as `_` and DEL, which occur in no known name.
struct TagName: Hashable, Sendable {
    private(set) var low: UInt64 = 0
    private(set) var high: UInt64 = 0
    private(set) var count = 0

    init() {}
    init(_ name: some StringProtocol) { for byte in name.utf8 { append(byte) } }

    /// Reads a name of up to sixteen bytes; sixteen bytes must be readable.
    @inline(__always) init(_ bytes: UnsafePointer<UInt8>, count: Int) {
        // Safety: the caller guarantees sixteen bytes.
        let raw = UnsafeRawPointer(bytes)
        let words = (
            UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)),
            UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
        low = (words.0 | Self.small) & Self.mask(count)
        if count > 8 { high = (words.1 | Self.small) & Self.mask(count &- 8) }
        self.count = count
    }

    /// The bit that distinguishes lowercase from uppercase letters, in every byte.
    private static var small: UInt64 { 0x2020_2020_2020_2020 }

    /// The bits of the first `count` bytes of a word, at most eight.
    @inline(__always) private static func mask(_ count: Int) -> UInt64 {
        count >= 8 ? .max : (1 &<< UInt64(count &* 8)) &- 1
    }

    /// The byte at an index, which must be below ``count`` and 16.
    subscript(index: Int) -> UInt8 {
        let word = index < 8 ? low : high
        return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
    }
    @inline(__always) mutating func append(_ byte: UInt8) {
        let byte = UInt64(byte | 0x20)
        if count < 8 {
            low |= byte &<< UInt64(count &* 8)
        } else if count < 16 {
            high |= byte &<< UInt64((count &- 8) &* 8)
        } else {
            high = (high ^ byte) &* Self.multiplier
        }
        count &+= 1
    }

    var hash: UInt32 { UInt32(truncatingIfNeeded: ((low ^ high &* 31) &* Self.multiplier) &>> 32) }

    /// 2⁶⁴ divided by the golden ratio: an odd number whose multiples are well distributed.
    private static var multiplier: UInt64 { 0x9E37_79B9_7F4A_7C15 }
}
