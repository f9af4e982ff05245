import Glibc
public import SystemPackage

extension FilePath {
    /// Creates the folder and its missing parents.
    ///
    /// - Throws: ``FileError``, for example if another user has put a link into a world-writable folder.
    public func createDirectories() throws {
        do { try followingLinks() } catch let errno as Errno { throw FileError.cannotCreate(string, errno) }
        try createMissingDirectories()
    }

    private func createMissingDirectories() throws {
        if isDirectory || isEmpty { return }
        try containingFolder.createMissingDirectories()
        guard withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
            throw FileError.cannotCreate(string, Errno(rawValue: errno))
        }
    }

    /// The path of a file whose name comes from input, in a folder that devtool fills; creates its parent folders.
    ///
    /// The folder itself may be a link, but links below it are rejected, because they lead to places that the user did
    /// not name.
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

    /// The names in the folder, unsorted; empty if it cannot be read.
    package func entryNames() -> [String] {
        var names: [String] = []
        // Safety: the name is NUL-terminated, and is copied.
        try? forEachEntry { names.append(String(cString: $0)) }
        return names
    }

    /// Like ``entryNames()``, but preserves names that are not UTF-8.
    package func entries() -> [FilePath.Component] { (try? readEntries()) ?? [] }

    package func readEntries() throws(Errno) -> [FilePath.Component] {
        var names: [FilePath.Component] = []
        try forEachEntry { name in FilePath.Component(platformString: name).map { names.append($0) } }
        return names
    }

    private func forEachEntry(_ body: (UnsafePointer<CChar>) -> Void) throws(Errno) {
        guard let folder = withPlatformString({ opendir($0) }) else { throw Errno(rawValue: errno) }
        defer { closedir(folder) }
        while true {
            errno = 0
            guard let entry = readdir(folder) else { break }
            // Safety: the name is a C string inside the entry. The entry may be shorter than its type, so the name is
            // accessed through the pointer instead of copying the whole entry.
            let offset = MemoryLayout.offset(of: \dirent.d_name) ?? 0
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { body(name) }
        }
        if errno != 0 { throw Errno(rawValue: errno) }
    }

    package func copyFile(to copy: FilePath) throws {
        do {
            let source = try FileDescriptor.input(self)
            defer { try? source.close() }
            let target = try AtomicFile(replacing: copy)
            try source.forEachPiece { try target.write($0) }
            try target.commit()
        } catch let error as InputError { throw FileError(reading: string, error) } catch let errno as Errno {
            throw FileError.cannotRead(string, errno)
        }
    }

    package func rename(to path: FilePath) throws {
        do { try move(to: path) } catch { throw FileError.cannotCreate(path.string, error) }
    }

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

    /// Removes a file or a folder with its contents; does not follow symbolic links.
    package func removeRecursively() {
        if (try? stat(followTargetSymlink: false).type) == .directory {
            entryNames().forEach { appending($0).removeRecursively() }
        }
        _ = withPlatformString { remove($0) }
    }

    /// The folder that `TMPDIR` names, or `/tmp` if it is unset or empty.
    package static func temporaryFolder(_ text: String?) -> FilePath {
        FilePath(text.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
    }
}

extension FileDescriptor {
    /// Opens a subfolder, and creates it if it is missing; does not follow a link.
    package func openFolder(_ name: FilePath) throws(Errno) -> FileDescriptor {
        let number = name.withPlatformString { name in
            mkdirat(rawValue, name, 0o777)
            return openat(rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        guard number >= 0 else { throw Errno(rawValue: errno) }
        return FileDescriptor(rawValue: number)
    }
}
