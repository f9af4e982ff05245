import DevtoolKit
import Glibc
import SystemPackage

struct InputSource {
    let descriptor: FileDescriptor
    let isStandardInput: Bool
    /// The temporary file for an input that can only be read once.
    let spool: FileDescriptor?
    /// The offset of the input: another process may have read a part of standard input.
    let start: Int64

    let version: FileVersion
    /// In bytes; 0 if unknown.
    let knownLength: Int

    /// Opens a file, or standard input if `path` is `nil`.
    ///
    /// - Throws: `InputError` and `Errno` for the input, ``Problem`` for the temporary file.
    init(_ path: FilePath?, isTyped: Bool, temporaryFolder: FilePath) throws {
        isStandardInput = path == nil
        descriptor = try path.map { try .input($0, isTyped: isTyped) } ?? .standardInput
        do {
            let status = try descriptor.stat()
            guard status.type != .directory else { throw Errno.isDirectory }
            let isRegular = status.type == .regular
            let isShared = isStandardInput && isRegular
            version = FileVersion(status)
            start = isShared ? try descriptor.seek(offset: 0, from: .current) : 0
            // Another process may have moved the offset of standard input beyond the end.
            knownLength = isRegular ? max(0, Int(status.size - start)) : 0
            FilesOfRun.note(status)
            spool = isRegular ? nil : try Self.temporaryFile(in: temporaryFolder)
        } catch {
            if !isStandardInput { try? descriptor.close() }
            throw error
        }
    }

    init(_ file: FileDescriptor) throws {
        descriptor = file
        isStandardInput = false
        spool = nil
        start = 0
        let status = try file.stat()
        version = FileVersion(status)
        knownLength = Int(status.size)
    }

    var isUnchanged: Bool {
        guard spool == nil else { return true }
        return (try? descriptor.stat()).map(FileVersion.init) == version
    }

    func close() {
        if !isStandardInput { try? descriptor.close() }
        try? spool?.close()
    }

    /// An unnamed file, which disappears when it is closed, even by a crash.
    static func temporaryFile(in folder: FilePath) throws -> FileDescriptor {
        do { return try .temporaryFile(in: folder) } catch let errno as Errno { throw Problem.cannotSpool(errno) }
    }
}

extension Problem {
    /// The temporary file for an input cannot be written.
    static func cannotSpool(_ errno: Errno) -> Problem {
        Problem(
            .cannotCreate, "cannot write the input to a temporary file: \(errno)",
            hint: "set TMPDIR to a folder with enough space")
    }
}
