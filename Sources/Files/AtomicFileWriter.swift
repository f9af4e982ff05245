import SystemPackage

package struct AtomicFileWriter: Sendable {
    let descriptor: FileDescriptor
    let name: String
    /// Whether the written bytes can be discarded, unlike those to a device or pipe.
    package let isRestartable: Bool

    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        do { try descriptor.writeAll(bytes) } catch let errno as Errno { throw FileError.cannotWrite(name, errno) }
    }

    package func checksum() throws -> SHA256 { try SHA256.ofFile(descriptor, named: name) }

    package func restart() throws {
        do {
            try descriptor.resize(to: 0)
            try descriptor.seek(offset: 0, from: .start)
        } catch let errno as Errno { throw FileError.cannotWrite(name, errno) }
    }
}
