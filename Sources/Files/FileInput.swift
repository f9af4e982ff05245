package import SystemPackage

package enum InputError: Error, Equatable, CustomStringConvertible {
    case system(Errno)
    /// A pipe, socket or device whose path the user did not type.
    case notRegular
    case tooLarge(limit: Int)

    package var description: String {
        switch self {
        case .system(let errno): "\(errno)"
        case .notRegular: "it is not a regular file"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        }
    }

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
    /// A path that the user typed may be a pipe, such as `<(…)`, for which devtool waits. A path from a project or a
    /// folder must be a regular file: in a clone it could be a pipe without a writer, or a link to `/dev/zero`.
    package static func input(_ path: FilePath, isTyped: Bool = false) throws(InputError) -> FileDescriptor {
        do {
            let file = try open(path, .readOnly, options: isTyped ? [.closeOnExec] : [.closeOnExec, .nonBlocking])
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
        } catch { throw InputError(error) }
    }

    func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        // Safety: each chunk is used only within the call.
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
            while case let count = try read(into: chunk), count > 0 {
                try body(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
        }
    }
}

extension InputError {
    package init(_ error: any Error) { self = error as? InputError ?? .system(error as? Errno ?? .ioError) }
}

package struct FileContents {
    package let bytes: [UInt8]
    /// Taken before the file was read.
    package let version: FileVersion
}

extension FilePath {
    /// The default maximum size in bytes of a file that is read as a whole.
    package static let contentsLimit = 64 << 20

    package func contents(upTo limit: Int = contentsLimit, isTyped: Bool = false) throws(InputError) -> [UInt8] {
        try versionedContents(upTo: limit, isTyped: isTyped).bytes
    }

    /// Like ``contents(upTo:isTyped:)``, but also returns the version, for a file to modify.
    package func versionedContents(upTo limit: Int = contentsLimit, isTyped: Bool = false) throws(InputError)
        -> FileContents
    {
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
        } catch { throw InputError(error) }
    }
}
