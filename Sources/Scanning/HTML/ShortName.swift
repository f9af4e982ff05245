/// A lower-cased name of at most sixteen bytes, packed, so that reading a tag allocates nothing.
///
/// No name that scanners look for is longer; a longer one is kept as "too long" and equals none.
struct ShortName: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private(set) var count = 0

    /// The longest name that is kept.
    static let capacity = 16

    /// An empty name, to append to.
    init() {}

    /// The name with the given spelling.
    init(_ name: StaticString) {
        name.withUTF8Buffer { for byte in $0 { append(byte) } }
    }

    /// The byte at an index below ``count``.
    subscript(index: Int) -> UInt8 {
        let word = index < 8 ? low : high
        return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
    }

    /// Appends a byte, with an ASCII capital made small.
    mutating func append(_ byte: UInt8) {
        let byte = UInt64(byte.asciiLowercased)
        if count < 8 {
            low |= byte << UInt64(count * 8)
        } else if count < Self.capacity {
            high |= byte << UInt64((count - 8) * 8)
        } else if count > Self.capacity {
            return
        }
        count += 1
    }
}
