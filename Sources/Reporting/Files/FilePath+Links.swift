import Glibc
package import SystemPackage

extension FilePath {
    /// The file that writing to this path would write to or create, by a path without symbolic links: they
    /// are followed, also one to a file that does not exist yet.
    ///
    /// - Throws: `ELOOP` when links lead in a circle; ``FileError`` for a link, or a file, that another user
    ///   has put into a folder where everybody may write.
    @discardableResult
    package func followingLinks() throws -> FilePath {
        var path: FilePath = isAbsolute ? "/" : ""
        var names = Array(components.reversed())
        // As many as Linux follows.
        var rest = 40
        while let name = names.popLast() {
            let next = path.appending(name)
            guard let target = next.linkTarget else {
                path = next
                continue
            }
            if next.isForeignInSharedFolder { throw FileError.foreign(next.string) }
            if rest == 0 { throw Errno.tooManySymbolicLinkLevels }
            rest -= 1
            if target.isAbsolute { path = "/" }
            names += target.components.reversed()
        }
        if path.isForeignInSharedFolder { throw FileError.foreign(path.string) }
        return path
    }

    /// Whether it is a link, or something else that is no folder, in a world-writable folder, and
    /// is neither this user's nor the folder's owner's.
    ///
    /// In such a folder (sticky, so that nobody can take away what is another's) Linux follows no link like
    /// that, and opens no file like that which might have been meant to be new: `fs.protected_symlinks`,
    /// `protected_regular` and `protected_fifos` (proc_sys_fs(5)). It cannot see what is resolved here, and
    /// not every system has these set.
    private var isForeignInSharedFolder: Bool {
        guard let folder = try? parent.stat(),
            folder.permissions.isSuperset(of: [.saveText, .otherWrite]),
            let status = try? stat(followTargetSymlink: false), status.type != .directory
        else { return false }
        return ![geteuid(), folder.userID.rawValue].contains(status.userID.rawValue)
    }

    /// What a symbolic link says; nil for anything else.
    package var linkTarget: FilePath? {
        // One byte more than a path may have, for the zero at its end.
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = withPlatformString { readlink($0, &bytes, bytes.count - 1) }
        return count > 0 ? FilePath(platformString: bytes) : nil
    }
}
