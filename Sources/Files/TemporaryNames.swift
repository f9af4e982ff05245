import Glibc
import SystemPackage

/// The hidden temporary names of a file that will replace another.
///
/// They are derived from the destination's name, so that the next run for the same destination finds the leftovers of a
/// killed run. A running process holds a lock (`flock(2)`), which the system releases when it ends. A file that can be
/// locked is therefore abandoned.
struct TemporaryNames {
    let folder: FilePath
    private let stem: String

    /// The maximum number of concurrent runs for the same destination whose files are cleaned up even if all are
    /// killed.
    static let count = 8

    init(for destination: FilePath) {
        folder = destination.parent
        let name = destination.lastComponent?.string ?? ""
        // A hash, because the destination's name may already have the maximum length.
        stem = ".devtool-\(String(StableHash(of: name.utf8).value, radix: 36))"
    }

    private var shared: [FilePath] { (0..<Self.count).map { folder.appending("\(stem)-\($0).tmp") } }

    /// The temporary name of a backup.
    ///
    /// Its file always has another name too, so any run may remove this one.
    var backup: FilePath { folder.appending("\(stem)-backup.tmp") }

    /// Claims the first free name; `take` throws `EEXIST` if another run has the name.
    ///
    /// A file that replaces a specific version must get the first name, so that only one run does so at a time.
    func claim<Taken>(for place: AtomicFile.Place = .any, by take: (FilePath) throws(Errno) -> Taken) throws(Errno) -> (
        name: FilePath, taken: Taken
    ) {
        // If all names are taken, a random one is used.
        let random = "\(stem)-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
        let names = if case .version = place { [shared[0]] } else { shared + [folder.appending(random)] }
        for name in names { do { return (name, try take(name)) } catch .fileExists { continue } }
        throw .fileExists
    }

    func removeAbandoned() {
        for name in shared { name.removeIfAbandoned() }
        backup.removeFile()
    }
}

extension FileDescriptor {
    /// `false` if another run has locked the file; `true` on a file system without locks.
    func lock() -> Bool { flock(rawValue, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }
}

extension FilePath {
    var parent: FilePath {
        let folder = containingFolder
        return folder.isEmpty ? "." : folder
    }

    package func removeFile() { _ = withPlatformString { unlink($0) } }

    func isName(of file: FileDescriptor) -> Bool {
        guard let named = try? stat(followTargetSymlink: false), let open = try? file.stat() else { return false }
        return named.inode == open.inode && named.deviceID == open.deviceID
    }

    fileprivate func removeIfAbandoned() {
        // In a world-writable folder, another file may have this name.
        guard (try? stat(followTargetSymlink: false).type) == .regular else { return }
        let options: FileDescriptor.OpenOptions = [.noFollow, .nonBlocking, .closeOnExec]
        // Network file systems can lock only files that are open for writing.
        let opened =
            (try? FileDescriptor.open(self, .readWrite, options: options))
            ?? (try? FileDescriptor.open(self, .readOnly, options: options))
        guard let file = opened else { return }
        // The other run may just have moved its file, and a third run taken the name.
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0, isName(of: file) { removeFile() }
        try? file.close()
    }
}
