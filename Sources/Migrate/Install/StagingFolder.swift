import DevtoolKit
import Glibc
import SystemPackage

/// A temporary folder that is removed with its owner, or by the next one if the owner was killed.
///
/// The owner holds a lock on it. Unlike process numbers, locks work across containers.
final class StagingFolder: Sendable {
    let path: FilePath
    private let lock: FolderLock

    private static let prefix = ".install-"

    init(in parent: FilePath) throws {
        try parent.createDirectories()
        Self.removeAbandoned(in: parent)
        for _ in 1...3 {
            let name = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
            let path = parent.appending(name)
            guard path.withPlatformString({ mkdir($0, 0o700) }) == 0 else {
                throw FileError.cannotCreate(path.string, Errno(rawValue: errno))
            }
            // Until the lock is held, another process may consider the folder abandoned.
            if let lock = FolderLock(path), path.isDirectory {
                self.path = path
                self.lock = lock
                return
            }
            path.removeRecursively()
        }
        throw FileError.cannotCreate(parent.string, .wouldBlock)
    }

    deinit { path.removeRecursively() }

    static func removeAbandoned(in parent: FilePath) {
        for name in parent.entryNames() where name.hasPrefix(prefix) {
            guard let lock = FolderLock(parent.appending(name)) else { continue }
            withExtendedLifetime(lock) { parent.appending(name).removeRecursively() }
        }
    }
}

/// An exclusive lock on a folder, which is released at the latest when the process ends.
final class FolderLock: Sendable {
    private let folder: FileDescriptor

    init?(_ path: FilePath) {
        guard let folder = try? FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec]) else {
            return nil
        }
        guard flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            try? folder.close()
            return nil
        }
        self.folder = folder
    }

    deinit { try? folder.close() }
}
