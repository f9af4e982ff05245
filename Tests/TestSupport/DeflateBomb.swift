/// A gzip stream that is 159 times as large when it is unpacked (RFC 1951, section 3.2.6, and 1952).
package enum DeflateBomb {
    /// The stream for at least so many bytes; it lacks the check sum at its end.
    package static func bytes(unpackingTo size: Int) -> [UInt8] {
        var bits = Bits()
        bits.append(0b1, 1)  // the last block
        bits.append(0b01, 2)  // with the codes that need no table
        bits.append(reversed: 0b1010_1000, 8)  // the letter x
        for _ in 0...(size / 258) {
            bits.append(reversed: 0b1100_0101, 8)  // again, 258 times
            bits.append(0, 5)  // from one byte before
        }
        bits.append(0, 7)  // the end
        return header + bits.bytes
    }

    /// A gzip stream of any bytes, as they are; it lacks the check sum at its end.
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream = header
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let isLast: UInt8 = block.endIndex == bytes.count ? 1 : 0
            let (high, low) = (UInt8(block.count >> 8), UInt8(block.count & 0xFF))
            stream += [isLast, low, high, ~low, ~high] + block
        }
        return stream
    }

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    private struct Bits {
        private(set) var bytes: [UInt8] = []
        private var count = 0

        mutating func append(_ value: Int, _ width: Int) {
            for position in 0..<width {
                if count % 8 == 0 { bytes.append(0) }
                bytes[count / 8] |= UInt8(value >> position & 1) << (count % 8)
                count += 1
            }
        }

        /// Huffman codes begin with their highest bit.
        mutating func append(reversed value: Int, _ width: Int) {
            for position in (0..<width).reversed() { append(value >> position & 1, 1) }
        }
    }
}
