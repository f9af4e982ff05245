import Synchronization
package import SystemPackage

/// The files that this process has read or written, so that a report does not overwrite one of them.
package enum FilesOfRun {
    private static let identities = Mutex<Set<FileIdentity>>([])

    package static func note(_ status: Stat) {
        guard status.type == .regular else { return }
        identities.withLock { _ = $0.insert(FileIdentity(status)) }
    }

    package static func contains(_ path: FilePath) -> Bool {
        guard let status = try? path.stat() else { return false }
        return identities.withLock { $0.contains(FileIdentity(status)) }
    }
}
