/// The lower-cased name of a tag or attribute, packed, so that reading one allocates nothing.
///
/// Of a name longer than sixteen bytes those beyond the eighth are hashed. Every byte gets the bit that
/// sets small letters apart from capitals; the few others that lose a difference by that, as `_` and
/// DEL do, are in no name that anybody asks for.
struct TagName: Hashable, Sendable {
    private(set) var low: UInt64 = 0
    private(set) var high: UInt64 = 0
    private(set) var count = 0

    /// An empty name, to append to.
    init() {}

    /// The name with the given spelling.
    init(_ name: some StringProtocol) {
        for byte in name.utf8 { append(byte) }
    }

    /// The name of up to sixteen bytes at an address at which sixteen can be read.
    @inline(__always)
    init(_ bytes: UnsafePointer<UInt8>, count: Int) {
        // Safety: the caller vouches for sixteen bytes.
        let raw = UnsafeRawPointer(bytes)
        let words = (
            UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)),
            UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
        low = (words.0 | Self.small) & Self.mask(count)
        if count > 8 { high = (words.1 | Self.small) & Self.mask(count &- 8) }
        self.count = count
    }

    /// In every byte the bit that sets small letters apart from capitals.
    private static var small: UInt64 { 0x2020_2020_2020_2020 }

    /// The bits of the first bytes of a word, all of them for eight and more.
    @inline(__always)
    private static func mask(_ count: Int) -> UInt64 {
        count >= 8 ? .max : (1 &<< UInt64(count &* 8)) &- 1
    }

    /// The byte at an index below ``count`` and 16.
    subscript(index: Int) -> UInt8 {
        let word = index < 8 ? low : high
        return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
    }

    /// Appends a byte, with an ASCII capital made small.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
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

    /// A number that tells most names apart.
    var hash: UInt32 {
        UInt32(truncatingIfNeeded: ((low ^ high &* 31) &* Self.multiplier) &>> 32)
    }

    /// An odd number whose multiples spread well: 2⁶⁴ divided by the golden ratio.
    private static var multiplier: UInt64 { 0x9E37_79B9_7F4A_7C15 }
}
