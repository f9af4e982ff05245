import Glibc
package import SystemPackage

/// The identity of a file, independent of its name.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// The identity of the file with this status.
    package init(_ status: Stat) {
        device = UInt64(status.deviceID.rawValue)
        inode = UInt64(status.inode.rawValue)
    }
}

/// What shows that a file is the one that was read, and was not written to since.
package struct FileVersion: Equatable, Sendable {
    package let identity: FileIdentity
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// The version of the file with this status.
    package init(_ status: Stat) {
        identity = FileIdentity(status)
        size = status.size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Whether this is what a path names; a link is not followed.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - isSecondName: whether it is to be a second name, for which some file systems have a second identity.
    /// - Returns: whether it names this version, or a file of its size and time.
    func isAt(_ path: FilePath, isSecondName: Bool = false) -> Bool {
        guard let status = try? path.stat(followTargetSymlink: false) else { return false }
        let other = FileVersion(status)
        return isSecondName
            ? (other.size, other.seconds, other.nanoseconds) == (size, seconds, nanoseconds)
            : other == self
    }
}
