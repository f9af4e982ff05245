import Glibc
public import SystemPackage

/// A file that appears whole or not at all: written without a name, then put in its destination's place.
///
/// ```swift
/// let file = try AtomicFile(replacing: "board.json")
/// try file.write(bytes.span.bytes)
/// try file.commit()
/// ```
///
/// Without ``commit(keepingOriginalWithSuffix:)`` the destination stays as it was, and nothing is left
/// behind. Where the file system can (`O_TMPFILE`), the file has no name until the very end; what a run
/// that is killed at that moment leaves, the next one for the same destination removes, and the same goes
/// for file systems that cannot. Of two runs at the same time the last one wins, unless a ``Place`` says what must be
/// replaced.
///
/// A symbolic link stays a link: the file it points to is replaced, or created, unless another user has put
/// the link, the file or a folder around it into a world-writable folder. Mode and owner of a replaced file are
/// kept; its other names (hard links) keep the old content. A destination that is no
/// regular file (a device, a pipe), or that names a descriptor (`/dev/stdout`, `/dev/fd/3`), is written
/// directly.
public struct AtomicFile: ~Copyable {
    /// The destination as the user named it.
    private let name: String
    private let descriptor: FileDescriptor
    let destination: FilePath
    let place: Place
    private var way: Way

    /// What must be where the file appears.
    package enum Place: Sendable {
        /// Anything: it is replaced.
        case any
        /// Nothing, not even a link that leads nowhere.
        case free
        /// The version that the new one was made from.
        case version(FileVersion)
    }

    /// How the bytes get to their destination.
    private enum Way {
        /// Directly.
        case direct
        /// Through a file that has no name yet.
        case unnamed
        /// Through a file with another name in the same folder.
        case named(FilePath)
        /// They are there.
        case done
    }

    /// Opens the file that is to replace another, or to be new.
    ///
    /// - Throws: ``FileError``, when the destination's folder does not allow it.
    public init(replacing path: FilePath) throws {
        try self.init(replacing: path, in: .any)
    }

    /// Opens the file that is to replace what must be there, with the owner and mode of a third if there is one, and
    /// with a name from the beginning if it shall not be without one.
    ///
    /// - Throws: ``FileError``.
    package init(
        replacing path: FilePath, in place: Place = .any, keeping attributes: Stat? = nil,
        unnamed: Bool = true
    ) throws {
        do {
            name = path.string
            self.place = place
            if case .free = place, path.isTaken { throw FileError.exist([name]) }
            (descriptor, destination, way) = try Self.open(path, place, attributes, unnamed)
        } catch Errno.fileExists {
            throw place.taken(path.string)
        } catch let errno as Errno {
            let isThere = (try? path.stat().type) == .regular
            throw isThere
                ? FileError.cannotReplace(path.string, errno)
                : FileError.cannotCreate(path.string, errno)
        }
    }

    /// Removes what killed runs have left on their way to this destination.
    ///
    /// Opening does the same; this is for a run that finds nothing to write.
    public static func removeLeftovers(of path: FilePath) {
        guard let destination = try? path.followingLinks() else { return }
        TemporaryNames(for: destination).removeAbandoned()
    }

    private static func open(
        _ path: FilePath, _ place: Place, _ attributes: Stat?, _ unnamed: Bool
    ) throws -> (FileDescriptor, FilePath, Way) {
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
        // Nobody shall open it before it has the mode of the file that it replaces.
        let (descriptor, way) = try open(
            under: names, place, unnamed,
            kept == nil ? [.ownerReadWrite, .groupReadWrite, .otherReadWrite] : .ownerReadWrite)
        if let kept { KeptAttributes(kept).apply(to: descriptor) }
        return (descriptor, destination, way)
    }

    private static func open(
        under names: TemporaryNames, _ place: Place, _ unnamed: Bool,
        _ permissions: FilePermissions
    ) throws(Errno) -> (FileDescriptor, Way) {
        if unnamed,
            let file = FileDescriptor.unnamedFile(in: names.folder, .writeOnly, permissions)
        {
            // It gets its name through '/proc', which not every container has.
            if file.link.isFile, file.lock() { return (file, .unnamed) }
            try? file.close()
        }
        // Not every file system has files without names.
        let (name, file) = try names.claim(for: place) { name throws(Errno) in
            try FileDescriptor.create(name, permissions)
        }
        return (file, .named(name))
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FileError``, on a full disk for instance.
    public func write(_ bytes: RawSpan) throws {
        // Safety: the bytes are lent for the call.
        try bytes.withUnsafeBytes { try write($0) }
    }

    /// Appends bytes as ``write(_:)`` does, for those who have a pointer to them.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        try writer.write(bytes)
    }

    /// Writes to the file from another task; of no use after the file's end.
    package var writer: AtomicFileWriter {
        var isDirect = false
        if case .direct = way { isDirect = true }
        return AtomicFileWriter(descriptor: descriptor, name: name, isRestartable: !isDirect)
    }

    /// Sets the time of the last change, which writing and the commit do not touch any more.
    func date(_ time: timespec) {
        _ = futimens(descriptor.rawValue, [time, time])
    }

    /// Makes the bytes durable and puts them in the destination's place, in one step.
    ///
    /// With a suffix, a file that is replaced stays as a backup: `board.json` as `board.json~` for the
    /// suffix `~`, beside the file that a symbolic link points to. An earlier backup is replaced in one
    /// step as well, before the destination is.
    ///
    /// - Throws: ``FileError``; the destination is then as it was.
    public consuming func commit(keepingOriginalWithSuffix suffix: String? = nil) throws {
        try commit(durably: true, keepingOriginalWithSuffix: suffix)
    }

    /// Puts the bytes in the destination's place as ``commit(keepingOriginalWithSuffix:)`` does; where they need not be
    /// durable, it is for the caller to sync them.
    ///
    /// - Throws: ``FileError``.
    package consuming func commit(
        durably isDurable: Bool, keepingOriginalWithSuffix suffix: String? = nil
    ) throws {
        do {
            if case .direct = way { return }
            FilesOfRun.note(try descriptor.stat())
            if isDurable { try check(fsync(descriptor.rawValue)) }
            try takeName()
            if let suffix { try keep(withSuffix: suffix) }
            if case .named(let temporary) = way { try put(temporary) }
            way = .done
        } catch Errno.fileExists {
            throw place.taken(name)
        } catch let errno as Errno {
            throw FileError.cannotWrite(name, errno)
        }
        guard isDurable else { return }
        // The name is durable only when the folder is; some file systems cannot, and need not.
        let folder = try? FileDescriptor.open(
            destination.parent, .readOnly, options: [.directory, .closeOnExec])
        if let folder {
            _ = fsync(folder.rawValue)
            try? folder.close()
        }
    }

    /// Gives the file a name for the moment, if it has none, as a link cannot replace a file; or at once the name
    /// that must be free.
    private mutating func takeName() throws(Errno) {
        guard case .unnamed = way else { return }
        let source = descriptor.link
        if case .free = place {
            try source.linkTarget(as: destination)
            return way = .done
        }
        let (name, _) = try TemporaryNames(for: destination).claim(for: place) {
            name throws(Errno) in try source.linkTarget(as: name)
        }
        way = .named(name)
    }

    /// Moves the file from its name for the moment to the destination.
    private func put(_ temporary: FilePath) throws {
        switch place {
        case .any: try temporary.move(to: destination)
        case .free: try temporary.moveToFree(destination)
        case .version(let version): try exchange(temporary, for: version)
        }
    }

    /// Exchanges the file for the version that it replaces, and back if something else came out: what an editor has
    /// saved in the meantime.
    ///
    /// Other runs cannot come in between: the name for the moment is the only one for such files, so they wait neither
    /// for each other nor for the user's own locks.
    private func exchange(_ temporary: FilePath, for version: FileVersion) throws {
        try checkReplacesVersion(destination)
        do {
            guard try temporary.exchange(with: destination) else {
                // Not every file system can; there the check above is all there is.
                return try temporary.move(to: destination)
            }
            if version.isAt(temporary) { return temporary.removeFile() }
            // If this file does not come back, it has been replaced in turn, by what is to stay.
            _ = try temporary.exchange(with: destination)
            if !temporary.isName(of: descriptor) { _ = try temporary.exchange(with: destination) }
        } catch Errno.noSuchFileOrDirectory where !temporary.isName(of: descriptor) {
            try temporary.moveToFree(destination)
        } catch Errno.noSuchFileOrDirectory {}
        throw FileError.changedWhileRead(name)
    }

    /// Makes sure that a name, or a second one, is that of the version to be replaced, if there must be one.
    func checkReplacesVersion(_ path: FilePath, isSecondName: Bool = false) throws {
        guard case .version(let version) = place, !version.isAt(path, isSecondName: isSecondName)
        else { return }
        throw FileError.changedWhileRead(name)
    }

    deinit {
        // As long as the file is open, no other run takes the name.
        if case .named(let temporary) = way, temporary.isName(of: descriptor) {
            temporary.removeFile()
        }
        try? descriptor.close()
    }
}

extension AtomicFile.Place {
    /// The error for a file that cannot appear because a name is taken.
    fileprivate func taken(_ name: String) -> FileError {
        switch self {
        case .any: .cannotCreate(name, .fileExists)
        case .free: .exist([name])
        case .version: .changedWhileRead(name)
        }
    }
}

extension FileDescriptor {
    /// Creates a file that no other run takes for abandoned.
    fileprivate static func create(
        _ path: FilePath, _ permissions: FilePermissions
    ) throws(Errno) -> FileDescriptor {
        let file: FileDescriptor
        do {
            file = try .open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: permissions)
        } catch {
            throw error as? Errno ?? .ioError
        }
        // Until it is locked, it looks abandoned.
        if file.lock(), path.isName(of: file) { return file }
        try? file.close()
        throw .fileExists
    }

    /// The path through which a file without a name can be reached.
    fileprivate var link: FilePath { FilePath("/proc/self/fd/\(rawValue)") }
}

extension FilePath {
    /// Gives the file that this link leads to another name.
    fileprivate func linkTarget(as name: FilePath) throws(Errno) {
        try check(
            withPlatformString { source in
                name.withPlatformString {
                    linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
                }
            })
    }

    /// The descriptor that it names, as `/dev/stdout` does.
    ///
    /// Opening such a path would open the file behind the descriptor anew, from its beginning.
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
