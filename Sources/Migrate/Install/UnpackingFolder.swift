import Archives
import DevtoolKit
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// A new folder that an archive is unpacked into.
///
/// Every component of a name is opened from the folder before, and no link is followed, so that nothing is
/// written elsewhere, whatever stands there by now.
struct UnpackingFolder: ~Copyable {
    private let path: FilePath
    private let root: FileDescriptor

    /// Makes the folder, which must not be there.
    ///
    /// - Throws: ``FileError``.
    init(_ path: FilePath) throws {
        self.path = path
        guard path.withPlatformString({ mkdir($0, 0o777) }) == 0 else {
            throw FileError.cannotCreate(path.string, Errno(rawValue: errno))
        }
        root = try FileDescriptor.open(
            path, .readOnly, options: [.directory, .closeOnExec, .noFollow])
    }

    deinit { try? root.close() }

    /// Unpacks an entry of an archive; what it lies in is made.
    ///
    /// - Parameters:
    ///   - name: the components of its place from the folder; none for the folder itself.
    ///   - archive: the archive.
    ///   - entry: the entry.
    ///   - isExecutable: whether it may be run.
    /// - Throws: ``FileError``, `ZipError`, `Errno`; `CancellationError` when the task is cancelled.
    func add(
        _ name: [String], of archive: ZipArchive, _ entry: ZipArchive.Entry, isExecutable: Bool
    ) throws {
        try Task.checkCancellation()
        var folder = root
        defer { if folder != root { try? folder.close() } }
        for component in entry.kind == .folder ? name[...] : name.dropLast() {
            let next = try created(component, in: folder)
            if folder != root { try? folder.close() }
            folder = next
        }
        guard entry.kind == .file, let last = name.last else { return }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let mode: mode_t = isExecutable ? 0o777 : 0o666
        let number = last.withPlatformString { openat(folder.rawValue, $0, flags, mode) }
        guard number >= 0 else { throw failure(Errno(rawValue: errno), name) }
        let file = FileDescriptor(rawValue: number)
        defer { try? file.close() }
        try archive.unpack(entry) { piece in
            try Task.checkCancellation()
            do {
                try file.writeAll(piece)
            } catch let errno as Errno {
                throw FileError.cannotWrite(
                    path.appending(name.joined(separator: "/")).string, errno)
            }
        }
    }

    private func created(_ component: String, in folder: FileDescriptor) throws -> FileDescriptor {
        let number = component.withPlatformString { name in
            guard mkdirat(folder.rawValue, name, 0o777) == 0 || errno == EEXIST else {
                return Int32(-1)
            }
            return openat(folder.rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        guard number >= 0 else { throw failure(Errno(rawValue: errno), [component]) }
        return FileDescriptor(rawValue: number)
    }

    private func failure(_ errno: Errno, _ name: [String]) -> FileError {
        .cannotCreate(path.appending(name.joined(separator: "/")).string, errno)
    }
}
