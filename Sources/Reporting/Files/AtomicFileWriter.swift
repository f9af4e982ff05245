import SystemPackage

/// The writing end of an ``AtomicFile``, which may be used by another task.
package struct AtomicFileWriter: Sendable {
    let descriptor: FileDescriptor
    let name: String
    /// Whether what was written can be taken back: not from a device or a pipe.
    package let isRestartable: Bool

    /// Appends bytes.
    ///
    /// - Throws: ``FileError``, on a full disk for instance.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        do {
            try descriptor.writeAll(bytes)
        } catch let errno as Errno {
            throw FileError.cannotWrite(name, errno)
        }
    }

    /// The checksum of what was written.
    ///
    /// - Throws: as `SHA256.ofFile(_:)`.
    package func checksum() throws -> SHA256 {
        try SHA256.ofFile(descriptor, named: name)
    }

    /// Makes the file empty again.
    ///
    /// - Throws: ``FileError``.
    package func restart() throws {
        do {
            try descriptor.resize(to: 0)
            try descriptor.seek(offset: 0, from: .start)
        } catch let errno as Errno {
            throw FileError.cannotWrite(name, errno)
        }
    }
}
