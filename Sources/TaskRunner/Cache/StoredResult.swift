import CLinux
import DevtoolKit
import Glibc
import SystemPackage

/// A whole result in a ``ResultCache``, which stays there as long as this value is used.
struct StoredResult {
    private let folder: FilePath
    private let manifest: ResultManifest
    /// Keeps others from removing it.
    private let lock: FileLock

    /// Opens a result, whose files are looked at: by size and time, and where these differ from what was stored, as
    /// in a copy of the cache, by content.
    ///
    /// - Returns: nil where something is missing or damaged, or is no output of the task.
    /// - Throws: ``GlobError``; `CancellationError`.
    init?(in folder: FilePath, of inputs: TaskInputs, lock: FileLock) throws {
        guard
            let bytes = try? folder.appending(ResultCache.manifestName).contents(),
            let manifest = ResultManifest(bytes: bytes)
        else { return nil }
        (self.folder, self.manifest, self.lock) = (folder, manifest, lock)
        let glob = try Glob(inputs.outputs)
        for index in manifest.kinds.indices {
            guard glob.matches(manifest.outputs.bytes(at: index)), try isWhole(index) else {
                return nil
            }
        }
    }

    private func isWhole(_ index: Int) throws -> Bool {
        guard case .file = manifest.kinds[index] else { return true }
        let (file, mark) = (self.file(index), manifest.outputs.marks[index])
        guard let current = FileMark(of: file), current.size == mark.size else { return false }
        if current.modified == mark.modified { return true }
        do {
            return try SHA256.ofFile(file) == manifest.outputs.checksums[index]
        } catch is FileError {
            return false
        }
    }

    private func file(_ index: Int) -> FilePath { folder.appending("\(index)") }

    /// Puts the outputs in their places; what is there as it was stored is left alone.
    ///
    /// - Parameters:
    ///   - directory: the folder that their paths begin in.
    ///   - present: the outputs that are there, with their checksums.
    /// - Returns: the outputs, with their checksums, and the marks that they have now.
    /// - Throws: ``FileError``; some outputs may be in their places then. `CancellationError`.
    func restore(in directory: FilePath, over present: SourceList) throws -> SourceList {
        let stored = manifest.outputs
        var marks = [FileMark](repeating: FileMark(stat()), count: stored.count)
        try stored.compare(with: present) { index, other in
            guard let index else { return }
            try Task.checkCancellation()
            let path = directory.pushing(stored.file(at: index))
            let hasContent = other.map { present.checksums[$0] } == stored.checksums[index]
            switch manifest.kinds[index] {
            case .file(let mode):
                var status = stat()
                if !hasContent || !path.isFile(mode, &status) {
                    status = try copy(index, to: path, mode)
                }
                marks[index] = FileMark(status)
            // What it leads to is for others to tell.
            case .link(let target): try path.link(to: FilePath(bytes: target))
            }
        }
        // That it was used keeps it in the cache.
        _ = folder.appending(ResultCache.manifestName).withPlatformString {
            utimensat(AT_FDCWD, $0, nil, 0)
        }
        return SourceList(
            paths: stored.paths, ends: stored.ends, marks: marks, checksums: stored.checksums)
            ?? SourceList()
    }

    private func copy(_ index: Int, to path: FilePath, _ mode: UInt16) throws -> stat {
        try path.containingFolder.createDirectories()
        path.removeFile()
        do {
            let source = try FileDescriptor.open(
                file(index), .readOnly, options: [.noFollow, .closeOnExec])
            defer { try? source.close() }
            return try source.copyRest(to: path, mode: mode_t(mode))
        } catch let errno as Errno {
            throw FileError.cannotCreate(path.string, errno)
        }
    }

    /// Writes files, and their manifest, to an empty folder.
    ///
    /// - Throws: ``ResultChangeError``; ``FileError``; `CancellationError`.
    static func write(
        _ outputs: SourceList, in directory: FilePath, to folder: FilePath
    ) throws {
        var kinds: [ResultManifest.Kind] = []
        var marks: [FileMark] = []
        for index in 0..<outputs.count {
            try Task.checkCancellation()
            let path = directory.pushing(outputs.file(at: index))
            if let target = path.linkTarget {
                kinds.append(.link(target.bytes))
                marks.append(FileMark(stat()))
                continue
            }
            let (mode, mark) = try store(
                path, outputs.marks[index], as: folder.appending("\(index)"))
            kinds.append(.file(mode: mode))
            marks.append(mark)
        }
        let stored = SourceList(
            paths: outputs.paths, ends: outputs.ends, marks: marks, checksums: outputs.checksums)
        let manifest = ResultManifest(outputs: stored ?? SourceList(), kinds: kinds)
        let file = folder.appending(ResultCache.manifestName)
        do {
            let descriptor = try FileDescriptor.open(
                file, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: .ownerReadWrite)
            _ = try descriptor.closeAfter { try descriptor.writeAll(manifest.bytes) }
        } catch let errno as Errno {
            throw FileError.cannotWrite(file.string, errno)
        }
    }

    /// Copies an output that is still as it was when its checksum was computed.
    private static func store(
        _ path: FilePath, _ mark: FileMark, as copy: FilePath
    ) throws -> (mode: UInt16, mark: FileMark) {
        do {
            let source = try FileDescriptor.open(
                path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
            defer { try? source.close() }
            let copied = try source.copyRest(to: copy, mode: 0o600)
            let status = try fileStatus(of: source)
            guard FileMark(status) == mark else { throw ResultChangeError(path: path) }
            return (UInt16(status.st_mode & 0o777), FileMark(copied))
        } catch let errno as Errno {
            throw FileError.cannotWrite(copy.string, errno)
        }
    }
}

/// An output has changed while it was stored.
struct ResultChangeError: DiagnosableError {
    let path: FilePath

    var diagnostics: [Diagnostic] { [Diagnostic("'\(path.string)' changed while it was stored")] }
    /// 74.
    var exitStatus: ExitStatus { .inputOutputError }
}

extension FileDescriptor {
    /// Copies what is left of a file to a new one.
    ///
    /// - Returns: the new file's status.
    /// - Throws: `Errno`.
    fileprivate func copyRest(to path: FilePath, mode: mode_t) throws -> stat {
        let target = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
            permissions: .ownerReadWrite)
        return try target.closeAfter {
            let error = copy_rest_of_file(rawValue, target.rawValue)
            if error != 0 { throw Errno(rawValue: error) }
            if fchmod(target.rawValue, mode) != 0 { throw Errno(rawValue: errno) }
            return try fileStatus(of: target)
        }
    }
}

private func fileStatus(of file: FileDescriptor) throws -> stat {
    var status = stat()
    if fstat(file.rawValue, &status) != 0 { throw Errno(rawValue: errno) }
    return status
}

extension FilePath {
    /// The path with these bytes, of which none is zero.
    fileprivate init(bytes: [UInt8]) {
        self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
    }

    fileprivate var bytes: [UInt8] {
        withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
            .map { UInt8(bitPattern: $0) }
    }

    /// Whether it is a regular file with these permissions, and its status.
    fileprivate func isFile(_ mode: UInt16, _ status: inout stat) -> Bool {
        withPlatformString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & 0o777 == mode_t(mode)
    }

    /// Makes it a symbolic link that says so.
    fileprivate func link(to target: FilePath) throws {
        if linkTarget == target { return }
        try containingFolder.createDirectories()
        removeFile()
        guard withPlatformString({ path in target.withPlatformString { symlink($0, path) } }) == 0
        else { throw FileError.cannotCreate(string, Errno(rawValue: errno)) }
    }
}

extension FileMark {
    /// The mark of a file, which is not followed if it is a link; nil where it is no regular file.
    init?(of path: FilePath) {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        self.init(status)
    }
}
