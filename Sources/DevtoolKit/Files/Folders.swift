package import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

extension FilePath {
    /// Creates the folder and those above it, where they are missing.
    ///
    /// - Throws: ``FileError``.
    package func createDirectories() throws {
        if isDirectory || isEmpty { return }
        try removingLastComponent().createDirectories()
        guard withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
            throw FileError.cannotCreate(string, Errno(rawValue: errno))
        }
    }

    /// The names in the folder, in no order; empty when it cannot be read.
    package func entryNames() -> [String] {
        guard let folder = withPlatformString({ opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            // Safety: the name is a C string that ends within the entry, which may be shorter than its
            // type says: so it is reached through the pointer, without copying the whole entry.
            let offset = MemoryLayout.offset(of: \dirent.d_name) ?? 0
            let name = UnsafeRawPointer(entry).advanced(by: offset)
            names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    /// Removes the file, or the folder with all that is in it; symbolic links are removed, not followed.
    package func removeRecursively() {
        if (try? stat(followTargetSymlink: false).type) == .directory {
            entryNames().forEach { appending($0).removeRecursively() }
        }
        _ = withPlatformString { remove($0) }
    }
}
