import DevtoolKit
import Glibc
import SystemPackage

/// An open file, pipe or device, and its properties when it was opened.
struct InputSource {
    /// What is read.
    let descriptor: FileDescriptor
    /// Whether that is standard input, which is not ours to close.
    let isStandardInput: Bool
    /// Where the bytes are to be kept, if they can be read only once.
    let spool: FileDescriptor?
    /// The place where the input begins: standard input may have been read by others before.
    let start: Int64

    /// Which version of the file was opened.
    let version: FileVersion
    /// How many bytes are there; zero where that is not known.
    let knownLength: Int

    /// Opens a file, or standard input if there is no path.
    ///
    /// - Throws: `InputError` and `Errno` about the input, ``CardsError`` about the place to keep it.
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
            // Others may have left standard input beyond the file's end.
            knownLength = isRegular ? max(0, Int(status.size - start)) : 0
            FilesOfRun.note(status)
            spool = isRegular ? nil : try Self.temporaryFile(in: temporaryFolder)
        } catch {
            if !isStandardInput { try? descriptor.close() }
            throw error
        }
    }

    /// Takes over an open file, which is read from its beginning.
    init(_ file: FileDescriptor) throws {
        descriptor = file
        isStandardInput = false
        spool = nil
        start = 0
        let status = try file.stat()
        version = FileVersion(status)
        knownLength = Int(status.size)
    }

    /// Whether the file, as far as one can tell, is as it was when it was opened.
    var isUnchanged: Bool {
        guard spool == nil else { return true }
        return (try? descriptor.stat()).map(FileVersion.init) == version
    }

    /// Closes what was opened.
    func close() {
        if !isStandardInput { try? descriptor.close() }
        try? spool?.close()
    }

    /// A file that vanishes with its descriptor, so that nothing is left behind in any case.
    static func temporaryFile(in folder: FilePath) throws -> FileDescriptor {
        do {
            return try .temporaryFile(in: folder)
        } catch let errno as Errno {
            throw CardsError.cannotSpool(errno)
        }
    }
}
