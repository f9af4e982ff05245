import JSON

/// A number made of bytes that is the same in every run, on every machine, and in every version.
///
/// It is FNV-1a with 64 bits, whose lower bits are weak for a remainder, mixed by the last steps of
/// SplitMix64. Who wants to can find two texts with the same number, so it tells apart only what is of
/// one owner.
package struct StableHash: Sendable, Hashable {
    /// The number.
    let value: UInt64

    /// Computes the number of some bytes.
    package init(of bytes: some Sequence<UInt8>) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        value = hash ^ (hash >> 31)
    }

    /// The number in 16 hexadecimal digits.
    package var digits: String { value.hexadecimal(width: 16) }
}
