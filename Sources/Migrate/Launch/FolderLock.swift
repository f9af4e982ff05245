import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// The right of one process to work in a folder, which ends with the process, however that ends.
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
