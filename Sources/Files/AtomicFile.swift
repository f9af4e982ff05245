import Glibc
public import SystemPackage

/// A file that appears as a whole or not at all: written without a name, then moved to its destination.
///
/// ```swift
/// let file = try AtomicFile(replacing: "board.json")
/// try file.write(bytes.span.bytes)
/// try file.commit()
/// ```
///
/// Without ``commit(keepingOriginalWithSuffix:)``, the destination is unchanged and nothing is left behind. If the file
/// system supports `O_TMPFILE`, the file has no name until the very end; otherwise it has a temporary name. The next
/// run for the same destination removes temporary files that a killed run has left. If two runs write at the same time,
/// the last one wins, unless a ``Place`` says what must be replaced.
///
/// A symbolic link stays a link: its target is replaced or created, unless another user owns the link, the target or a
/// folder inside a world-writable folder. Mode and owner of a replaced file are kept; its other hard links keep the old
/// content. A destination that is not a regular file (a device, a pipe) or that names a descriptor (`/dev/stdout`,
/// `/dev/fd/3`) is written directly.
public struct AtomicFile: ~Copyable {
    private let name: String
    private let descriptor: FileDescriptor
    let destination: FilePath
    let place: Place
    private var way: Way

    package enum Place: Sendable {
        case any
        /// Nothing, not even a dangling link.
        case free
        case version(FileVersion)
    }

    private enum Way {
        case direct
        case unnamed
        case named(FilePath)
        case done
    }

    /// Opens a file that will replace the destination or be new.
    ///
    /// - Throws: ``FileError`` if the destination's folder does not allow it.
    public init(replacing path: FilePath) throws { try self.init(replacing: path, in: .any) }

    /// Opens a file for a destination in the required state.
    ///
    /// `attributes` provide owner and mode; by default, those of the replaced file are kept. With `unnamed: false` the
    /// file has a name from the beginning.
    package init(
        replacing path: FilePath, in place: Place = .any, keeping attributes: Stat? = nil, unnamed: Bool = true
    ) throws {
        do {
            name = path.string
            self.place = place
            if case .free = place, path.isTaken { throw FileError.exist([name]) }
            (descriptor, destination, way) = try Self.open(path, place, attributes, unnamed)
        } catch Errno.fileExists { throw place.taken(path.string) } catch let errno as Errno {
            let isThere = (try? path.stat().type) == .regular
            throw isThere ? FileError.cannotReplace(path.string, errno) : FileError.cannotCreate(path.string, errno)
        }
    }

    /// Removes temporary files that killed runs have left for this destination.
    ///
    /// Opening does the same; this is for a run that has nothing to write.
    public static func removeLeftovers(of path: FilePath) {
        guard let destination = try? path.followingLinks() else { return }
        TemporaryNames(for: destination).removeAbandoned()
    }

    private static func open(_ path: FilePath, _ place: Place, _ attributes: Stat?, _ unnamed: Bool) throws -> (
        FileDescriptor, FilePath, Way
    ) {
        if let stream = path.namedDescriptor { return (try stream.duplicate(), path, .direct) }
        let destination = try path.followingLinks()
        let replaced = try? destination.stat(followTargetSymlink: false)
        if let replaced, replaced.type != .regular {
            // Fails for a folder.
            let options: FileDescriptor.OpenOptions = [.noFollow, .closeOnExec]
            return (try .open(destination, .writeOnly, options: options), path, .direct)
        }
        let names = TemporaryNames(for: destination)
        names.removeAbandoned()
        let kept = attributes ?? replaced
        // Other users must not be able to open it before it has the replaced file's mode.
        let (descriptor, way) = try open(
            under: names, place, unnamed,
            kept == nil ? [.ownerReadWrite, .groupReadWrite, .otherReadWrite] : .ownerReadWrite)
        if let kept { KeptAttributes(kept).apply(to: descriptor) }
        return (descriptor, destination, way)
    }

    private static func open(
        under names: TemporaryNames, _ place: Place, _ unnamed: Bool, _ permissions: FilePermissions
    ) throws(Errno) -> (FileDescriptor, Way) {
        if unnamed, let file = FileDescriptor.unnamedFile(in: names.folder, .writeOnly, permissions) {
            // The file gets its name through `/proc`, which some containers lack.
            if file.link.isFile, file.lock() { return (file, .unnamed) }
            try? file.close()
        }
        // Some file systems do not support files without names.
        let (name, file) = try names.claim(for: place) { name throws(Errno) in
            try FileDescriptor.create(name, permissions)
        }
        return (file, .named(name))
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FileError``, for example if the disk is full.
    public func write(_ bytes: RawSpan) throws {
        // Safety: the pointer is used only within the closure.
        try bytes.withUnsafeBytes { try write($0) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws { try writer.write(bytes) }

    /// Writes to the file from another task; useless once the file is committed or closed.
    package var writer: AtomicFileWriter {
        var isDirect = false
        if case .direct = way { isDirect = true }
        return AtomicFileWriter(descriptor: descriptor, name: name, isRestartable: !isDirect)
    }

    /// Sets the modification time; call this after the last write.
    func date(_ time: timespec) { _ = futimens(descriptor.rawValue, [time, time]) }

    /// Makes the bytes durable and atomically moves them to the destination.
    ///
    /// With a suffix, the replaced file is kept as a backup: for `~`, `board.json` becomes `board.json~`, next to the
    /// target of a symbolic link. An earlier backup is atomically replaced, before the destination is.
    ///
    /// - Throws: ``FileError``; the destination is then unchanged.
    public consuming func commit(keepingOriginalWithSuffix suffix: String? = nil) throws {
        try commit(durably: true, keepingOriginalWithSuffix: suffix)
    }

    /// Without durability, the caller must sync the file.
    package consuming func commit(durably isDurable: Bool, keepingOriginalWithSuffix suffix: String? = nil) throws {
        do {
            if case .direct = way { return }
            FilesOfRun.note(try descriptor.stat())
            if isDurable { try check(fsync(descriptor.rawValue)) }
            try takeName()
            if let suffix { try keep(withSuffix: suffix) }
            if case .named(let temporary) = way { try put(temporary) }
            way = .done
        } catch Errno.fileExists { throw place.taken(name) } catch let errno as Errno {
            throw FileError.cannotWrite(name, errno)
        }
        guard isDurable else { return }
        // The name is durable only after the folder is synced; file systems that do not support this do not need it.
        let folder = try? FileDescriptor.open(destination.parent, .readOnly, options: [.directory, .closeOnExec])
        if let folder {
            _ = fsync(folder.rawValue)
            try? folder.close()
        }
    }

    /// Gives an unnamed file its temporary name, because a link cannot replace a file, or directly its final name if
    /// that must be free.
    private mutating func takeName() throws(Errno) {
        guard case .unnamed = way else { return }
        let source = descriptor.link
        if case .free = place {
            try source.linkTarget(as: destination)
            return way = .done
        }
        let (name, _) = try TemporaryNames(for: destination).claim(for: place) { name throws(Errno) in
            try source.linkTarget(as: name)
        }
        way = .named(name)
    }

    private func put(_ temporary: FilePath) throws {
        switch place {
        case .any: try temporary.move(to: destination)
        case .free: try temporary.moveToFree(destination)
        case .version(let version): try exchange(temporary, for: version)
        }
    }

    /// Swaps the file with the version that it replaces, and back if it turns out to be another one, such as a file
    /// that an editor has just saved.
    ///
    /// Other runs cannot interfere: there is only one temporary name for such a destination, so runs need no locks.
    private func exchange(_ temporary: FilePath, for version: FileVersion) throws {
        try checkReplacesVersion(destination)
        do {
            guard try temporary.exchange(with: destination) else {
                // Without support from the file system, only the check above protects against races.
                return try temporary.move(to: destination)
            }
            if version.isAt(temporary) { return temporary.removeFile() }
            // If the swap back does not return our file, it has been replaced again, by a file that must stay.
            _ = try temporary.exchange(with: destination)
            if !temporary.isName(of: descriptor) { _ = try temporary.exchange(with: destination) }
        } catch Errno.noSuchFileOrDirectory where !temporary.isName(of: descriptor) {
            try temporary.moveToFree(destination)
        } catch Errno.noSuchFileOrDirectory {}
        throw FileError.changedWhileRead(name)
    }

    /// Throws if the path does not refer to the version to replace; `isSecondName` is for a hard link to it.
    func checkReplacesVersion(_ path: FilePath, isSecondName: Bool = false) throws {
        guard case .version(let version) = place, !version.isAt(path, isSecondName: isSecondName) else { return }
        throw FileError.changedWhileRead(name)
    }

    deinit {
        // Other runs do not take the name while the file is open.
        if case .named(let temporary) = way, temporary.isName(of: descriptor) { temporary.removeFile() }
        try? descriptor.close()
    }
}

extension AtomicFile.Place {
    fileprivate func taken(_ name: String) -> FileError {
        switch self {
        case .any: .cannotCreate(name, .fileExists)
        case .free: .exist([name])
        case .version: .changedWhileRead(name)
        }
    }
}

extension FileDescriptor {
    /// Creates and locks a file, so that no other run considers it abandoned.
    fileprivate static func create(_ path: FilePath, _ permissions: FilePermissions) throws(Errno) -> FileDescriptor {
        let file: FileDescriptor
        do {
            file = try .open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions)
        } catch { throw error as? Errno ?? .ioError }
        // Until it is locked, the file looks abandoned.
        if file.lock(), path.isName(of: file) { return file }
        try? file.close()
        throw .fileExists
    }

    fileprivate var link: FilePath { FilePath("/proc/self/fd/\(rawValue)") }
}

extension FilePath {
    fileprivate func linkTarget(as name: FilePath) throws(Errno) {
        try check(
            withPlatformString { source in
                name.withPlatformString { linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
            })
    }

    /// The descriptor that a path such as `/dev/stdout` names.
    ///
    /// Opening such a path would reopen the file from its beginning.
    fileprivate var namedDescriptor: FileDescriptor? {
        switch string {
        case "/dev/stdout": return .standardOutput
        case "/dev/stderr": return .standardError
        default:
            let prefixes = ["/dev/fd/", "/proc/self/fd/"]
            guard let prefix = prefixes.first(where: { string.hasPrefix($0) }) else { return nil }
            return Int32(string.dropFirst(prefix.count)).map { FileDescriptor(rawValue: $0) }
        }
    }
}
