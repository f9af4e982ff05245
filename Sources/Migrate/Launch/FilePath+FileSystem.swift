import Glibc
import SystemPackage

/// `ST_NOEXEC`, which Glibc's headers declare in a form that Swift does not import.
private let noExecution: UInt = 8

extension FilePath {
    /// Whether programs and libraries on this file system may run.
    var allowsExecution: Bool { fileSystem.map { $0.f_flag & noExecution == 0 } ?? false }

    /// Whether the file system has no space left for this user.
    var isOnFullDisk: Bool {
        guard let fileSystem, fileSystem.f_blocks > 0 else { return false }
        return (geteuid() == 0 ? fileSystem.f_bfree : fileSystem.f_bavail) == 0
    }

    private var fileSystem: statvfs? {
        var status = statvfs()
        return withPlatformString { statvfs($0, &status) } == 0 ? status : nil
    }
}
