import Glibc
package import SystemPackage

package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    package init(_ status: Stat) {
        device = UInt64(status.deviceID.rawValue)
        inode = UInt64(status.inode.rawValue)
    }
}

package struct FileVersion: Equatable, Sendable {
    package let identity: FileIdentity
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    package init(_ status: Stat) {
        identity = FileIdentity(status)
        size = status.size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Whether the path names this version; symbolic links are not followed.
    ///
    /// With `isSecondName`, only size and time are compared: on some file systems, a hard link has a different
    /// identity.
    func isAt(_ path: FilePath, isSecondName: Bool = false) -> Bool {
        guard let status = try? path.stat(followTargetSymlink: false) else { return false }
        let other = FileVersion(status)
        return isSecondName
            ? (other.size, other.seconds, other.nanoseconds) == (size, seconds, nanoseconds) : other == self
    }
}
