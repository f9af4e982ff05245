import Glibc
import SystemPackage

/// The hidden names that a file may have for the moment before it takes another's place.
///
/// They follow from the name of the file to be replaced, so that the next run that writes the same file
/// finds what a killed run has left. A live run holds a lock (`flock(2)`) on its file, which the system
/// takes away at the run's end, whatever ended it: so what can be locked is nobody's.
struct TemporaryNames {
    /// The folder of the file to be replaced: only within a file system can one take another's place.
    let folder: FilePath
    private let stem: String

    /// How many runs may be about to replace the same file at the same moment, and leave nothing even if
    /// all of them are killed.
    static let count = 8

    /// The names for a file that is to appear at this path.
    init(for destination: FilePath) {
        folder = destination.parent
        let name = destination.lastComponent?.string ?? ""
        // The name itself may be as long as names can be. This is FNV-1a.
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        stem = ".devtool-\(String(hash, radix: 36))"
    }

    /// The names that runs find each other's files under.
    private var shared: [FilePath] {
        (0..<Self.count).map { folder.appending("\(stem)-\($0).tmp") }
    }

    /// The name that the file to be replaced has on its way to becoming a backup.
    ///
    /// What lies there has another name as well, so any run may remove it at any time.
    var backup: FilePath { folder.appending("\(stem)-backup.tmp") }

    /// The first name that can be taken; taking it throws `EEXIST` if another run has it.
    ///
    /// What replaces a version of a file takes the first name or none, so that only one run does so at a time.
    func claim<Taken>(
        for place: AtomicFile.Place = .any, by take: (FilePath) throws(Errno) -> Taken
    ) throws(Errno) -> (name: FilePath, taken: Taken) {
        // A crowd larger than foreseen shall not fail.
        let random = "\(stem)-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
        let names =
            if case .version = place { [shared[0]] } else { shared + [folder.appending(random)] }
        for name in names {
            do {
                return (name, try take(name))
            } catch .fileExists {
                continue
            }
        }
        throw .fileExists
    }

    /// Removes what killed runs have left under these names.
    func removeAbandoned() {
        for name in shared { name.removeIfAbandoned() }
        backup.removeFile()
    }
}

extension FileDescriptor {
    /// Locks the file against other runs of devtool until the descriptor is closed.
    ///
    /// False means that another run has it. A file system without locks has no other runs that could.
    func lock() -> Bool {
        flock(rawValue, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }
}

extension FilePath {
    /// The folder that holds it, by a path that can be opened.
    var parent: FilePath {
        let folder = containingFolder
        return folder.isEmpty ? "." : folder
    }

    /// Removes the file, if there is one.
    package func removeFile() {
        _ = withPlatformString { unlink($0) }
    }

    /// Whether this is the name of the file that is open.
    func isName(of file: FileDescriptor) -> Bool {
        guard let named = try? stat(followTargetSymlink: false), let open = try? file.stat() else {
            return false
        }
        return named.inode == open.inode && named.deviceID == open.deviceID
    }

    /// Removes the file, unless a live run has locked it.
    fileprivate func removeIfAbandoned() {
        // In a folder that everybody may write to, something else may lie there.
        guard (try? stat(followTargetSymlink: false).type) == .regular else { return }
        let options: FileDescriptor.OpenOptions = [.noFollow, .nonBlocking, .closeOnExec]
        // Network file systems lock only what is open for writing.
        let opened =
            (try? FileDescriptor.open(self, .readWrite, options: options))
            ?? (try? FileDescriptor.open(self, .readOnly, options: options))
        guard let file = opened else { return }
        // The run may have put the file in its place just now, and another taken the name.
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0, isName(of: file) { removeFile() }
        try? file.close()
    }
}
