import CLinux
package import SystemPackage

/// A folder of files that are written together, for Git and for programs that watch it: unchanged files are not
/// touched.
///
/// Each file appears atomically, like an ``AtomicFile``. New files are made durable all at once at the end, because
/// most of the time would be spent on syncing. A file that replaces another is durable before it does so.
package struct ArchiveFolder {
    private let path: FilePath
    private var isSyncNeeded = false
    private var kept: [String] = []

    package init(at path: FilePath) throws {
        try path.createDirectories()
        self.path = path
    }

    /// Writes a file and creates its folders.
    ///
    /// An existing file is replaced only if one of its lines is `mark`, which identifies an earlier version.
    /// ``finish()`` reports the others.
    package mutating func write(_ text: String, to name: FilePath, replacing mark: String) throws {
        let path = try path.filling(name)
        let bytes = Array(text.utf8)
        if path.holds(bytes) { return }
        let isThere = path.isRegularFile
        if isThere, !path.hasLine(mark) { return kept.append(path.string) }
        let file = try AtomicFile(replacing: path)
        // Safety: the pointer is used only within the closure.
        try bytes.withUnsafeBytes { try file.write($0) }
        try file.commit(durably: isThere)
        if !isThere { isSyncNeeded = true }
    }

    /// Makes the files durable; throws ``FileError/exist(_:)`` if existing files were kept.
    package consuming func finish() throws {
        try sync()
        if !kept.isEmpty { throw FileError.exist(kept) }
    }

    private func sync() throws {
        guard isSyncNeeded else { return }
        do {
            let folder = try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
            let problem = sync_file_system(folder.rawValue)
            try folder.close()
            if problem != 0 { throw Errno(rawValue: problem) }
        } catch let errno as Errno { throw FileError.cannotWrite(path.string, errno) }
    }
}
