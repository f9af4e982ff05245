import CZlib
package import SystemPackage

/// A zip archive (PKWARE's APPNOTE 6.3), such as a jar or a wheel, read from its central directory.
///
/// Nothing that it says is believed: what is read lies in the file, an entry's own header agrees with the
/// directory, and its bytes have the size and the checksum that the directory tells. What an entry's name
/// means for files is up to the caller.
///
/// ```swift
/// let archive = try ZipArchive("liquibase.jar")
/// let properties = try archive.contents(of: "liquibase.build.properties", limit: 1 << 16)
/// ```
package final class ZipArchive: Sendable {
    /// What an entry is, as the file systems of Unix have it.
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        /// A symbolic link, a device, a pipe: what no archive of programs needs.
        case other
    }

    /// A part of an archive.
    package struct Entry: Hashable, Sendable {
        /// Its name, with slashes between its components, and one at the end of a folder's; nil where it is
        /// not UTF-8.
        package let name: String?
        package let kind: Kind
        /// Whether its owner may execute it.
        package let isExecutable: Bool
        /// How many bytes it unpacks to, as the archive says; what it unpacks to is never more.
        package let size: Int
        fileprivate let compressedSize: Int
        fileprivate let isCompressed: Bool
        fileprivate let checksum: UInt32
        fileprivate let header: Int
        fileprivate let nameBytes: [UInt8]

        /// The name for messages.
        package var shownName: String { name ?? String(decoding: nameBytes, as: UTF8.self) }
    }

    /// The version of zlib; nil where it is not installed.
    package static var libraryVersion: String? {
        // Safety: the string is a constant of zlib.
        czlib_load() == 0 ? String(cString: czlib_version()) : nil
    }

    /// Its entries, in the order of its directory.
    package let entries: [Entry]
    private let file: FileDescriptor
    /// The entries by their names; of several, the last counts.
    private let named: [String: Entry]

    /// Opens an archive, and reads its directory.
    ///
    /// - Throws: ``ZipError``, `Errno`.
    package init(_ path: FilePath) throws {
        guard czlib_load() == 0 else { throw ZipError.noLibrary }
        // A pipe would be waited for.
        file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        do {
            entries = try Self.entries(in: file, size: Int(file.seek(offset: 0, from: .end)))
            named = Dictionary(entries.compactMap { entry in entry.name.map { ($0, entry) } }) {
                $1
            }
        } catch {
            try? file.close()
            throw error
        }
    }

    deinit { try? file.close() }

    /// The entry of a name; the last, if there are several.
    package func entry(named name: String) -> Entry? { named[name] }

    /// The bytes of an entry, by its name; nil where there is none.
    ///
    /// - Throws: ``ZipError``, also where it is larger than `limit`; `Errno`.
    package func contents(of name: String, limit: Int) throws -> [UInt8]? {
        guard let entry = entry(named: name) else { return nil }
        guard entry.size <= limit else { throw ZipError.damagedEntry(name) }
        var contents: [UInt8] = []
        contents.reserveCapacity(entry.size)
        try unpack(entry) { contents += $0 }
        return contents
    }

    /// Unpacks an entry, a piece at a time.
    ///
    /// - Throws: ``ZipError``, `Errno`, and what `consume` throws; pieces may have been consumed by then,
    ///   never more bytes than the entry's size.
    package func unpack(
        _ entry: Entry, into consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let damage = ZipError.damagedEntry(entry.shownName)
        let head = try Self.bytes(of: file, at: entry.header, count: Self.localHeaderSize)
        guard head.starts(with: Self.localMark), head.number(at: 26, 2) == entry.nameBytes.count,
            try Self.bytes(
                of: file, at: entry.header + Self.localHeaderSize, count: entry.nameBytes.count)
                == entry.nameBytes
        else { throw damage }
        var reader = Reader(
            file: file,
            offset: entry.header + Self.localHeaderSize + entry.nameBytes.count
                + head.number(at: 28, 2),
            remaining: entry.compressedSize)
        var checksum: UInt = 0
        var left = entry.size
        func take(_ piece: UnsafeRawBufferPointer) throws {
            guard piece.count <= left else { throw damage }
            left -= piece.count
            checksum = czlib_crc32(
                checksum, piece.baseAddress?.assumingMemoryBound(to: UInt8.self),
                UInt32(piece.count))
            try consume(piece)
        }
        if entry.isCompressed {
            do throws(any Error) {
                try Inflater.inflate({ try reader.next() }, into: take)
            } catch is InflateError {
                throw damage
            }
        } else {
            while let piece = try reader.next() { try piece.withUnsafeBytes(take) }
        }
        guard left == 0, checksum == entry.checksum else { throw damage }
    }
}

extension ZipArchive {
    private static let localMark: [UInt8] = [0x50, 0x4B, 3, 4]
    private static let entryMark: [UInt8] = [0x50, 0x4B, 1, 2]
    private static let endMark: [UInt8] = [0x50, 0x4B, 5, 6]
    private static let localHeaderSize = 30
    private static let entryHeaderSize = 46
    private static let endSize = 22
    /// The most bytes that a directory may have: it is read at once.
    private static let directoryLimit = 1 << 26

    private static func bytes(
        of file: FileDescriptor, at offset: Int, count: Int
    ) throws -> [UInt8] {
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = try file.read(fromAbsoluteOffset: Int64(offset + filled), into: rest)
                if read == 0 { break }
                filled += read
            }
        }
        guard bytes.count == count else { throw ZipError.damaged }
        return bytes
    }

    /// The entries of section 4.3.12, found from the end of section 4.3.16, which the directory precedes
    /// at once, and which nothing but its own comment follows.
    private static func entries(in file: FileDescriptor, size: Int) throws -> [Entry] {
        let tail = try bytes(
            of: file, at: max(0, size - endSize - 0xFFFF), count: min(size, endSize + 0xFFFF))
        let places = stride(from: tail.count - endSize, through: 0, by: -1)
        guard
            let place = places.first(where: { place in
                tail[place...].starts(with: endMark)
                    && tail.number(at: place + 20, 2) == tail.count - place - endSize
            })
        else { throw ZipError.notAnArchive }
        let end = Array(tail[place...])
        let count = end.number(at: 10, 2)
        guard end.number(at: 4, 2) == 0, end.number(at: 6, 2) == 0, end.number(at: 8, 2) == count
        else { throw ZipError.unsupported("one of several parts") }
        let (length, start) = (end.number(at: 12, 4), end.number(at: 16, 4))
        // Then another part has the real number.
        if count == 0xFFFF {
            throw ZipError.unsupported("a zip archive of more than 65,534 entries")
        }
        guard length < 0xFFFF_FFFF, start < 0xFFFF_FFFF else {
            throw ZipError.unsupported("a zip archive for more than 4 GB")
        }
        guard start + length == size - tail.count + place, length <= directoryLimit else {
            throw ZipError.damaged
        }
        let directory = try bytes(of: file, at: start, count: length)
        var position = 0
        var entries: [Entry] = []
        for _ in 0..<count {
            entries.append(try entry(in: directory, at: &position, dataEnd: start))
        }
        guard position == length else { throw ZipError.damaged }
        return entries
    }

    private static func entry(
        in directory: [UInt8], at position: inout Int, dataEnd: Int
    ) throws -> Entry {
        guard directory.count - position >= entryHeaderSize,
            directory[position...].starts(with: entryMark)
        else { throw ZipError.damaged }
        func number(_ offset: Int, _ width: Int) -> Int {
            directory.number(at: position + offset, width)
        }
        let nameStart = position + entryHeaderSize
        let nameEnd = nameStart + number(28, 2)
        let end = nameEnd + number(30, 2) + number(32, 2)
        guard end <= directory.count else { throw ZipError.damaged }
        let nameBytes = Array(directory[nameStart..<nameEnd])
        guard number(8, 2) & 1 == 0 else { throw ZipError.unsupported("encrypted") }
        let method = number(10, 2)
        guard method == 0 || method == 8 else {
            throw ZipError.unsupported("compressed with method \(method)")
        }
        let (compressedSize, header) = (number(20, 4), number(42, 4))
        guard header + localHeaderSize + nameBytes.count + compressedSize <= dataEnd else {
            throw ZipError.damaged
        }
        // The upper half is a mode of Unix, and 0 where the archive was made elsewhere.
        let mode = number(38, 4) >> 16
        let isNamedFolder = nameBytes.last == UInt8(ascii: "/")
        let kind: Kind =
            switch mode & 0o170000 {
            case 0: isNamedFolder ? .folder : .file
            case 0o100000: isNamedFolder ? .other : .file
            case 0o040000: isNamedFolder ? .folder : .other
            default: .other
            }
        defer { position = end }
        return Entry(
            name: String(validating: nameBytes, as: UTF8.self), kind: kind,
            isExecutable: mode & 0o100 != 0, size: number(24, 4), compressedSize: compressedSize,
            isCompressed: method == 8, checksum: UInt32(number(16, 4)), header: header,
            nameBytes: nameBytes)
    }

    /// The stored bytes of an entry, a piece at a time.
    private struct Reader {
        let file: FileDescriptor
        var offset: Int
        var remaining: Int

        mutating func next() throws -> [UInt8]? {
            guard remaining > 0 else { return nil }
            let piece = try ZipArchive.bytes(of: file, at: offset, count: min(remaining, 1 << 16))
            offset += piece.count
            remaining -= piece.count
            return piece
        }
    }
}

extension [UInt8] {
    /// A number of some bytes, the lowest one first.
    fileprivate func number(at index: Int, _ width: Int) -> Int {
        self[index..<index + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
