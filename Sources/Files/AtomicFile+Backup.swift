import CLinux
import Glibc
package import SystemPackage

extension AtomicFile {
    /// Atomically makes the destination's current file the backup, replacing an earlier backup.
    ///
    /// The backup is a hard link, that is, the original file itself. If links are not possible, it is a copy with the
    /// same owner, mode and time.
    func keep(withSuffix suffix: String) throws {
        let original = destination
        let backup = original.named(withSuffix: suffix)
        do {
            // Such a suffix would name the file itself or a file in another folder.
            if suffix.isEmpty || suffix.utf8.contains(UInt8(ascii: "/")) { throw Errno.invalidArgument }
            if try !link(original, as: backup) {
                try checkReplacesVersion(destination)
                try Self.copy(original, to: backup)
            }
        } catch let errno as Errno { throw FileError.cannotCreate(backup.string, errno) }
    }

    /// `false` if the file system, or its policy for files of other users, does not allow links.
    private func link(_ original: FilePath, as backup: FilePath) throws -> Bool {
        // A link cannot replace a file, so it gets a temporary name first. Other runs that need the name simply remove
        // it, and then the next attempt succeeds.
        let temporary = TemporaryNames(for: original).backup
        for _ in 0..<100 {
            temporary.removeFile()
            do {
                try original.link(as: temporary)
                // Another run may have just replaced the file; the backup is then already correct.
                try checkReplacesVersion(temporary, isSecondName: true)
                try temporary.move(to: backup)
            } catch Errno.fileExists { continue } catch Errno.noSuchFileOrDirectory {
                guard original.isFile else { return true }
                continue
            } catch Errno.notPermitted, Errno.permissionDenied, Errno.notSupported, Errno.improperLink, Errno
                .tooManyLinks
            {
                temporary.removeFile()
                return false
            } catch {
                temporary.removeFile()
                throw error
            }
            // If both names refer to the same file, a rename does nothing and leaves the temporary name.
            temporary.removeFile()
            return true
        }
        return false
    }

    static func copy(_ original: FilePath, to backup: FilePath) throws {
        let source = try FileDescriptor.open(original, .readOnly, options: .closeOnExec)
        defer { try? source.close() }
        let status = try source.stat()
        let copy = try AtomicFile(replacing: backup, keeping: status)
        try source.forEachPiece { try copy.write($0) }
        copy.date(status.st_mtim)
        try copy.commit()
    }
}

extension FilePath {
    package func named(withSuffix suffix: String) -> FilePath {
        withPlatformString { path in
            let bytes = UnsafeBufferPointer(start: path, count: strlen(path))
            return FilePath(platformString: bytes + suffix.utf8.map { CChar(bitPattern: $0) } + [0])
        }
    }

    func link(as name: FilePath) throws(Errno) {
        try check(withPlatformString { old in name.withPlatformString { Glibc.link(old, $0) } })
    }

    func move(to name: FilePath) throws(Errno) {
        try check(withPlatformString { old in name.withPlatformString { Glibc.rename(old, $0) } })
    }

    /// Atomically swaps two files; `false` if the file system does not support it.
    func exchange(with other: FilePath) throws(Errno) -> Bool { try rename(other, rename_exchanging) }

    /// Renames to an unused name; throws `EEXIST` if it is taken.
    func moveToFree(_ name: FilePath) throws(Errno) {
        if try rename(name, rename_to_free_name) { return }
        do {
            try link(as: name)
            removeFile()
        } catch  where error != .fileExists {
            // Without links, this check is not atomic but the best available.
            guard !name.isTaken else { throw .fileExists }
            try move(to: name)
        }
    }

    /// Renames with flags, and returns `false` if the kernel or the file system does not support them.
    private func rename(_ name: FilePath, _ way: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt) throws(Errno)
        -> Bool
    {
        let problem = withPlatformString { old in name.withPlatformString { way(old, $0) } }
        let unknown = [EINVAL, ENOSYS, EOPNOTSUPP]
        guard problem == 0 || unknown.contains(problem) else { throw Errno(rawValue: problem) }
        return problem == 0
    }
}
