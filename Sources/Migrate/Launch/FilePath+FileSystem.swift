import Glibc
import SystemPackage

/// `ST_NOEXEC`, which Swift's Glibc module does not export.
private let noExecution: UInt = 8

extension FilePath {
    var allowsExecution: Bool { fileSystem.map { $0.f_flag & noExecution == 0 } ?? false }

    var isOnFullDisk: Bool {
        guard let fileSystem, fileSystem.f_blocks > 0 else { return false }
        return (geteuid() == 0 ? fileSystem.f_bfree : fileSystem.f_bavail) == 0
    }

    private var fileSystem: statvfs? {
        var status = statvfs()
        return withPlatformString { statvfs($0, &status) } == 0 ? status : nil
    }
}
