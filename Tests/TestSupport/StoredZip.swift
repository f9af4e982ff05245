/// A zip archive with files as they are, without compression (PKWARE's APPNOTE 6.3, sections 4.3 and 4.5).
package struct StoredZip {
    /// The archive.
    package let bytes: [UInt8]

    /// Makes the archive of some files.
    package init(_ files: [(name: String, content: [UInt8])]) {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for (name, content) in files {
            let name = Array(name.utf8)
            // Version, flags, method, time and date (1980-01-01), checksum, sizes, lengths.
            let shared =
                Self.little(20, 0, 0, 0, 0x21)
                + Self.little(
                    words: Self.crc32(content), UInt32(content.count), UInt32(content.count))
                + Self.little(UInt16(name.count), 0)
            directory +=
                Self.little(words: 0x0201_4B50) + Self.little(20) + shared
                + Self.little(0, 0, 0) + Self.little(words: 0, UInt32(archive.count)) + name
            archive += Self.little(words: 0x0403_4B50) + shared + name + content
        }
        let end =
            Self.little(words: 0x0605_4B50) + Self.little(0, 0)
            + Self.little(UInt16(files.count), UInt16(files.count))
            + Self.little(words: UInt32(directory.count), UInt32(archive.count)) + Self.little(0)
        bytes = archive + directory + end
    }

    private static func little(_ values: UInt16...) -> [UInt8] {
        values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }

    private static func little(words: UInt32...) -> [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = crc & 1 == 1
                crc >>= 1
                if isOdd { crc ^= 0xEDB8_8320 }
            }
        }
        return ~crc
    }
}
