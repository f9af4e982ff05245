/// A zip archive with files as they are, without compression (PKWARE's APPNOTE 6.3, sections 4.3 and 4.5).
package struct StoredZip {
    /// A part of an archive, which need not be what it says.
    package struct Entry {
        /// Its name.
        package var name: [UInt8]
        /// What is stored.
        package var content: [UInt8]
        /// The mode that Unix has, as `0o120777` for a link; 0 for what other systems make.
        package var mode: UInt32 = 0
        /// What the flags of section 4.4.4 say.
        package var flags: UInt16 = 0
        /// How it is compressed: 0 for not at all, 8 for deflated.
        package var method: UInt16 = 0
        /// The size that the entry says it has; nil for the true one.
        package var size: Int?
        /// The checksum that the entry says it has; nil for that of the content.
        package var checksum: UInt32?

        /// Makes an entry that is what it says.
        package init(_ name: String, _ content: [UInt8] = []) {
            self.name = Array(name.utf8)
            self.content = content
        }

        /// The entry, changed.
        package func with(_ change: (inout Entry) -> Void) -> Entry {
            var entry = self
            change(&entry)
            return entry
        }
    }

    /// The archive.
    package let bytes: [UInt8]

    /// Makes the archive of some files.
    package init(_ files: [(name: String, content: [UInt8])]) {
        self.init(entries: files.map { Entry($0.name, $0.content) })
    }

    /// Makes the archive of some entries.
    package init(entries: [Entry]) {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            // Version, flags, method, time and date (1980-01-01), checksum, sizes, lengths.
            let shared =
                Self.little(20, entry.flags, entry.method, 0, 0x21)
                + Self.little(
                    words: entry.checksum ?? Self.crc32(entry.content), UInt32(entry.content.count),
                    UInt32(entry.size ?? entry.content.count)) + Self.little(UInt16(entry.name.count), 0)
            directory +=
                Self.little(words: 0x0201_4B50) + Self.little(20) + shared + Self.little(0, 0, 0)
                + Self.little(words: entry.mode << 16, UInt32(archive.count)) + entry.name
            archive += Self.little(words: 0x0403_4B50) + shared + entry.name + entry.content
        }
        let end =
            Self.little(words: 0x0605_4B50) + Self.little(0, 0)
            + Self.little(UInt16(entries.count), UInt16(entries.count))
            + Self.little(words: UInt32(directory.count), UInt32(archive.count)) + Self.little(0)
        bytes = archive + directory + end
    }

    private static func little(_ values: UInt16...) -> [UInt8] {
        values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }

    private static func little(words: UInt32...) -> [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }

    /// The checksum of an entry's content.
    package static func crc32(_ bytes: [UInt8]) -> UInt32 {
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
