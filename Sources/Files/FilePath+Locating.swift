import Glibc
package import SystemPackage

extension FilePath {
    package static func currentDirectory() throws -> FilePath {
        guard let path = getcwd(nil, 0) else { throw FileError.noWorkingDirectory(Errno(rawValue: errno)) }
        defer { free(path) }
        return FilePath(platformString: path)
    }

    /// Makes the path absolute, and resolves links and `..` like the system, except for a link in the last component.
    package func absolute(in directory: FilePath) -> FilePath {
        let path = directory.pushing(self)
        guard let name = path.lastComponent, name.kind == .regular, let folder = path.containingFolder.resolved else {
            return path.lexicallyNormalized()
        }
        return folder.appending(name)
    }

    /// Like `removingLastComponent()`, which needs types that the runtime must instantiate in each process.
    package var containingFolder: FilePath {
        withPlatformString { path in
            guard let slash = strrchr(path, Int32(UInt8(ascii: "/"))) else { return "" }
            let length = max(1, slash - UnsafeMutablePointer(mutating: path))
            // Safety: the string contains at least `length` bytes, up to and including the slash.
            return strndup(path, length).map { copy in
                defer { free(copy) }
                return FilePath(platformString: copy)
            } ?? ""
        }
    }

    /// Relative if the path is below `directory`.
    ///
    /// SystemPackage's `removePrefix` makes the components of both paths, which in a debug build takes longer than reading
    /// a short changelog.
    package func shown(from directory: FilePath) -> String {
        withPlatformString { path in
            directory.withPlatformString { folder in
                // Safety: both are zero-terminated, and `path` has `length` bytes if it begins with `folder`.
                var length = strlen(folder)
                guard length > 0, strncmp(path, folder, length) == 0 else { return string }
                let slash = CChar(bitPattern: UInt8(ascii: "/"))
                // Only the root ends with one.
                if folder[length - 1] != slash {
                    guard path[length] == slash else { return string }
                    length += 1
                }
                return path[length] == 0 ? string : String(platformString: path + length)
            }
        }
    }

    package var isFile: Bool { fileType.map { $0 != S_IFDIR } ?? false }

    package var isTaken: Bool { status(following: false) != nil }

    package var isDirectory: Bool { fileType == S_IFDIR }

    /// Whether the path is neither a folder nor a pipe or device.
    package var isRegularFile: Bool { fileType == S_IFREG }

    package var isLink: Bool { status(following: false).map { $0.st_mode & S_IFMT } == S_IFLNK }

    private var fileType: mode_t? { status().map { $0.st_mode & S_IFMT } }

    /// The ID of the user who owns the file, or the link.
    package var owner: UInt32? { status(following: false)?.st_uid }

    /// `nil` if the path does not exist.
    ///
    /// SystemPackage's `stat` needs types that the runtime must instantiate in each process.
    func status(following: Bool = true) -> FileStatus? {
        var status = FileStatus()
        let flags = following ? 0 : AT_SYMLINK_NOFOLLOW
        return withPlatformString { fstatat(AT_FDCWD, $0, &status, flags) } == 0 ? status : nil
    }

    package var isReadable: Bool { withPlatformString { access($0, R_OK) } == 0 }

    package var isSearchable: Bool { withPlatformString { access($0, X_OK) } == 0 }

    /// Excludes pipes and devices with the execute permission, because reading them to inspect the program could block.
    package var isExecutable: Bool { isRegularFile && withPlatformString { access($0, X_OK) } == 0 }

    package var resolved: FilePath? {
        guard let path = withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(path) }
        return FilePath(platformString: path)
    }
}

typealias FileStatus = stat
