package import SystemPackage

/// Why a file cannot be read.
package enum InputError: Error, Equatable, CustomStringConvertible {
    /// The system does not allow it, or it is a folder.
    case system(Errno)
    /// It is a pipe, a socket or a device, and the user has not typed its path.
    case notRegular
    /// It has more bytes than are read.
    case tooLarge(limit: Int)

    /// The reason, for a message that names the file.
    package var description: String {
        switch self {
        case .system(let errno): "\(errno)"
        case .notRegular: "it is not a regular file"
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        }
    }

    /// The system's error that comes closest.
    package var errno: Errno {
        switch self {
        case .system(let errno): errno
        case .notRegular: .invalidArgument
        case .tooLarge: .fileTooLarge
        }
    }
}

extension FileDescriptor {
    /// Opens a file for reading.
    ///
    /// A path that the user typed may be a pipe, such as `<(…)`: devtool waits for what comes out of it, as other
    /// programs do. A path that a project names, or that was found in a folder, must be a regular file: one that comes
    /// with a clone may lead to a pipe without a writer, or to `/dev/zero`.
    package static func input(
        _ path: FilePath, isTyped: Bool = false
    ) throws(InputError) -> FileDescriptor {
        do {
            let file = try open(
                path, .readOnly, options: isTyped ? [.closeOnExec] : [.closeOnExec, .nonBlocking])
            do {
                switch try file.stat().type {
                case .regular: return file
                case .directory: throw Errno.isDirectory
                default: if isTyped { return file }
                }
                throw InputError.notRegular
            } catch {
                try? file.close()
                throw error
            }
        } catch {
            throw InputError(error)
        }
    }
}

extension FileDescriptor {
    /// Lends what can still be read from the file, piece by piece.
    func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        // Safety: each piece is lent for its call.
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
            while case let count = try read(into: chunk), count > 0 {
                try body(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
        }
    }
}

extension InputError {
    /// Takes what opening or reading throws.
    package init(_ error: any Error) {
        self = error as? InputError ?? .system(error as? Errno ?? .ioError)
    }
}

/// The bytes of a file, and which version of it had them.
package struct FileContents {
    package let bytes: [UInt8]
    /// The version as it was before it was read.
    package let version: FileVersion
}

extension FilePath {
    /// The largest file that is read as a whole, where there is no smaller limit.
    package static let contentsLimit = 64 << 20

    /// The bytes of the file.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that are read.
    ///   - isTyped: whether the user has typed the path, as `FileDescriptor.input(_:isTyped:)` takes it.
    /// - Returns: the bytes.
    /// - Throws: ``InputError``.
    package func contents(
        upTo limit: Int = contentsLimit, isTyped: Bool = false
    ) throws(InputError) -> [UInt8] {
        try versionedContents(upTo: limit, isTyped: isTyped).bytes
    }

    /// The bytes of the file as ``contents(upTo:isTyped:)`` gives them, and their version, for a file that is to be
    /// changed.
    package func versionedContents(
        upTo limit: Int = contentsLimit, isTyped: Bool = false
    ) throws(InputError) -> FileContents {
        let file = try FileDescriptor.input(self, isTyped: isTyped)
        do {
            return try file.closeAfter {
                let status = try file.stat()
                FilesOfRun.note(status)
                if status.size > limit { throw InputError.tooLarge(limit: limit) }
                var bytes: [UInt8] = []
                try file.forEachPiece {
                    bytes += $0
                    if bytes.count > limit { throw InputError.tooLarge(limit: limit) }
                }
                return FileContents(bytes: bytes, version: FileVersion(status))
            }
        } catch {
            throw InputError(error)
        }
    }
}
