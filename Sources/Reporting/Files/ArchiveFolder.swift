import CLinux
package import SystemPackage

/// A folder of many files that are written together, for Git and for programs that watch it: a file that is there with the
/// same bytes is not touched.
///
/// Each file appears whole, as an ``AtomicFile`` does. What is new is made durable once for all, at the end, as a sync
/// of each takes most of the time; what replaces another file is durable before it does so.
package struct ArchiveFolder {
    private let path: FilePath
    /// Whether there is a file that is not known to be durable.
    private var isSyncNeeded = false
    /// The files of others that were in the way.
    private var kept: [String] = []

    /// A folder, which is made if it is not there.
    ///
    /// - Throws: ``FileError``.
    package init(at path: FilePath) throws {
        try path.createDirectories()
        self.path = path
    }

    /// Writes a file, and the folders on the way to it.
    ///
    /// A file that is there is only replaced if it has a line that marks it as an earlier version; others are kept, which
    /// ``finish()`` tells.
    ///
    /// - Throws: ``FileError``.
    package mutating func write(_ text: String, to name: FilePath, replacing mark: String) throws {
        let path = try path.filling(name)
        let bytes = Array(text.utf8)
        if path.holds(bytes) { return }
        let isThere = path.isRegularFile
        if isThere, !path.hasLine(mark) { return kept.append(path.string) }
        let file = try AtomicFile(replacing: path)
        // Safety: the bytes are lent for the call.
        try bytes.withUnsafeBytes { try file.write($0) }
        try file.commit(durably: isThere)
        if !isThere { isSyncNeeded = true }
    }

    /// Makes what was written durable.
    ///
    /// - Throws: ``FileError``, also ``FileError/exist(_:)`` for files that were kept.
    package consuming func finish() throws {
        try sync()
        if !kept.isEmpty { throw FileError.exist(kept) }
    }

    private func sync() throws {
        guard isSyncNeeded else { return }
        do {
            let folder = try FileDescriptor.open(
                path, .readOnly, options: [.directory, .closeOnExec])
            let problem = sync_file_system(folder.rawValue)
            try folder.close()
            if problem != 0 { throw Errno(rawValue: problem) }
        } catch let errno as Errno {
            throw FileError.cannotWrite(path.string, errno)
        }
    }
}
