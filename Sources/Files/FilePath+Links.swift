import Glibc
package import SystemPackage

extension FilePath {
    /// The path without symbolic links of the file that writing to this path would replace or create.
    ///
    /// Throws `ELOOP` for a cycle of links, and ``FileError/foreign(_:)`` for a link, folder or file that another user
    /// has put into a world-writable folder.
    @discardableResult package func followingLinks() throws -> FilePath {
        var path: FilePath = isAbsolute ? "/" : ""
        var names = Array(components.reversed())
        // Linux's limit.
        var rest = 40
        while let name = names.popLast() {
            // A user who can replace a folder with a link controls the meaning of its `..`.
            if name.kind == .parentDirectory { try path.refuseForeign() }
            let next = path.appending(name)
            guard let target = next.linkTarget else {
                path = next
                continue
            }
            try next.refuseForeign()
            if rest == 0 { throw Errno.tooManySymbolicLinkLevels }
            rest -= 1
            if target.isAbsolute { path = "/" }
            names += target.components.reversed()
        }
        try path.refuseForeign()
        return path
    }

    /// Rejects a path whose target another user can control: below a world-writable folder, the entry and all folders
    /// must be owned by this user or by root.
    ///
    /// Linux protects links and files in sticky folders itself, through `fs.protected_symlinks`, `protected_regular`
    /// and `protected_fifos` (proc_sys_fs(5)). That does not suffice: not every system enables them, they do not apply
    /// to links that devtool resolves itself, and the owner of a folder further down can change its contents at any
    /// time.
    private func refuseForeign() throws {
        let whole = try FilePath.currentDirectory().pushing(self).lexicallyNormalized()
        var (isBelow, isIn) = (false, false)
        var path: FilePath = "/"
        for name in whole.components {
            path.append(name)
            guard let status = path.status(following: false) else { return }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            if isIn || isBelow && isFolder, ![geteuid(), 0].contains(status.st_uid) {
                throw FileError.foreign(path == whole && !isEmpty ? string : path.string)
            }
            isIn = isFolder && status.st_mode & S_IWOTH != 0
            isBelow = isBelow || isIn
        }
    }

    /// The target as written in a symbolic link; `nil` for other files.
    package var linkTarget: FilePath? {
        // One more byte for the terminating NUL.
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = withPlatformString { readlink($0, &bytes, bytes.count - 1) }
        return count > 0 ? FilePath(platformString: bytes) : nil
    }
}
