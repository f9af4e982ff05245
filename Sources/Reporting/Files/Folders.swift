import Glibc
public import SystemPackage

extension FilePath {
    /// Creates the folder and those above it, where they are missing.
    ///
    /// - Throws: ``FileError``, also for a link that another user has put into a folder where everybody may
    ///   write.
    public func createDirectories() throws {
        do {
            try followingLinks()
        } catch let errno as Errno {
            throw FileError.cannotCreate(string, errno)
        }
        try createMissingDirectories()
    }

    private func createMissingDirectories() throws {
        if isDirectory || isEmpty { return }
        try containingFolder.createMissingDirectories()
        guard withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
            throw FileError.cannotCreate(string, Errno(rawValue: errno))
        }
    }

    /// The path of a file in a folder that devtool fills, whose names come from what it reads; makes the folders on the
    /// way to it.
    ///
    /// Links may lead to the folder, but not on from there: they would take files to places that the user has not named.
    ///
    /// - Throws: ``FileError``, also for a file that is there and is no regular one.
    package func filling(_ name: FilePath) throws -> FilePath {
        try createDirectories()
        var path = self
        for name in name.components {
            try path.createMissingDirectories()
            path.append(name)
            let type = path.status(following: false).map { $0.st_mode & S_IFMT }
            guard [nil, S_IFDIR, S_IFREG].contains(type) else {
                throw FileError.inTheWay(path.string, isLink: type == S_IFLNK)
            }
        }
        return path
    }

    /// The names in the folder, in no order; empty when it cannot be read.
    package func entryNames() -> [String] {
        var names: [String] = []
        // Safety: the name ends with NUL, and is copied.
        try? forEachEntry { names.append(String(cString: $0)) }
        return names
    }

    /// What is in the folder, in no order, by its bytes, be they UTF-8 or not; empty when it cannot be read.
    package func entries() -> [FilePath.Component] { (try? readEntries()) ?? [] }

    /// What is in the folder, in no order, by its bytes.
    ///
    /// - Throws: `Errno` where it cannot be listed.
    package func readEntries() throws(Errno) -> [FilePath.Component] {
        var names: [FilePath.Component] = []
        try forEachEntry { name in FilePath.Component(platformString: name).map { names.append($0) }
        }
        return names
    }

    /// Lends the name of each entry but `.` and `..`.
    private func forEachEntry(_ body: (UnsafePointer<CChar>) -> Void) throws(Errno) {
        guard let folder = withPlatformString({ opendir($0) }) else { throw Errno(rawValue: errno) }
        defer { closedir(folder) }
        while true {
            errno = 0
            guard let entry = readdir(folder) else { break }
            // Safety: the name is a C string that ends within the entry, which may be shorter than its
            // type says: so it is reached through the pointer, without copying the whole entry.
            let offset = MemoryLayout.offset(of: \dirent.d_name) ?? 0
            let name = UnsafeRawPointer(entry).advanced(by: offset)
                .assumingMemoryBound(to: CChar.self)
            if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { body(name) }
        }
        if errno != 0 { throw Errno(rawValue: errno) }
    }

    /// Copies a regular file's bytes to a new file.
    ///
    /// - Throws: ``FileError``.
    package func copyFile(to copy: FilePath) throws {
        do {
            let source = try FileDescriptor.input(self)
            defer { try? source.close() }
            let target = try AtomicFile(replacing: copy)
            try source.forEachPiece { try target.write($0) }
            try target.commit()
        } catch let error as InputError {
            throw FileError(reading: string, error)
        } catch let errno as Errno {
            throw FileError.cannotRead(string, errno)
        }
    }

    /// Gives the file or folder another path on the same file system.
    ///
    /// - Throws: ``FileError``.
    package func rename(to path: FilePath) throws {
        do { try move(to: path) } catch { throw FileError.cannotCreate(path.string, error) }
    }

    /// All files below the folder, by their paths from it.
    package func files() -> [String: Stat] {
        var files: [String: Stat] = [:]
        for name in entryNames() {
            let path = appending(name)
            guard let status = try? path.stat(followTargetSymlink: false) else { continue }
            if status.type == .directory {
                for (below, status) in path.files() { files["\(name)/\(below)"] = status }
            } else {
                files[name] = status
            }
        }
        return files
    }

    /// Removes the file, or the folder with all that is in it; symbolic links are removed, not followed.
    package func removeRecursively() {
        if (try? stat(followTargetSymlink: false).type) == .directory {
            entryNames().forEach { appending($0).removeRecursively() }
        }
        _ = withPlatformString { remove($0) }
    }
}

extension FilePath {
    /// The folder for files that do not outlive a command.
    ///
    /// - Parameter text: the value of `TMPDIR`.
    /// - Returns: what it names; where it is not set, or empty, `/tmp`.
    package static func temporaryFolder(_ text: String?) -> FilePath {
        FilePath(text.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
    }
}

extension FileDescriptor {
    /// Opens a folder in this one, and makes it if it is missing; a link is not followed.
    package func openFolder(_ name: FilePath) throws(Errno) -> FileDescriptor {
        let number = name.withPlatformString { name in
            mkdirat(rawValue, name, 0o777)
            return openat(rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        guard number >= 0 else { throw Errno(rawValue: errno) }
        return FileDescriptor(rawValue: number)
    }
}
