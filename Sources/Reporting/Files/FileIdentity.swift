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
    func isAt(_ path: FilePath) -> Bool {
        (try? path.stat(followTargetSymlink: false)).map(FileVersion.init) == self
    }
}
