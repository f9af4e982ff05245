/// Deflate with the fixed codes, in which what repeats the byte or the row before is replaced (RFC 1950, RFC 1951).
enum TinyDeflate {
    /// The bytes of a picture whose rows have a width.
    static func zlib(_ bytes: [UInt8], width: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.put(0b011, 3)  // The last block, with fixed codes.
        var index = 0
        while index < bytes.count {
            let matches = [1, width].map { distance -> (length: Int, distance: Int) in
                guard distance <= min(index, 32_768) else { return (0, distance) }
                var length = 0
                while length < 258, index + length < bytes.count,
                    bytes[index + length] == bytes[index + length - distance]
                { length += 1 }
                return (length, distance)
            }
            if let best = matches.max(by: { $0.length < $1.length }), best.length >= 3 {
                bits.put(best)
                index += best.length
            } else {
                bits.putLiteral(bytes[index])
                index += 1
            }
        }
        bits.putCode(0, 7)
        return [0x78, 0x01] + bits.finished() + adler32(bytes)
    }

    /// The bytes as they are.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var blocks: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let part = bytes[start..<min(bytes.count, start + 65_535)]
            let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
            blocks += [part.endIndex == bytes.count ? 1 : 0, low, high, ~low, ~high] + part
        }
        return blocks + adler32(bytes)
    }

    private static func adler32(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [high >> 8, high, low >> 8, low].map { UInt8($0 & 0xFF) }
    }
}

/// Packs bits and codes into bytes, the lowest bit first.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var held = 0
    private var count = 0

    /// Where lengths and distances of a code begin, and how many further bits it has.
    private static let lengths: [(base: Int, extra: Int)] =
        (0..<8).map { ($0 + 3, 0) }
        + (8..<28).map { code in
            let extra = code / 4 - 1
            return (3 + (4 + code % 4) << extra, extra)
        } + [(258, 0)]
    private static let distances: [(base: Int, extra: Int)] =
        (0..<4).map { ($0 + 1, 0) }
        + (4..<30).map { code in
            let extra = code / 2 - 1
            return (1 + (2 + code % 2) << extra, extra)
        }

    mutating func put(_ bits: Int, _ length: Int) {
        held |= bits << count
        count += length
        while count >= 8 {
            bytes.append(UInt8(held & 0xFF))
            held >>= 8
            count -= 8
        }
    }

    /// Codes come with their highest bit first.
    mutating func putCode(_ code: Int, _ length: Int) { for bit in (0..<length).reversed() { put(code >> bit & 1, 1) } }

    mutating func putLiteral(_ byte: UInt8) {
        if byte < 144 { putCode(0b0011_0000 + Int(byte), 8) } else { putCode(0b1_1001_0000 + Int(byte) - 144, 9) }
    }

    mutating func put(_ match: (length: Int, distance: Int)) {
        let length = Self.lengths.lastIndex { $0.base <= match.length } ?? 0
        if length < 23 { putCode(length + 1, 7) } else { putCode(0b1100_0000 + length - 23, 8) }
        put(match.length - Self.lengths[length].base, Self.lengths[length].extra)
        let distance = Self.distances.lastIndex { $0.base <= match.distance } ?? 0
        putCode(distance, 5)
        put(match.distance - Self.distances[distance].base, Self.distances[distance].extra)
    }

    func finished() -> [UInt8] { count > 0 ? bytes + [UInt8(held & 0xFF)] : bytes }
}
