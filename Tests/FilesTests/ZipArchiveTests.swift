import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files

/// Zip archives as others make them, and as nobody should.
@Suite struct ZipArchiveTests {
    /// Has Python's zipfile make an archive of some contents, `0`, `1` and so on, at a level of compression.
    private static func archive(of contents: [[UInt8]], level: Int, in folder: TemporaryFolder) throws -> ZipArchive {
        for (number, content) in contents.enumerated() { try folder.write(bytes: content, to: "\(number)") }
        let python = try #require(OtherProgram("python3"))
        let program = """
            import sys, zipfile
            count, level = int(sys.argv[1]), int(sys.argv[2])
            with zipfile.ZipFile("a.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
                for number in range(count): archive.write(str(number))
            """
        let arguments = ["-c", program, "\(contents.count)", "\(level)"]
        try #require(try python.run(arguments, in: folder.path).status == 0)
        return try ZipArchive(folder.path.appending("a.zip"))
    }

    /// All entries were looked through for each name.
    ///
    /// See: audit of 0.2.0, D4.
    @Test func entriesAreFoundAtOnce() throws {
        let folder = TemporaryFolder()
        let isLinear = try growsLinearly(to: 16_000) { count in
            try folder.write(bytes: StoredZip((0..<count).map { ("\($0)", []) }).bytes, to: "a.zip")
            let archive = try ZipArchive(folder.path.appending("a.zip"))
            return threadSeconds { (0..<count).forEach { _ = archive.entry(named: "\($0)") } }
        }
        #expect(isLinear)
    }

    /// All kinds of blocks: stored, with the fixed codes, with codes of their own; matches near and far.
    @Test(arguments: [0, 1, 6, 9]) func unpacksWhatOthersPack(level: Int) throws {
        var random = SplitMix64(seed: UInt64(level) + 1)
        let noise = (0..<100_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let words = (0..<60_000).map { _ in UInt8(ascii: "a") + UInt8.random(in: 0...3, using: &random) }
        let contents: [[UInt8]] = [
            [], [65], Array("hello hello hello hello".utf8), noise, words, Array(repeating: 7, count: 300_000),
            noise + noise.prefix(32_000) + words + noise, (0..<200_000).map { UInt8($0 % 251) },
            (0..<5000).flatMap { Array("\($0) ".utf8) },
        ]
        let folder = TemporaryFolder()
        let archive = try Self.archive(of: contents, level: level, in: folder)
        #expect(archive.entries.map(\.name) == contents.indices.map { "\($0)" })
        for (number, content) in contents.enumerated() {
            #expect(archive.entries[number].size == content.count)
            let unpacked = try archive.contents(of: "\(number)", limit: 1 << 20)
            #expect(unpacked == content, "\(number)")
        }
        #expect(try archive.contents(of: "none", limit: 1) == nil)
        #expect(throws: ZipError.damagedEntry("5")) { try archive.contents(of: "5", limit: 299_999) }
    }

    private static func opened(_ bytes: [UInt8]) throws -> ZipArchive {
        let folder = TemporaryFolder()
        try folder.write(bytes: bytes, to: "a.zip")
        return try ZipArchive(folder.path.appending("a.zip"))
    }

    /// What a deflated entry of `size` bytes holds.
    private static func deflated(_ stream: [UInt8], size: Int, checksum: UInt32) -> [UInt8] {
        StoredZip(entries: [
            .init("a", stream).with {
                $0.method = 8
                $0.size = size
                $0.checksum = checksum
            }
        ]).bytes
    }

    /// A megabyte of which the archive says that it has ten bytes is not unpacked further.
    @Test func anEntryIsNeverLargerThanItSays() throws {
        let bomb = Array(DeflateBomb.bytes(unpackingTo: 1 << 20).dropFirst(10))
        let archive = try Self.opened(Self.deflated(bomb, size: 10, checksum: 0))
        var seen = 0
        #expect(throws: ZipError.damagedEntry("a")) { try archive.unpack(archive.entries[0]) { seen += $0.count } }
        #expect(seen <= 10)
    }

    /// RFC 1951: what no compressor writes.
    @Test(
        arguments: [
            ("nothing", []), ("a block of a kind that there is not", [0b111]),
            ("a stored block whose lengths differ", [1, 1, 0, 0, 0, 65]),
            ("a stored block that ends early", [1, 2, 0, 0xFD, 0xFF, 65]),
            ("a match before the beginning", [0x03, 0x02, 0x00]),
            ("more after the end", [1, 1, 0, 0xFE, 0xFF, 65, 65]),
            ("codes without an end", [0x05, 0xC0, 0x01, 0, 0, 0, 0, 0, 0, 0]),
        ] as [(String, [UInt8])]) func refusesAStream(of what: String, _ stream: [UInt8]) throws
    {
        let archive = try Self.opened(Self.deflated(stream, size: 1, checksum: StoredZip.crc32([65])))
        #expect(throws: ZipError.damagedEntry("a"), "\(what)") { try archive.contents(of: "a", limit: 100) }
    }

    @Test func theChecksumCounts() throws {
        let archive = try Self.opened(StoredZip(entries: [.init("a", [1, 2]).with { $0.checksum = 7 }]).bytes)
        #expect(throws: ZipError.damagedEntry("a")) { try archive.contents(of: "a", limit: 2) }
    }

    /// Other readers go by the name in the entry's own header.
    @Test func theTwoNamesOfAnEntryAreOne() throws {
        var bytes = StoredZip([("abc", [1])]).bytes
        bytes[30] = UInt8(ascii: "x")
        let archive = try Self.opened(bytes)
        #expect(throws: ZipError.damagedEntry("abc")) { try archive.contents(of: "abc", limit: 1) }
    }

    @Test func refusesWhatIsNoArchive() throws {
        let good = StoredZip([("a", [1])]).bytes
        #expect(throws: ZipError.notAnArchive) { try Self.opened([]) }
        #expect(throws: ZipError.notAnArchive) { try Self.opened(Array("hello".utf8)) }
        #expect(throws: ZipError.notAnArchive) { try Self.opened(Array(good.dropLast())) }
        #expect(throws: ZipError.notAnArchive) { try Self.opened(good + [0]) }
        #expect(throws: ZipError.damaged) { try Self.opened([0] + good) }
        #expect(throws: ZipError.unsupported("encrypted")) {
            try Self.opened(StoredZip(entries: [.init("a").with { $0.flags = 1 }]).bytes)
        }
        #expect(throws: ZipError.unsupported("compressed with method 12")) {
            try Self.opened(StoredZip(entries: [.init("a").with { $0.method = 12 }]).bytes)
        }
    }

    /// A directory is read at once, so it has 64 MiB at most, which it reaches here by comments.
    @Test func aDirectoryThatIsTooLongIsNotRead() throws {
        let comment = [UInt8](repeating: 32, count: 0xFFFF)
        func archive(of count: Int) throws -> ZipArchive {
            let small = StoredZip([("a", [])]).bytes
            // The entry's own header and the end of the archive are 31 and 22 bytes.
            var entry = Array(small[31..<small.count - 22])
            (entry[32], entry[33]) = (0xFF, 0xFF)
            entry += comment
            var end = Array(small.suffix(22))
            let numbers = [(8, count, 2), (10, count, 2), (12, count * entry.count, 4)]
            for (place, value, width) in numbers {
                for byte in 0..<width { end[place + byte] = UInt8(value >> (8 * byte) & 0xFF) }
            }
            var bytes = Array(small.prefix(31))
            bytes.reserveCapacity(bytes.count + count * entry.count + end.count)
            for _ in 0..<count { bytes += entry }
            return try Self.opened(bytes + end)
        }
        #expect(try archive(of: 1023).entries.count == 1023)
        #expect(throws: ZipError.damaged) { try archive(of: 1024) }
    }

    /// Whatever bytes are changed, an archive is read or refused, and never more comes out than it says.
    @Test(arguments: 0..<4 as Range<UInt64>) func changedBytesDoNoHarm(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = TemporaryFolder()
        let text = (0..<3000).flatMap { Array("\($0 % 97) ".utf8) }
        _ = try Self.archive(of: [text, [1, 2, 3], Array(text.reversed())], level: 6, in: folder)
        let good = try Data(contentsOf: URL(filePath: folder.path.appending("a.zip").string))
        for _ in 0..<rounds(300) {
            var bytes = [UInt8](good)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                bytes[index] = UInt8.random(in: .min ... .max, using: &random)
            }
            if Int.random(in: 0..<8, using: &random) == 0 {
                bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
            }
            try folder.write(bytes: bytes, to: "b.zip")
            guard let archive = try? ZipArchive(folder.path.appending("b.zip")) else { continue }
            for entry in archive.entries where entry.size < 1 << 24 {
                var count = 0
                try? archive.unpack(entry) { count += $0.count }
                #expect(count <= entry.size)
            }
        }
    }
}
