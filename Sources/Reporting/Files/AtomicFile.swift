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
/// for file systems that cannot. Of two runs at the same time the last one wins.
///
/// A symbolic link stays a link: the file it points to is replaced, or created, unless another user has put
/// the link, or the file, into a folder that everybody may write to. Mode and owner of a replaced file are
/// kept; its other names (hard links) keep the old content. A destination that is no
/// regular file (a device, a pipe), or that names a descriptor (`/dev/stdout`, `/dev/fd/3`), is written
/// directly.
public struct AtomicFile: ~Copyable {
    /// The destination as the user named it.
    private let name: String
    private let descriptor: FileDescriptor
    private let destination: FilePath
    private var way: Way

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
        try self.init(replacing: path, keeping: nil)
    }

    /// Opens the file that is to replace another, with the owner and mode of a third if there is one, and
    /// with a name from the beginning if it shall not be without one.
    ///
    /// - Throws: ``FileError``.
    package init(replacing path: FilePath, keeping attributes: Stat?, unnamed: Bool = true) throws {
        do {
            name = path.string
            (descriptor, destination, way) = try Self.open(path, attributes, unnamed)
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
        _ path: FilePath, _ attributes: Stat?, _ unnamed: Bool
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
        guard let kept = attributes ?? replaced else {
            let (descriptor, way) = try open(
                under: names, unnamed, [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            return (descriptor, destination, way)
        }
        // Nobody shall open it before it has the mode of the file that it replaces.
        let (descriptor, way) = try open(under: names, unnamed, .ownerReadWrite)
        KeptAttributes(kept).apply(to: descriptor)
        return (descriptor, destination, way)
    }

    private static func open(
        under names: TemporaryNames, _ unnamed: Bool, _ permissions: FilePermissions
    ) throws(Errno) -> (FileDescriptor, Way) {
        if unnamed,
            let file = FileDescriptor.unnamedFile(in: names.folder, .writeOnly, permissions)
        {
            // It gets its name through '/proc', which not every container has.
            if file.link.isFile, file.lock() { return (file, .unnamed) }
            try? file.close()
        }
        // Not every file system has files without names.
        let (name, file) = try names.claim { name throws(Errno) in
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
            if let suffix { try Self.keep(destination, withSuffix: suffix) }
            if case .unnamed = way {
                // A link cannot replace a file, so the file gets a name for the moment.
                let (name, _) = try TemporaryNames(for: destination).claim {
                    [source = descriptor.link] name throws(Errno) in
                    try source.linkTarget(as: name)
                }
                way = .named(name)
            }
            if case .named(let temporary) = way { try temporary.move(to: destination) }
            way = .done
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

    deinit {
        // As long as the file is open, no other run takes the name.
        if case .named(let temporary) = way { temporary.removeFile() }
        try? descriptor.close()
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
