public import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// A file that appears whole or not at all: written without a name, then put in its destination's place.
///
/// ```swift
/// let file = try AtomicFile(replacing: "board.json")
/// try file.write(bytes)
/// try file.commit()
/// ```
///
/// Without ``commit()`` the destination stays as it was, and nothing is left behind, not even by a killed
/// process: where the file system can (`O_TMPFILE`), the file has no name until the very end. A symbolic
/// link stays a link: the file it points to is replaced. Mode and owner of a replaced file are kept. A
/// destination that is no regular file (a device, a pipe), or that names a descriptor
/// (`/dev/stdout`, `/dev/fd/3`), is written directly.
public struct AtomicFile: ~Copyable {
    private let descriptor: FileDescriptor
    private let destination: FilePath
    private let way: Way

    /// How the bytes get to their destination.
    private enum Way {
        /// Directly.
        case direct
        /// Through a file that has no name yet.
        case unnamed
        /// Through a file with another name in the same folder.
        case named(FilePath)
    }

    /// Opens the file that is to replace another, or to be new.
    ///
    /// - Throws: ``FileError``, when the destination's folder does not allow it.
    public init(replacing path: FilePath) throws {
        do {
            (descriptor, destination, way) = try Self.open(path)
        } catch let errno as Errno {
            throw FileError.cannotCreate(path.string, errno)
        }
    }

    private static func open(_ path: FilePath) throws -> (FileDescriptor, FilePath, Way) {
        if let stream = path.namedDescriptor { return (try stream.duplicate(), path, .direct) }
        let replaced = try? path.stat()
        if let replaced, replaced.type != .regular {
            // Fails for a folder.
            return (try .open(path, .writeOnly, options: .closeOnExec), path, .direct)
        }
        // A link is followed, so that it stays one; a link to nothing is replaced itself.
        let destination = path.resolved ?? path
        let (descriptor, way) = try open(beside: destination)
        if let replaced {
            // Owner first: changing it clears the set-id bits of the mode. Only root may give files
            // away, so a failure leaves the file with the writer, as an editor would.
            _ = fchown(
                descriptor.rawValue, replaced.userID.rawValue, replaced.groupID.rawValue)
            _ = fchmod(descriptor.rawValue, replaced.permissions.rawValue)
        }
        return (descriptor, destination, way)
    }

    private static func open(beside destination: FilePath) throws -> (FileDescriptor, Way) {
        let permissions: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
        let folder = destination.parent
        let unnamed = FileDescriptor.OpenOptions(rawValue: __O_TMPFILE | O_DIRECTORY | O_CLOEXEC)
        if let file = try? FileDescriptor.open(
            folder, .writeOnly, options: unnamed, permissions: permissions)
        {
            return (file, .unnamed)
        }
        // Not every file system has files without names.
        let temporary = folder.temporaryName()
        let file = try FileDescriptor.open(
            temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: permissions)
        return (file, .named(temporary))
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FileError``, on a full disk for instance.
    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        try writer.write(bytes)
    }

    /// Writes to the file from another task; of no use after the file's end.
    package var writer: Writer {
        if case .direct = way {
            return Writer(descriptor: descriptor, destination: destination, isRestartable: false)
        }
        return Writer(descriptor: descriptor, destination: destination, isRestartable: true)
    }

    /// The writing end of an atomic file.
    package struct Writer: Sendable {
        fileprivate let descriptor: FileDescriptor
        fileprivate let destination: FilePath
        /// Whether what was written can be taken back: not from a device or a pipe.
        package let isRestartable: Bool

        /// Appends bytes.
        ///
        /// - Throws: ``FileError``, on a full disk for instance.
        package func write(_ bytes: UnsafeRawBufferPointer) throws {
            do {
                try descriptor.writeAll(bytes)
            } catch let errno as Errno {
                throw FileError.cannotWrite(destination.string, errno)
            }
        }

        /// Makes the file empty again.
        ///
        /// - Throws: ``FileError``.
        package func restart() throws {
            do {
                try descriptor.resize(to: 0)
                try descriptor.seek(offset: 0, from: .start)
            } catch let errno as Errno {
                throw FileError.cannotWrite(destination.string, errno)
            }
        }
    }

    /// Makes the bytes durable and puts them in the destination's place, in one step.
    ///
    /// - Throws: ``FileError``; the destination is then as it was.
    public consuming func commit() throws {
        do {
            switch way {
            case .direct: return
            case .named(let temporary): try replaceDestination(by: temporary)
            case .unnamed:
                // A link cannot replace a file, so the file gets a name for the moment.
                let temporary = destination.parent.temporaryName()
                let source = "/proc/self/fd/\(descriptor.rawValue)"
                try check(
                    temporary.withPlatformString {
                        linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
                    })
                do {
                    try replaceDestination(by: temporary)
                } catch {
                    _ = temporary.withPlatformString { unlink($0) }
                    throw error
                }
            }
        } catch let errno as Errno {
            throw FileError.cannotWrite(destination.string, errno)
        }
    }

    private func replaceDestination(by temporary: FilePath) throws(Errno) {
        try check(fsync(descriptor.rawValue))
        try check(
            temporary.withPlatformString { old in
                destination.withPlatformString { new in rename(old, new) }
            })
        // The name is durable only when the folder is; some file systems cannot, and need not.
        let folder = try? FileDescriptor.open(
            destination.parent, .readOnly, options: [.directory, .closeOnExec])
        if let folder {
            _ = fsync(folder.rawValue)
            try? folder.close()
        }
    }

    deinit {
        try? descriptor.close()
        // After a commit there is nothing under this name any more.
        if case .named(let temporary) = way { _ = temporary.withPlatformString { unlink($0) } }
    }

    private func check(_ result: Int32) throws(Errno) {
        if result != 0 { throw Errno(rawValue: errno) }
    }
}

extension FilePath {
    /// The folder that holds it, by a path that can be opened.
    fileprivate var parent: FilePath {
        let parent = removingLastComponent()
        return parent.isEmpty ? "." : parent
    }

    /// A hidden name in this folder that nothing else has.
    fileprivate func temporaryName() -> FilePath {
        appending(".devtool.\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp")
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
