import Glibc
package import SystemPackage

extension FilePath {
    /// The file that writing to this path would write to or create, by a path without symbolic links: they
    /// are followed, also one to a file that does not exist yet.
    ///
    /// - Throws: `ELOOP` when links lead in a circle; ``FileError`` for a link, a folder or a file that another user
    ///   has put into a world-writable folder.
    @discardableResult
    package func followingLinks() throws -> FilePath {
        var path: FilePath = isAbsolute ? "/" : ""
        var names = Array(components.reversed())
        // As many as Linux follows.
        var rest = 40
        while let name = names.popLast() {
            // Whoever may put a link in a folder's place decides what its '..' is.
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

    /// Refuses a path, without links but perhaps as its last name, where another user decides what is there: where what
    /// is in a world-writable folder, or a folder further down, is neither this user's nor root's.
    ///
    /// Linux does so for links and files in such a folder if it is sticky: `fs.protected_symlinks`,
    /// `protected_regular` and `protected_fifos` (proc_sys_fs(5)). It cannot see what is resolved here, not every
    /// system has these set, and the owner of a folder further down can change what is in it at any time.
    ///
    /// - Throws: ``FileError/foreign(_:)``.
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

    /// What a symbolic link says; nil for anything else.
    package var linkTarget: FilePath? {
        // One byte more than a path may have, for the zero at its end.
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = withPlatformString { readlink($0, &bytes, bytes.count - 1) }
        return count > 0 ? FilePath(platformString: bytes) : nil
    }
}
