import DevtoolKit
import Glibc
import SystemPackage

/// A folder for work in progress, removed with its owner, or by the next one beside it if the owner was
/// killed.
///
/// The owner holds a lock on it, which is seen from other containers, too, as the numbers of processes are
/// not.
final class StagingFolder: Sendable {
    let path: FilePath
    private let lock: FolderLock

    private static let prefix = ".install-"

    /// Makes a folder in `parent` that only the user can read, and removes those that were left there.
    ///
    /// - Throws: ``FileError``.
    init(in parent: FilePath) throws {
        try parent.createDirectories()
        Self.removeAbandoned(in: parent)
        for _ in 1...3 {
            let name = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
            let path = parent.appending(name)
            guard path.withPlatformString({ mkdir($0, 0o700) }) == 0 else {
                throw FileError.cannotCreate(path.string, Errno(rawValue: errno))
            }
            // Another that is made now may take it for one that was left, until the lock is there.
            if let lock = FolderLock(path), path.isDirectory {
                self.path = path
                self.lock = lock
                return
            }
            path.removeRecursively()
        }
        throw FileError.cannotCreate(parent.string, .wouldBlock)
    }

    deinit {
        path.removeRecursively()
    }

    /// Removes the folders that killed processes have left in `parent`.
    static func removeAbandoned(in parent: FilePath) {
        for name in parent.entryNames() where name.hasPrefix(prefix) {
            guard let lock = FolderLock(parent.appending(name)) else { continue }
            withExtendedLifetime(lock) { parent.appending(name).removeRecursively() }
        }
    }
}

/// An exclusive lock on a folder, held by a process until it ends in any way.
final class FolderLock: Sendable {
    private let folder: FileDescriptor

    /// Takes the right; nil when another has it, or when there is no folder.
    init?(_ path: FilePath) {
        guard
            let folder = try? FileDescriptor.open(
                path, .readOnly, options: [.directory, .closeOnExec])
        else { return nil }
        guard flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            try? folder.close()
            return nil
        }
        self.folder = folder
    }

    deinit {
        try? folder.close()
    }
}
