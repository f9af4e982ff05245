import CZlib
package import SystemPackage

/// A zip archive (PKWARE's APPNOTE 6.3), such as a jar or a wheel, read from its central directory.
///
/// The archive is not trusted: entries must be inside the file, their headers must match the directory, and their
/// contents must have the size and checksum in the directory. The caller must check names before creating files.
///
/// ```swift
/// let archive = try ZipArchive("liquibase.jar")
/// let properties = try archive.contents(of: "liquibase.build.properties", limit: 1 << 16)
/// ```
package final class ZipArchive: Sendable {
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        /// A symbolic link, device or pipe, which archives of programs do not need.
        case other
    }

    package struct Entry: Hashable, Sendable {
        /// The components are separated by slashes, and a folder's name ends with one; `nil` if the name is not UTF-8.
        package let name: String?
        package let kind: Kind
        package let isExecutable: Bool
        /// The size in bytes after decompression; larger contents are rejected.
        package let size: Int
        fileprivate let compressedSize: Int
        fileprivate let isCompressed: Bool
        fileprivate let checksum: UInt32
        fileprivate let header: Int
        fileprivate let nameBytes: [UInt8]

        package var shownName: String { name ?? String(decoding: nameBytes, as: UTF8.self) }
    }

    /// The version of zlib; `nil` if it is not installed.
    package static var libraryVersion: String? {
        // Safety: the string is a constant of zlib.
        czlib_load() == 0 ? String(cString: czlib_version()) : nil
    }

    package let entries: [Entry]
    private let file: FileDescriptor
    /// If names are repeated, the last entry wins.
    private let named: [String: Entry]

    /// Opens an archive and reads its directory; throws ``ZipError`` or `Errno`.
    package init(_ path: FilePath) throws {
        guard czlib_load() == 0 else { throw ZipError.noLibrary }
        // Non-blocking, because opening a pipe could block.
        file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        do {
            entries = try Self.entries(in: file, size: Int(file.seek(offset: 0, from: .end)))
            named = Dictionary(entries.compactMap { entry in entry.name.map { ($0, entry) } }) { $1 }
        } catch {
            try? file.close()
            throw error
        }
    }

    deinit { try? file.close() }

    package func entry(named name: String) -> Entry? { named[name] }

    /// The contents of an entry; `nil` if there is none.
    ///
    /// Throws ``ZipError`` if it is damaged or larger than `limit`.
    package func contents(of name: String, limit: Int) throws -> [UInt8]? {
        guard let entry = entry(named: name) else { return nil }
        guard entry.size <= limit else { throw ZipError.damagedEntry(name) }
        var contents: [UInt8] = []
        contents.reserveCapacity(entry.size)
        try unpack(entry) { contents += $0 }
        return contents
    }

    /// Decompresses an entry in chunks.
    ///
    /// On an error, `consume` may already have received some of them, but never more than the entry's size.
    package func unpack(_ entry: Entry, into consume: (UnsafeRawBufferPointer) throws -> Void) throws {
        let damage = ZipError.damagedEntry(entry.shownName)
        let head = try Self.bytes(of: file, at: entry.header, count: Self.localHeaderSize)
        guard head.starts(with: Self.localMark), head.number(at: 26, 2) == entry.nameBytes.count,
            try Self.bytes(of: file, at: entry.header + Self.localHeaderSize, count: entry.nameBytes.count)
                == entry.nameBytes
        else { throw damage }
        var offset = entry.header + Self.localHeaderSize + entry.nameBytes.count + head.number(at: 28, 2)
        let end = offset + entry.compressedSize
        func next() throws -> [UInt8]? {
            guard offset < end else { return nil }
            let piece = try Self.bytes(of: file, at: offset, count: min(end - offset, 1 << 16))
            offset += piece.count
            return piece
        }
        var checksum: UInt = 0
        var left = entry.size
        func take(_ piece: UnsafeRawBufferPointer) throws {
            guard piece.count <= left else { throw damage }
            left -= piece.count
            checksum = czlib_crc32(
                checksum, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(piece.count))
            try consume(piece)
        }
        if entry.isCompressed {
            try Self.inflate(next, into: take, orThrow: damage)
        } else {
            while let piece = try next() { try piece.withUnsafeBytes(take) }
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
    private static let directoryLimit = 1 << 26

    private static func bytes(of file: FileDescriptor, at offset: Int, count: Int) throws -> [UInt8] {
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = try file.read(fromAbsoluteOffset: Int64(offset + filled), into: rest)
                if read == 0 { break }
                filled += read
            }
        }
        guard bytes.count == count else { throw ZipError.damaged }
        return bytes
    }

    /// Reads the central directory (section 4.3.12), located by its end record (section 4.3.16).
    ///
    /// It must directly precede the record, which only a comment may follow.
    private static func entries(in file: FileDescriptor, size: Int) throws -> [Entry] {
        let tail = try bytes(of: file, at: max(0, size - endSize - 0xFFFF), count: min(size, endSize + 0xFFFF))
        let places = stride(from: tail.count - endSize, through: 0, by: -1)
        guard
            let place = places.first(where: { place in
                tail[place...].starts(with: endMark) && tail.number(at: place + 20, 2) == tail.count - place - endSize
            })
        else { throw ZipError.notAnArchive }
        let end = Array(tail[place...])
        let count = end.number(at: 10, 2)
        guard end.number(at: 4, 2) == 0, end.number(at: 6, 2) == 0, end.number(at: 8, 2) == count else {
            throw ZipError.unsupported("part of a multipart archive")
        }
        let (length, start) = (end.number(at: 12, 4), end.number(at: 16, 4))
        // Then the number is in a Zip64 record.
        if count == 0xFFFF { throw ZipError.unsupported("a zip archive with more than 65,534 entries") }
        guard length < 0xFFFF_FFFF, start < 0xFFFF_FFFF else {
            throw ZipError.unsupported("a zip archive larger than 4 GB")
        }
        guard start + length == size - tail.count + place, length <= directoryLimit else { throw ZipError.damaged }
        let directory = try bytes(of: file, at: start, count: length)
        var position = 0
        var entries: [Entry] = []
        for _ in 0..<count { entries.append(try entry(in: directory, at: &position, dataEnd: start)) }
        guard position == length else { throw ZipError.damaged }
        return entries
    }

    private static func entry(in directory: [UInt8], at position: inout Int, dataEnd: Int) throws -> Entry {
        guard directory.count - position >= entryHeaderSize, directory[position...].starts(with: entryMark) else {
            throw ZipError.damaged
        }
        func number(_ offset: Int, _ width: Int) -> Int { directory.number(at: position + offset, width) }
        let nameStart = position + entryHeaderSize
        let nameEnd = nameStart + number(28, 2)
        let end = nameEnd + number(30, 2) + number(32, 2)
        guard end <= directory.count else { throw ZipError.damaged }
        let nameBytes = Array(directory[nameStart..<nameEnd])
        guard number(8, 2) & 1 == 0 else { throw ZipError.unsupported("encrypted") }
        let method = number(10, 2)
        guard method == 0 || method == 8 else { throw ZipError.unsupported("compressed with method \(method)") }
        let (compressedSize, header) = (number(20, 4), number(42, 4))
        guard header + localHeaderSize + nameBytes.count + compressedSize <= dataEnd else { throw ZipError.damaged }
        // The upper half is the Unix mode, or 0 if the archive was created elsewhere.
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
            name: String(validating: nameBytes, as: UTF8.self), kind: kind, isExecutable: mode & 0o100 != 0,
            size: number(24, 4), compressedSize: compressedSize, isCompressed: method == 8,
            checksum: UInt32(number(16, 4)), header: header, nameBytes: nameBytes)
    }
}

extension [UInt8] {
    /// Little-endian.
    fileprivate func number(at index: Int, _ width: Int) -> Int {
        self[index..<index + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
