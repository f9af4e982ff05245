import Scanning
package import SystemPackage

/// A SHA-256 checksum (FIPS 180-4) of 64 hexadecimal digits.
package struct SHA256: Hashable, CustomStringConvertible, Sendable, BitwiseCopyable {
    /// Most significant bits first.
    let words: SIMD8<UInt32>

    package init(words: SIMD8<UInt32>) { self.words = words }

    package init?(argument text: String) {
        guard text.utf8.count == 64, text.allSatisfy(\.isHexDigit), text.allSatisfy(\.isASCII) else { return nil }
        var words = SIMD8<UInt32>()
        for (index, digit) in text.enumerated() {
            words[index / 8] = words[index / 8] << 4 | UInt32(digit.hexDigitValue ?? 0)
        }
        self.words = words
    }

    package init(of bytes: [UInt8]) {
        // Safety: the bytes are only read during the call.
        self = bytes.withUnsafeBytes { SHA256(of: $0) }
    }

    package init(of bytes: UnsafeRawBufferPointer) {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        self = hasher.finish()
    }

    package var description: String { words.indices.map { words[$0].hexadecimal(width: 8) }.joined() }

    package static func ofFile(_ path: FilePath) throws -> SHA256 { try of(path, named: path.string, from: 0) }

    /// The checksum of an open file, which need not have a name, from `start` on; does not use or change the file
    /// position.
    package static func ofFile(_ file: FileDescriptor, named name: String, from start: Int64 = 0) throws -> SHA256 {
        // A duplicate would share the file position and the write-only mode.
        try of(FilePath("/proc/self/fd/\(file.rawValue)"), named: name, from: start)
    }

    private static func of(_ path: FilePath, named name: String, from start: Int64) throws -> SHA256 {
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            defer { try? file.close() }
            if start != 0 { try file.seek(offset: start, from: .start) }
            return try ofRest(of: file)
        } catch let errno as Errno { throw FileError.cannotRead(name, errno) }
    }

    /// The checksum from the current file position on; checks for cancellation.
    package static func ofRest(of file: FileDescriptor) throws -> SHA256 {
        var hasher = SHA256Hasher()
        try file.forEachPiece {
            hasher.update($0)
            try Task.checkCancellation()
        }
        return hasher.finish()
    }
}
