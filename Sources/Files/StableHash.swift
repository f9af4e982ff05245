import Scanning

/// A hash that is the same in every run, on every machine, and in every version.
///
/// It is 64-bit FNV-1a, whose low bits are too weak for a modulus, followed by the finalizer of SplitMix64. It is not
/// collision-resistant against an attacker, so use it only for data of one owner.
package struct StableHash: Sendable, Hashable {
    package let value: UInt64

    package init(of bytes: some Sequence<UInt8>) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        value = hash ^ (hash >> 31)
    }

    package var digits: String { value.hexadecimal(width: 16) }
}
