import DevtoolKit
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// A folder for work in progress; it goes away with its owner, and with the next install when the owner
/// was killed.
///
/// The owner holds a lock on it, which ends with the owner, however that ends, and which is seen from
/// other containers, too, as the numbers of processes are not.
final class StagingFolder: Sendable {
    /// Its path.
    let path: FilePath
    private let lock: FileDescriptor

    private static let prefix = ".install-"

    /// Makes a folder in `parent` that only the user can read, and removes those that were left there.
    init(in parent: FilePath) throws {
        try parent.createDirectories()
        Self.removeAbandoned(in: parent)
        let name = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
        path = parent.appending(name)
        guard path.withPlatformString({ mkdir($0, 0o700) }) == 0, let lock = Self.lock(path) else {
            throw FileError.cannotCreate(path.string, Errno(rawValue: errno))
        }
        self.lock = lock
    }

    deinit {
        path.removeRecursively()
        try? lock.close()
    }

    /// Takes the lock of a folder; nil when another process has it.
    private static func lock(_ path: FilePath) -> FileDescriptor? {
        let folder = try? FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
        guard let folder else { return nil }
        if flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0 { return folder }
        try? folder.close()
        return nil
    }

    private static func removeAbandoned(in parent: FilePath) {
        for name in parent.entryNames() where name.hasPrefix(prefix) {
            guard let lock = lock(parent.appending(name)) else { continue }
            parent.appending(name).removeRecursively()
            try? lock.close()
        }
    }
}
