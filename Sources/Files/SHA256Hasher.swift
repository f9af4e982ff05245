/// Computes a SHA-256 checksum (FIPS 180-4) incrementally.
///
/// ```swift
/// var hasher = SHA256Hasher()
/// hasher.update(first)
/// hasher.update(second)
/// let checksum = hasher.finish()
/// ```
package struct SHA256Hasher: Sendable {
    private static let blockSize = 64

    private var state = SIMD8<UInt32>(
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19)
    private var length: UInt64 = 0
    private var rest: [UInt8] = []

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        length &+= UInt64(bytes.count)
        var bytes = bytes
        if !rest.isEmpty {
            let missing = min(Self.blockSize - rest.count, bytes.count)
            rest += bytes[..<missing]
            bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
            if rest.count < Self.blockSize { return }
            rest.withUnsafeBytes { Self.compress($0, into: &state) }
            rest.removeAll(keepingCapacity: true)
        }
        let whole = bytes.count / Self.blockSize * Self.blockSize
        Self.compress(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), into: &state)
        rest += bytes[whole...]
    }

    /// Adds the length of the string and its UTF-8 bytes; the length separates consecutive strings.
    package mutating func update(_ text: String) {
        withUnsafeBytes(of: UInt64(text.utf8.count).bigEndian) { update($0) }
        var text = text
        text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
    }

    package consuming func finish() -> SHA256 {
        rest.append(0x80)
        while rest.count % Self.blockSize != Self.blockSize - 8 { rest.append(0) }
        let bitCount = length &* 8
        for shift in stride(from: 56, through: 0, by: -8) {
            rest.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
        }
        rest.withUnsafeBytes { Self.compress($0, into: &state) }
        return SHA256(words: state)
    }

    private static func compress(_ blocks: UnsafeRawBufferPointer, into state: inout SIMD8<UInt32>) {
        guard let start = blocks.baseAddress else { return }
        var hash = state
        constants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
                for offset in stride(from: 0, to: blocks.count, by: blockSize) {
                    // Safety: `words` and `constants` have 64 elements, for 64 rounds; 64 bytes, possibly unaligned,
                    // follow each offset.
                    for index in 0..<16 {
                        let word = start.loadUnaligned(fromByteOffset: offset &+ 4 &* index, as: UInt32.self)
                        words[index] = UInt32(bigEndian: word)
                    }
                    for index in 16..<64 {
                        let (late, early) = (words[index &- 2], words[index &- 15])
                        words[index] =
                            (rotated(late, 17) ^ rotated(late, 19) ^ late &>> 10) &+ words[index &- 7]
                            &+ (rotated(early, 7) ^ rotated(early, 18) ^ early &>> 3) &+ words[index &- 16]
                    }
                    hash = compress(hash, words, constants)
                }
            }
        }
        state = hash
    }

    @inline(__always) private static func compress(
        _ hash: SIMD8<UInt32>, _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
    ) -> SIMD8<UInt32> {
        var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
        var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
        var round = 0
        while round < 64 {
            // After eight rounds, each variable is back in its own position.
            step(a, b, c, &d, e, f, g, &h, words[round] &+ constants[round])
            step(h, a, b, &c, d, e, f, &g, words[round &+ 1] &+ constants[round &+ 1])
            step(g, h, a, &b, c, d, e, &f, words[round &+ 2] &+ constants[round &+ 2])
            step(f, g, h, &a, b, c, d, &e, words[round &+ 3] &+ constants[round &+ 3])
            step(e, f, g, &h, a, b, c, &d, words[round &+ 4] &+ constants[round &+ 4])
            step(d, e, f, &g, h, a, b, &c, words[round &+ 5] &+ constants[round &+ 5])
            step(c, d, e, &f, g, h, a, &b, words[round &+ 6] &+ constants[round &+ 6])
            step(b, c, d, &e, f, g, h, &a, words[round &+ 7] &+ constants[round &+ 7])
            round &+= 8
        }
        return hash &+ SIMD8(a, b, c, d, e, f, g, h)
    }

    /// One round.
    ///
    /// The variables rotate instead of moving, so only two change.
    @inline(__always) private static func step(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
        _ h: inout UInt32, _ word: UInt32
    ) {
        let mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        let first = h &+ mixed &+ (g ^ (e & (f ^ g))) &+ word
        let majority = (a & b) | (c & (a | b))
        d = d &+ first
        h = first &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
    }

    @inline(__always) private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word &>> count | word &<< (32 &- count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
