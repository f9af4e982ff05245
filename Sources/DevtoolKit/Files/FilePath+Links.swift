import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

extension FilePath {
    /// The file that writing to this path would write to or create: symbolic links are followed, also one
    /// to a file that does not exist yet.
    ///
    /// - Throws: `ELOOP` when links lead in a circle.
    func followingLinks() throws(Errno) -> FilePath {
        if let resolved { return resolved }
        var path = self
        // As many as Linux follows.
        for _ in 0..<40 {
            guard let target = path.linkTarget else { return path }
            path = path.parent.pushing(target)
        }
        throw .tooManySymbolicLinkLevels
    }

    /// What a symbolic link says; nil for anything else.
    private var linkTarget: FilePath? {
        // One byte more than a path may have, for the zero at its end.
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = withPlatformString { readlink($0, &bytes, bytes.count - 1) }
        return count > 0 ? FilePath(platformString: bytes) : nil
    }
}
