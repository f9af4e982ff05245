public import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// A file that appears whole or not at all: written beside its destination, then renamed over it.
///
/// ```swift
/// let file = try AtomicFile(replacing: "board.json")
/// try file.write(bytes)
/// try file.commit()
/// ```
///
/// Without ``commit()`` the destination stays as it was and nothing is left behind. A symbolic link
/// stays a link: the file it points to is replaced. Mode and owner of a replaced file are kept. A
/// destination that is no regular file (`/dev/stdout`, a pipe) is written directly.
public struct AtomicFile: ~Copyable {
    private let descriptor: FileDescriptor
    private let destination: FilePath
    private let temporary: FilePath?

    /// Opens a temporary file in the destination's folder.
    ///
    /// - Throws: ``FileError``, when the folder does not allow it.
    public init(replacing path: FilePath) throws {
        let replaced = try? path.stat()
        let isSpecial = replaced.map { $0.type != .regular } ?? false
        // A link is followed, so that it stays one; a link to nothing is replaced itself.
        destination = isSpecial ? path : path.resolved ?? path
        temporary = isSpecial ? nil : destination.besideWithRandomName()
        do {
            if let temporary {
                descriptor = try .open(
                    temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                    permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            } else {
                // Fails for a folder.
                descriptor = try .open(destination, .writeOnly, options: .closeOnExec)
            }
        } catch let errno as Errno {
            throw FileError.cannotCreate(path.string, errno)
        }
        if let replaced, temporary != nil {
            // Owner first: changing it clears the set-id bits of the mode. Only root may give files
            // away, so a failure leaves the file with the writer, as an editor would.
            _ = fchown(
                descriptor.rawValue, replaced.userID.rawValue, replaced.groupID.rawValue)
            _ = fchmod(descriptor.rawValue, replaced.permissions.rawValue)
        }
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FileError``, on a full disk for instance.
    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        do {
            try descriptor.writeAll(bytes)
        } catch let errno as Errno {
            throw FileError.cannotWrite(destination.string, errno)
        }
    }

    /// Makes the bytes durable and puts them in the destination's place, in one step.
    ///
    /// - Throws: ``FileError``; the destination is then as it was.
    public consuming func commit() throws {
        guard let temporary else { return }
        do {
            try check(fsync(descriptor.rawValue))
            try check(
                temporary.withPlatformString { old in
                    destination.withPlatformString { new in rename(old, new) }
                })
        } catch {
            throw FileError.cannotWrite(destination.string, error)
        }
        // The name is durable only when the folder is; some file systems cannot, and need not.
        let parent = destination.removingLastComponent()
        let folder = try? FileDescriptor.open(
            parent.isEmpty ? "." : parent, .readOnly, options: [.directory, .closeOnExec])
        if let folder {
            _ = fsync(folder.rawValue)
            try? folder.close()
        }
    }

    deinit {
        try? descriptor.close()
        // After a commit there is nothing under this name any more.
        if let temporary { _ = temporary.withPlatformString { unlink($0) } }
    }

    private func check(_ result: Int32) throws(Errno) {
        if result != 0 { throw Errno(rawValue: errno) }
    }
}

extension FilePath {
    /// A hidden name in the same folder that nothing else has.
    fileprivate func besideWithRandomName() -> FilePath {
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        return removingLastComponent().appending(".\(lastComponent?.string ?? "").\(suffix).tmp")
    }
}
