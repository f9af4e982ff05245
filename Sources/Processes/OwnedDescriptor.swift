import CLinux
import Glibc
import Synchronization
package import SystemPackage

/// A file descriptor that is closed with its last user, or before.
package final class OwnedDescriptor: Sendable {
    /// The descriptor, which is open until ``close()`` is called.
    package let descriptor: FileDescriptor
    private let isClosed = Atomic(false)

    /// Takes a descriptor over.
    init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    deinit {
        close()
    }

    /// Closes the descriptor, for all its users.
    package func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        try? descriptor.close()
    }

    /// Creates a pipe, which children do not inherit.
    package static func pipe() throws(Errno) -> (reading: OwnedDescriptor, writing: OwnedDescriptor)
    {
        var ends: [Int32] = [-1, -1]
        guard spawn_pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        return (
            OwnedDescriptor(FileDescriptor(rawValue: ends[0])),
            OwnedDescriptor(FileDescriptor(rawValue: ends[1]))
        )
    }

    /// Makes a file in memory with these bytes, which nobody can change, and opens it at its beginning.
    static func sealedMemory(_ bytes: [UInt8]) throws(Errno) -> OwnedDescriptor {
        let file = bytes.withUnsafeBytes { spawn_sealed_memory($0.baseAddress, $0.count) }
        guard file >= 0 else { throw Errno(rawValue: errno) }
        return OwnedDescriptor(FileDescriptor(rawValue: file))
    }

    /// Opens a descriptor that can be read from once a child has ended (a pidfd).
    ///
    /// Where there is none left, the child, which nobody could wait for, is killed.
    static func ofProcess(_ process: pid_t) throws(Errno) -> OwnedDescriptor {
        let descriptor = spawn_open_process(process)
        guard descriptor < 0 else { return OwnedDescriptor(FileDescriptor(rawValue: descriptor)) }
        let error = Errno(rawValue: errno)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        throw error
    }

    /// Takes a descriptor over that children shall not inherit.
    convenience init(private descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.init(FileDescriptor(rawValue: descriptor))
    }
}
