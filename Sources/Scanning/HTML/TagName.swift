/// The lower-cased name of a tag or attribute, packed, so that reading one allocates nothing.
///
/// Names of up to sixteen bytes are told apart exactly; of a longer one the bytes beyond the eighth
/// are hashed.
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

    /// The byte at an index below ``count`` and 16.
    subscript(index: Int) -> UInt8 {
        let word = index < 8 ? low : high
        return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
    }

    /// Appends a byte, with an ASCII capital made small.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        let byte = UInt64(byte.asciiLowercased)
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

    /// The odd number of FNV-1a, whose multiples spread well.
    private static let multiplier: UInt64 = 0x100_0000_01B3
}
