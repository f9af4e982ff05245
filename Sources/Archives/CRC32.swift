/// The checksum of zip archives (ISO 3309; APPNOTE 4.4.7).
package struct CRC32 {
    private var state: UInt32 = ~0

    /// The checksum of no bytes.
    package init() {}

    /// The checksum of all bytes so far.
    package var value: UInt32 { ~state }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in
            rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
        }
    }

    /// Takes more bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard var next = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        var state = self.state
        // Safety: the pointers stay in the buffer, and the index of a table of 256 is a byte.
        Self.table.withUnsafeBufferPointer { table in
            guard let table = table.baseAddress else { return }
            let end = next + bytes.count
            while next < end {
                state = state >> 8 ^ table[Int((state ^ UInt32(next.pointee)) & 0xFF)]
                next += 1
            }
        }
        self.state = state
    }
}
