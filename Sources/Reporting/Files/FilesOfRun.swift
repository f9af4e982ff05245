import Synchronization
package import SystemPackage

/// The files that this process reads or has written: a report of the run must not take the place of one.
package enum FilesOfRun {
    private static let identities = Mutex<Set<FileIdentity>>([])

    /// Notes an open file by its status; pipes and devices are nobody's alone.
    package static func note(_ status: Stat) {
        guard status.type == .regular else { return }
        identities.withLock { _ = $0.insert(FileIdentity(status)) }
    }

    /// Whether there is a file at a path, and it is one of them.
    package static func contains(_ path: FilePath) -> Bool {
        guard let status = try? path.stat() else { return false }
        return identities.withLock { $0.contains(FileIdentity(status)) }
    }
}
