import JSON
package import SystemPackage

/// A SHA-256 checksum (FIPS 180-4), 64 hexadecimal digits.
package struct SHA256: Hashable, CustomStringConvertible, Sendable, BitwiseCopyable {
    /// The checksum's 256 bits, the first ones first.
    let words: SIMD8<UInt32>

    /// Makes a checksum of its bits.
    package init(words: SIMD8<UInt32>) {
        self.words = words
    }

    /// Reads a checksum; nil unless it is 64 hexadecimal digits.
    package init?(argument text: String) {
        guard text.utf8.count == 64, text.allSatisfy(\.isHexDigit), text.allSatisfy(\.isASCII)
        else {
            return nil
        }
        var words = SIMD8<UInt32>()
        for (index, digit) in text.enumerated() {
            words[index / 8] = words[index / 8] << 4 | UInt32(digit.hexDigitValue ?? 0)
        }
        self.words = words
    }

    /// Computes the checksum of bytes.
    package init(of bytes: UnsafeRawBufferPointer) {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        self = hasher.finish()
    }

    /// The digits, in lower case.
    package var description: String {
        words.indices.map { words[$0].hexadecimal(width: 8) }.joined()
    }

    /// Computes the checksum of a file.
    ///
    /// - Throws: ``FileError/cannotRead(_:_:)``; `CancellationError` when the task is cancelled.
    package static func ofFile(_ path: FilePath) throws -> SHA256 {
        try of(path, named: path.string, from: 0)
    }

    /// Computes the checksum of an open file, which need not have a name, from an offset on; where the
    /// descriptor stands in it does not matter, and stays.
    ///
    /// - Throws: as ``ofFile(_:)``; messages call the file `name`.
    package static func ofFile(
        _ file: FileDescriptor, named name: String, from start: Int64 = 0
    ) throws -> SHA256 {
        // A duplicate would share the place in the file, and could not read what is open for writing.
        try of(FilePath("/proc/self/fd/\(file.rawValue)"), named: name, from: start)
    }

    private static func of(
        _ path: FilePath, named name: String, from start: Int64
    ) throws -> SHA256 {
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            defer { try? file.close() }
            if start != 0 { try file.seek(offset: start, from: .start) }
            return try ofRest(of: file)
        } catch let errno as Errno {
            throw FileError.cannotRead(name, errno)
        }
    }

    /// Computes the checksum of what can still be read from a file.
    ///
    /// - Throws: `Errno`; `CancellationError` when the task is cancelled.
    package static func ofRest(of file: FileDescriptor) throws -> SHA256 {
        var hasher = SHA256Hasher()
        try file.forEachPiece {
            hasher.update($0)
            try Task.checkCancellation()
        }
        return hasher.finish()
    }
}
