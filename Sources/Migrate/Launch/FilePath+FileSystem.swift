import Glibc
import SystemPackage

/// `ST_NOEXEC`, which the C library shows to C only.
private let noExecution: UInt = 8

extension FilePath {
    /// Whether the file system lets programs and libraries be run from it.
    var allowsExecution: Bool { fileSystem.map { $0.f_flag & noExecution == 0 } ?? false }

    /// Whether its file system has no room left for this user.
    var isOnFullDisk: Bool {
        guard let fileSystem, fileSystem.f_blocks > 0 else { return false }
        return (geteuid() == 0 ? fileSystem.f_bfree : fileSystem.f_bavail) == 0
    }

    private var fileSystem: statvfs? {
        var status = statvfs()
        return withPlatformString { statvfs($0, &status) } == 0 ? status : nil
    }
}
