import CLinux
import Glibc
import Synchronization
package import SystemPackage

/// A file descriptor that is closed with its last reference or by ``close()``.
package final class OwnedDescriptor: Sendable {
    package let descriptor: FileDescriptor
    private let isClosed = Atomic(false)

    init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    deinit { close() }

    package func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        try? descriptor.close()
    }

    package static func pipe() throws(Errno) -> (reading: OwnedDescriptor, writing: OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        guard spawn_pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        return (OwnedDescriptor(FileDescriptor(rawValue: ends[0])), OwnedDescriptor(FileDescriptor(rawValue: ends[1])))
    }

    /// Creates an immutable in-memory file with these bytes, positioned at its start.
    static func sealedMemory(_ bytes: [UInt8]) throws(Errno) -> OwnedDescriptor {
        let file = bytes.withUnsafeBytes { spawn_sealed_memory($0.baseAddress, $0.count) }
        guard file >= 0 else { throw Errno(rawValue: errno) }
        return OwnedDescriptor(FileDescriptor(rawValue: file))
    }

    /// Opens a pidfd, which becomes readable when the child ends.
    ///
    /// If no descriptor is available, the child is killed, because nothing could wait for it.
    static func ofProcess(_ process: pid_t) throws(Errno) -> OwnedDescriptor {
        let descriptor = spawn_open_process(process)
        guard descriptor < 0 else { return OwnedDescriptor(FileDescriptor(rawValue: descriptor)) }
        let error = Errno(rawValue: errno)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        throw error
    }
}
