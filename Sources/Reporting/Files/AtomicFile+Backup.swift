import CLinux
import Glibc
package import SystemPackage

extension AtomicFile {
    /// Gives the file that is about to be replaced a second name, in place of an earlier backup, in one
    /// step; does nothing where there is no file.
    ///
    /// The second name is a hard link, so the backup is the very file that was there. Where links cannot
    /// be made, it is a copy with the same owner, mode and time.
    ///
    /// - Throws: ``FileError`` about the backup.
    func keep(withSuffix suffix: String) throws {
        let original = destination
        let backup = original.named(withSuffix: suffix)
        do {
            // Such a suffix would name the file itself, or one in another folder.
            if suffix.isEmpty || suffix.utf8.contains(UInt8(ascii: "/")) {
                throw Errno.invalidArgument
            }
            if try !link(original, as: backup) {
                try checkReplacesVersion(destination)
                try Self.copy(original, to: backup)
            }
        } catch let errno as Errno {
            throw FileError.cannotCreate(backup.string, errno)
        }
    }

    /// False if the file system, or its rule about other people's files, allows no link.
    private func link(_ original: FilePath, as backup: FilePath) throws -> Bool {
        // A link cannot replace a file, so it gets another name first; there it is no loss, and other
        // runs that want the name just remove it. Then the next attempt succeeds.
        let temporary = TemporaryNames(for: original).backup
        for _ in 0..<100 {
            temporary.removeFile()
            do {
                try original.link(as: temporary)
                // Another run may have replaced the file just now, and has the right backup.
                try checkReplacesVersion(temporary, isSecondName: true)
                try temporary.move(to: backup)
            } catch Errno.fileExists {
                continue
            } catch Errno.noSuchFileOrDirectory {
                guard original.isFile else { return true }
                continue
            } catch Errno.notPermitted, Errno.permissionDenied, Errno.notSupported, Errno
                .improperLink,
                Errno.tooManyLinks
            {
                temporary.removeFile()
                return false
            } catch {
                temporary.removeFile()
                throw error
            }
            // Between two names of the same file, which it already has then, a move does nothing.
            temporary.removeFile()
            return true
        }
        return false
    }

    /// Makes a backup where no link can be made.
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
    /// The path with something at the end of its last name, which need not be UTF-8.
    package func named(withSuffix suffix: String) -> FilePath {
        withPlatformString { path in
            let bytes = UnsafeBufferPointer(start: path, count: strlen(path))
            return FilePath(
                platformString: bytes + suffix.utf8.map { CChar(bitPattern: $0) } + [0])
        }
    }

    /// Gives the file another name.
    func link(as name: FilePath) throws(Errno) {
        try check(withPlatformString { old in name.withPlatformString { Glibc.link(old, $0) } })
    }

    /// Moves the file to another name, in the place of what is there.
    func move(to name: FilePath) throws(Errno) {
        try check(withPlatformString { old in name.withPlatformString { Glibc.rename(old, $0) } })
    }

    /// Exchanges the file with another in one step; false if the file system cannot.
    func exchange(with other: FilePath) throws(Errno) -> Bool {
        try rename(other, rename_exchanging)
    }

    /// Moves the file to a name that nothing has: `EEXIST` otherwise.
    func moveToFree(_ name: FilePath) throws(Errno) {
        if try rename(name, rename_to_free_name) { return }
        do {
            try link(as: name)
            removeFile()
        } catch  where error != .fileExists {
            // Without links either, this is the best check there is.
            guard !name.isTaken else { throw .fileExists }
            try move(to: name)
        }
    }

    /// Renames the file in a way that not every kernel and file system knows; false if they do not.
    private func rename(
        _ name: FilePath, _ way: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt
    ) throws(Errno) -> Bool {
        let problem = withPlatformString { old in name.withPlatformString { way(old, $0) } }
        let unknown = [EINVAL, ENOSYS, EOPNOTSUPP]
        guard problem == 0 || unknown.contains(problem) else { throw Errno(rawValue: problem) }
        return problem == 0
    }
}
