import Glibc
package import SystemPackage

extension FilePath {
    /// The absolute path of the folder this process runs in.
    package static func currentDirectory() throws -> FilePath {
        guard let path = getcwd(nil, 0) else {
            throw FileError.noWorkingDirectory(Errno(rawValue: errno))
        }
        defer { free(path) }
        return FilePath(platformString: path)
    }

    /// This path made absolute against `directory`; the folders in it are resolved as the system would,
    /// links before `..`, and the last name is kept.
    package func absolute(in directory: FilePath) -> FilePath {
        let path = directory.pushing(self)
        guard let name = path.lastComponent, name.kind == .regular,
            let folder = path.containingFolder.resolved
        else { return path.lexicallyNormalized() }
        return folder.appending(name)
    }

    /// The path without its last name, as `removingLastComponent()` gives it: empty for a name alone.
    ///
    /// That would need types that the runtime makes anew in each process.
    package var containingFolder: FilePath {
        withPlatformString { path in
            guard let slash = strrchr(path, Int32(UInt8(ascii: "/"))) else { return "" }
            let length = max(1, slash - UnsafeMutablePointer(mutating: path))
            // Safety: the slash, and so that many bytes, are in the string.
            return strndup(path, length).map { copy in
                defer { free(copy) }
                return FilePath(platformString: copy)
            } ?? ""
        }
    }

    /// The path as a person in `directory` would type it: relative where it lies below.
    package func shown(from directory: FilePath) -> String {
        var path = self
        return path.removePrefix(directory) && !path.isEmpty ? path.string : string
    }

    /// Whether something that is not a folder is there.
    package var isFile: Bool {
        fileType.map { $0 != S_IFDIR } ?? false
    }

    /// Whether anything is there, a folder or a link that leads nowhere included.
    package var isTaken: Bool { status(following: false) != nil }

    /// Whether a folder is there.
    package var isDirectory: Bool {
        fileType == S_IFDIR
    }

    /// Whether a file is there that has an end: no folder, pipe or device.
    package var isRegularFile: Bool { fileType == S_IFREG }

    /// Whether a symbolic link is there, wherever it leads.
    package var isLink: Bool { status(following: false).map { $0.st_mode & S_IFMT } == S_IFLNK }

    /// The kind of what is there, as `S_IFREG`; nil where nothing is.
    private var fileType: mode_t? { status().map { $0.st_mode & S_IFMT } }

    /// What the system tells of what is there.
    ///
    /// SystemPackage's own answer needs types that the runtime makes anew in each process.
    ///
    /// - Parameter following: whether of a link it is what it leads to that counts.
    /// - Returns: what it tells; nil where nothing is there.
    func status(following: Bool = true) -> FileStatus? {
        var status = FileStatus()
        let flags = following ? 0 : AT_SYMLINK_NOFOLLOW
        return withPlatformString { fstatat(AT_FDCWD, $0, &status, flags) } == 0 ? status : nil
    }

    /// Whether this process may read the file, or list the folder.
    package var isReadable: Bool {
        withPlatformString { access($0, R_OK) } == 0
    }

    /// Whether this process may open what is in the folder.
    package var isSearchable: Bool {
        withPlatformString { access($0, X_OK) } == 0
    }

    /// Whether this process may run the file; a pipe or a device with the permission is no program, and one
    /// who looks into it would wait.
    package var isExecutable: Bool {
        isRegularFile && withPlatformString { access($0, X_OK) } == 0
    }

    /// The path with every symbolic link followed, or nil where there is nothing.
    package var resolved: FilePath? {
        guard let path = withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(path) }
        return FilePath(platformString: path)
    }
}

/// The type, where a method has the name.
typealias FileStatus = stat
